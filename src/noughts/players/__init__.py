"""Players (levels from random to perfect, textbook searches and your own functions) and matches between them.

- `noughts.players.opponent`: the types that define a player
- `noughts.players.levels`: the levels from random to perfect
- `noughts.players.searches`: the textbook searches as players, with their settings
- `noughts.players.registry`: finds players by name
- `noughts.players.match`: matches between two players
- `noughts.players.tournament`: round-robin tournaments of players, and their ratings
- `noughts.players.pairing`: the pairings and the standings of a tournament of people
- `noughts.players.matching`: the matchings behind the pairings
- `noughts.grading.user_code`: turns a function in a user's file into a player
"""
