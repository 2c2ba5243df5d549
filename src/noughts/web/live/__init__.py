"""Live updates: events about changes of games, and who is present."""
