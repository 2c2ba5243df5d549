"""The host of the pages without a server: Python in a browser, games in its database, engines in workers."""
