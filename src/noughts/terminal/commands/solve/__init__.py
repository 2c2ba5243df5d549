"""The commands that find out who wins, and keep and check the results."""
