"""Who somebody is: accounts, guests, tokens."""
