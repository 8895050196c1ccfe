"""Notices that wait to be delivered to accounts."""
