"""The board on the full screen."""
