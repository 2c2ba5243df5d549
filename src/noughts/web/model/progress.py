"""What a visitor has reached with puzzles: the rating, the puzzles that counted, days in a row, and the best runs."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta
from math import isfinite
from typing import Any, Literal, TypeAlias

from noughts.puzzles import Puzzle, Skill

Run: TypeAlias = Literal["sprint", "streak"]
"""Puzzles in a row, from easy to hard: for three minutes, or until the first mistake."""


@dataclass(frozen=True)
class Progress:
    """What a visitor has reached.

    Attributes:
        skill: the rating.
        solved: the names of the puzzles that were solved without a wrong move.
        failed: the names of the others that counted.
        day: the last day whose puzzle was solved.
        days: how many such days there were in a row.
        squares: the moves tried in the puzzle of that day, in order: ``1`` for a right one, ``0`` for a wrong one.
        sprint: the most puzzles in one sprint.
        streak: the most puzzles in one streak.
        latest: the name of the puzzle that counted last.
        gain: how it changed the rating.
    """

    skill: Skill = field(default_factory=Skill)
    solved: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    day: date = date.min
    days: int = 0
    squares: str = ""
    sprint: int = 0
    streak: int = 0
    latest: str = ""
    gain: int = 0

    def counted(self, id: str) -> bool:
        """Return whether a puzzle has counted for the rating. Each counts once."""
        return id in self.solved or id in self.failed

    def attempted(self, puzzle: Puzzle, *, solved: bool) -> "Progress":
        """Return the progress after an attempt at a puzzle, which changes nothing if the puzzle has counted before."""
        if self.counted(puzzle.id):
            return self
        skill = self.skill.after(puzzle.rating, solved=solved)
        gain = round(skill.rating) - round(self.skill.rating)
        after = replace(self, skill=skill, latest=puzzle.id, gain=gain)
        if solved:
            return replace(after, solved=(*self.solved, puzzle.id))
        return replace(after, failed=(*self.failed, puzzle.id))

    def finished_day(self, day: date, squares: str) -> "Progress":
        """Return the progress after the puzzle of a day is solved. An older one changes nothing."""
        if day <= self.day:
            return self
        return replace(self, day=day, days=self.days_in_a_row(day) + 1, squares=squares)

    def days_in_a_row(self, today: date) -> int:
        """Return for how many days in a row, up to today or yesterday, the puzzle of the day was solved."""
        return self.days if today - timedelta(1) <= self.day <= today + timedelta(1) else 0

    def finished_run(self, run: Run, count: int) -> "Progress":
        """Return the progress after a run with so many solved puzzles."""
        if run == "sprint":
            return replace(self, sprint=max(self.sprint, count))
        return replace(self, streak=max(self.streak, count))

    def to_data(self) -> dict[str, Any]:
        """Return the progress as JSON-compatible data."""
        return asdict(self) | {"day": self.day.isoformat()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Progress":
        """Return the progress that `to_data` has written. Damaged data count as none."""
        try:
            skill = Skill(**{name: float(value) for name, value in data["skill"].items()})
            if not all(map(isfinite, (skill.rating, skill.deviation, skill.volatility))):
                return cls()
            return cls(
                skill,
                tuple(map(str, data["solved"])),
                tuple(map(str, data["failed"])),
                date.fromisoformat(data["day"]),
                *(kind(data[name]) for name, kind in _REST.items()),
            )
        except (AttributeError, KeyError, TypeError, ValueError):
            return cls()


_REST: dict[str, Callable[[Any], Any]] = {
    "days": int,
    "squares": str,
    "sprint": int,
    "streak": int,
    "latest": str,
    "gain": int,
}

ProgressChange: TypeAlias = Callable[[Progress], Progress]
"""Returns the progress after a change. A store may call it more than once."""
