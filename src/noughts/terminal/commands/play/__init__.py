"""The commands that play: at the prompt, on the page, in a match, and as an engine."""
