"""Work waits its turn, helpers give signs of life, and what was sent for a table is counted."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0004_fairness")]

    operations = [
        migrations.AddField("work", "after", models.DateTimeField(null=True)),
        migrations.AddField(
            "work", "since", models.DateTimeField(default=django.utils.timezone.now)
        ),
        migrations.AddField("table", "weight", models.IntegerField(default=0)),
        migrations.CreateModel(
            "Beat",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, unique=True)),
                ("at", models.DateTimeField()),
            ],
        ),
    ]
