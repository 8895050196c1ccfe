"""Static files of each version, for servers of another."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0026_teams_and_leagues")]

    operations = [
        migrations.CreateModel(
            "StaticFile",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.CharField(max_length=12)),
                ("name", models.CharField(max_length=200)),
                ("kind", models.CharField(max_length=80)),
                ("content", models.BinaryField()),
                ("used", models.DateTimeField()),
            ],
            options={"unique_together": {("version", "name")}},
        ),
    ]
