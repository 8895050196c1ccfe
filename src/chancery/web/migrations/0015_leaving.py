"""Deletions of accounts in small steps."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0014_rounds")]

    operations = [
        migrations.AddField("account", "leaving", models.DateTimeField(db_index=True, null=True)),
    ]
