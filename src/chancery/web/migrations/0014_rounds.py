"""Pushes in rounds: which devices have got a message that others have not got yet."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0013_analyses_in_parts")]

    operations = [
        migrations.AddField("channel", "begun", models.DateTimeField(null=True)),
        migrations.AddField("device", "told", models.DateTimeField(null=True)),
    ]
