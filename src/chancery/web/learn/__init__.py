"""Learning: a page for each game, guided games, exercises, worked examples."""
