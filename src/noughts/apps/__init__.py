"""Room 8: a person sits in front."""
