"""The board of Revolution: its components, its data file, and what the open board tells."""
