"""Find players by name."""

from noughts.players.levels import LEVELS, level_chooser
from noughts.players.opponent import AnyPlayer, Opponent
from noughts.players.searches import SEARCHES, search_chooser
from noughts.rules.errors import NoughtsError, short_repr
from noughts.solver.limit import Limit
from noughts.solver.solver import Solver

_FILES = (".py", ".ipynb")


class UnknownPlayer(NoughtsError):
    """Raised if no player has a name."""


def player(
    name: AnyPlayer,
    *,
    first: bool = False,
    solver: Solver | None = None,
    limit: Limit | None = None,
) -> Opponent:
    """Return the player with this name, or turn a function into a player. An `Opponent` is returned unchanged.

    A name is one of:

    - a level: random, beginner, easy, medium, hard or perfect (also called strongest, see `level_name`)
    - a search: minimax, negamax, alphabeta, transposition or mcts, optionally with settings, as in
      ``minimax:depth=2,order=centre`` or ``mcts:simulations=500``
    - your own function: ``file.py:function``, ``file.py:Class.method``, or a notebook's (see
      `noughts.grading.user_code`)

    A function takes the position, and optionally a random number generator, and returns a move. Functions that take a
    board in another form are called with that form, as the functions in files are.

    The settings of a search are depth (states at this depth are evaluated by `noughts.open_lines`), nodes, order
    (scan, centre or random) and scores (exact, or one for ±1 regardless of the distance). The settings of mcts are
    simulations, exploration and nodes.

    Args:
        name: the name, or the function.
        first: make ``perfect`` play its first best move instead of a random one.
        solver: a solver for the first game of a level. By default, the player creates one.
        limit: how long a level may take for each move. Its `stop` also ends a search.

    Raises:
        NoughtsError: no player has this name, a setting is invalid, the file cannot be loaded, or a parameter of the
            function is unknown.
    """
    if isinstance(name, Opponent):
        return name
    if callable(name):
        from noughts.grading.user_code import UserPlayer

        user_player = UserPlayer(name)
        return Opponent(user_player.name, user_player)
    if not isinstance(name, str):
        raise NoughtsError(f"expected a player, its name or a function, such as 'perfect', not {short_repr(name)}")
    head, _, settings = name.strip().partition(":")
    level = head.strip().lower()
    level = "perfect" if level == "strongest" else level
    if level in LEVELS and not settings:
        chooser = level_chooser(level, first=first, solver=solver, limit=limit)
        return Opponent(level, chooser, pure=limit is None)
    if level in SEARCHES:
        stop = limit.stop if limit else None
        return Opponent(name.strip(), search_chooser(level, settings, stop), pure=stop is None)
    if is_user_code(name):
        from noughts.grading.user_code import load_user_code

        return Opponent(name.strip(), load_user_code(name.strip()))
    expected = ", ".join([*LEVELS, *SEARCHES])
    raise UnknownPlayer(
        f"unknown player {short_repr(name)}: expected {expected} (with settings as in minimax:depth=2), or "
        "file.py:function"
    )


def is_user_code(name: str) -> bool:
    """Return whether a name refers to a file, as in ``file.py:function`` or ``lab.ipynb:Player.choose``."""
    name = name.strip().lower()
    return name.lower().endswith(_FILES) or name.lower().rpartition(":")[0].endswith(_FILES)
