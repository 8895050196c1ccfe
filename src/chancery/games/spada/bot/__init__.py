"""The rule-of-thumb bot of the game, its reasons, and the hooks for search."""
