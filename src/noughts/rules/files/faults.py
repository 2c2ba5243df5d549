"""What a reader does about errors in a file: raise them or, when reading is lenient, note what it skips."""

from dataclasses import dataclass, field

from noughts.rules.errors import NoughtsError

_MOST_NOTES = 20


@dataclass
class Faults:
    """Raises the errors of a text or, when reading is lenient, notes them."""

    lenient: bool = False
    notes: list[str] = field(default_factory=list)

    def meet(self, error: NoughtsError, *, skipped: str = "skipped") -> None:
        """Raise the error, or note that what it complains about was skipped."""
        if not self.lenient:
            raise error
        if len(self.notes) < _MOST_NOTES:
            self.notes.append(f"{error} ({skipped})")
        elif len(self.notes) == _MOST_NOTES:
            self.notes.append("There are more errors, which are not listed.")

    def copy(self) -> "Faults":
        """Return faults that go on from here, for one game of a file."""
        return Faults(self.lenient, list(self.notes))
