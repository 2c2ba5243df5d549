"""Sentences name moves by their cells or, where discs fall, by their columns."""

import re
from random import Random

import pytest

from noughts.explain.naming import CELLS, COLUMNS
from noughts.explain.reasons.reasons import reasons
from noughts.explain.reasons.sentences import explain, hint
from noughts.explain.review.review import review
from noughts.explain.review.summary import describe_move, summary
from noughts.explain.words import advice, naming_of
from noughts.rules.gallery import game
from noughts.rules.notation import position
from noughts.rules.position import Position
from noughts.rules.record import Record
from noughts.solver.analyse import analyse
from noughts.solver.solver import Solver

CELL = re.compile(r"\b[a-e][1-4]\b")


@pytest.mark.parametrize(
    ("text", "move", "cells", "columns"),
    [
        ("3_o/3_x/2x2o/x2ox x", "a2", "a2 wins at once: a2-a3-a4 is complete.", "the row in column a is complete."),
        ("4_/o3_/o_xo/2xox x", "d2", "d2 wins at once: d2-c3-b4 is complete.", "the row from b to d is complete."),
        (
            "4_/4_/_o_x/o2xo x",
            "b2",
            "b2 throws away the win and loses: O answers a3, which forks, threatening a2 and c3. Instead, d2 forks, "
            "threatening d1 and c3.",
            "Column b throws away the win and loses: O answers a, which forks, threatening a and c. Instead, column d "
            "forks, threatening d and c.",
        ),
        (
            "4_/o2_x/o2_o/xo2x x",
            "b3",
            "b3 loses, as every move does: O wins at a1. a1 holds out longer (4 moves).",
            "Column b loses, as every move does: O wins at a. Column a holds out longer (4 moves).",
        ),
        (
            "2x_o/2o_x/2x2o/2o2x x",
            "c2",
            "c2 is the only legal move: it blocks a2-b2-c2 and threatens to win at c1. O must block c1.",
            "Column c is the only legal move: it blocks the row from a to c and threatens to win at c. O must block c.",
        ),
        ("4_/2_o_/o2x_/x2ox x", "a2", "a2 still wins, but b2 wins at once.", "but column b wins at once."),
    ],
)
def test_a_move_is_named_by_its_cell_or_its_column(text: str, move: str, cells: str, columns: str) -> None:
    at = position(text, "4,4,3 gravity")
    analysis, cell = analyse(at), at.cell(move)
    why = reasons(at, cell, analysis=analysis)
    assert str(explain(analysis, cell, why)) == cells
    assert str(explain(analysis, cell, why, COLUMNS)).endswith(columns)


@pytest.mark.parametrize("name", ["4,4,3 gravity", "5,4,4 gravity", "4,3,3 gravity misere"])
def test_no_sentence_by_column_names_a_cell(name: str) -> None:
    random, solver = Random(0), Solver(game(name))
    for _ in range(10):
        moves, at = list[int](), Position(name)
        while not at.is_over:
            moves.append(random.choice(at.moves))
            at = at.play(moves[-1])
        reviewed = review(Record(Position(name), tuple(moves)), 5000, solver=solver, naming=COLUMNS)
        texts = [*summary(reviewed), *(describe_move(reviewed, move) for move in reviewed.moves)]
        for before in reviewed.record.positions[-6:-1]:
            analysis = analyse(before, solver=solver)
            best = analysis.best[0].move
            texts += [advice(analysis, COLUMNS), hint(analysis, reasons(before, best, solver), COLUMNS)]
        assert [text for text in texts if CELL.search(text)] == []
        assert [text for text in texts if re.search(r"(^|[.!\n] )column", text)] == []
        assert [
            text for text in texts if re.search(r"(^|[.!;:,] )[a-e] (wins|keeps|loses|holds|blocks|forks)", text)
        ] == []


def test_people_name_columns_only_where_discs_fall() -> None:
    assert naming_of(game("connect four")) is COLUMNS
    assert [naming_of(game(name)) for name in ("tictactoe", "gomoku", "4x4x4 gravity")] == [CELLS] * 3
