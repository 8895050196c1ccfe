"""What each server process has open, for limits that hold for all servers together."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0022_exhibitions")]

    operations = [
        migrations.CreateModel(
            "OpenCounts",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, unique=True)),
                ("counts", models.JSONField(default=dict)),
                ("until", models.DateTimeField()),
            ],
        ),
    ]
