"""The story of a search: its tree and its steps.

Each step has a sentence and refers to the line of pseudocode that the search runs.

Python builds a story once (`noughts.explain.story.build_story`). The terminal prints it, web pages and notebooks play
it, and tests check it.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from noughts.explain.scores import Unit, signed
from noughts.explain.story.pseudocode import Form, Role, Step
from noughts.explain.words import move_words
from noughts.rules.notation import t3en
from noughts.rules.position import Position, Score

Algorithm: TypeAlias = Literal["minimax", "negamax", "alphabeta", "transposition"]
Order: TypeAlias = Literal["scan", "centre", "random"]
Numbering: TypeAlias = Literal["level", "visit"]
End: TypeAlias = Literal["win", "draw", "horizon", "table", "cut", "unsearched"]
Bound: TypeAlias = Literal["=", "<=", ">="]

ALGORITHMS: tuple[Algorithm, ...] = get_args(Algorithm)
ORDERS: tuple[Order, ...] = get_args(Order)
NUMBERINGS: tuple[Numbering, ...] = get_args(Numbering)

DEFAULT_ORDER: Order = "scan"
"""The default order in which moves are tried. It is the order of `Position.moves`, as in the searches."""

DEFAULT_NUMBERING: Numbering = "visit"
"""The default numbering of states: in the order of the search."""


@dataclass(slots=True)
class StoryNode:
    """A state of the search tree, whether or not it was searched.

    Attributes:
        id: its number; the root is 1.
        parent: the parent's number, or None at the root.
        move: the name of the move that leads to this state. It is empty at the root.
        position: the position.
        role: whether MAX (the player to move at the root) or MIN is to move.
        depth: plies below the root.
        children: the numbers of its children, in move order.
        searched: whether the search visited it.
        score: the score that the search returned, in the story's unit and point of view. None if it was not searched.
        bound: whether the state's value equals the score (``=``), or is at most or at least the score.
        alpha: the alpha it was searched with, from MAX's point of view, or None for minus infinity.
        beta: the beta it was searched with, or None for plus infinity.
        end: why its moves were not all searched: ``win`` or ``draw`` if the game is over, ``horizon``, ``table`` if the
            transposition table knew its score, ``cut`` after a cut-off, ``unsearched`` if the search never visited it;
            None if all its moves were searched.
        reason: why it was not searched, in a sentence. It is empty if the state was searched.
        chosen: the number of the child whose score it returned, or None if there is no such child.
    """

    id: int
    parent: int | None
    move: str
    position: Position
    role: Role
    depth: int
    children: list[int] = field(default_factory=list)
    searched: bool = False
    score: Score | None = None
    bound: Bound = "="
    alpha: Score | None = None
    beta: Score | None = None
    end: End | None = "unsearched"
    reason: str = ""
    chosen: int | None = None

    @property
    def called(self) -> str:
        """The move as people read it: where discs fall, its column."""
        return move_words(self.position.game, self.move)


@dataclass(frozen=True, slots=True)
class Event:
    """One step of the search.

    Attributes:
        kind: ``ask`` (the search visits a state), ``end`` (a score is known without searching moves), ``push`` (a
            child's score arrives at its parent), ``raise`` (of alpha), ``lower`` (of beta), ``cut`` (a cut-off),
            ``answer`` (a state returns its score), or ``choose`` (the root chooses its move).
        node: the number of the state that takes the step.
        line: the line of pseudocode that the step runs, counted from 1.
        text: the step in a sentence.
        scores: the scores that the node's children have returned after the step.
        bounds: whether each of these scores is exact (``=``) or a bound (``<=``, ``>=``).
        alpha: the node's alpha after the step. None for minus infinity, or if the search has no window.
        beta: the node's beta after the step. None for plus infinity, or if the search has no window.
        variables: the names and texts of the node's variables after the step, as in the pseudocode. The text is empty
            until the line that creates the variable has run.
        value: the score that was found, pushed or returned, or the new alpha or beta.
        child: the number of the child that pushed its score or that was chosen.
        skipped: the numbers of the states that a cut-off skips.
        searched: how many states have been searched so far.
        minimax: how many states minimax has searched at the same point, or None if that is unknown.
        alphabeta: how many states alpha-beta has searched at the same point, or None if that is unknown.
    """

    kind: Step
    node: int
    line: int
    text: str
    scores: tuple[Score, ...] = ()
    bounds: tuple[Bound, ...] = ()
    alpha: Score | None = None
    beta: Score | None = None
    variables: tuple[tuple[str, str], ...] = ()
    value: Score | None = None
    child: int | None = None
    skipped: tuple[int, ...] = ()
    searched: int = 0
    minimax: int | None = None
    alphabeta: int | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """A search told step by step, as created by `noughts.tell`.

    Attributes:
        position: the position that was searched.
        algorithm: the search algorithm.
        form: the pseudocode.
        order: the order of the moves.
        unit: the unit of all scores.
        numbering: whether states are numbered level by level or in the order of the search.
        view: the point of view of the scores: ``mover`` (the player to move) in negamax, otherwise ``max`` in every
            node.
        nodes: the states; state n is at index n - 1.
        events: the steps.
        complete: whether `nodes` holds the whole tree. If not, the states below skipped states are missing.
        seed: the seed of the random order, or None for the other orders.
        depth: the number of plies after which states were evaluated, or None if the search went to the end of the game.
    """

    position: Position
    algorithm: Algorithm
    form: Form
    order: Order
    unit: Unit
    numbering: Numbering
    view: Literal["max", "mover"]
    nodes: tuple[StoryNode, ...]
    events: tuple[Event, ...]
    complete: bool
    seed: int | None = None
    depth: int | None = None

    def __repr__(self) -> str:
        """Summarise the story in one line.

        Unlike most reprs in noughts, the repr of a story is not valid Python code.
        """
        game = "" if self.position.game.name == "3,3,3" else f" of {self.position.game.name}"
        whole = " of " if self.complete else "; the whole tree has more than "
        counts = f"searched {self.searched:,}{whole}{len(self.nodes):,}"
        depth = "" if self.depth is None else f" to depth {self.depth}"
        return f"<Story of {self.algorithm}{depth} on {t3en(self.position)}{game}: {counts}>"

    def _repr_html_(self) -> str:
        """Show the story in a notebook, with step controls that need no kernel."""
        from noughts.render.explorer import fragment

        return fragment((self,))

    def node(self, number: int) -> StoryNode:
        """Return the state with this number."""
        return self.nodes[number - 1]

    @property
    def windowed(self) -> bool:
        """Whether the search has a window (alpha and beta)."""
        return has_window(self.algorithm)

    @property
    def searched(self) -> int:
        """The number of states that were searched."""
        return sum(node.searched for node in self.nodes)


def has_window(algorithm: Algorithm) -> bool:
    """Return whether an algorithm searches with a window (alpha and beta)."""
    return algorithm not in ("minimax", "negamax")


def number(score: Score, bound: Bound = "=") -> str:
    """Format a score or a bound, as in ``+10``, ``−8``, ``0`` or ``≤−10``."""
    return {"=": "", "<=": "≤", ">=": "≥"}[bound] + signed(score)
