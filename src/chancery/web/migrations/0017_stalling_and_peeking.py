"""Deadlines that an undo restores, tables without hints, and moves of bots that wait their time."""

import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0016_shares")]

    operations = [
        migrations.AddField("entry", "due", models.DateTimeField(null=True)),
        migrations.AddField("table", "hints", models.BooleanField(default=True, db_default=True)),
        migrations.AddField(
            "table",
            "source",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="copies",
                to="web.table",
            ),
        ),
        migrations.AddField(
            "work",
            "begun",
            models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(),
                default=django.utils.timezone.now,
            ),
        ),
        migrations.AddField("work", "plan", models.JSONField(null=True)),
        migrations.RunSQL(
            "UPDATE web_table SET hints = FALSE WHERE id IN"
            " (SELECT table_id FROM web_match WHERE table_id IS NOT NULL)",
            migrations.RunSQL.noop,
        ),
    ]
