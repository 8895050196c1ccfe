"""What was written down is sent: by mail, by web hook, and links for accounts."""
