"""The lessons, and the explorer of searches."""
