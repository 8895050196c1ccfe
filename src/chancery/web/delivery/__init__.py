"""Deliver notices by mail, webhook and push, and mails with links for accounts."""
