"""A search tree as text or as a picture."""
