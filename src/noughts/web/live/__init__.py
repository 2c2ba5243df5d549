"""Live updates of pages, with events about changes of games and about the people present."""
