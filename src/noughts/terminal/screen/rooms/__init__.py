"""The rooms of the full screen."""
