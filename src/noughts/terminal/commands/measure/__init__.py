"""The commands that count and measure."""
