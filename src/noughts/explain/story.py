"""The story of a search: its tree, and every step in order, each with a sentence and the line of pseudocode it runs.

A story is a value that Python makes once (`noughts.explain.telling`): the terminal prints it, pages and notebooks play
it, tests assert on it.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from noughts.explain.pseudocode import Form, Role, Step
from noughts.explain.scores import Unit, signed
from noughts.rules.notation import t3en
from noughts.rules.position import Position, Score

Algorithm: TypeAlias = Literal["minimax", "negamax", "alphabeta", "transposition", "depth-limited"]
Order: TypeAlias = Literal["scan", "centre", "random"]
Numbering: TypeAlias = Literal["level", "visit"]
End: TypeAlias = Literal["win", "draw", "horizon", "table", "cut", "unsearched"]
Bound: TypeAlias = Literal["=", "<=", ">="]

ALGORITHMS: tuple[Algorithm, ...] = get_args(Algorithm)
ORDERS: tuple[Order, ...] = get_args(Order)
NUMBERINGS: tuple[Numbering, ...] = get_args(Numbering)


@dataclass(slots=True)
class StoryNode:
    """A state of the tree, searched or not.

    Attributes:
        id: its number, 1 for the root.
        parent: the parent's number; None at the root.
        move: the name of the move that leads here; empty at the root.
        position: the state.
        role: whether MAX (the player to move at the root) or MIN is to move.
        depth: plies below the root.
        children: the numbers of its children, in the order of the moves.
        searched: whether the search visited it.
        score: what it answered, in the story's unit and from its point of view; None if it was not searched.
        bound: whether the state's score is that, at most that, or at least that.
        alpha: the window it was searched with, from MAX's point of view; None for minus infinity.
        beta: likewise; None for plus infinity.
        end: why it has no more searched children: the game was won or drawn, the horizon, the table; ``cut`` where
            some moves were left; ``unsearched``; None where all moves were searched.
        reason: why it was not searched, in a sentence; empty if it was.
        chosen: the number of the child whose score it took; None where it has none.
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


@dataclass(frozen=True, slots=True)
class Event:
    """One step of the search.

    Attributes:
        kind: ask (a state is searched), end (its score is known at once), push (a score goes onto the parent's
            list), raise (of alpha), lower (of beta), cut, answer, choose (the root's answer).
        node: the state whose step this is.
        line: the line of pseudocode it runs, counted from 1.
        text: the step in a sentence.
        scores: what the node's children have answered after the step: its score list, in forms that have one.
        bounds: for each of these whether it is exact (``=``), ``<=`` or ``>=``.
        alpha: the node's alpha after the step; None for minus infinity, or where there is no window.
        beta: its beta; None for plus infinity, or where there is no window.
        variables: the node's variables after the step, by the names that the pseudocode has for them, as they are
            written; empty where the line that makes one has not run.
        value: the score that was found, pushed, answered, or that alpha or beta became.
        child: the child that pushed, or that the root chose.
        skipped: the states that a cut leaves out.
        searched: how many states have been searched.
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


@dataclass(frozen=True, slots=True)
class Story:
    """A search told step by step.

    Attributes:
        position: where the search began.
        algorithm: which search.
        form: the pseudocode it is told with.
        order: the order of the moves.
        unit: the unit of all scores.
        numbering: whether states are numbered level by level or as they are visited.
        view: whose scores these are: MAX's in every node, or in negamax those of the player to move.
        nodes: the states; the one numbered n stands at n - 1.
        events: the steps.
        complete: whether `nodes` holds the whole tree, or of what was not searched only the topmost states: then the
            tree has more states than these.
        seed: what the order random was drawn with; None for the other orders.
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

    def __repr__(self) -> str:
        """Name the story in a line. It does not evaluate back: that would be every state and every step."""
        game = "" if self.position.game.name == "3,3,3" else f" of {self.position.game.name}"
        whole = " of " if self.complete else "; the whole tree has more than "
        counts = f"searched {self.searched:,}{whole}{len(self.nodes):,}"
        return f"<Story of {self.algorithm} on {t3en(self.position)}{game}: {counts}>"

    def _repr_html_(self) -> str:
        """Show the story in a notebook, to be gone through step by step; it needs no kernel."""
        from noughts.render.explorer import fragment

        return fragment((self,))

    def node(self, number: int) -> StoryNode:
        """Return the state with this number."""
        return self.nodes[number - 1]

    @property
    def windowed(self) -> bool:
        """Whether the search has a window, alpha and beta."""
        return has_window(self.algorithm)

    @property
    def searched(self) -> int:
        """How many states were searched."""
        return sum(node.searched for node in self.nodes)


def has_window(algorithm: Algorithm) -> bool:
    """Return whether a search has a window, alpha and beta, outside which it looks no further."""
    return algorithm not in ("minimax", "negamax")


def number(score: Score, bound: Bound = "=") -> str:
    """Return a score as it is written: ``+10``, ``−8``, ``0``, ``≤−10``."""
    text = signed(score) if score else "0"
    return {"=": "", "<=": "≤", ">=": "≥"}[bound] + text
