"""The operators' pages call the settings of the site by their plural."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("web", "0028_games_of_a_player")]

    operations = [
        migrations.AlterModelOptions("sitesettings", {"verbose_name_plural": "site settings"}),
    ]
