"""Models are called by plainer names; their tables keep the names that they have."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("web", "0017_stalling_and_peeking")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Beat", "Heartbeat"),
                migrations.AlterModelTable("heartbeat", "web_beat"),
                migrations.RenameModel("Plea", "PasswordResetRequest"),
                migrations.AlterModelTable("passwordresetrequest", "web_plea"),
            ]
        )
    ]
