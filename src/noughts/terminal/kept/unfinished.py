"""Store the last unfinished game in a file until the user continues it."""

from noughts.rules.errors import NotationError, NoughtsError
from noughts.rules.game import Game
from noughts.rules.tree import GameTree
from noughts.session import game_files
from noughts.terminal.kept.files import cannot, is_kept, kept_path, make_folder

_FILE = "unfinished.sgf"


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
    return tree if tree.main_line.moves and not tree.main_line.position.is_over else None


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


def remove() -> None:
    """Remove the file of the unfinished game.

    Raises:
        NoughtsError: the file cannot be removed.
    """
    path = kept_path(_FILE)
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise cannot("remove", path, error) from None


def keep_or_remove(unsaved: GameTree | None, last: GameTree | None, *, is_kept: bool) -> str:
    """Keep the unfinished game, if there is one, and return a sentence that says so.

    Args:
        unsaved: the last unfinished game, or None if it is unchanged since it was loaded.
        last: the last unfinished game.
        is_kept: whether the first game was the one that had been kept before.
    """
    try:
        if unsaved:
            keep(unsaved)
            option = "" if unsaved.start.game.is_named else " with the same --game"
            return f"Your game is kept. To continue it, run noughts play again{option}."
        if is_kept and not last:
            remove()
    except NoughtsError as error:
        return f"Your game could not be kept: {error}."
    return ""
