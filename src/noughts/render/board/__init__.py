"""A board as text or as a picture."""
