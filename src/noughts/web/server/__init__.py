"""The host of the web page: the server, its database, its limits, and its worker processes."""
