"""Choose decided positions of a game that is too large to grade a player in every position.

The positions come from random games. In half of these games, both sides complete and block lines. Each game is read
from its end, as far as the compiled kernel quickly finds the score of every move, and the first moves as far as the
opening book knows them.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from random import Random
from typing import TypeAlias

from noughts.grading.sample import things_tested
from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, Score
from noughts.rules.tactics import immediate_wins, with_turn
from noughts.solver.book.shipped import shipped_book
from noughts.solver.kernels.general import GeneralKernel

MoveScores: TypeAlias = Mapping[Position, Mapping[Move, Score]]
"""The score of every legal move in each of some positions, for the player to move."""

_GAMES = 100
_NODES = 20_000  # for all moves of a position
_ENOUGH = 2_000  # decided positions to choose from
_FEWEST = 100  # decided positions that allow a verdict


def decided_sample(game: Game, count: int, side: Player | None = None) -> MoveScores:
    """Return decided positions in which as many kinds of mistakes as possible can show, with the scores of all moves.

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
    """Return the positions of random games that are quickly decided."""
    try:
        kernel = GeneralKernel(game)
    except NoughtsError as error:
        raise NoughtsError(f"{game} has too many positions to grade them all, and for a sample {error}") from None
    pool: dict[Position, Mapping[Move, Score]] = {}
    for number in range(_GAMES):
        line = _game(game, random, careful=bool(number % 2))
        opening = (scores for position in line if (scores := _book_scores(position)))
        pool.update(zip(line, opening, strict=False))
        for position in reversed(line):
            if position not in pool:
                found = kernel.scores(position, _NODES)
                known = {move: score for move, score in found.items() if score is not None}
                if len(known) < len(position.moves):
                    break
                pool[position] = known
        if len(pool) >= _ENOUGH:
            break
    return pool


def _game(game: Game, random: Random, *, careful: bool) -> list[Position]:
    """Return the unfinished positions of a random game. Careful players complete lines and block."""
    line = [Position(game)]
    while not line[-1].is_over:
        position = line[-1]
        moves: list[Move] = []
        if careful and not game.misere:
            threats = immediate_wins(with_turn(position, position.turn.other))
            moves = [*immediate_wins(position)] or [*threats]
        line.append(position.play(random.choice(moves or position.moves)))
    return line[:-1]


def _book_scores(position: Position) -> Mapping[Move, Score] | None:
    """Return the score of every move if the opening book knows all of them."""
    book = shipped_book(position.game)
    if book is None:
        return None
    scores = {move: book.score(position.play(move)) for move in position.moves}
    known = {move: -score for move, score in scores.items() if score is not None}
    return known if len(known) == len(scores) else None


def _choose(pool: MoveScores, count: int) -> Iterator[Position]:
    """Yield positions, the most useful next one first. Whatever is tested already counts half as much each time."""
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
