"""The commands that explain."""
