"""What is written down to be told to somebody."""
