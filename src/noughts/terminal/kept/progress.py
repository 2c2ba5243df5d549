"""Keep a person's progress with puzzles in a file."""

import json
from collections.abc import Callable

from noughts.puzzles.progress import Progress
from noughts.puzzles.puzzle import Puzzle
from noughts.rules.errors import BadFile, NoughtsError
from noughts.system.writing import writing
from noughts.terminal.kept.files import cannot, is_kept, kept_path, locked, make_folder

_FILE = "puzzles.json"


def load() -> Progress:
    """Read a person's progress with puzzles from its file, and return it. A new person has no progress yet.

    Raises:
        NoughtsError: the file cannot be read.
    """
    path = kept_path(_FILE)
    if not is_kept(path):
        return Progress()
    try:
        return Progress.from_data(json.loads(path.read_bytes()))
    except OSError as error:
        raise cannot("read", path, error) from None
    except (ValueError, RecursionError, BadFile) as error:
        raise NoughtsError(f"cannot read {path}: {error}") from None


def change(change: Callable[[Progress], Progress]) -> Progress:
    """Change a person's progress in its file, and return it. Another program cannot change it at the same time.

    Raises:
        NoughtsError: the file cannot be read or written.
    """
    path = kept_path(_FILE)
    make_folder(path)
    with locked(path.parent):
        before = load()
        after = change(before)
        if after != before:
            with writing(path, force=True) as file:
                file.write(json.dumps(after.to_data()).encode())
    return after


class KeptProgress:
    """A person's progress with puzzles. It is kept in its file as long as the file can be read and written.

    Args:
        complain: tells the person in an error message that the progress is not kept.
        keeps: whether to keep the progress.

    Attributes:
        value: the progress.
        is_kept: whether the progress is kept.
    """

    def __init__(self, complain: Callable[[str], None], *, keeps: bool = True) -> None:
        self.value, self.is_kept, self._complain = Progress(), keeps, complain
        if keeps:
            try:
                self.value = load()
            except NoughtsError as error:
                self._cannot_keep(error)

    def change(self, changed: Callable[[Progress], Progress]) -> None:
        """Change the progress."""
        if self.is_kept:
            try:
                self.value = change(changed)
                return
            except NoughtsError as error:
                self._cannot_keep(error)
        self.value = changed(self.value)

    def count(self, puzzle: Puzzle, *, solved: bool) -> None:
        """Count a puzzle as solved or missed. Only the first time counts."""
        if puzzle.id not in self.value.results:
            self.change(lambda progress: progress.after(puzzle, solved=solved))

    def _cannot_keep(self, error: NoughtsError) -> None:
        self.is_kept = False
        self._complain(f"your progress is not kept: {error}")
