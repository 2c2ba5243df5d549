"""The rules: which moves are legal, and who has won. This package does not search, and it accesses no files."""
