"""Work for bots that take their time."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0010_push")]

    operations = [
        migrations.AddField("work", "thinks", models.BooleanField(default=False)),
    ]
