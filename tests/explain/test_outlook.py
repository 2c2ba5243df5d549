"""An estimate comes with a reason that a reader can check on the board."""

import re
from random import Random

import pytest

from noughts import Position, analyse, game, position
from noughts.explain.evaluation_json import reason_words
from noughts.explain.reasons.outlook import outlook
from noughts.explain.reasons.reasons import reasons
from noughts.explain.reasons.sentences import hint, why


@pytest.mark.parametrize(
    ("rules", "board", "estimate", "expected"),
    [
        ("3,3,3", "oo_/x2_/x2_ x", -0.5, "O threatens to win at c1."),
        ("3,3,3", "xo_/_x_/2_o x", 0.5, "X can make two threats at once at a2 or a3."),
        ("3,3,3", "xo_/_x_/2_o o", -0.5, "If O does not prevent it, X makes two threats at once at a2 or a3."),
        ("4,4,4", "16_ x", 0.2, "Each player can still complete 10 rows, and it is X's move."),
        ("4,4,4", "16_ x", -0.2, "Each player can still complete 10 rows."),
        ("4,4,4", "5_x10_ o", -0.1, "X has 3 open rows with 1 mark, and O has none."),
        ("4,4,4", "5_x10_ o", 0.1, "X has 3 open rows with 1 mark, and O has none, but it is O's move."),
        ("4,4,4", "xx2_/oo2_/4_/4_ x", 0, "Each player can still complete 6 rows."),
        ("4,4,4", "xx2_/o3_/4_/2_o_ x", 0, "X has 1 open row with 2 marks, and O has none."),
        ("4,4,4 misere", "xx14_ o", 0.3, "X has 1 open row with 2 marks, and O has none. A row loses this game."),
    ],
)
def test_the_reason_for_an_estimate_of_a_known_board(rules: str, board: str, estimate: float, expected: str) -> None:
    assert outlook(position(board, rules), estimate) == expected


def open_rows(at: Position, player: str, marks: int) -> int:
    """Count, cell by cell, the rows with this many marks of a player and no mark of the opponent."""
    cells = [at[name] for name in at.game.board.names]
    rows = [[cells[cell] for cell in range(len(cells)) if line >> cell & 1] for line in at.game.lines]
    held = [[str(mark) for mark in row if mark is not None] for row in rows]
    return sum(row == [player] * marks for row in held)


@pytest.mark.parametrize("rules", ["5,5,4", "gomoku", "qubic", "connect four", "4,4,3 misere", "5,5,4 torus"])
def test_the_sentence_counts_the_rows_on_the_board(rules: str) -> None:
    random, at, compared = Random(2), Position(game(rules)), 0
    for _ in range(14):
        at = at.play(random.choice(at.moves))
        if at.is_over:
            break
        found = re.match(r"(\w) has (\d+) open rows? with (\d) marks?, and (\w) has (\d+|none)", outlook(at, 0.01))
        if found:
            leader, more, marks, other, less = found.groups()
            assert open_rows(at, leader, int(marks)) == int(more)
            assert open_rows(at, other, int(marks)) == int(less.replace("none", "0"))
            compared += 1
    assert compared >= 3


@pytest.mark.parametrize("rules", ["gomoku", "qubic", "6,6,5"])
def test_a_hint_and_an_explanation_say_what_an_estimate_rests_on(rules: str) -> None:
    at = Position(game(rules)).play("a1" if rules != "qubic" else "a1a")
    analysis = analyse(at, 5, estimate_nodes=20)
    move = analysis.best[0].move
    found = reasons(at, move, analysis=analysis, limit=5)
    assert "estimate" in hint(analysis, found)
    assert re.search(r"open row|threat|fork|blocks", hint(analysis, found))
    assert re.search(r"rows? that O can still complete", why(analysis, move, found))
    assert outlook(at, analysis.score or 0) in reason_words(analysis, found)
