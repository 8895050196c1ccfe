"""Where people learn to play: a page for each game, guided games, exercises, worked examples."""
