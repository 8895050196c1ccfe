"""What every room of the site needs."""
