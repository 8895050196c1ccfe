"""The site as a server: settings, addresses, requests, threads, processes."""
