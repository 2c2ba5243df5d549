"""The pages of the lessons, and the page that explores the search of a position."""
