"""Find games of your own: each is a `Game` in a Python file or a notebook, named as in ``my.py:squares``."""

from noughts.players.registry import is_user_code
from noughts.rules.errors import NotationError, NoughtsError, short_repr
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game


def any_game(text: str) -> Game:
    """Return the game with this name, or the game in a file, such as ``my.py:squares``.

    In a file, the name belongs to a `Game`, or to a function without arguments that returns a `Game`. It can be left
    out if the file contains only one game.

    Raises:
        NoughtsError: there is no such game, or the file cannot be read.
    """
    if not is_user_code(text):
        return named_game(text)
    from noughts.grading.user_code.limits import FAILURES, error_words, stage
    from noughts.grading.user_code.loading import load, split_name

    path, name = split_name(text)
    loaded = load(path)
    found = vars(loaded.module)
    games = {key: value for key, value in found.items() if isinstance(value, Game)}
    if not name and len(games) == 1:
        return next(iter(games.values()))
    known = f"expected {' or '.join(f'{path.name}:{key}' for key in games) or 'a Game, as in squares = Game(…)'}"
    known += f" (left out: {'; '.join(loaded.left_out[:3])})" if loaded.left_out else ""
    if name not in found:
        problem = f"{path.name} has no {short_repr(name)}" if name else f"which game in {path.name}?"
        raise NotationError(f"{problem}{':' * bool(name)} {known}")
    value = found[name]
    if callable(value):
        try:
            with stage(path, 0):
                value = value()
        except FAILURES as error:
            raise NoughtsError(f"{path.name}:{name} raised {error_words(error, None)}") from None
    if not isinstance(value, Game):
        raise NotationError(f"{path.name}:{name} is of the type {type(value).__name__}, not Game: {known}")
    return value
