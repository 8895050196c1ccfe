"""The site: tables of people and bots in the browser. It knows no particular game."""
