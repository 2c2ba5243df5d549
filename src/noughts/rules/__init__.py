"""The rules: legal moves, and who has won. This package neither searches nor reads or writes files."""
