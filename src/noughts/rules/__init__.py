"""The rules: legal moves, and who has won. Nothing here searches, reads or writes."""
