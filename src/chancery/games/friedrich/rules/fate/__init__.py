"""The clock of fate (§11): the effects of its cards, one module for each kind of effect."""
