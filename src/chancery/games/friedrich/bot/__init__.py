"""The bot, and how it weighs a position, plays cards in a fight and buys."""
