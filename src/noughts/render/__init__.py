"""Rendering: pure functions that turn a value into text, SVG or HTML."""
