"""The pages that analyse a game, with its values, variations and mistakes."""
