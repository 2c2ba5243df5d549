"""Each theme has positions that show it."""

import pytest

from noughts import position
from noughts.puzzles import THEMES, collection, puzzle_at

COLUMNS = "7,6,4 gravity"
EXAMPLES = {  # by theme: the position, its game, and the first right move
    "win-in-1": ("oxo/oxx/2_x o", "3,3,3", "a3"),
    "win-in-2": ("2ox/x_o/_x_ x", "3,3,3", "a3"),
    "win-in-3": ("2_o/x_o/_x_ x", "3,3,3", "c3"),
    "fork": ("2ox/x_o/_x_ x", "3,3,3", "a3"),
    "draw": ("o_x/2xo/ox_ o", "3,3,3", "b1"),
    "defence": ("o_x/2xo/ox_ o", "3,3,3", "b1"),
    "block-threat": ("oxo/2x_/xo_ o", "3,3,3", "c2"),
    "misere": ("xox/2x_/o_o o", "3,3,3 misere", "c2"),
    "four-three": ("_xo2_/2_x2_/_o2x_/_2x2o/o_o2_ x", "5,5,4", "d2"),
    "long-win": ("_xo2_/2_x_o/_ox_o/2_x2_/_xo2_ x", "5,5,4", "e4"),
    "quiet": ("2_x2o_x/2_2xo_o/2_2xo2x/2_o2x2o/2_xox2o/o2x3ox x", COLUMNS, "a5"),
    "bait": ("_oxo2_x/oxox2_o/ox2o2_x/x2ox_ox/2o2x_xo/2xox_xo x", COLUMNS, "f3"),
    "zugzwang": ("2_x/2xo/2ox o", "3,3,3 misere", "b1"),
    "claimeven": ("2_3ox_/2_3xo_/2_2o2x_/x_x2ox_/oxo3xo/2oxoxox o", COLUMNS, "a3"),
    "layers": ("ox_x/x2_o/2o2_/xo2x//2xo_/x2ox/oxo_/xoxo//ox2_/oxo_/o2xo/xox_//xo_o/2_xo/2x_o/oxox o", "4x4x4", "d3a"),
    "sacrifice": ("2x_3o_/2o_2ox_/2x_o2xo/ox_2xox/ox_o2xo/xo_x2ox x", COLUMNS, "c6"),
}


@pytest.mark.parametrize("theme", EXAMPLES)
def test_a_position_shows_its_theme(theme: str) -> None:
    text, game, move = EXAMPLES[theme]
    start = position(text, game)
    found = puzzle_at(start)
    assert found
    assert move in map(start.name, found.answers)
    assert theme in found.themes


def test_every_theme_has_an_example() -> None:
    assert set(EXAMPLES) == set(THEMES)


def test_a_win_in_so_many_moves_ends_with_the_solvers_move() -> None:
    """In misère, a player wins by the opponent's move, so no theme of a win fits."""
    names = {name for name in THEMES if "win" in name}
    assert not any(names & {*puzzle.themes} for puzzle in collection("misere"))
    for puzzle in collection("tictactoe"):
        if "win-in-1" in puzzle.themes:
            assert puzzle.position.play(puzzle.line[0]).winner is puzzle.position.turn
