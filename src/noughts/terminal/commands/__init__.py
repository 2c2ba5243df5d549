"""The commands of `noughts`, one in each file."""
