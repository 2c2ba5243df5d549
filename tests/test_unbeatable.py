"""The certificate: every line of play, against every move that the perfect player may make, by its own code.

The games are judged by the rules alone, and where it says so by the oracle, which shares no code with noughts.
"""

from functools import cache

import pytest
from hypothesis import given

from noughts import Player, Position, cell_string, game, player, position
from tests.chances import chances
from tests.oracle import Oracle, in_rows
from tests.strategies import games, in_sets, mark, positions

# What a game is worth to X, and its plies in best play: the oracle says; of these, the literature.
LARGER = {"4,3,3": (1, 7), "4,4,3": (1, 5), "4,4,3 gravity": (1, 9)}
SMALL = [
    *["1,1,1", "1,1,2", "2,2,2", "2,3,3", "4,2,3", "3,3,2", "3,3,3", "3,3,3 torus", "3,3,3 gravity", "3,3,3 full=o"],
    *["2,2,2 misere", "3,2,2 misere", "3,3,3 misere", "3,3,3 gravity misere"],
    *["3,2,3 torus", "2x2x2", "2x2x2 gravity misere", "2,4,3 gravity"],
]


def ends(start: Position, seat: Player, first: bool = False) -> dict[Position, int]:
    """All ends of all games from a position in which one seat is the perfect player's, each with its latest ply."""
    perfect = player("perfect", first=first)
    tier, ply, found = {start: None}, 0, dict[Position, int]()
    while tier:
        found |= {at: ply for at in tier if at.is_over}
        following: dict[Position, None] = {}
        for at in tier:
            moves = at.moves
            if moves and at.turn is seat:
                moves = tuple(chances(perfect.choose, at))
                assert set(moves) <= set(at.moves)
            following |= {at.play(move): None for move in moves}
        tier, ply = following, ply + 1
    return found


def winners(found: dict[Position, int]) -> set[Player | None]:
    return {at.outcome.winner for at in found if at.outcome}


@pytest.mark.parametrize(
    ("text", "seat"), [*((text, seat) for text in SMALL for seat in Player), *((text, Player.X) for text in LARGER)]
)
def test_no_line_of_play_gets_more_than_the_value(text: str, seat: Player) -> None:
    start = Position(game(text))
    value, plies = LARGER.get(text) or Oracle(in_sets(start.game)).value("_" * len(start.game.board), "x")
    value = value if seat is Player.X else -value
    for first in (False, True):
        found = ends(start, seat, first)
        if value > 0:
            assert winners(found) == {seat}
            assert max(found.values()) == plies
        elif value == 0:
            assert seat.other not in winners(found)
            assert None in winners(found)  # the other side can hold the draw: it is one
        else:
            assert seat.other in winners(found)
            assert min(at for end, at in found.items() if winners({end: at}) == {seat.other}) >= plies


@pytest.mark.slow
def test_in_the_cube_the_centre_wins_in_seven() -> None:
    found = ends(Position(game("3x3x3")), Player.X, first=True)
    assert winners(found) == {Player.X}
    assert max(found.values()) == 7


@pytest.mark.slow
def test_misere_on_four_by_three_is_won_by_o() -> None:
    found = ends(Position(game("4,3,3 misere")), Player.O)
    assert winners(found) == {Player.O}
    assert max(found.values()) == 11


@pytest.mark.slow
@pytest.mark.parametrize("seat", Player)
def test_a_larger_drawn_game_is_never_lost(seat: Player) -> None:
    assert seat.other not in winners(ends(Position(game("4,3,4")), seat, first=True))


@cache
def oracle(text: str) -> Oracle:
    return Oracle(in_rows(3, 3, 3, misere="misere" in text, gravity="gravity" in text, torus="torus" in text))


@pytest.mark.parametrize("text", ["3,3,3", "3,3,3 misere", "3,3,3 gravity", "3,3,3 torus"])
def test_from_every_position_it_makes_the_best_of_it(text: str) -> None:
    """Also in lost ones: it wins as soon as can be, and else resists as long as can be."""
    perfect = player("perfect")
    for board, turn in oracle(text).reachable():
        at = position(f"{board} {turn}", text)
        if not at.is_over:
            assert set(chances(perfect.choose, at)) <= oracle(text).best(board, turn)


@given(positions(games()))
def test_in_any_position_of_any_game(at: Position) -> None:
    if not at.is_over:
        best = Oracle(in_sets(at.game)).best(cell_string(at), mark(at.turn))
        assert set(chances(player("perfect").choose, at)) <= best
        assert set(chances(player("perfect", first=True).choose, at)) <= best


def test_the_certificate_is_worth_something() -> None:
    """A player that can be beaten does not pass: medium, run through the same mill, loses."""
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
