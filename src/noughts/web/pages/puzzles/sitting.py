"""A puzzle in progress as a frozen value, with the source of the puzzle and the moves that were tried.

The URL contains the whole state, so every state can be shared and reloaded, and the Back button works:

    /puzzles?day=2026-11-28          the puzzle of a day
    /puzzles/x8ah74?theme=fork       one puzzle; the next one has the theme or the game
    /puzzles?set=x8ah74,m3kd9p       a set of puzzles
    /puzzles?sprint=1764288000000    puzzles in a row; the number is the time when the first was shown
    /puzzles?streak=1764288000000

Each can have ``results`` for the earlier puzzles, such as ``110``, where ``1`` is a puzzle solved without a mistake,
``tries`` for the moves tried in this puzzle, such as ``a1,b2``, and ``answer=1`` if the answer is shown.
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property, lru_cache
from random import Random

from noughts.puzzles import THEMES, Puzzle, collection, puzzle_of_the_day, with_id
from noughts.puzzles.collections import every
from noughts.puzzles.progress import Run
from noughts.puzzles.rate import LOWEST
from noughts.rules.board import Move
from noughts.rules.errors import NotationError
from noughts.web.model.fields import whole_number

MOST_IN_SET = 50
"""The largest number of puzzles in a set."""

SECONDS = 180
"""How long a sprint lasts."""

MISTAKES: dict[Run, int] = {"sprint": 3, "streak": 1}
"""The number of the mistake that ends a run."""

_LENGTH = 60  # puzzles in a run, more than a person can solve
_QUICK_CELLS = 64
_STEPS: dict[Run, int] = {"sprint": 25, "streak": 40}  # the increase of the rating from one puzzle to the next
_NEAR = 12  # puzzles with similar ratings, from which the next one is chosen
_MOST_TRIES = 40
_MOST_TIME = 10**14  # milliseconds since 1970


@dataclass(frozen=True)
class Sitting:
    """A puzzle in progress.

    Attributes:
        puzzle: the whole puzzle, or None if a set or a run is over.
        day: the day whose puzzle it is, or None.
        theme: the theme of the next puzzle, or empty.
        game: the name of the game of the next puzzle, or empty.
        set: the names of the puzzles in a set.
        run: ``sprint``, ``streak`` or None.
        begun: when a run began, in milliseconds since 1970. It also selects the puzzles.
        results: ``1`` or ``0`` for each earlier puzzle of a set or a run.
        tries: the moves tried, right and wrong ones. A wrong move leaves the puzzle unchanged.
        answer: whether the answer is shown.
    """

    puzzle: Puzzle | None = None
    day: date | None = None
    theme: str = ""
    game: str = ""
    set: tuple[str, ...] = ()
    run: Run | None = None
    begun: int = 0
    results: str = ""
    tries: tuple[Move, ...] = ()
    answer: bool = False

    @cached_property
    def _walk(self) -> tuple[Puzzle | None, str]:
        """The rest of the puzzle, and whether each try was right."""
        rest, squares = self.puzzle, ""
        for move in self.tries if rest else ():
            assert rest
            squares += "1" if move in rest.answers else "0"
            rest = rest.play(move) if move in rest.answers else rest
        return rest, squares

    @property
    def rest(self) -> Puzzle:
        """The rest of the puzzle after the right moves and the replies to them."""
        rest = self._walk[0]
        assert rest
        return rest

    @property
    def squares(self) -> str:
        """A ``1`` for each right move tried, and a ``0`` for each wrong move."""
        return self._walk[1]

    @property
    def wrong(self) -> Move | None:
        """The last move that the reader tried if it was wrong, otherwise None."""
        return self.tries[-1] if self.squares.endswith("0") else None

    @property
    def before(self) -> Puzzle:
        """What remained of the puzzle before the last try."""
        return replace(self, tries=self.tries[:-1]).rest

    @property
    def is_done(self) -> bool:
        """Whether the puzzle is solved or its answer is shown."""
        return self.answer or self.rest.is_solved

    @property
    def is_clean(self) -> bool:
        """Whether every try was right and the answer was not shown."""
        return not self.answer and "0" not in self.squares

    def play(self, move: Move) -> "Sitting":
        """Return the puzzle in progress after the visitor has tried another move."""
        self.rest.position.expect_legal(move)
        if self.is_done or move == self.wrong:
            return self
        if len(self.tries) >= _MOST_TRIES and move not in self.rest.answers:
            return self  # the page shows that the move is wrong, and the URL does not grow
        return replace(self, tries=(*self.tries, move))

    def following(self) -> "Sitting":
        """Return the next puzzle of a set or a run, before any move has been tried."""
        results = self.results + ("1" if self.is_clean else "0")
        after = replace(self, puzzle=None, results=results, tries=(), answer=False)
        return replace(after, puzzle=_puzzle_of(after, self.begun))

    @property
    def mistakes_left(self) -> int:
        """How many mistakes the run still allows. The last allowed mistake ends the run."""
        return MISTAKES[self.run] - self.results.count("0") if self.run else 0

    def seconds_left(self, now: int) -> int:
        """Return how many seconds of a sprint are left."""
        return min(SECONDS, max(0, SECONDS - (now - self.begun) // 1000))

    @property
    def path(self) -> str:
        """The path of the URL."""
        is_free = self.puzzle and not (self.day or self.set or self.run)
        return f"puzzles/{self.puzzle.id}" if self.puzzle and is_free else "puzzles"

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the URL."""
        names = self.puzzle.position.game.board.names if self.puzzle else ()
        fields = {
            "day": self.day.isoformat() if self.day else "",
            "theme": self.theme,
            "game": self.game,
            "set": ",".join(self.set),
            "results": self.results,
            "tries": ",".join(names[move] for move in self.tries),
            "answer": "1" if self.answer else "",
        } | ({self.run: str(self.begun)} if self.run else {})
        return {name: value for name, value in fields.items() if value}


def read(fields: Mapping[str, str], id: str, today: date, now: int) -> Sitting:
    """Return the puzzle in progress that a URL or a form describes. Without any fields, return the puzzle of the day.

    Args:
        fields: the fields.
        id: the name of the puzzle, or empty if the fields identify the puzzle.
        today: the day.
        now: the time in milliseconds since 1970.

    Raises:
        NoughtsError: a field is invalid.
    """
    sitting = Sitting(
        theme=_known("theme", fields.get("theme", ""), THEMES),
        game=fields.get("game", ""),
        set=_set(fields.get("set", "")),
        results=fields.get("results", ""),
    )
    if sitting.game:
        collection(sitting.game)
    most = len(sitting.set) or _LENGTH
    if len(sitting.results) > most or sitting.results.strip("01"):
        raise NotationError("invalid results: expected a 1 or a 0 for each puzzle")
    runs = [run for run in MISTAKES if fields.get(run)]
    if id:
        sitting = replace(sitting, puzzle=with_id(id), set=(), results="")
    elif runs:
        begun = whole_number(runs[0], fields[runs[0]], _MOST_TIME)
        sitting = replace(sitting, run=runs[0], begun=begun, set=())
    elif not sitting.set:
        sitting = replace(sitting, day=_day(fields.get("day", ""), today), results="")
    sitting = replace(sitting, puzzle=_puzzle_of(sitting, now))
    for name in fields.get("tries", "").split(",")[: 2 * _MOST_TRIES]:
        if name and sitting.puzzle and not sitting.is_done:
            sitting = sitting.play(sitting.rest.position.cell(name))
    return replace(sitting, answer=fields.get("answer") == "1" and not sitting.run)


def fitting(theme: str, game: str) -> list[Puzzle]:
    """Return a game's puzzles on a given theme, from easiest to hardest. An empty name stands for all themes or all
    games.

    Raises:
        NoughtsError: there is no such theme, or there are no puzzles of the game.
    """
    _known("theme", theme, THEMES)
    puzzles = collection(game) if game else every()
    found = (puzzle for puzzle in puzzles if not theme or theme in puzzle.themes)
    return sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.id))


def set_of(theme: str, game: str, least: int, most: int, count: int) -> list[Puzzle]:
    """Return at most `count` puzzles of a theme and a game, spread evenly over the puzzles rated from `least` to
    `most`.
    """
    found = [puzzle for puzzle in fitting(theme, game) if least <= puzzle.rating <= most]
    count = min(count, len(found))
    return [found[(2 * n + 1) * len(found) // (2 * count)] for n in range(count)]


@lru_cache(maxsize=64)
def run_of(run: Run, begun: int) -> tuple[Puzzle, ...]:
    """Return the puzzles of a run, from easy to hard. Large boards are left out, because their cells are too small to
    press quickly.
    """
    random, puzzles = Random(begun), list[Puzzle]()
    left = [puzzle for puzzle in fitting("", "") if len(puzzle.position.game.board) <= _QUICK_CELLS]
    while left and len(puzzles) < _LENGTH:
        wanted = LOWEST + _STEPS[run] * (len(puzzles) + 1)
        at = bisect_left(left, wanted, key=lambda puzzle: puzzle.rating)
        near = range(max(0, at - _NEAR), min(len(left), at + _NEAR))
        puzzles.append(left.pop(random.choice(near)))
    return tuple(puzzles)


def _puzzle_of(sitting: Sitting, now: int) -> Puzzle | None:
    """Return the puzzle to solve now, or None if a set or a run is over."""
    if sitting.puzzle:
        return sitting.puzzle
    if sitting.day:
        return puzzle_of_the_day(sitting.day)
    number = len(sitting.results)
    if sitting.run:
        is_over = sitting.mistakes_left <= 0 or (sitting.run == "sprint" and not sitting.seconds_left(now))
        puzzles = run_of(sitting.run, sitting.begun)
        return None if is_over or number >= len(puzzles) else puzzles[number]
    return with_id(sitting.set[number]) if number < len(sitting.set) else None


def _set(text: str) -> tuple[str, ...]:
    ids = tuple(dict.fromkeys(id.strip().lower() for id in text.split(",") if id.strip()))
    if len(ids) > MOST_IN_SET:
        raise NotationError(f"this set has {len(ids)} puzzles: expected at most {MOST_IN_SET}")
    for id in ids:
        with_id(id)
    return ids


def _day(text: str, today: date) -> date:
    try:
        day = date.fromisoformat(text) if text else today
    except ValueError:
        raise NotationError(f"invalid day {text[:20]!r}: expected one such as {today}") from None
    if day > today + timedelta(1):  # the visitor's time zone may be ahead
        raise NotationError(f"the puzzle of {day} is not out yet: expected a day up to today")
    return day


def _known(name: str, text: str, known: Mapping[str, object]) -> str:
    if text and text not in known:
        raise NotationError(f"unknown {name} {text[:20]!r}: expected one of {', '.join(known)}")
    return text
