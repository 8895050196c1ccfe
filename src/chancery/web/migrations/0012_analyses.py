"""Games that somebody wants to have looked at."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0011_thinkers")]

    operations = [
        migrations.CreateModel(
            "Analysis",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("wanted", models.DateTimeField(auto_now_add=True)),
                ("lease_until", models.DateTimeField(null=True)),
                ("found", models.TextField(blank=True)),
                ("failed", models.BooleanField(default=False)),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, to="web.table"
                    ),
                ),
            ],
        ),
    ]
