"""Playing at a table: its page, the stream, bots and deadlines."""
