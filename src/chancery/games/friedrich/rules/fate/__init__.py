"""The clock of fate: a module for each kind of what its cards do (§11)."""
