"""Adapters let other libraries play the games of noughts. Each adapter needs the library that it is named after.

- `noughts.adapters.boards`: thousands of games at once in NumPy arrays
- `noughts.adapters.gymnasium`: environments for Gymnasium, one game or a batch
- `noughts.adapters.pettingzoo`: an environment for PettingZoo with two agents
- `noughts.adapters.pixels`: positions as pictures
- `noughts.adapters.openspiel`: games for OpenSpiel, and conversion between its states and positions
"""
