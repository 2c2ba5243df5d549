"""Reviews of finished games: which moves were mistakes, and what decided the game."""
