"""The bot of Revolution."""
