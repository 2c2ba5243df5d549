"""The gallery: the spellings of names, the rules of each game, and errors for invalid names."""

import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import GALLERY, Game, NotationError, Player, RulesError, full, game, gravity, in_a_row, misere, mnk
from noughts.rules.gallery import game_or_none

CELLS_AND_LINES = {
    "tictactoe": (9, 8),
    "misere": (9, 8),
    "connect four": (42, 69),
    "gomoku": (225, 572),
    "cube": (27, 49),
    "qubic": (64, 76),
    "score four": (64, 76),
    "torus": (9, 12),
}
"""The rules of each named game. Every new game needs an entry."""


def test_every_named_game_is_described_here() -> None:
    assert set(GALLERY) == set(CELLS_AND_LINES)


@pytest.mark.parametrize("name", GALLERY)
def test_named_games_have_the_described_rules(name: str) -> None:
    assert (len(game(name).board), len(game(name).lines)) == CELLS_AND_LINES[name]
    assert game(name) == game(GALLERY[name])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tictactoe", mnk(3, 3, 3)),
        ("Tic-Tac-Toe", mnk(3, 3, 3)),
        ("  noughts   and\tcrosses ", mnk(3, 3, 3)),
        ("tic_tac_toe misère", misere(mnk(3, 3, 3))),
        ("avoidance", misere(mnk(3, 3, 3))),
        ("misere, gravity", gravity(misere(mnk(3, 3, 3)))),
        ("Connect 4", gravity(mnk(7, 6, 4))),
        ("connect four misere", misere(gravity(mnk(7, 6, 4)))),
        ("7,6,4 drop", gravity(mnk(7, 6, 4))),
        (" 4 , 3 , 2 ", mnk(4, 3, 2)),
        ("4x3,2", mnk(4, 3, 2)),
        ("4 3 2", mnk(4, 3, 2)),
        ("5 5 4 gravity", gravity(mnk(5, 5, 4))),
        ("4×3", mnk(4, 3, 3)),
        ("5,5,4 full=O", full(mnk(5, 5, 4), Player.O)),
        ("5,5,4 FULL=x", full(mnk(5, 5, 4), Player.X)),
        ("3,3,3 wrap", in_a_row(3, 3, 3, torus=True)),
        ("torus", in_a_row(3, 3, 3, torus=True)),
        ("3d", in_a_row(3, 3, 3, 3)),
        ("3x3x3", in_a_row(3, 3, 3, 3)),
        ("4x4x4", in_a_row(4, 4, 4, 4)),
        ("score four", gravity(in_a_row(4, 4, 4, 4))),
        ("4x4x4,3", in_a_row(3, 4, 4, 4)),
        ("2x3x4", in_a_row(2, 2, 3, 4)),
        ("2x2x2x2", in_a_row(2, 2, 2, 2, 2)),
        ("line 5,3", in_a_row(3, 5)),
        ("Line 7, 2 misere", misere(in_a_row(2, 7))),
        ("3,3,3 misere gravity torus", misere(gravity(in_a_row(3, 3, 3, torus=True)))),
    ],
)
def test_names_are_read_in_many_spellings(text: str, expected: Game) -> None:
    assert game(text) == expected


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
    st.integers(1, 5),
    *[st.booleans()] * 3,
    st.sampled_from([None, *Player]),
)
def test_a_game_can_be_read_back_from_its_name(
    shape: list[int], k: int, torus: bool, falls: bool, avoid: bool, winner: Player | None
) -> None:
    expected = in_a_row(k, *shape, torus=torus)
    expected = gravity(expected) if falls else expected
    expected = misere(expected) if avoid else expected
    expected = full(expected, winner) if winner else expected
    assert game(expected.name) == expected
    assert repr(expected) == f"game({expected.name!r})"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown game '': expected columns, rows and how many in a row, as in 4,4,3"),
        ("chess", "unknown game 'chess'"),
        ("3,3", "unknown game '3,3'"),
        ("3", "unknown game '3'"),
        ("3,3,3,3", "unknown game '3,3,3,3'"),
        ("3,3x3", "unknown game '3,3x3'"),
        ("line", "unknown game 'line'"),
        ("-3,3,3", "unknown game '-3,3,3'"),
        ("4,-3,3", "unknown game '4,-3,3'"),
        ("3,3,3 sideways", "unknown variant 'sideways' in '3,3,3 sideways'"),
        ("3,3,3 4", "unknown variant '4' in '3,3,3 4'"),
        ("3,3,3.5", "unknown variant '.5' in '3,3,3.5'"),
        ("tictactoex", "unknown game 'tictactoex'"),
        ("3,3,3 full", "unknown variant 'full' in '3,3,3 full'"),
        ("1234567,3,3", "unknown game"),
        ("x" * 1000, "unknown game '" + "x" * 40 + "…'"),
    ],
)
def test_invalid_names_raise_an_error(text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        game(text)
    assert message in str(error.value)
    assert "or one of tictactoe, misere, connect four" in str(error.value)
    assert game_or_none(text) is None


def test_a_full_board_has_one_winner() -> None:
    with pytest.raises(NotationError, match="full=x and full=o"):
        game("3,3,3 full=x full=o")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9999,9999,5", "a board has at most 2704 cells, not 9999 × 9999"),
        ("999999,999999,999999 torus", "at most 2704 cells"),
        ("53x52", "at most 2704 cells"),
        ("0,3,3", "a side of a board must have at least 1 cell, not 0 × 3"),
        ("3,3,0", "a row must have at least 1 cell, not 0"),
        ("2x2x2x2x2x2x2", "a game has at most 50000 lines: choose a smaller board"),
        ("x".join(["1"] * 100), "a game has at most 50000 lines: choose a smaller board"),
        ("x".join(["999999"] * 28), "at most 2704 cells"),
    ],
)
def test_games_that_are_too_large_raise_an_error_at_once(text: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):  # a first call, which is not timed
        game(text)
    tracemalloc.start()
    start = time.process_time()
    with pytest.raises(RulesError):
        game(text)
    seconds, (_, most) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert seconds < 0.05
    assert most < 1_000_000
    assert game_or_none(text) is None


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("52,52,52", 52 + 52 + 2),
        ("2704,1,1352", 1353),
        ("52,52,999999 torus", 0),
        ("52,51,2652 torus", 1),
        ("1x1x1x1x1x1x1x1x1", 1),
    ],
)
def test_the_largest_games_are_created_quickly(text: str, lines: int) -> None:
    start = time.process_time()
    expected = game(text)
    assert time.process_time() - start < 1
    assert len(expected.lines) == lines


def test_equal_names_share_one_game() -> None:
    assert game("5,5,3 gravity") is game("5,5,3 gravity")
