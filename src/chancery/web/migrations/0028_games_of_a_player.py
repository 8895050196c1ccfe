"""The archive finds the games of a player by index."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0027_static_files")]

    operations = [
        migrations.AddField("seat", "archived", models.DateTimeField(null=True)),
        migrations.RunSQL(
            "UPDATE web_seat SET archived ="
            " (SELECT finished FROM web_table WHERE web_table.id = web_seat.table_id)"
            " WHERE table_id IN (SELECT id FROM web_table"
            " WHERE public AND over AND NOT closed AND NOT private)",
            migrations.RunSQL.noop,
        ),
        migrations.AddIndex("seat", models.Index(fields=["owner", "table"], name="seats_of_owner")),
        migrations.AddIndex(
            "seat",
            models.Index(
                fields=["player", "-archived", "-table"],
                condition=models.Q(("archived__isnull", False)),
                name="archive_of_player",
            ),
        ),
        migrations.AddIndex(
            "seat",
            models.Index(
                fields=["owner", "-archived", "-table"],
                condition=models.Q(("archived__isnull", False), ("player", None)),
                name="archive_of_owner",
            ),
        ),
    ]
