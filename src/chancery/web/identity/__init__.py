"""Accounts, guests and tokens: the users of the site."""
