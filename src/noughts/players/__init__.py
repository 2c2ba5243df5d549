"""Players: named opponents of graded strength, searches as players, users' own code, and matches between them.

- `noughts.players.opponent`: what a player is
- `noughts.players.levels`: the levels from random to perfect
- `noughts.players.searches`: the textbook searches as players, with their settings
- `noughts.players.registry`: players by name
- `noughts.players.match`: matches between two players
- `noughts.players.user_code`: a function in a user's file as a player
"""
