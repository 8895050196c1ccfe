"""Where people find each other: the lobby."""
