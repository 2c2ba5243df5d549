"""A stored class: the pupils who have joined a teacher for a lesson, and what the class does. A frozen value.

Every operation returns the next version of the class, or the class itself if nothing changes.
"""

import secrets
from dataclasses import dataclass, replace
from typing import Any, Literal, Self, TypeAlias

from noughts.render.names import clean_name
from noughts.web.model.errors import Forbidden, NotFound

MOST_PUPILS = 100
LIFETIME = 24 * 3600 * 1000
"""The milliseconds for which a class exists."""

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # without characters that look alike
_ID = 6
_REMOVED = "the teacher has removed you from this class"

ClassRole: TypeAlias = Literal["", "teacher", "pupil", "projector"]
"""What a client may do in a class. A client without a role can only join."""


def new_id() -> str:
    """Return six letters and digits, which are easy to type."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_ID))


@dataclass(frozen=True)
class Pupil:
    """A pupil: the number in the order of joining, the hash of the browser's secret, and the name."""

    number: int
    key: str
    name: str
    removed: bool = False


@dataclass(frozen=True)
class StoredClass:
    """A class.

    Attributes:
        id: the letters and digits that pupils type to join.
        version: a number that increases by one with every change.
        created: a time in milliseconds since 1970.
        teachers: the hashes of the secrets of the teacher's browsers.
        device_link, watch_link: the hashes of the secrets in the teacher's links: to lead the class from another
            device, and to show it on a projector.
        pupils: all who have joined, in this order.
        hints: whether pupils may ask for hints and values.
        ended: whether the teacher has ended the class.
    """

    id: str
    version: int = 1
    created: int = 0
    teachers: tuple[str, ...] = ()
    device_link: str = ""
    watch_link: str = ""
    pupils: tuple[Pupil, ...] = ()
    hints: bool = False
    ended: bool = False

    @property
    def present(self) -> tuple[Pupil, ...]:
        """The pupils whom the teacher has not removed."""
        return tuple(pupil for pupil in self.pupils if not pupil.removed)

    def pupil(self, key: str) -> Pupil | None:
        """Return the pupil with this key who has not been removed, or None."""
        return next((pupil for pupil in self.present if pupil.key == key), None)

    def role(self, key: str) -> ClassRole:
        """Return the role of a browser with this key."""
        return "teacher" if key in self.teachers else "pupil" if self.pupil(key) else ""

    # Each operation returns the next version of the class, or raises NoughtsError.

    def join(self, key: str, name: str) -> Self:
        """Return the class with a pupil. Nothing changes if the browser has joined before.

        Two pupils never have the same name: the second one gets a number.

        Raises:
            Forbidden: the class has ended or is full, or the teacher has removed this browser.
        """
        if self.role(key):
            return self
        self.expect_running()
        if any(pupil.key == key for pupil in self.pupils):
            raise Forbidden(_REMOVED)
        if len(self.present) >= MOST_PUPILS:
            raise Forbidden(f"this class is full: it has {MOST_PUPILS} pupils")
        number = len(self.pupils) + 1
        pupil = Pupil(number, key, self._free_name(name, number))
        return self.changed(pupils=(*self.pupils, pupil))

    def rename(self, number: int, name: str) -> Self:
        """Return the class in which a pupil has another name."""
        pupil = self._numbered(number)
        return self._with(replace(pupil, name=self._free_name(name, number)))

    def remove(self, number: int) -> Self:
        """Return the class without a pupil, whose browser cannot join again."""
        return self._with(replace(self._numbered(number), removed=True))

    def with_hints(self, hints: bool) -> Self:
        """Return the class in which pupils may, or may not, ask for hints and values."""
        return self.changed(hints=hints)

    def admit_teacher(self, key: str, link: str) -> Self:
        """Return the class with another browser of the teacher, which has this hash of the teacher's link.

        Raises:
            NotFound: this is not the link.
        """
        if not secrets.compare_digest(link, self.device_link):
            raise NotFound("this link leads to no class: it may be mistyped, or the class is over")
        return self if key in self.teachers else self.changed(teachers=(*self.teachers, key))

    def end(self) -> Self:
        """Return the class after its end: pupils can do nothing any more, and the teacher can save the results."""
        return self if self.ended else self.changed(ended=True)

    def changed(self, **changes: Any) -> Self:
        """Return the next version, with these fields."""
        return replace(self, version=self.version + 1, **changes)

    def expect_running(self) -> None:
        """Raise Forbidden if the class has ended."""
        if self.ended:
            raise Forbidden("this class has ended")

    def _numbered(self, number: int) -> Pupil:
        for pupil in self.present:
            if pupil.number == number:
                return pupil
        raise NotFound("there is no such pupil in this class")

    def _with(self, pupil: Pupil) -> Self:
        pupils = tuple(pupil if each.number == pupil.number else each for each in self.pupils)
        return self if pupils == self.pupils else self.changed(pupils=pupils)

    def _free_name(self, wanted: str, number: int) -> str:
        """Return the name as a pupil with this number gets it: no other pupil has the same."""
        name = clean_name(wanted, f"Pupil {number}")
        taken = {pupil.name.casefold() for pupil in self.present if pupil.number != number}
        names = (name if n == 1 else f"{name} {n}" for n in range(1, MOST_PUPILS + 2))
        return next(each for each in names if each.casefold() not in taken)

    def to_data(self) -> dict[str, Any]:
        """Return the class as JSON-compatible data."""
        return {**vars(self), "pupils": [vars(pupil) for pupil in self.pupils]}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """Return the class that `to_data` has written."""
        pupils = tuple(Pupil(**pupil) for pupil in data["pupils"])
        return cls(**{**data, "teachers": tuple(data["teachers"]), "pupils": pupils})
