"""Shares of masters and analyses: for whom an analysis is made, and where a guest comes from."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("web", "0015_leaving")]

    operations = [
        migrations.AddField(
            "visitor", "network", models.CharField(blank=True, default="", max_length=40)
        ),
        migrations.AddField(
            "analysis",
            "by",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, to="web.visitor"
            ),
        ),
        migrations.AddField("analysis", "begun", models.DateTimeField(null=True)),
    ]
