"""Reasons for and against a move that need no search. `noughts.explain.reasons.kinds` defines each kind."""

from collections.abc import Iterable, Iterator

from noughts.explain.reasons.kinds import Kind, Reason
from noughts.rules.board import Cells, Move, cells_in
from noughts.rules.game import Player
from noughts.rules.position import Position, sides
from noughts.rules.tactics import completed_lines, completing_moves, forks, immediate_wins, line_wins, with_turn


def immediate_reasons(position: Position, move: Move) -> Iterator[Reason]:
    """Yield the reasons for and against a move that are visible on the board.

    Raises:
        IllegalMove: the move is not legal.
    """
    me, you, after = position.turn, position.turn.other, position.play(move)
    if len(position.moves) == 1:
        yield Reason("only")
    if not position.game.misere and (rows := completed_lines(position, move, you)):
        yield Reason("blocks", (move,), rows)
    if position.game.misere and (losing := completing_moves(position, me)) and move not in losing:
        yield Reason("avoids", losing)
    if after.outcome:
        ends: dict[Player | None, Kind] = {me: "wins", you: "loses", None: "draws"}
        rows = completed_lines(position, move, me)
        yield Reason(ends[after.outcome.winner], tuple(sorted({cell for row in rows for cell in cells_in(row)})), rows)
        return
    if wins := immediate_wins(after):
        before = set(position.moves)
        yield from _opponent_wins("allows", after, [cell for cell in wins if cell in before])
        yield from _opponent_wins("opens", after, [cell for cell in wins if cell not in before])
    else:
        yield from _threats_and_blocks(position, after)
    if not position.game.misere:
        theirs = sides(position, you)[0]
        if free := sum(not line & theirs for line in position.game.lines_at[move]):
            yield Reason("place", (move,), count=free)


def _opponent_wins(kind: Kind, after: Position, wins: list[Move]) -> Iterator[Reason]:
    """Yield a reason that lists the opponent's immediate wins after a move."""
    if wins:
        yield Reason(kind, tuple(wins), _rows(after, wins, after.turn))


def _threats_and_blocks(position: Position, after: Position) -> Iterator[Reason]:
    """Yield the threats and blocks that a move makes.

    The game must be unfinished, without an immediate win for the opponent.
    """
    me, you = position.turn, position.turn.other
    threats = line_wins(after, me)
    rows = _rows(after, threats, me)
    if len(threats) > 1:
        yield Reason("forks", threats, rows)
    elif threats:
        opened = line_wins(after.play(threats[0]), me)
        yield Reason("stacks" if opened else "threatens", threats + opened, rows)
    if len(completing_moves(after, you)) == len(after.moves) and position.game.misere:
        yield Reason("squeezes", after.moves, _rows(after, after.moves, you))
    if allowed := forks(after):
        yield Reason("allows-fork", allowed)
    elif not line_wins(position, you) and (stopped := forks(with_turn(position, you))):
        yield Reason("blocks-fork", stopped)


def _rows(position: Position, moves: Iterable[Move], player: Player) -> tuple[Cells, ...]:
    """Return the distinct lines that a player would complete with any of the moves."""
    return tuple(dict.fromkeys(row for move in moves for row in completed_lines(position, move, player)))
