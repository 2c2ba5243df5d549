"""The compiled kernel: its searches for plain k in a row, for any game, and by patterns."""
