"""The rules: which moves are legal, and who won. No module of this package searches a game tree."""
