"""Grade a student's program, or the programs of a class."""
