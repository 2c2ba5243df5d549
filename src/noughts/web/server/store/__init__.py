"""The database of the server, in which every change is durable before it is acknowledged."""
