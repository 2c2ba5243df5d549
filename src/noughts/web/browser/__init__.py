"""The host that runs the application in a browser, with games in the browser's database and engines in workers."""
