"""What is seen at once: the reasons for and against a move that need no search. `KINDS` defines each."""

from collections.abc import Iterable, Iterator

from noughts.explain.kinds import Kind, Reason
from noughts.explain.threats import completing, forks, rows_completed, stones, to_move, winning
from noughts.rules.board import Cells, Move, cells_in
from noughts.rules.game import Player
from noughts.rules.position import Position


def seen(position: Position, move: Move) -> Iterator[Reason]:
    """Yield what can be said about a move without a search.

    Raises:
        IllegalMove: the move is not legal.
    """
    me, you, after = position.turn, position.turn.other, position.play(move)
    if len(position.moves) == 1:
        yield Reason("only")
    if not position.game.misere and (rows := rows_completed(position, move, you)):
        yield Reason("blocks", (move,), rows)
    if position.game.misere and (lost := completing(position, me)) and move not in lost:
        yield Reason("avoids", lost)
    if after.outcome:
        ends: dict[Player | None, Kind] = {me: "wins", you: "loses", None: "draws"}
        rows = rows_completed(position, move, me)
        yield Reason(ends[after.outcome.winner], _union(rows), rows)
        return
    if wins := wins_at_once(after):
        before = set(position.moves)
        yield from _allowed("allows", after, [cell for cell in wins if cell in before])
        yield from _allowed("opens", after, [cell for cell in wins if cell not in before])
    else:
        yield from _good(position, after)
    if not position.game.misere:
        theirs = stones(position, you)
        if free := sum(not line & theirs for line in position.game.lines_at[move]):
            yield Reason("place", (move,), count=free)


def wins_at_once(position: Position) -> tuple[Move, ...]:
    """Return the moves by which the player to move ends the game and wins, be it by a row or by a full board."""
    if position.game.full is None:
        return winning(position, position.turn)
    ends = ((move, position.play(move).outcome) for move in position.moves)
    return tuple(move for move, outcome in ends if outcome and outcome.winner is position.turn)


def _allowed(kind: Kind, after: Position, wins: list[Move]) -> Iterator[Reason]:
    if wins:
        yield Reason(kind, tuple(wins), _rows(after, wins, after.turn))


def _good(position: Position, after: Position) -> Iterator[Reason]:
    """Yield what the mover threatens and prevents, where the game goes on and the opponent cannot win at once."""
    me, you = position.turn, position.turn.other
    threats = winning(after, me)
    rows = _rows(after, threats, me)
    if len(threats) > 1:
        yield Reason("forks", threats, rows)
    elif threats:
        opened = winning(after.play(threats[0]), me)
        yield Reason("stacks" if opened else "threatens", threats + opened, rows)
    if len(completing(after, you)) == len(after.moves) and position.game.misere:
        yield Reason("squeezes", after.moves, _rows(after, after.moves, you))
    if still := forks(after):
        yield Reason("allows-fork", still)
    elif not winning(position, you) and (stopped := forks(to_move(position, you))):
        yield Reason("blocks-fork", stopped)


def _rows(position: Position, moves: Iterable[Move], player: Player) -> tuple[Cells, ...]:
    return tuple(dict.fromkeys(row for move in moves for row in rows_completed(position, move, player)))


def _union(rows: Iterable[Cells]) -> tuple[Move, ...]:
    union = 0
    for row in rows:
        union |= row
    return cells_in(union)
