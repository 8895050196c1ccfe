"""The site: pages, tables, live play and bots, through HTTP and by direct calls."""
