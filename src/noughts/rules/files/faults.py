"""Handle errors in a file: raise them or, when reading is lenient, note which parts are skipped."""

from dataclasses import dataclass, field

from noughts.rules.errors import NoughtsError

_MOST_NOTES = 20


@dataclass
class Faults:
    """Raises the errors in a text or, when reading is lenient, notes which parts are skipped."""

    lenient: bool = False
    notes: list[str] = field(default_factory=list)

    def meet(self, error: NoughtsError, *, skipped: str = "skipped") -> None:
        """Raise the error or, when reading is lenient, note that the faulty part is skipped."""
        if not self.lenient:
            raise error
        if len(self.notes) < _MOST_NOTES:
            self.notes.append(f"{error} ({skipped})")
        elif len(self.notes) == _MOST_NOTES:
            self.notes.append("There are more errors, which are not listed.")

    def copy(self) -> "Faults":
        """Return a copy that contains the notes made so far, to be used for one game of a file."""
        return Faults(self.lenient, list(self.notes))
