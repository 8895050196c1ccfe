"""The steward, a bot for this game."""
