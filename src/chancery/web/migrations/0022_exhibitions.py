"""Games of bots that visitors can watch."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0021_curve_of_an_analysis")]

    operations = [
        migrations.CreateModel(
            "Exhibition",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=40, unique=True)),
                (
                    "table",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to="web.table"
                    ),
                ),
                (
                    "previous",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="web.table",
                    ),
                ),
            ],
        ),
    ]
