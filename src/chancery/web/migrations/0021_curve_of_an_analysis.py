"""What an analysis has found so far, before it is done."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0020_rating_curves")]

    operations = [
        # with a default of the database, for servers that do not know the column yet
        migrations.AddField("analysis", "curve", models.TextField(blank=True, db_default="")),
    ]
