"""The community of the site: lobby, follows, notes that look for players, tournaments."""
