"""Public knowledge of hidden troops (§6, §10.4), deduced from everything that was visible."""
