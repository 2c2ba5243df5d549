"""The compiled kernel: searches of plain k in a row, searches of any game, and searches by patterns."""
