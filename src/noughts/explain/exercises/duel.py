"""A game in a lesson against Perfect, the player that makes no mistakes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from noughts.explain.exercises.practice import DRAW, Feedback, feedback, perfect_answer
from noughts.explain.words import plural
from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.rules.tactics import line_wins
from noughts.solver.solver import Solver

LONGEST = (
    "You plan two threats at once, at b2 or b3. But Perfect plays a3 first. It now threatens a2 and b2, and you can "
    "block only one. You made 2 threats."
)
"""A sample text as long as the longest feedback in tic-tac-toe, so that a page can reserve space for feedback."""


@dataclass(frozen=True)
class Duel:
    """The state of a game against Perfect.

    Attributes:
        position: the position, in which the learner is to move or the game is over.
        tries: the learner's moves.
        last: the last move, which is usually Perfect's.
        feedback: the feedback on the learner's last move, or None before the first move.
    """

    position: Position
    tries: tuple[Move, ...] = ()
    last: Move | None = None
    feedback: Feedback | None = None

    @property
    def is_drawn(self) -> bool:
        """Whether the game is over and the learner has reached a draw, the best possible result."""
        return self.position.is_over and self.position.winner is None


def duel(start: Position, tries: Iterable[Move]) -> Duel:
    """Play a learner's moves and Perfect's reply to each. Stop at the first illegal move."""
    solver, at, threats = Solver(start.game), Duel(start), 0
    for move in tries:
        if at.position.is_over or move not in at.position.moves:
            break
        told = feedback(at.position, "beat")[move]
        after, last = at.position.play(move), move
        threats += not after.is_over and bool(line_wins(after, start.turn))
        if not after.is_over:
            last = perfect_answer(after, solver)
            after = after.play(last)
        at = Duel(after, (*at.tries, move), last, told)
    if at.feedback and at.is_drawn:
        made = f"You made {plural(threats, 'threat')}, and Perfect blocked {'it' if threats == 1 else 'them all'}."
        words = made if threats else "You never made a threat."
        return replace(at, feedback=replace(at.feedback, text=f"{at.feedback.text.removesuffix(DRAW)}{DRAW} {words}"))
    return at
