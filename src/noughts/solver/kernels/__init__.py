"""The compiled kernel, with its searches for plain k in a row, for any game, and by patterns."""
