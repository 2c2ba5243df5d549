"""The tasks that the server gives to engine processes, and their answers, as lines of JSON."""

from typing import Any, Literal, Required, TypeAlias, TypedDict

from noughts.explain.scores import Unit
from noughts.explain.story.story import Algorithm, Numbering, Order
from noughts.rules.record import Ended


class EngineTask(TypedDict, total=False):
    """A task. Which fields it has depends on what there is to do: see `noughts.web.server.workers.tasks`."""

    do: Required[Literal["choose", "analyse", "steps", "review", "trace", "atlas"]]
    game: Required[str]
    position: str
    start: str
    moves: list[int]
    ended: Ended
    level: str
    seed: int
    seconds: float
    estimates: bool
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


EngineAnswer: TypeAlias = dict[str, Any]
"""The answer to a task as JSON data. Its fields depend on the task."""
