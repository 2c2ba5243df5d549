"""What a person has done: the puzzles with their results, the rating that follows from them, and the days in a row."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta
from random import Random
from typing import Any

from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.skill import Skill
from noughts.rules.errors import BadFile

NEAR = 100
"""The next puzzle is rated at most so many points above or below the person, if there is one."""


@dataclass(frozen=True)
class Progress:
    """A person's rating and results.

    Attributes:
        skill: the rating.
        results: whether each puzzle was solved without a mistake, by the names of the puzzles.
        day: the last day whose puzzle was solved, or None if there is none.
        days: how many days in a row, up to this one, the puzzle of the day was solved.
    """

    skill: Skill = field(default_factory=Skill)
    results: Mapping[str, bool] = field(default_factory=dict)
    day: date | None = None
    days: int = 0

    @property
    def solved(self) -> int:
        """The number of puzzles that were solved without a mistake."""
        return sum(self.results.values())

    def after(self, puzzle: Puzzle, *, solved: bool) -> "Progress":
        """Return the progress after a puzzle. Only the first result of each puzzle counts."""
        if puzzle.id in self.results:
            return self
        skill = self.skill.after(puzzle.rating, solved=solved)
        return replace(self, skill=skill, results={**self.results, puzzle.id: solved})

    def on(self, day: date) -> "Progress":
        """Return the progress when the puzzle of a day has been solved."""
        if self.day == day:
            return self
        return replace(self, day=day, days=self.days_in_a_row(day) + 1)

    def days_in_a_row(self, today: date) -> int:
        """Return for how many days in a row, up to today or yesterday, the puzzle of the day was solved."""
        return self.days if self.day in (today, today - timedelta(1)) else 0

    def to_data(self) -> dict[str, Any]:
        """Return the progress as JSON-compatible data."""
        return {
            **asdict(self.skill),
            "results": dict(self.results),
            "day": self.day and self.day.isoformat(),
            "days": self.days,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Progress":
        """Return the progress that `to_data` has written.

        Raises:
            BadFile: this is not a person's progress.
        """
        try:
            skill = Skill(*(float(data[name]) for name in ("rating", "deviation", "volatility")))
            results = {str(name): bool(solved) for name, solved in data["results"].items()}
            day = data["day"] and date.fromisoformat(data["day"])
            return cls(skill, results, day or None, int(data["days"]))
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise BadFile(f"this is not the progress of a person who solves puzzles: {error}") from None


def next_puzzle(puzzles: Iterable[Puzzle], progress: Progress, random: Random, rating: float | None = None) -> Puzzle:
    """Return a puzzle that suits a person: one that is new, if there is one, and about as hard as the person is good.

    All games that have such puzzles come up equally often.

    Args:
        puzzles: the puzzles to choose from, at least one.
        progress: what the person has done.
        random: the source of random numbers.
        rating: how hard the puzzle should be. By default, as hard as the person is good.
    """
    wanted = progress.skill.rating if rating is None else rating
    everything = list(puzzles)
    new = [puzzle for puzzle in everything if puzzle.id not in progress.results] or everything
    nearest = min(abs(puzzle.rating - wanted) for puzzle in new)
    near = [puzzle for puzzle in new if abs(puzzle.rating - wanted) <= max(NEAR, nearest)]
    games: Sequence[str] = sorted({puzzle.position.game.name for puzzle in near})
    game = random.choice(games)
    return random.choice([puzzle for puzzle in near if puzzle.position.game.name == game])
