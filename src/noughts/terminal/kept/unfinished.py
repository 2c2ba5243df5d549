"""Store the last unfinished game in a file until the user continues it."""

import shlex
from datetime import datetime

from noughts.render.names import printable
from noughts.rules.errors import NotationError, NoughtsError, UnknownGame, cut
from noughts.rules.game import Game
from noughts.rules.tree import GameTree
from noughts.session import game_files
from noughts.session.session import Session
from noughts.terminal.kept import games as kept_games
from noughts.terminal.kept.files import cannot, is_kept, kept_path, locked, make_folder

_FILE = "unfinished.sgf"
_LARGEST = 10_000_000  # bytes of the file that are compared


def load(game: Game | None = None) -> GameTree | None:
    """Read the unfinished game from its file, and return it, or None if no game is kept.

    Args:
        game: a game that may be the one that was played, if its name alone does not say what its rules are.

    Raises:
        NoughtsError: the file cannot be read, or contains no game.
    """
    path = kept_path(_FILE)
    if not is_kept(path):
        return None
    try:
        tree = game_files.load(path)
    except NotationError:
        if game is None:
            raise
        tree = game_files.load(path, game)
        if tree.notes:  # the file has other rules
            raise
    return tree if tree.main_line.moves and not tree.main_line.is_over else None


def keep(game: GameTree) -> None:
    """Write an unfinished game to its file, in place of the previous game.

    If that one cannot be read, its file gets the name ``unreadable.sgf``.

    Raises:
        NoughtsError: the file cannot be written.
    """
    path = kept_path(_FILE)
    make_folder(path)
    try:
        if is_kept(path) and not _is_readable(game.start.game):
            path.replace(path.with_name("unreadable.sgf"))
    except OSError as error:
        raise cannot("write", path, error) from None
    game_files.save(game, path, force=True)


def _is_readable(game: Game) -> bool:
    try:
        load(game)
    except NoughtsError:
        return False
    return True


def _remove() -> None:
    """Remove the file of the unfinished game.

    Raises:
        NoughtsError: the file cannot be removed.
    """
    path = kept_path(_FILE)
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise cannot("remove", path, error) from None


def _content() -> bytes | None:
    """Return the content of the file, or None if there is no file, or none that can be read."""
    try:
        path = kept_path(_FILE)
        if is_kept(path):
            with path.open("rb") as file:
                return file.read(_LARGEST)
    except (NoughtsError, OSError):
        pass
    return None


class Unfinished:
    """The unfinished game, as this program finds it when it begins and keeps it when it ends.

    If the person plays another game instead of the kept one, the kept one moves to the saved games, and is not offered
    again.

    If another program has kept a game in the meantime, that game stays in the file. The one of this program is saved
    among the saved games.

    Args:
        command: the command that continues the game, for messages.
        load: the command that continues a saved game, for messages.

    Attributes:
        is_resumed: whether the person continues the game that was kept.
    """

    def __init__(self, command: str, load: str = "noughts play --load") -> None:
        self.is_resumed = False
        self._command, self._load, self._before = command, load, _content()

    def find(self, game: Game | None = None) -> tuple[GameTree | None, str]:
        """Return the game to offer, if any, and a sentence that says why a kept game cannot be continued.

        Args:
            game: the game that the person asked for, if any.
        """
        try:
            return load(game), ""
        except UnknownGame as error:
            rules = f"The last game, {printable(cut(error.name))}, has rules of its own."
            return None, f"{rules} To continue it, run {self._command} with the same --game."
        except NoughtsError as error:
            return None, f"The last game cannot be continued: {error}."

    def end(self, session: Session) -> str:
        """Keep the unfinished game of a session, if there is one, and return sentences that say so.

        If the person has finished the game that was kept before, remove it. If the person has played another one
        instead, move it to the saved games.
        """
        unsaved = session.unsaved
        is_another = not self.is_resumed and session.can_undo and session.tree != session.kept
        if not (unsaved or is_another or (self.is_resumed and not session.unfinished)):
            return ""
        try:
            path = kept_path(_FILE)
            make_folder(path)
            with locked(path.parent):
                now = _content()
                if now not in (None, self._before):
                    why = "Another noughts has kept its game, so yours is saved with the other games."
                    return self._save(unsaved, why) if unsaved else ""
                notes = [self._leave(session.start.game)] if is_another else []
                if unsaved:
                    keep(unsaved)
                    how = f"run {self._command} again{_option(unsaved, ' with')}"
                    notes.append(f"Your game is kept. To continue it, {how}.")
                elif self.is_resumed:
                    _remove()
                self._before, self.is_resumed = _content(), True
                return " ".join(filter(None, notes))
        except NoughtsError as error:
            return f"Your game could not be kept: {error}."

    def _leave(self, game: Game) -> str:
        """Move the game that was kept to the saved games, and return a sentence that says so.

        A file that cannot be read stays where it is.
        """
        try:
            left = load(game)
        except NoughtsError:
            return ""
        said = self._save(left, "The earlier unfinished game is saved with the other games.") if left else ""
        _remove()
        return said

    def _save(self, game: GameTree, why: str) -> str:
        path = shlex.quote(str(kept_games.save(game, datetime.now())))
        return f"{why} To continue it, run {self._load} {path}{_option(game)}."


def _option(game: GameTree, before: str = " and") -> str:
    return "" if game.start.game.is_named else f"{before} the same --game"
