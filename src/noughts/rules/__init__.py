"""The rules: which moves are legal, and who has won. This package neither searches nor accesses files."""
