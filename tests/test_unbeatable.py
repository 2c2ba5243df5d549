"""Perfect play is unbeatable: all games between the perfect player and any opponent are played out.

The results follow from the rules alone, and the values from the oracle in tests/oracle.py, which shares no code with
noughts.
"""

from functools import cache

import pytest
from hypothesis import given

from noughts import Player, Position, cell_string, game, player, position
from tests.chances import chances
from tests.oracle import Oracle, in_rows
from tests.strategies import games, in_sets, mark, positions

# The value for X and the plies of best play, from the literature. For the other games the oracle computes them.
LARGER = {"4,3,3": (1, 7), "4,4,3": (1, 5), "4,4,3 gravity": (1, 9)}
SMALL = [
    *["1,1,1", "1,1,2", "2,2,2", "2,3,3", "4,2,3", "3,3,2", "3,3,3", "3,3,3 torus", "3,3,3 gravity", "3,3,3 full=o"],
    *["2,2,2 misere", "3,2,2 misere", "3,3,3 misere", "3,3,3 gravity misere"],
    *["3,2,3 torus", "2x2x2", "2x2x2 gravity misere", "2,4,3 gravity"],
]


def ends(start: Position, seat: Player, first: bool = False) -> dict[Position, int]:
    """Return all final positions of games in which `seat` plays perfectly, each with its latest ply."""
    perfect = player("perfect", first=first)
    tier, ply, finished = {start: None}, 0, dict[Position, int]()
    while tier:
        finished |= {at: ply for at in tier if at.is_over}
        following: dict[Position, None] = {}
        for at in tier:
            moves = at.moves
            if moves and at.turn is seat:
                moves = tuple(chances(perfect.choose, at))
                assert set(moves) <= set(at.moves)
            following |= {at.play(move): None for move in moves}
        tier, ply = following, ply + 1
    return finished


@cache
def value_and_plies(text: str) -> tuple[int, int]:
    """Return the value of the empty board for X, and the number of plies of best play."""
    of = game(text)
    return LARGER.get(text) or Oracle(in_sets(of)).value("_" * len(of.board), "x")


def winners(finished: dict[Position, int]) -> set[Player | None]:
    return {at.outcome.winner for at in finished if at.outcome}


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        *((text, seat) for text in SMALL for seat in Player),
        *(pytest.param(text, Player.X, marks=pytest.mark.slow) for text in LARGER),
    ],
)
def test_perfect_gets_at_least_the_value_in_every_game(text: str, seat: Player) -> None:
    start = Position(game(text))
    value, plies = value_and_plies(text)
    value = value if seat is Player.X else -value
    for first in (False, True):
        finished = ends(start, seat, first)
        if value > 0:
            assert winners(finished) == {seat}
            assert max(finished.values()) == plies
        elif value == 0:
            assert seat.other not in winners(finished)
            assert None in winners(finished)  # the other side can hold the draw
        else:
            assert seat.other in winners(finished)
            assert min(at for end, at in finished.items() if winners({end: at}) == {seat.other}) >= plies


@pytest.mark.slow
def test_perfect_wins_the_cube_in_seven_plies() -> None:
    finished = ends(Position(game("3x3x3")), Player.X, first=True)
    assert winners(finished) == {Player.X}
    assert max(finished.values()) == 7


@pytest.mark.slow
def test_perfect_wins_misere_on_four_by_three_as_o() -> None:
    finished = ends(Position(game("4,3,3 misere")), Player.O)
    assert winners(finished) == {Player.O}
    assert max(finished.values()) == 11


@pytest.mark.slow
@pytest.mark.parametrize("seat", Player)
def test_perfect_never_loses_a_larger_drawn_game(seat: Player) -> None:
    assert seat.other not in winners(ends(Position(game("4,3,4")), seat, first=True))


@cache
def oracle(text: str) -> Oracle:
    return Oracle(in_rows(3, 3, 3, misere="misere" in text, gravity="gravity" in text, torus="torus" in text))


@pytest.mark.parametrize(
    "text",
    [
        "3,3,3",
        "3,3,3 gravity",
        *(pytest.param(f"3,3,3 {rule}", marks=pytest.mark.slow) for rule in ("misere", "torus")),
    ],
)
def test_perfect_plays_only_best_moves_in_every_position(text: str) -> None:
    """The perfect player wins as quickly as possible, and loses as slowly as possible."""
    perfect = player("perfect")
    for board, turn in oracle(text).reachable():
        at = position(f"{board} {turn}", text)
        if not at.is_over:
            assert set(chances(perfect.choose, at)) <= oracle(text).best(board, turn)


@given(positions(games()))
def test_perfect_plays_only_best_moves_in_random_games(at: Position) -> None:
    if not at.is_over:
        best = Oracle(in_sets(at.game)).best(cell_string(at), mark(at.turn))
        assert set(chances(player("perfect").choose, at)) <= best
        assert set(chances(player("perfect", first=True).choose, at)) <= best


def test_the_same_check_detects_a_player_that_can_be_beaten() -> None:
    """The level medium fails the same check, so the check is meaningful."""
    medium = player("medium")
    tier, lost = {Position(game("tictactoe"))}, 0
    while tier:
        following = set()
        for at in tier:
            if at.outcome:
                lost += at.outcome.winner is Player.O
            else:
                moves = chances(medium.choose, at, 0.6) if at.turn is Player.X else at.moves
                following |= {at.play(move) for move in moves}
        tier = following
    assert lost > 0
