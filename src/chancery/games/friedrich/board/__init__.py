"""Printed components, readers of the data tables, and facts that follow from the open board
alone."""
