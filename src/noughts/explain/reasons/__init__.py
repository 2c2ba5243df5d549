"""The reasons why a move is good or bad, as data and as sentences."""
