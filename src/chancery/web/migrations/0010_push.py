"""Browsers that want to be told of a turn while no page is open."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0009_town")]

    operations = [
        migrations.CreateModel(
            "Device",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(max_length=800, unique=True)),
                ("key", models.CharField(max_length=100)),
                ("secret", models.CharField(max_length=40)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("problem", models.CharField(blank=True, max_length=300)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
