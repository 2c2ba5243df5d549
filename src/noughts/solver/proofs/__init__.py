"""Proofs of a value: write them, and check them without the solver."""
