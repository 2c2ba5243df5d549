"""The commands that find out who wins, and that store and check the results."""
