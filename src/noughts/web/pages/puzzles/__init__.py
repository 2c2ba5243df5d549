"""The Puzzles pages, with the puzzle of the day, puzzles by rating, theme and game, sets, sprints and streaks."""
