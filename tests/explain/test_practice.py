"""The answers to a learner's moves are true: each is compared with the rules and the exact values."""

import re
from itertools import pairwise

import pytest

from noughts import NoughtsError, Player, Position, Solver, game, position
from noughts.explain.exercises.practice import Feedback, LessonTask, feedback, perfect_answer, question
from noughts.rules.tactics import sign

SOLVER = Solver(game("tictactoe"))
CELL = re.compile(r"\b[a-g][1-6]\b")

SOME = [  # wins, blocks, forks, traps, lost positions, and the positions of the lessons
    *["9_ x", "x8_ o", "4_x4_ o", "xx_/oo_/3_ x", "xx_/_o_/3_ o", "xo_/_x_/2_o x", "x2_/_o_/2_x o", "x2_/o2_/3_ x"],
    *["o_x/x2_/x2o x", "2ox/x_o/2_x x", "oxx/x2_/x2o o", "x_o/_o_/2_x x", "2o_/2x_/3_ x", "o2_/_x_/3_ x"],
    *["x_o/_o_/x_x o", "xox/oxo/_x_ o"],
]


def after(at: Position, move: int) -> int:
    """Return the result of a move for its player: 1, 0 or -1."""
    reply = at.play(move)
    if reply.outcome:
        return 0 if reply.outcome.winner is None else 1 if reply.outcome.winner is at.turn else -1
    return -sign(SOLVER.score(reply))


def completes(at: Position, move: int, player: Player) -> bool:
    """Return whether a player would complete a row on a cell."""
    stones = (at.x if player is Player.X else at.o) | 1 << move
    return any(line >> move & 1 and line & stones == line for line in at.game.lines)


def threats(at: Position, player: Player) -> set[str]:
    return {at.game.board.names[cell] for cell in range(9) if at.empty >> cell & 1 and completes(at, cell, player)}


@pytest.mark.parametrize("text", SOME)
def test_yes_and_no_agree_with_the_exact_values(text: str) -> None:
    at = position(text)
    results = {move: after(at, move) for move in at.moves}
    for move, answer in feedback(at, "move").items():
        mistake = results[move] < max(results.values())
        assert answer.text.startswith("No") == mistake == (answer.tone == "bad")
        if answer.text.startswith("Yes"):
            assert results[move] >= 0
        if "Every other move loses" in answer.text:
            assert all(result < 0 for other, result in results.items() if other != move)
        if "wins too" in answer.text:
            assert results[move] > 0
            (better,) = CELL.findall(answer.text) if answer.text.count(" or ") == 0 else CELL.findall(answer.text)[:1]
            assert completes(at, at.cell(better), at.turn)


@pytest.mark.parametrize("text", SOME)
@pytest.mark.parametrize("task", ["move", "fork", "value", "refute"])
def test_the_threats_and_wins_that_an_answer_names_are_on_the_board(text: str, task: LessonTask) -> None:
    at = position(text)
    for move, answer in feedback(at, task).items():
        played = at.play(move)
        pointed = {at.game.board.names[cell] for cell in answer.cells}
        if "is complete" in answer.text:
            assert played.outcome
            assert played.outcome.winner is at.turn
            assert pointed == set(CELL.findall(answer.text.partition(" is complete")[0]))
        elif "makes two threats at once" in answer.text and " plays " not in answer.text:
            assert pointed == threats(played, at.turn)
            assert len(pointed) >= 2
            assert not threats(played, at.turn.other)
        elif pointed:
            assert pointed == threats(played, at.turn)
        if found := re.search(r"(?:Now|now) ([XO]) plays ([a-c1-3, or]+) and wins", answer.text):
            winner = Player(found[1].lower())
            assert set(CELL.findall(found[2])) <= threats(played, winner)
        if "no threat" in answer.text:
            assert not threats(played, at.turn)
        if "only one threat" in answer.text:
            assert len(threats(played, at.turn)) == 1


@pytest.mark.parametrize("text", SOME)
@pytest.mark.parametrize("task", ["move", "value"])
def test_a_line_of_play_that_an_answer_tells_is_forced(text: str, task: LessonTask) -> None:
    told = 0
    for move, answer in feedback(position(text), task).items():
        at = position(text).play(move)
        steps = re.findall(r"([XO]) (plays|must block) ([a-c][1-3])", answer.text)
        if "and makes two threats" not in answer.text or not steps:
            continue
        if Player(steps[0][0].lower()) is position(text).turn:  # the line begins with the move itself
            assert at.game.board.names[move] == steps.pop(0)[2]
        for (_, _, cell), following in pairwise([*steps, ("", "", "")]):
            mover = at.turn
            at = at.play(cell)
            if following[1] == "must block":
                assert threats(at, mover) == {following[2]}
        assert threats(at, at.turn.other) == set(CELL.findall(answer.text.rpartition(" at once, at ")[2]))
        assert len(threats(at, at.turn.other)) >= 2
        told += 1
    assert told or "x8_" not in text


@pytest.mark.parametrize("text", SOME)
def test_the_value_of_a_move_is_its_exact_value_and_mistakes_are_counted(text: str) -> None:
    at = position(text)
    for move, answer in feedback(at, "value").items():
        result, reply = after(at, move), at.play(move)
        assert ("is a draw" in answer.text) == (result == 0)
        if reply.is_over or result:
            continue
        losing = [answer for answer in reply.moves if after(reply, answer) < 0]
        count = re.search(r"But (\d) of [XO]'s (\d) answers? loses?", answer.text)
        assert [int(number) for number in count.groups()] == [len(losing), len(reply.moves)] if count else not losing
        if safe := re.search(r"Only (.*) (?:is|are) safe", answer.text):
            names = {at.game.board.names[move] for move in reply.moves if move not in losing}
            assert set(CELL.findall(safe[1])) == names


def test_the_computers_thoughts_are_the_results_of_all_replies() -> None:
    at = position("o_x/x2_/x2o x")
    told = {at.game.board.names[move]: answer.text for move, answer in feedback(at, "think").items()}
    assert told["b2"] == "The game is over. The computer writes down: X wins."
    assert "b2: O wins; c2: X wins." in told["b1"]
    assert told["b1"].endswith("so the computer writes down: O wins.")


def test_a_refutation_says_how_many_replies_are_skipped() -> None:
    told = feedback(position("x_o/_o_/2_x x"), "refute")
    assert [move for move, answer in told.items() if answer.tone == "good"] == [6]
    assert told[6].text.endswith("The computer skips the other 4 answers: 140 states in all.")


def test_a_fork_is_found_on_a_large_board_without_a_search() -> None:
    at = position("7_/7_/7_/7_/2_oo3_/2_xx3_ x", "connect four")
    good = {at.game.board.names[move]: answer for move, answer in feedback(at, "fork").items() if answer.tone == "good"}
    assert sorted(good) == ["b6", "e6"]
    assert good["b6"] == Feedback("good", good["b6"].text, (at.cell("a6"), at.cell("e6")))
    assert "a6 and e6" in good["b6"].text


def test_the_question_names_the_player_to_move() -> None:
    assert question(position("x8_ o"), "move") == "Press where O should move."


@pytest.mark.parametrize(
    ("text", "rules", "task", "problem"),
    [
        ("3x/2o_/3_ o", "tictactoe", "move", "not over"),
        ("9_ x", "tictactoe", "guess", "unknown task"),
        ("225_ x", "gomoku", "value", "too large"),
    ],
)
def test_a_board_that_cannot_be_answered_is_refused(text: str, rules: str, task: LessonTask, problem: str) -> None:
    with pytest.raises(NoughtsError, match=problem):
        feedback(position(text, rules), task)


@pytest.mark.parametrize("text", SOME)
def test_perfect_keeps_its_value_and_says_the_truth_about_each_attempt(text: str) -> None:
    at = position(text)
    for move, told in feedback(at, "beat").items():
        mid = at.play(move)
        if mid.outcome:
            assert told.tone == "good"
            continue
        answer = perfect_answer(mid, SOLVER)
        final = mid.play(answer)
        assert sign(-final.score if final.outcome else -SOLVER.score(final)) == sign(SOLVER.score(mid)), "no mistake"
        if found := re.search(r"A good try: (\d) of Perfect's (\d) answers loses?\.", told.text):
            results = [after(mid, reply) for reply in mid.moves]
            assert [int(found[1]), int(found[2])] == [results.count(-1), len(results)]
            assert ("the only safe one" in told.text) == (len(results) - results.count(-1) == 1)
        if found := re.search(r"You threaten (\w\d)", told.text):
            assert found[1] in threats(mid, at.turn)
        if found := re.search(r"you must block (\w\d)", told.text):
            assert threats(final, at.turn.other) == {found[1]}
        if found := re.search(r"now threatens (\w\d) and (\w\d)", told.text):
            assert threats(final, at.turn.other) == {found[1], found[2]}
        if "That was your mistake" in told.text or "can block only one" in told.text:
            assert told.tone == "bad"
            assert after(at, move) == -1
        if found := re.search(r"You had to block (\w\d)", told.text):
            assert found[1] in threats(at, at.turn.other)
        assert ("The board is full: a draw." in told.text) == (final.outcome is not None and final.winner is None)
