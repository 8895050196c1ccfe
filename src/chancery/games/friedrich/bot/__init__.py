"""The rule-of-thumb bot of Friedrich, its reasons, and the hooks for search."""
