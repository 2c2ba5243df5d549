"""Choose decided positions of a game that is too large to grade a player in every position.

The positions come from random games. In some of these games, both sides complete and block lines. In other games, one
side fills a chosen line, so that every line is tested. The positions are taken from the end of each game, as long as
the compiled kernel quickly finds the score of every move. Positions at the beginning come from the opening book.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from random import Random
from typing import TypeAlias

from noughts.grading.sample import things_tested
from noughts.rules.board import Cells, Move
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, Score, sides
from noughts.rules.tactics import completing_cells, immediate_wins, with_turn
from noughts.solver.book.shipped import shipped_book
from noughts.solver.kernels.general import GeneralKernel

MoveScores: TypeAlias = Mapping[Position, Mapping[Move, Score]]
"""For each position, the score of every legal move for the player to move."""

_GAMES = 50  # games of each kind
_MOST_GOALS = 100  # lines to fill in a game
_TRIES = 20  # games in which one side tries to fill a line
_LATE = 8  # positions at the end of a game in which a line is filled
_NODES = 20_000  # nodes for all moves of a position
_FEWEST = 100  # decided positions that allow a verdict


def decided_sample(game: Game, count: int, side: Player | None = None) -> MoveScores:
    """Return decided positions that can reveal as many kinds of mistakes as possible, with the scores of all moves.

    The sample is the same every time. It contains the empty board if the opening book or the kernel decides it. Each
    position adds as much as possible to what the sample tests: the lines that must be completed or blocked, the cells
    that can be the only good move, and the distances at which a win, a loss or a trap can lie ahead.

    Args:
        game: the game.
        count: the maximum number of positions.
        side: choose only positions with this side to move.

    Raises:
        NoughtsError: the kernel is not installed, the board is too large for it, or it decides too few positions.
    """
    pool = {position: scores for position, scores in _decided(game, Random(1)).items() if side in (None, position.turn)}
    if len(pool) < _FEWEST:
        raise NoughtsError(
            f"noughts decides too few positions of {game} to grade a program: expected a smaller game, such as 4,4,4, "
            "6,6,4 or 7,6,4 gravity"
        )
    chosen = sorted(_choose(pool, count), key=lambda position: position.empty.bit_count())
    start = Position(game)
    if start in pool:
        chosen = [start, *(position for position in chosen if position != start)][:count]
    return {position: pool[position] for position in chosen}


def _decided(game: Game, random: Random) -> dict[Position, Mapping[Move, Score]]:
    """Play random games. Return their positions that can be solved quickly, with the scores of all moves."""
    try:
        kernel = GeneralKernel(game)
    except NoughtsError as error:
        raise NoughtsError(f"{game} has too many positions to grade them all, and for a sample {error}") from None
    pool: dict[Position, Mapping[Move, Score]] = {}
    for line in _games(game, random):
        for position in line:
            if position in pool or not (scores := _book_scores(position)):
                break
            pool[position] = scores
        for position in reversed(line):
            if position not in pool:
                found = kernel.scores(position, _NODES)
                known = {move: score for move, score in found.items() if score is not None}
                if len(known) < len(position.moves):
                    break
                pool[position] = known
    return pool


def _games(game: Game, random: Random) -> Iterator[list[Position]]:
    """Yield random games of three kinds, each as a list of unfinished positions."""
    for goal in random.sample(game.lines, min(len(game.lines), _MOST_GOALS)):
        for side in Player:
            yield _filling(game, random, goal, side)[-_LATE:]
    for _ in range(_GAMES):
        yield _game(game, random, lambda at: at.moves)
        yield _game(game, random, _careful)


def _game(game: Game, random: Random, choose: Callable[[Position], Sequence[Move]]) -> list[Position]:
    """Play a random game, taking each move from the moves that `choose` returns. Return its unfinished positions."""
    line = [Position(game)]
    while not line[-1].is_over:
        line.append(line[-1].play(random.choice(choose(line[-1]))))
    return line[:-1]


def _filling(game: Game, random: Random, goal: Cells, side: Player) -> list[Position]:
    """Play a random game in which one side tries to fill a given line, if possible successfully. Return its unfinished
    positions.
    """
    for _ in range(_TRIES):
        line = _game(game, random, lambda at: _towards(at, goal, side))
        missing = goal & ~sides(line[-1], side)[0]
        if line[-1].turn is side and missing & line[-1].empty == missing and missing.bit_count() == 1:
            break
    return line


def _careful(position: Position) -> Sequence[Move]:
    """Return the moves that win at once. If there are none, return the moves that block a threat, or else all moves."""
    if position.game.misere:
        return position.moves
    return immediate_wins(position) or immediate_wins(with_turn(position, position.turn.other)) or position.moves


def _towards(position: Position, goal: Cells, side: Player) -> Sequence[Move]:
    """Return a side's moves in `goal` or, if there are none, moves that complete no line."""
    mine = {player: sides(position, player)[0] for player in Player}
    on_goal = [move for move in position.moves if goal >> move & 1]
    if mine[side.other] & goal:
        goal = 0
    if position.turn is side and goal and on_goal:
        return on_goal
    completing = completing_cells(position.game, mine[position.turn])
    others = [move for move in position.moves if not (goal | completing) >> move & 1]
    return others or position.moves


def _book_scores(position: Position) -> Mapping[Move, Score] | None:
    """Return the score of every move, or None if the opening book lacks one of these scores."""
    book = shipped_book(position.game)
    if book is None:
        return None
    scores = {move: book.score(position.play(move)) for move in position.moves}
    known = {move: -score for move, score in scores.items() if score is not None}
    return known if len(known) == len(scores) else None


def _choose(pool: MoveScores, count: int) -> Iterator[Position]:
    """Yield positions, the most useful first. Each thing that a chosen position tests counts half as much from then
    on.
    """
    tested: Counter[Hashable] = Counter()
    things = {position: tuple(set(things_tested(position, scores))) for position, scores in pool.items()}

    def use(position: Position) -> float:
        return sum(0.5 ** tested[thing] for thing in things[position])

    # The use of a position only falls, so a position that still comes first after an update is the best one.
    heap = [(-use(position), number, position) for number, position in enumerate(things)]
    heapify(heap)
    while heap and count:
        _, number, position = heappop(heap)
        now = -use(position)
        if heap and now > heap[0][0]:
            heappush(heap, (now, number, position))
            continue
        tested.update(things[position])
        count -= 1
        yield position
