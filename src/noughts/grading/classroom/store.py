"""Save the results of a class in a file, so that an interrupted run can be continued."""

import json
from contextlib import suppress
from pathlib import Path

from noughts.grading.classroom.entry import Entry
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.rules.untrusted import expect_regular, parse_json, read_bytes

_HEAD = '{"noughts": "results of a class", "version": 1}\n'
_LARGEST = 1 << 26  # bytes of a file of results


class Store:
    """A file with one line for each result, written as soon as the result is known.

    Args:
        path: the file.
        game: the game.
        resume: use the results in the file. Otherwise, begin the file anew.

    Raises:
        NoughtsError: the file was not written by noughts, or cannot be read or written.
    """

    def __init__(self, path: Path, game: Game, *, resume: bool) -> None:
        self.path = path
        self._known: dict[str, Entry] = {}
        try:
            expect_regular(path)
            text = read_bytes(path, _LARGEST).decode(errors="replace") if path.exists() else ""
            if text and not text.startswith(_HEAD):
                raise NoughtsError(f"{path} exists and has no results of a class: move it away, or choose another name")
            lines = text.splitlines()[1:]
            for line in lines if resume else []:
                with suppress(ValueError, KeyError, TypeError):  # the last line may be incomplete
                    data = parse_json(line)
                    self._known[data["key"]] = Entry.from_data(data["entry"], game)
            if not (lines and resume):
                path.write_text(_HEAD, encoding="utf-8", newline="\n")
            elif not text.endswith("\n"):
                with path.open("a", encoding="utf-8") as file:
                    file.write("\n")
        except OSError as error:
            raise NoughtsError(f"cannot write {path}: {error.strerror}") from None

    def get(self, key: str) -> Entry | None:
        """Return the result stored under a key, or None."""
        return self._known.get(key)

    def put(self, key: str, result: Entry) -> None:
        """Store a result under a key."""
        line = json.dumps({"key": key, "entry": result.to_data()})
        with suppress(OSError), self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
