"""Helpers that every package of the site may use."""
