"""The archive of finished games is searched by index."""

from django.db import migrations, models

ARCHIVED = models.Q(("closed", False), ("over", True), ("private", False), ("public", True))


class Migration(migrations.Migration):
    dependencies = [("web", "0023_open_counts")]

    operations = [
        migrations.AddIndex(
            "table",
            models.Index(fields=["-finished", "-id"], condition=ARCHIVED, name="archive"),
        ),
        migrations.AddIndex(
            "table",
            models.Index(
                fields=["game", "-finished", "-id"], condition=ARCHIVED, name="archive_of_game"
            ),
        ),
    ]
