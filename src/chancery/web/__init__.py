"""The site: people and bots at tables in the browser. It knows no game."""
