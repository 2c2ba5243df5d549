"""Players (levels from random to perfect, textbook searches and your own functions) and matches between them.

- `noughts.players.opponent`: the types that define a player
- `noughts.players.levels`: the levels from random to perfect
- `noughts.players.searches`: the textbook searches as players, with their settings
- `noughts.players.registry`: finds players by name
- `noughts.players.match`: matches between two players
- `noughts.grading.user_code`: turns a function in a user's file into a player
"""
