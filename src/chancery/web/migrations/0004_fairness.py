from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def mark_imports(apps: Any, schema_editor: object) -> None:
    """Records that were opened before this was written down: there is a log, or there are names,
    at a table where nobody has ever sat. They are for whoever opened them, alone."""
    tables = apps.get_model("web", "Table").objects
    seats = apps.get_model("web", "Seat").objects
    held = apps.get_model("web", "Held").objects.filter(table=models.OuterRef("pk"))
    there = seats.filter(table=models.OuterRef("pk"))
    found = tables.filter(
        ~models.Exists(held),
        ~models.Exists(there.exclude(owner=None, bot="")),
        models.Q(length__gt=0) | models.Exists(there.exclude(name="")),
        started=True,
        private=False,
        public=False,
        rated=False,
    )
    for table in found:
        tables.filter(pk=table.pk).update(imported=True, importer=table.host_id, private=True)
        seats.filter(table=table).update(owner=table.host_id)


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0003_lobby"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="aside",
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name="table",
            name="imported",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="importer",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="imports",
                to="web.visitor",
            ),
        ),
        migrations.AddField(
            model_name="talk",
            name="aside",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("imported", True), ("rated", True), _negated=True),
                name="imported_unrated",
            ),
        ),
        migrations.RunPython(mark_imports, migrations.RunPython.noop),
    ]
