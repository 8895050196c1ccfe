"""How far the look at a game has come."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0012_analyses")]

    operations = [
        migrations.AddField("analysis", "part", models.PositiveSmallIntegerField(default=0)),
    ]
