"""The verdict on a move that a reader tries instead of a mistake."""

from typing import Any

import pytest

from noughts.rules.notation import position, t3en
from noughts.web.analysis.tasks import Tasks
from noughts.web.model.task import EngineTask, ReviewedMoveAnswer
from noughts.web.pages.analyse.mistakes import judge

GAME = (4, 1, 0, 8, 2, 3, 6)
_TASKS = Tasks()


def reviews(start: str, *moves: int) -> list[ReviewedMoveAnswer]:
    task: EngineTask = {"do": "review", "game": "tictactoe", "start": start, "moves": list(moves)}
    moves_reviewed: list[ReviewedMoveAnswer] = _TASKS(task)["moves"]
    return moves_reviewed


def judged(number: int, cell: int) -> tuple[str, str]:
    """Return the tone and the words after another move instead of a move of the game."""
    at = position("3_/3_/3_ x")
    for move in GAME[: number - 1]:
        at = at.play(move)
    verdict = judge(at, reviews("3_/3_/3_ x", *GAME)[number - 1], reviews(t3en(at), cell)[0], cell)
    return verdict.tone, verdict.words


@pytest.mark.parametrize(
    ("number", "cell", "tone", "words"),
    [
        (2, 0, "right", "Right! a1 keeps the draw"),
        (2, 8, "right", "Right! c3 keeps the draw"),
        (2, 3, "wrong", "a2 throws away the draw: X answers a1, O must block c3, and then b1 forks"),
        (2, 1, "wrong", "That is the move of the game. b1 throws away the draw"),
        (5, 3, "right", "Right! a2 forks"),
        (5, 7, "wrong", "b3 throws away the win. Try again."),
        (6, 6, "right", "Right! a3 is forced"),
        (6, 5, "wrong", "c2 throws away the draw: X wins at a3. Try again."),
    ],
)
def test_a_move_is_right_if_it_keeps_the_value(number: int, cell: int, tone: str, words: str) -> None:
    found, text = judged(number, cell)
    assert found == tone
    assert text.startswith(words)


def test_a_wrong_move_does_not_give_the_answer_away() -> None:
    for number, cell in ((2, 3), (5, 7), (6, 5)):
        _, words = judged(number, cell)
        assert "keep" not in words
        assert "Instead" not in words


def test_a_move_of_unknown_value_is_not_called_right() -> None:
    mistake: Any = {"move": "b1", "before": {"value": "win", "plies": 9}, "mark": "?", "text": ""}
    tried: Any = {"move": "b2", "after": None, "mark": "", "text": "b2 takes the centre.", "player": "x"}
    assert judge(position("3_/3_/3_ x"), mistake, tried, 4).tone == "unsure"
    assert judge(position("3_/3_/3_ x"), mistake, None, 4).tone == "unsure"
