"""The face of Revolution: words, board, panels and lessons."""
