"""The components of the game, and facts that follow from the open board alone."""
