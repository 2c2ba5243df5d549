"""The rules: legal moves, and who has won. This package does not search, and it does not read or write files."""
