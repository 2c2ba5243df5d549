"""Find out who wins from the empty board, and how soon, for one game after another.

`family` lists the games of one kind on boards of many sizes. `game_value` solves a single game. It asks only about the
empty board, so it needs far fewer nodes than `noughts.solve`, which finds all best moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import prod

from noughts.rules.board import Board, Cell, Symmetry
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player, full, moved
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.solver.evaluation import Bounds, Evaluation, distance
from noughts.solver.kernels.general import GeneralKernel, general_kernel
from noughts.solver.kernels.mnk import plain
from noughts.solver.limit import Budget, Limit
from noughts.solver.solve import GameSolver


def family(kind: str, length: int, sizes: Iterable[tuple[int, int]]) -> list[Game]:
    """Return the games of one kind on all boards that fit into one of the given sizes, from small to large.

    Without gravity, a board and the same board on its side are the same game, so only the wider one is listed.

    Args:
        kind: the variant as in the name of a game, such as ``torus``, ``misere`` or ``misere torus``. ``plain`` and an
            empty string are games without a variant.
        length: how many in a row complete a line.
        sizes: the largest boards, each as its columns and rows.

    Raises:
        NotationError: no games are of this kind.
        RulesError: a side or `length` is less than 1, or a board is too large.
    """
    variant = "" if kind == "plain" else kind
    boards = {
        (columns, rows) for most, highest in sizes for columns in range(1, most + 1) for rows in range(1, highest + 1)
    }
    if not any(named_game(f"1,2,{length} {variant}").needs):
        boards = {(max(board), min(board)) for board in boards}
    in_order = sorted(boards, key=lambda board: (board[0] * board[1], board[1]))
    return [named_game(f"{columns},{rows},{length} {variant}") for columns, rows in in_order]


def game_value(game: Game | str, limit: Limit | Budget | int | None = None) -> Evaluation:
    """Find out who wins a game from the empty board, and how soon. The returned evaluation lists no moves.

    If the limit is too small, the evaluation gives bounds. A win whose length is unknown has no distance.

    Args:
        game: the game or its name.
        limit: how long the search may take. A number limits the nodes. By default, there is no limit.

    Raises:
        NoughtsError: the compiled kernel is needed but not installed, or the board is too large for it.
    """
    game = named_game(game)
    start, budget = Position(game), Budget.of(limit)
    if not (game.lines or game.full):
        return Evaluation(start, Bounds(0, 0), len(game.board))
    safe = player_who_cannot_lose(game)
    centre = _centre_of_torus(game)
    # If a full board wins for the other player, "the safe player does not win" is one question instead of two.
    kernel = general_kernel(
        full(game, safe.other) if safe else game,
        symmetries=None if centre is None else _symmetries_around(centre, game),
    )
    if kernel is None:
        return replace(GameSolver(game).solve(start, budget), moves=())
    worst, best = (0 if safe is Player.X else -1), (0 if safe is Player.O else 1)  # values for X
    plies = None
    with budget:
        bounds = (
            GameSolver(game).kernel().bounds(start, budget, threads=budget.threads)
            if plain(game)
            else Bounds(worst, best)
        )
        if bounds.value != 0:
            low, high = _score(kernel, centre, budget, value_only=True)
            bounds = Bounds(max(bounds.low, min(sign(low), best)), min(bounds.high, max(sign(high), worst)))
        if bounds.value:
            low, high = _score(kernel, centre, budget)
            plies = distance(low, len(game.board)) if low == high else None
    if bounds.value == 0:
        plies = len(game.board)
    return Evaluation(start, bounds, plies, nodes=budget.nodes)


def player_who_cannot_lose(game: Game) -> Player | None:
    """Return a player who is known, without a search, not to lose from the empty board, or None.

    - If a line wins, X cannot lose: X could make any move and then use O's winning strategy (strategy stealing). This
      is not true if longer rows do not count, because then a stone too many can do harm.
    - If a line loses and the number of cells is even, O can answer each move with the opposite cell. O completes a line
      only after X has completed the opposite line.
    - If a line loses and there is a central cell, X can take it and then do the same. This works if each line through
      the centre is opposite to itself, because such a line soon has stones of both players.
    """
    if any(game.needs) or game.full or (game.beyond and not game.misere):
        return None
    if not game.misere:
        return Player.X
    last = len(game.board) - 1
    half_turn = tuple(range(last, -1, -1))
    if not game.keeps(half_turn):
        return None
    if last % 2:
        return Player.O
    centre = last // 2
    return Player.X if all(line == moved(line, half_turn) != 1 << centre for line in game.lines_at[centre]) else None


def _score(kernel: GeneralKernel, first: Cell | None, budget: Budget, *, value_only: bool = False) -> tuple[int, int]:
    """Return bounds on X's score after the given first move, or any move. With `value_only`, find out only who wins."""
    position = Position(kernel.game)
    if first is not None:
        position = position.play(first)
    low, high = kernel.bounds(position, control=budget.control(), value_only=value_only, threads=budget.threads)
    return (low, high) if first is None else (-high, -low)


def _centre_of_torus(game: Game) -> Cell | None:
    """Return the middle cell of a torus, on which all first moves are equally good, or None for any other board."""
    board = game.board
    if any(game.needs) or len(board) != prod(board.shape):
        return None
    shifts = [_shift(board, axis, 1) for axis in range(len(board.shape))]
    if not all(map(game.keeps, shifts)):
        return None
    return board.at[tuple(side // 2 for side in board.shape)]


def _symmetries_around(cell: Cell, game: Game) -> list[Symmetry]:
    """Return the symmetries of a game on a torus that leave a cell in its place.

    Each of these symmetries is a rotation or reflection of the board, followed by a shift that moves the cell back.
    """
    points, shape = game.board.points, game.board.shape
    found: dict[Symmetry, None] = {}
    for symmetry in game.symmetries:
        image = symmetry
        for axis in range(len(shape)):
            steps = points[cell][axis] - points[symmetry[cell]][axis]
            image = tuple(map(_shift(game.board, axis, steps).__getitem__, image))
        found[image] = None
    return [*found]


def _shift(board: Board, axis: int, steps: int) -> Symmetry:
    """Return the symmetry of a torus that moves every cell along an axis."""
    return tuple(
        board.at[(*point[:axis], (point[axis] + steps) % board.shape[axis], *point[axis + 1 :])]
        for point in board.points
    )
