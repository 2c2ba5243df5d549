"""The host that runs the application on a server, with a database, rate limits and worker processes."""
