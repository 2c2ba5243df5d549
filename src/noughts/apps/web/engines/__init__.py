"""Processes that search and analyse for the server, and the queue in front of them."""
