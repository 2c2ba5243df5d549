"""The pages with the lessons and with the explorer of searches."""
