"""What decided a finished game."""
