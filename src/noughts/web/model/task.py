"""The tasks that the server gives to engine processes, and their answers, as lines of JSON."""

from typing import Any, Literal, Required, TypeAlias, TypedDict

from noughts.explain.scores import Unit
from noughts.explain.story.story import Algorithm, Numbering, Order
from noughts.rules.record import Ended


class EngineTask(TypedDict, total=False):
    """A task for an engine. The field ``do`` determines the other fields, as `noughts.web.analysis.tasks` describes."""

    do: Required[
        Literal["choose", "analyse", "steps", "review", "trace", "atlas", "race", "playouts", "judge", "paper"]
    ]
    game: Required[str]
    position: str
    start: str
    moves: list[int]
    ended: Ended
    level: str
    seed: int
    seconds: float
    known: "AnalysisAnswer | None"
    columns: bool
    algorithm: Algorithm
    form: str
    order: Order
    unit: Unit
    numbering: Numbering
    depth: int | None
    states: int
    plies: int | None
    max: str
    shape: Literal["document", "words", "page", "picture", "part"]
    long: bool
    first: int
    playouts: int
    puzzle: dict[str, Any]
    paper: dict[str, str]


EngineAnswer: TypeAlias = dict[str, Any]
"""The answer to a task as JSON data. Its fields depend on the task."""

Result: TypeAlias = Literal["win", "tie", "lose"]


class MoveAnswer(TypedDict, total=False):
    """A move in an analysis, with the fields that pages read. The guide page *Analyse* describes all these fields."""

    move: str
    cell: int
    position: Required[str]
    moveValue: Required[Result | Literal["undecided"]]
    possible: list[Result]
    remoteness: Required[int | None]
    replies: int
    losingReplies: int | None
    estimate: float
    best: bool


class AnalysisAnswer(TypedDict, total=False):
    """An analysis of a position, with the fields that pages read."""

    positionValue: Result | Literal["undecided"]
    remoteness: int | None
    estimate: float
    moves: Required[list[MoveAnswer]]
    nodes: int
    hint: str
    line: list[str]


class ReviewedValue(TypedDict):
    """The value of a position in a review."""

    value: Literal["win", "draw", "loss"]
    plies: int


class BetterMove(TypedDict):
    """A better move than the move played."""

    move: str
    text: str
    sentences: list[str]


class ReviewedMoveAnswer(TypedDict):
    """A move in a review, with the fields that pages read."""

    number: int
    player: Literal["x", "o"]
    move: str
    cell: int
    text: str
    before: ReviewedValue | None
    after: ReviewedValue | None
    mark: str
    good: int | None
    reasons: list[dict[str, Any]]
    better: BetterMove | None
    sentences: list[str]
    remarks: list[str]


class VerdictAnswer(TypedDict):
    """The verdict on a move in a puzzle, with sentences for the page and the moves that follow."""

    words: str
    line: list[int]


class ReviewAnswer(TypedDict):
    """A review of a game, with the fields that pages read."""

    moves: list[ReviewedMoveAnswer]
    heading: str
    summary: list[str]
    values: list[tuple[float, int | None, bool]]
