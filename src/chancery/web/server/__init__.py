"""The server: settings, URLs, middleware, thread pools, helper processes, the front page."""
