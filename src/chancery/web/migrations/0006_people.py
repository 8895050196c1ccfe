from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from chancery.web.identity import names
from chancery.web.tables import talk


def note(apps: Any, schema_editor: object) -> None:
    """Names in the forms by which they are compared, and authors of talk."""
    names.store_forms(apps.get_model("web", "Account").objects.all())
    rows = [apps.get_model("web", kind).objects.all() for kind in ("Talk", "Seat", "Held")]
    talk.attribute(*rows)


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0005_house"),
    ]

    operations = [
        migrations.CreateModel(
            name="Plea",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("mail", models.CharField(max_length=254)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="account",
            name="one_name",
        ),
        migrations.AddField(
            model_name="account",
            name="looks",
            field=models.CharField(max_length=200, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="account",
            name="plain",
            field=models.CharField(max_length=200, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="gone",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="talk",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, to="web.visitor"
            ),
        ),
        migrations.RunPython(note, migrations.RunPython.noop),
    ]
