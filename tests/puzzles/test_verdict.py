"""The verdict on a move says why it is right or wrong, and shows the refutation."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import position
from noughts.explain.naming import COLUMNS
from noughts.explain.reasons.immediate_reasons import immediate_reasons
from noughts.puzzles import Puzzle, collection, judge, puzzle_at, with_id
from noughts.puzzles.collections import every
from noughts.rules.board import cells_in
from noughts.rules.errors import IllegalMove
from noughts.rules.position import Position
from noughts.rules.tactics import line_wins
from noughts.solver.solver import Solver
from tests.slowly import few_fast

SMALL = [puzzle for name in ("tictactoe", "misere") for puzzle in collection(name)]
SOLVERS = {puzzle.position.game: Solver(puzzle.position.game) for puzzle in SMALL}


@given(puzzle=st.sampled_from(SMALL), data=st.data())
def test_a_wrong_move_is_refuted_by_best_play(puzzle: Puzzle, data: st.DataObject) -> None:
    start = puzzle.position
    solver = SOLVERS[start.game]
    move = data.draw(st.sampled_from(start.moves))
    verdict = judge(puzzle, move, solver=solver)
    assert verdict.is_right == (move in puzzle.answers)
    assert verdict.line[0] == move
    if verdict.is_right:
        return
    assert verdict.words.endswith(".")
    after = start.play(move)
    value = solver.score(after)  # for the opponent
    for reply in verdict.line[1:]:
        assert solver.score(after.play(reply)) == -solver.score(after)
        after = after.play(reply)
    if value > 0:
        assert after.winner is start.turn.other
        assert re.search(f"{start.turn.other} (wins|answers|can force)|it completes", verdict.words), verdict.words


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        ("x2_/_o_/2_x o", "a3", "a3 throws away the draw: X answers c1, which forks, threatening b1 and c2."),
        ("xx_/oo_/3_ x", "c1", "c1 wins at once: a1-b1-c1 is complete."),
        ("xx_/oo_/3_ x", "a3", "a3 throws away the win and loses: O wins at c2."),
        ("2ox/x_o/_x_ x", "b2", "b2 throws away the win. O answers a3, which blocks c1-b2-a3."),
    ],
)
def test_known_words(text: str, move: str, words: str) -> None:
    puzzle = puzzle_at(position(text))
    assert puzzle
    assert judge(puzzle, puzzle.position.game.board.cell(move)).words == words


@pytest.mark.parametrize(("id", "move"), [("wegptb", "d"), ("wegptb", "b"), ("x9tsnm", "g")])
def test_a_line_of_best_play_says_who_makes_its_first_move(id: str, move: str) -> None:
    """On a board where discs fall, a column names a move of either player."""
    puzzle = with_id(id)
    start = puzzle.position
    pressed = next(cell for cell in start.moves if COLUMNS.move(start.game.board, cell) == move)
    verdict = judge(puzzle, pressed, naming=COLUMNS)
    found = re.search(r"best play: (X|O) ([a-g ]+)", verdict.words)
    assert found
    told = 2 + verdict.words.count("must block")  # the move, its answer and the forced blocks
    positions = [start]
    for played in verdict.line:
        positions.append(positions[-1].play(played))
    assert str(positions[told].turn) == found[1]
    shown = COLUMNS.moves(start.game.board, verdict.line[told:])
    assert found[2].split()[: len(shown)] == shown[: len(found[2].split())]


def test_a_right_move_before_the_last_one_does_not_give_the_next_one_away() -> None:
    for puzzle in SMALL:
        if puzzle.moves_left > 1:
            start, move = puzzle.position, puzzle.line[0]
            words = judge(puzzle, move, solver=SOLVERS[start.game]).words
            seen = list(immediate_reasons(start, move))
            cells = {move, *(cell for reason in seen for cell in reason.cells)}
            cells |= {cell for reason in seen for row in reason.rows for cell in cells_in(row)}
            assert set(re.findall(r"[a-c][1-3]", words)) <= {start.name(cell) for cell in cells}


@given(puzzle=st.sampled_from(collection("gomoku")), data=st.data())
def test_a_puzzle_of_fours_names_what_a_move_makes(puzzle: Puzzle, data: st.DataObject) -> None:
    right = judge(puzzle, puzzle.line[0])
    assert right.is_right
    assert "four" in right.words or "threatens" in right.words or "row" in right.words
    wrong = data.draw(st.sampled_from([move for move in puzzle.position.moves if move not in puzzle.answers]))
    verdict = judge(puzzle, wrong)
    assert not verdict.is_right
    assert "makes no four" in verdict.words or "makes a four, but" in verdict.words


def test_an_illegal_move_is_an_error() -> None:
    puzzle = SMALL[0]
    taken = next(cell for cell in range(9) if cell not in puzzle.position.moves)
    with pytest.raises(IllegalMove):
        judge(puzzle, taken)


def test_every_line_leads_to_the_goal() -> None:
    for puzzle in every():
        rest: Puzzle = puzzle
        while not rest.is_solved:
            before: Position = rest.position
            rest = rest.play(min(rest.answers))
            assert rest.is_solved or rest.position.turn is before.turn


@pytest.mark.parametrize("part", few_fast(range(8)))
def test_no_sentence_of_a_puzzle_of_fours_overlooks_a_win_of_the_opponent(part: int) -> None:
    for puzzle in collection("gomoku")[part::8]:
        rest = puzzle
        while not rest.is_solved:
            for move in rest.position.moves:
                after = rest.position.play(move)
                if not after.is_over and line_wins(after, after.turn):
                    assert f"lets {after.turn} complete a row" in judge(rest, move).words
            rest = rest.play(rest.line[0])


def test_a_fork_is_named_last() -> None:
    for puzzle in collection("4,4,4")[::10]:
        words = judge(puzzle, puzzle.line[0]).words
        assert not re.search(r"can block only one (and|or|,)", words), words


@pytest.mark.parametrize("name", ["tictactoe", "misere", "gomoku"])
def test_the_last_right_move_of_a_win_is_played_out_to_its_end(name: str) -> None:
    solver = Solver(collection(name)[0].position.game)
    for puzzle in collection(name)[::4]:
        rest, winner = puzzle, puzzle.position.turn
        while rest.moves_left > 1:
            rest = rest.play(rest.line[0])
        line, at = judge(rest, rest.line[0], solver=solver).line, rest.position
        for move in line:
            at = at.play(move)
        assert at.winner is (None if puzzle.goal == "draw" else winner)
