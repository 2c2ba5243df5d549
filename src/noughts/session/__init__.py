"""A game between two players, without input or output."""
