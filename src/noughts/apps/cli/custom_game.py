"""Games of your own: a `Game` in a Python file, named as in ``my.py:squares``."""

import runpy
import sys
import traceback
from pathlib import Path

from noughts.rules.errors import NotationError, NoughtsError, short_repr
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game


def any_game(text: str) -> Game:
    """Return the game with this name, or the game in a file, such as ``my.py:squares``.

    In a file, the name is that of a `Game`, or of a function without arguments that returns one. It can be left out if
    the file contains only one game.

    Raises:
        NoughtsError: there is no such game, or the file cannot be run.
    """
    file, _, name = text.strip().rpartition(":")
    if text.strip().endswith(".py"):
        file, name = text.strip(), ""
    if not file.endswith(".py"):
        return named_game(text)
    found = _run(Path(file))
    games = {key: value for key, value in found.items() if isinstance(value, Game)}
    if not name and len(games) == 1:
        return next(iter(games.values()))
    known = f"expected {' or '.join(f'{file}:{key}' for key in games) or 'a Game in the file, as in squares = Game(…)'}"
    if name not in found:
        raise NotationError(f"{file} has no {short_repr(name)}: {known}" if name else f"which game in {file}? {known}")
    value = found[name]
    if callable(value):
        try:
            value = value()
        except (Exception, SystemExit) as error:
            raise NoughtsError(f"{text} raised {_words(error)}") from None
    if not isinstance(value, Game):
        raise NotationError(f"{text} is of the type {type(value).__name__}, not Game: {known}")
    return value


def _run(path: Path) -> dict[str, object]:
    """Run a file and return its global variables."""
    before = [*sys.path]
    sys.path.insert(0, str(path.parent.absolute()))
    try:
        return runpy.run_path(str(path), run_name=path.stem)
    except OSError as error:
        raise NoughtsError(f"cannot read {path}: {error.strerror or error}") from None
    except (Exception, SystemExit) as error:
        raise NoughtsError(f"{path} raised {_words(error)}") from None
    finally:
        sys.path[:] = before


def _words(error: BaseException) -> str:
    words = traceback.format_exception_only(error)[-1]  # also of an error that has no text
    return " ".join(words.split())
