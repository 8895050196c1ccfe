"""Components and data readers, and what follows from the open board alone."""
