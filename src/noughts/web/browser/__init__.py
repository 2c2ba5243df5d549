"""The pages without a server: what only runs in a browser."""
