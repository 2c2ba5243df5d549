"""The rules: which moves are legal, and who won. This package neither searches nor accesses files."""
