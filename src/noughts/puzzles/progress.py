"""A person's progress with puzzles: the rating, the results, the days in a row, and the best runs."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta
from random import Random
from typing import Any, Literal, TypeAlias

from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.skill import Skill
from noughts.rules.errors import BadFile

NEAR = 100
"""The maximum difference between the ratings of the person and of the next puzzle, if such a puzzle is left."""

Run: TypeAlias = Literal["sprint", "streak"]
"""A run is a series of puzzles from easy to hard. A sprint lasts three minutes, a streak until the first mistake."""


@dataclass(frozen=True)
class Progress:
    """A person's progress with puzzles.

    Attributes:
        skill: the rating.
        results: whether each puzzle was solved without a mistake, by the names of the puzzles.
        day: the last day whose puzzle was solved, or None.
        days: the number of days in a row, up to `day`, whose puzzle was solved.
        attempts: the attempts at the puzzle of `day`, in the form of `noughts.puzzles.share`.
        sprint: the most puzzles in one sprint.
        streak: the most puzzles in one streak.
        latest: the name of the last puzzle.
        gain: by how much the last puzzle changed the rating.
    """

    skill: Skill = field(default_factory=Skill)
    results: Mapping[str, bool] = field(default_factory=dict)
    day: date | None = None
    days: int = 0
    attempts: str = ""
    sprint: int = 0
    streak: int = 0
    latest: str = ""
    gain: int = 0

    @property
    def solved(self) -> int:
        """The number of puzzles that were solved without a mistake."""
        return sum(self.results.values())

    def after(self, puzzle: Puzzle, *, solved: bool) -> "Progress":
        """Return the updated progress once a puzzle is solved or failed. Only a puzzle's first result counts."""
        if puzzle.id in self.results:
            return self if puzzle.id == self.latest else replace(self, latest=puzzle.id, gain=0)
        skill = self.skill.after(puzzle.rating, solved=solved)
        gain = round(skill.rating) - round(self.skill.rating)
        return replace(self, skill=skill, results={**self.results, puzzle.id: solved}, latest=puzzle.id, gain=gain)

    def on(self, day: date, attempts: str) -> "Progress":
        """Return the updated progress once a day's puzzle is solved. The puzzle of an earlier day changes nothing."""
        if self.day and day <= self.day:
            return self
        return replace(self, day=day, days=self.days_in_a_row(day) + 1, attempts=attempts)

    def days_in_a_row(self, today: date) -> int:
        """Return the number of days in a row, up to today or yesterday, whose puzzle was solved.

        The last day can also be tomorrow, which has already begun in some time zones.
        """
        return self.days if self.day and abs(today - self.day) <= timedelta(1) else 0

    def finished(self, run: Run, count: int) -> "Progress":
        """Return the updated progress once a run ends with `count` puzzles solved."""
        return replace(self, **{run: max(getattr(self, run), count)})

    def to_data(self) -> dict[str, Any]:
        """Return the progress as JSON-compatible data."""
        return asdict(self) | {"day": self.day and self.day.isoformat()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Progress":
        """Read a person's progress from data in the format that `to_data` returns.

        Raises:
            BadFile: the data is not a person's progress.
        """
        try:
            skill = Skill(**{name: float(value) for name, value in data["skill"].items()})
            if not skill.is_possible:
                raise ValueError("the rating is impossible")
            if (attempts := str(data["attempts"])).strip("01?"):
                raise ValueError("expected 0, 1 or ? for each attempt")
            return cls(
                skill,
                {str(name): bool(solved) for name, solved in data["results"].items()},
                date.fromisoformat(data["day"]) if data["day"] else None,
                int(data["days"]),
                attempts,
                int(data["sprint"]),
                int(data["streak"]),
                str(data["latest"]),
                int(data["gain"]),
            )
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise BadFile(f"this is not the progress of a person who solves puzzles: {error}") from None


ProgressChange: TypeAlias = Callable[[Progress], Progress]
"""Returns the progress after a change. The function may be called more than once."""


def next_puzzle(puzzles: Iterable[Puzzle], progress: Progress, random: Random, rating: float | None = None) -> Puzzle:
    """Return a puzzle whose rating is close to a person's rating.

    A new puzzle is preferred. If no puzzle is new, any puzzle but the latest can be chosen. All games come up equally
    often.

    Args:
        puzzles: the puzzles to choose from, at least one.
        progress: the person's progress.
        random: the source of random numbers.
        rating: the rating that the puzzle should have. By default, the person's rating.
    """
    wanted = progress.skill.rating if rating is None else rating
    everything = list(puzzles)
    new = [puzzle for puzzle in everything if puzzle.id not in progress.results]
    left = new or [puzzle for puzzle in everything if puzzle.id != progress.latest] or everything
    nearest = min(abs(puzzle.rating - wanted) for puzzle in left)
    near = [puzzle for puzzle in left if abs(puzzle.rating - wanted) <= max(NEAR, nearest)]
    game = random.choice(sorted({puzzle.position.game.name for puzzle in near}))
    return random.choice([puzzle for puzzle in near if puzzle.position.game.name == game])
