"""Room 5, why: what a position means, in the words a person uses."""
