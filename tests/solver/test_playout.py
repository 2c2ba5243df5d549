"""Play-outs have the same probabilities as random moves with `Position.play`, and are legal."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random
from typing import TypeVar

import pytest

from noughts import Board, Game, NoughtsError, Player, Position, cell_set, cells_in, game, playout, playouts, position
from noughts.rules.errors import RulesError

SIGMAS = 5
THREE_CELLS = Board(((0,), (1,), (2,)))

STARTS = [
    Position(game("tictactoe")),
    Position(game("3,3,3 misere")),
    Position(game("3,3,3 gravity")),
    Position(game("3,3,3 gravity misere")),
    Position(game("3,3,3 torus")),
    Position(game("3,3,2 full=o")),
    Position(game("3,3,3 full=x")),
    Position(game("2x2x2")),
    Position(game("2x2x2 gravity")),
    Position(game("tictactoe"), 0, 0, Player.O),
    position("oxx/xxo/_o_ x"),
    position("ox_/oxx/_ox x"),  # four X, three O, and still X to move
    position("o_x/x2_/x2o o"),
    position("3_/_x_/ox_ o", "3,3,3 gravity"),
    position("4_/4_/ox2_/xo2_ x", "4,4,3 gravity"),
    Position(Game("two lines of one cell", THREE_CELLS, (0b001, 0b100), needs=(0b110, 0, 0))),
    Position(Game("no lines", THREE_CELLS, ())),
]


def positions_of_random_games() -> Iterator[Position]:
    """Return random positions of games with random lines and needs."""
    for seed in range(25):
        random = Random(seed)
        size = random.randint(1, 8)
        cells = range(size)
        lines = tuple({random.randrange(1, 1 << size) for _ in range(random.randint(0, 4))})
        order = random.sample(cells, size)
        needs = [cell_set(before for before in order[: order.index(cell)] if random.random() < 0.3) for cell in cells]
        strange = Game(
            f"strange {seed}",
            Board(tuple((cell,) for cell in cells)),
            lines,
            tuple(needs) if random.random() < 0.7 else (),
            random.random() < 0.5,
            random.choice([None, *Player]),
        )
        start = Position(strange, 0, 0, random.choice(list(Player)))
        for _ in range(random.randint(0, 2)):
            if not start.is_over:
                start = start.play(random.choice(start.moves))
        yield start


ALL = [*STARTS, *positions_of_random_games()]
NAMES = [start.game.name for start in ALL]
LARGE = [Position(game(name)) for name in ("connect four", "qubic", "score four", "gomoku", "5,5,4 misere")]

T = TypeVar("T", bound=Hashable)


def winner(end: Position) -> Player | None:
    assert end.outcome
    return end.outcome.winner


@cache
def by_winner(start: Position) -> dict[Player | None, Fraction]:
    """Return the probability of each result of random play, found by playing every game."""
    if start.is_over:
        return {winner(start): Fraction(1)}
    return mean([by_winner(start.play(move)) for move in start.moves])


def by_end(start: Position) -> dict[Position, Fraction]:
    """Return the probability of each final position."""
    return {start: Fraction(1)} if start.is_over else mean([by_end(start.play(move)) for move in start.moves])


def mean(chances: Sequence[dict[T, Fraction]]) -> dict[T, Fraction]:
    average: dict[T, Fraction] = {}
    for each in chances:
        for what, chance in each.items():
            average[what] = average.get(what, Fraction(0)) + chance / len(chances)
    return average


def assert_as_likely(counted: Counter[T], chance: dict[T, Fraction]) -> None:
    """Check that every count is within some standard deviations of its expectation."""
    total = counted.total()
    assert counted.keys() <= chance.keys()
    for what, likely in chance.items():
        p = float(likely)
        assert abs(counted[what] - total * p) <= SIGMAS * sqrt(total * p * (1 - p)), what


def test_random_tic_tac_toe_matches_the_literature() -> None:
    exact = {Player.X: Fraction(737, 1260), None: Fraction(8, 63), Player.O: Fraction(121, 420)}
    assert by_winner(Position(game("tictactoe"))) == exact
    assert_as_likely(playouts(Position(game("tictactoe")), 60_000, Random(20)), exact)


@pytest.mark.parametrize("start", ALL, ids=NAMES)
def test_results_are_as_likely_as_with_positions(start: Position) -> None:
    counted = playouts(start, 4_000, Random(1))
    assert counted.total() == 4_000
    assert_as_likely(counted, by_winner(start))


@pytest.mark.parametrize("start", [start for start in ALL if start.empty.bit_count() <= 5])
def test_final_positions_are_as_likely_as_with_positions(start: Position) -> None:
    random = Random(2)
    assert_as_likely(Counter(playout(start, random) for _ in range(2_000)), by_end(start))


def predecessors(start: Position, end: Position) -> Iterator[Position]:
    """Yield the unfinished positions from which a single move leads to the final position."""
    for cell in cells_in((end.x | end.o) & ~(start.x | start.o)):
        try:
            before = Position(end.game, end.x & ~(1 << cell), end.o & ~(1 << cell), end.turn.other)
        except RulesError:
            continue  # the stone would have no support below it
        if cell in before.moves and before.play(cell) == end:
            yield before


@pytest.mark.parametrize("start", [*ALL, *LARGE], ids=lambda start: start.game.name)
def test_final_positions_are_legal(start: Position) -> None:
    for seed in range(20):
        end = playout(start, Random(seed))
        assert end.is_over
        assert end.game is start.game
        assert (end.x & start.x, end.o & start.o) == (start.x, start.o)
        new_x, new_o = (end.x ^ start.x).bit_count(), (end.o ^ start.o).bit_count()
        ahead = new_x - new_o if start.turn is Player.X else new_o - new_x
        assert ahead == (end.turn is not start.turn)
        assert start.is_over or list(predecessors(start, end))  # the game stopped exactly at its end


@pytest.mark.parametrize("start", ALL, ids=NAMES)
def test_the_same_random_numbers_give_the_same_games(start: Position) -> None:
    one, many = Random(3), Random(3)
    ends = Counter(winner(playout(start, one)) for _ in range(50))
    assert playouts(start, 50, many) == ends
    assert one.random() == many.random()


def test_a_seeded_game_is_unchanged() -> None:
    """`Random.random` guarantees the same numbers in every Python version, so a seed always gives the same game."""
    assert playout(Position(game("tictactoe")), Random(1)) == position("2xo/o2x/x2o o")
    assert playouts(Position(game("tictactoe")), 1000, Random(1)) == {Player.X: 556, Player.O: 305, None: 139}


def test_a_finished_position_is_returned_unchanged() -> None:
    over = position("3x/2o_/3_ o")
    assert playout(over, Random(1)) is over
    assert playouts(over, 3, Random(1)) == {Player.X: 3}


def test_play_outs_need_a_count_of_at_least_zero() -> None:
    assert playouts(Position(game("tictactoe")), 0, Random(1)) == {}
    with pytest.raises(NoughtsError, match="expected a whole number of at least 0 as the number of play-outs, not -1"):
        playouts(Position(game("tictactoe")), -1, Random(1))
