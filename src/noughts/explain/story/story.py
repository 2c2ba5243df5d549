"""The story of a search: its tree and its steps.

Each step has a sentence and refers to the line of pseudocode that the search runs.

Python builds a story (`noughts.explain.story.build_story`). The terminal prints it, web pages and notebooks play it,
and tests check it. A long story comes in parts. A part is a story, too: it has the states on the paths to its steps,
and their siblings.
"""

from bisect import bisect_left
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal, TypeAlias, get_args

from noughts.explain.scores import Unit, signed
from noughts.explain.story.pseudocode import Form, MinimaxPlayer, Step
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
"""The default order in which moves are tried. This is the order of `Position.moves`, as in the searches."""

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
        asked: the number of the step that searches it, or None if it is not searched.
        done: the number of the step that returns its score, or None if it is not searched.
        cut: the number of the step from which on it is known that it is not searched, or None if it is searched.
    """

    id: int
    parent: int | None
    move: str
    position: Position
    role: MinimaxPlayer
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
    asked: int | None = None
    done: int | None = None
    cut: int | None = None

    @property
    def called(self) -> str:
        """The move as people read it: its cell or, in games in which discs fall, its column."""
        return move_words(self.position.game, self.move)


@dataclass(frozen=True, slots=True)
class Quiz:
    """A question with answers to choose from.

    Attributes:
        question: the question.
        choices: the answers. For each, whether it is right, and why. Exactly one is right.
    """

    question: str
    choices: tuple[tuple[str, bool, str], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One step of the search.

    Attributes:
        step: its number, counted from 1.
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
        quiz: for a cut-off, the question which branch is cut, and why.
    """

    step: int
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
    quiz: Quiz | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """A step-by-step account of a search, or of a part of it, as created by `noughts.tell`.

    Attributes:
        position: the position that was searched.
        algorithm: the search algorithm.
        form: the pseudocode.
        order: the order of the moves.
        unit: the unit of all scores.
        numbering: whether states are numbered level by level or in the order of the search.
        nodes: the states, ordered by number.
        events: the steps, in order. A part also has the latest earlier step of each state that was searched before it.
        steps: the number of steps of the whole story.
        searched: the number of states that the search visits.
        minimax: the number of states that minimax visits, which is the size of the whole tree. None if that is too
            large to count.
        alphabeta: the number of states that alpha-beta visits, or None.
        seed: the seed of the random order, or None for the other orders.
        depth: the number of plies after which states were evaluated, or None if the search went to the end of the game.
        first: the number of the first step of the part. It is 1 in a whole story.
    """

    position: Position
    algorithm: Algorithm
    form: Form
    order: Order
    unit: Unit
    numbering: Numbering
    nodes: tuple[StoryNode, ...]
    events: tuple[Event, ...]
    steps: int
    searched: int
    minimax: int | None
    alphabeta: int | None
    seed: int | None = None
    depth: int | None = None
    first: int = 1

    def __repr__(self) -> str:
        """Summarise the story in one line.

        Unlike most reprs in noughts, the repr of a story is not valid Python code.
        """
        game = "" if self.position.game.name == "3,3,3" else f" of {self.position.game.name}"
        depth = "" if self.depth is None else f" to depth {self.depth}"
        steps = "" if self.is_whole else f"steps {self.first:,} to {self.events[-1].step:,} of {self.steps:,}, "
        total = "" if self.minimax is None else f" of {self.minimax:,}"
        counts = f"{steps}searched {self.searched:,}{total}"
        return f"<Story of {self.algorithm}{depth} on {t3en(self.position)}{game}: {counts}>"

    def _repr_html_(self) -> str:
        """Show the story in a notebook, with step controls that need no kernel."""
        from noughts.render.explorer import fragment

        return fragment((self,))

    def node(self, number: int) -> StoryNode:
        """Return the state with this number."""
        return self.nodes[bisect_left(self.nodes, number, key=attrgetter("id"))]

    @property
    def is_whole(self) -> bool:
        """Whether the story has all its steps."""
        return len(self.events) == self.steps

    @property
    def complete(self) -> bool:
        """Whether `nodes` holds the whole tree. If not, the states below skipped states are missing."""
        return len(self.nodes) == self.minimax

    @property
    def view(self) -> Literal["max", "mover"]:
        """The point of view of the scores: the player to move (``mover``) in negamax, otherwise MAX in every node."""
        return "mover" if self.algorithm == "negamax" else "max"

    @property
    def windowed(self) -> bool:
        """Whether the search has a window (alpha and beta)."""
        return has_window(self.algorithm)


def has_window(algorithm: Algorithm) -> bool:
    """Return whether an algorithm searches with a window (alpha and beta)."""
    return algorithm not in ("minimax", "negamax")


def number(score: Score, bound: Bound = "=") -> str:
    """Format a score or a bound, as in ``+10``, ``−8``, ``0`` or ``≤−10``."""
    return {"=": "", "<=": "≤", ">=": "≥"}[bound] + signed(score)
