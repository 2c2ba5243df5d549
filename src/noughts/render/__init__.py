"""Room 6, characters to look at: pure functions, value in, text or SVG or HTML out."""
