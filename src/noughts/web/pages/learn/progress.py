"""The progress of a learner. The browser remembers the progress in a cookie, without a login and without scripts.

The cookie lists what has been done, as in ``1.1|1.2|1|fork|~2``: two boards of lesson 1 are solved, the lesson is done,
a badge has been earned, and the learner was last in lesson 2. The cookie names lessons by their numbers: ``1`` to ``7``
for everyone, ``01`` to ``12`` for people who program, ``minimax`` and ``why`` for the two extra pages.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, Self, TypeAlias, get_args

from noughts.web.pages.learn.lessons import BoardPlace, Lesson, LessonKind, lessons

COOKIE = "learned"
"""The name of the cookie."""

Badge: TypeAlias = Literal["fork", "draw", "refuted", "lessons", "challenge", "code"]
"""The badges that a learner can earn."""

BADGES: Mapping[Badge, tuple[str, str]] = {
    "fork": ("First fork", "Two threats with one move"),
    "draw": ("Drew with Perfect", "Nobody does better"),
    "refuted": ("Detective", "Showed why a move is bad"),
    "lessons": ("Six of six", "All six short lessons"),
    "challenge": ("Champion", "Solved the last challenge"),
    "code": ("Programmer", "All twelve lessons in Python"),
}
"""The name of each badge, and the achievement that earns it."""

_FOR_ALL: Mapping[LessonKind, Badge] = {"everyone": "lessons", "challenge": "challenge", "code": "code"}


@dataclass(frozen=True)
class Learned:
    """The progress of a learner.

    Attributes:
        solved: the boards that are solved, such as ``1.2``.
        done: the lessons that are done, by their numbers.
        badges: the badges earned.
        last: the lesson that was open last, or empty.
    """

    solved: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    badges: frozenset[str] = frozenset()
    last: str = ""

    @classmethod
    def read(cls, cookie: str) -> Self:
        """Read a cookie. Parts that are unknown or no longer valid are ignored."""
        items, numbers = set(cookie.split("|")), [lesson.number for lesson in lessons().values()]
        boards = {_board(lesson, place) for lesson in lessons().values() for place in lesson.boards}
        last = next((number for number in numbers if f"~{number}" in items), "")
        return cls(
            frozenset(items & boards), frozenset(items & {*numbers}), frozenset(items & {*get_args(Badge)}), last
        )

    @property
    def cookie(self) -> str:
        """The value of the cookie."""
        return "|".join(sorted([*self.solved, *self.done, *self.badges, *([f"~{self.last}"] * bool(self.last))]))

    def opened(self, lesson: Lesson) -> Self:
        """Return the updated progress once a lesson is opened."""
        return replace(self, last=lesson.number)

    def solves(self, lesson: Lesson, place: BoardPlace) -> Self:
        """Return the updated progress once a board is solved. The last board of a lesson completes the lesson."""
        after = replace(self, solved=self.solved | {_board(lesson, place)})
        return after.finishes(lesson) if not after.open_boards(lesson) else after

    def finishes(self, lesson: Lesson) -> Self:
        """Return the updated progress once a lesson is done. The last lesson of its kind can earn a badge."""
        after = replace(self, done=self.done | {lesson.number})
        alike = {one.number for one in lessons().values() if one.kind == lesson.kind}
        return after.earns(_FOR_ALL[lesson.kind]) if lesson.kind in _FOR_ALL and alike <= after.done else after

    def earns(self, badge: Badge) -> Self:
        """Return the updated progress once a badge is earned."""
        return replace(self, badges=self.badges | {badge})

    def open_boards(self, lesson: Lesson) -> int:
        """Return how many boards of a lesson are not solved yet."""
        return sum(_board(lesson, place) not in self.solved for place in lesson.boards)

    @property
    def next(self) -> Lesson | None:
        """The lesson to continue with, which is the lesson opened last, or else the next unfinished lesson. The first
        lesson follows the last one.
        """
        known = list(lessons().values())
        numbers = [lesson.number for lesson in known]
        if self.last not in numbers:
            return None
        at = numbers.index(self.last)
        return next((lesson for lesson in known[at:] + known[:at] if lesson.number not in self.done), None)


def _board(lesson: Lesson, place: BoardPlace) -> str:
    return f"{lesson.number}.{place.number}"
