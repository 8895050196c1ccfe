"""The board and what is in the box."""
