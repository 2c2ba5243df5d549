"""Room 4, players: named opponents of graded strength, searches as players, users' own code, and matches."""

from noughts.players.registry import *  # noqa: F403
