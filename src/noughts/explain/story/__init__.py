"""How a search works, step by step."""
