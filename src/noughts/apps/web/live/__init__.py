"""Who is watching a game, and the events that tell them about changes."""
