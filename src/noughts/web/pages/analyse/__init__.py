"""The pages that analyse a game: values, variations and mistakes."""
