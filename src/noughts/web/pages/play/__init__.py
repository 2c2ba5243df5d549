"""The pages on which people play: a game, the room around it, and the list of games."""
