"""The dialogues of the full screen."""
