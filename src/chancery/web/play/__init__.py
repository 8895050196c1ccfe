"""Playing at a table: its page, event stream, bots and deadlines."""
