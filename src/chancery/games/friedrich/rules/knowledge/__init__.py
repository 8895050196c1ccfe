"""What everybody knows of the troops of others (§6, §10.4), worked out from what was seen."""
