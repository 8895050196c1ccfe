from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def finish(apps: Any, schema_editor: object) -> None:
    """Games that ended before the end was written down: nobody has touched them since."""
    over = apps.get_model("web", "Table").objects.filter(over=True, closed=False)
    over.update(finished=models.F("touched"))


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0002_accounts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Channel",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=8)),
                ("address", models.CharField(max_length=300)),
                ("on", models.BooleanField(default=True)),
                ("problem", models.CharField(blank=True, max_length=300)),
                ("tries", models.IntegerField(default=0)),
                ("after", models.DateTimeField(null=True)),
                ("lease_until", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=12)),
                ("seat", models.IntegerField(null=True)),
                ("ripe", models.DateTimeField(db_index=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("bot", models.CharField(blank=True, max_length=40)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("games", models.IntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=1000)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("handled", models.BooleanField(default=False)),
                ("answer", models.TextField(blank=True)),
            ],
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("used", models.DateField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name="held",
            name="present_until",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="abandoned",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="seat",
            name="due",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="invited",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="invitations",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="played",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="points",
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="rank",
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="reminded",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="asked",
            field=models.CharField(max_length=60, null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="counted",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="finished",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="follows",
            field=models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.SET_NULL, to="web.table"
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="lapse",
            field=models.CharField(default="bot", max_length=8),
        ),
        migrations.AddField(
            model_name="table",
            name="pace",
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name="table",
            name="public",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="rated",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="shuffle",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="started",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="table",
            name="title",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("counted", False), ("rated", True)),
                fields=["finished"],
                name="to_be_counted",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["due"], name="by_deadline"),
        ),
        migrations.AddField(
            model_name="channel",
            name="account",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="channels",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="channel",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="web.channel",
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="table",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, to="web.table"
            ),
        ),
        migrations.AddField(
            model_name="rating",
            name="account",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="ratings",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="about",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, to="web.visitor"
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="table",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, to="web.table"
            ),
        ),
        migrations.AddField(
            model_name="token",
            name="account",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tokens",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="channel",
            constraint=models.UniqueConstraint(fields=("account", "kind"), name="one_channel"),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                fields=("channel", "kind", "table", "seat"), name="one_notice"
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("account__isnull", False)),
                fields=("game", "account"),
                name="one_rating",
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("account__isnull", True)),
                fields=("game", "bot"),
                name="one_bot_rating",
            ),
        ),
        migrations.RunPython(finish, migrations.RunPython.noop),
    ]
