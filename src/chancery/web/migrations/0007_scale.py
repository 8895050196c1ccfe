"""What a full house is asked again and again is found by an index."""

from typing import Any

from django.db import migrations, models

from chancery.web.base.moments import note_reminders


def note(apps: Any, schema_editor: object) -> None:
    """When those who have a deadline are to be reminded of it."""
    note_reminders(apps.get_model("web", "Seat").objects.all())


class Migration(migrations.Migration):
    dependencies = [("web", "0006_people")]

    operations = [
        migrations.AddField("seat", "remind", models.DateTimeField(null=True)),
        migrations.RunPython(note, migrations.RunPython.noop),
        migrations.AddIndex(
            "seat",
            models.Index(
                fields=["remind"],
                condition=models.Q(("due__isnull", False), ("reminded", False)),
                name="by_reminder",
            ),
        ),
        migrations.AddIndex(
            "seat",
            models.Index(
                fields=["owner", "bot", "invited", "table"],
                condition=models.Q(("bot", ""), ("invited", None), ("owner", None)),
                name="free_seat",
            ),
        ),
        migrations.AddIndex(
            "table",
            models.Index(
                fields=["host", "started", "public", "over"],
                condition=models.Q(("over", False), ("public", True)),
                name="shown_to_all",
            ),
        ),
    ]
