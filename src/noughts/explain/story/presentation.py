"""The presentation of a search in a story: the pseudocode, and the point of view and unit of scores."""

from dataclasses import dataclass
from math import inf

from noughts.explain.scores import Unit
from noughts.explain.story.pseudocode import Form, MinimaxPlayer
from noughts.explain.story.story import Algorithm, has_window
from noughts.rules.position import Score


@dataclass(frozen=True)
class Presentation:
    """The settings that determine how the scores and steps of a story are shown.

    Attributes:
        algorithm: the search algorithm.
        form: the pseudocode.
        unit: the unit of the scores.
        plies: the maximum number of plies from the root to the end of the game, needed for the unit ±(10 - depth).
    """

    algorithm: Algorithm
    form: Form
    unit: Unit
    plies: int

    @property
    def has_window(self) -> bool:
        """Whether the search uses alpha and beta."""
        return has_window(self.algorithm)

    @property
    def search_scores_by_mover(self) -> bool:
        """Whether the search returns scores from the mover's point of view.

        Minimax returns scores from MAX's point of view.
        """
        return self.algorithm != "minimax"

    @property
    def shows_mover_view(self) -> bool:
        """Whether scores are shown from the mover's point of view, so that a parent negates its children's scores."""
        return self.algorithm == "negamax"

    def objective(self, role: MinimaxPlayer) -> MinimaxPlayer:
        """Return ``max`` if a player with this role maximises, else ``min``. In negamax, every player maximises."""
        return "max" if self.shows_mover_view else role

    def display_score(self, score: Score, role: MinimaxPlayer) -> Score:
        """Convert a score from MAX's point of view to the story's unit and point of view."""
        shown = self.in_unit(score)
        return -shown if self.shows_mover_view and role == "min" and shown else shown

    def score_from_child(self, score: Score) -> Score:
        """Convert a child's displayed score to its parent's point of view."""
        return -score if self.shows_mover_view and score else score

    def display_limit(self, score: Score) -> Score | None:
        """Convert alpha or beta to the story's unit, or return None if it is infinite."""
        return None if abs(score) == inf else self.in_unit(score)

    def in_unit(self, score: Score) -> Score:
        """Convert a score to the story's unit. Every unit preserves the order of scores."""
        size = 10 if self.unit == "ten" else 1
        if abs(score) < 1:  # a draw or an estimate, which stays below every proven win
            return int(100 * size * score) / 100 if score else 0
        if self.unit == "depth":
            plies = self.plies - (int(abs(score)) - 1)
            return (10 - plies) * (1 if score > 0 else -1)
        return int(size * score)
