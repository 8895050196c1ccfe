"""The rating of a player after each rated game."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0019_autostart")]

    operations = [
        migrations.AddField("seat", "mu", models.FloatField(null=True)),
        migrations.AddField("seat", "sigma", models.FloatField(null=True)),
    ]
