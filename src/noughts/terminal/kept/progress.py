"""Keep a person's progress with puzzles in a file."""

import json
from collections.abc import Callable

from noughts.puzzles.progress import Progress
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
