"""Tables that wait for players start by themselves when the last seat is taken."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0018_plain_names")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="autostart",
            field=models.BooleanField(default=True, db_default=True),
        ),
    ]
