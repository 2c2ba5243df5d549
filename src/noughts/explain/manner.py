"""Manner: how a story is told: its algorithm and pseudocode, whose scores it shows, and in which unit."""

from dataclasses import dataclass
from math import inf

from noughts.explain.pseudocode import Form, Role
from noughts.explain.scores import Unit
from noughts.explain.story import Algorithm, has_window
from noughts.rules.position import Score


@dataclass(frozen=True)
class Manner:
    """How one story is told.

    Attributes:
        algorithm: which search.
        form: the pseudocode.
        unit: the unit of the scores.
        plies: the most plies from the root to the end of the game, for ±(10 - depth).
    """

    algorithm: Algorithm
    form: Form
    unit: Unit
    plies: int

    @property
    def windowed(self) -> bool:
        """Whether the search has alpha and beta."""
        return has_window(self.algorithm)

    @property
    def by_mover(self) -> bool:
        """Whether the search's functions answer for the player to move; minimax's alone answer for MAX."""
        return self.algorithm != "minimax"

    @property
    def turns(self) -> bool:
        """Whether the story, too, shows each score to the player to move, so that a parent turns its sign."""
        return self.algorithm == "negamax"

    def best(self, role: Role) -> Role:
        """Return whether a player maximises or minimises: in negamax all maximise."""
        return "max" if self.turns else role

    def shown(self, score: Score, role: Role) -> Score:
        """Return a score of MAX's in the story's unit and from its point of view."""
        shown = self.in_unit(score)
        return -shown if self.turns and role == "min" and shown else shown

    def from_child(self, score: Score) -> Score:
        """Return what the parent makes of a child's answer."""
        return -score if self.turns and score else score

    def limit(self, score: Score) -> Score | None:
        """Return alpha or beta in the story's unit; None where it is infinite."""
        return None if abs(score) == inf else self.in_unit(score)

    def in_unit(self, score: Score) -> Score:
        """Return a score in the story's unit; all units keep the order of scores."""
        size = 10 if self.unit == "ten" else 1
        if abs(score) < 1:  # a draw or an estimate, which stays below every proven win
            return int(100 * size * score) / 100 if score else 0
        if self.unit == "depth":
            plies = self.plies - (int(abs(score)) - 1)
            return (10 - plies) * (1 if score > 0 else -1)
        return int(size * score)
