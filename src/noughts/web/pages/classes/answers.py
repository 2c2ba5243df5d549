"""Name and count pupils' answers, and display them on a board, as bars and in a table."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from noughts.web.model.page_games import display_name
from noughts.web.model.quiz import Question
from noughts.web.model.stored_class import StoredClass
from noughts.web.model.task import AnalysisAnswer, MoveAnswer
from noughts.web.pages.board_view import BoardView, ValueView, board_view
from noughts.web.pages.columns import board_form, move_name

WINNER_WORDS = {"x": "X", "o": "O", "draw": "Draw"}
"""The answers to the question "Who wins?", in words."""

_SHADES = (0, 20, 40, 60)  # the smallest percentage of each shade


def answer_words(question: Question, answer: str) -> str:
    """Return the name of an answer for display."""
    if question.kind == "winner":
        return WINNER_WORDS[answer]
    return move_name(question.board.game, question.board.cell(answer))


def answers_words(question: Question, answers: Collection[str]) -> str:
    """Return the names of several answers, as in ``a1, c3``. Answers with the same name are listed once."""
    return ", ".join(dict.fromkeys(answer_words(question, answer) for answer in answers))


@dataclass(frozen=True)
class Share:
    """The number of pupils who have given an answer.

    Attributes:
        answer: the answer.
        words: its name.
        count: the number of pupils.
        percent: their share of all who have answered, in percent.
        right: whether the answer is right.
        names: the names of the pupils, if they are shown.
    """

    answer: str
    words: str
    count: int
    percent: int
    right: bool
    names: tuple[str, ...] = ()


def shares(question: Question, school: StoredClass, *, names: bool = False) -> tuple[Share, ...]:
    """Count the pupils who gave each answer. Wrong moves that no pupil chose are left out."""
    counts = question.count(pupil.number for pupil in school.present)
    known = [each for each in question.choices if counts[each] or each in question.right or question.kind == "winner"]

    def given(answer: str) -> tuple[str, ...]:
        return tuple(pupil.name for pupil in school.present if question.answers.get(pupil.number) == answer)

    total = counts.total()
    return tuple(
        Share(
            answer,
            answer_words(question, answer),
            counts[answer],
            round(100 * counts[answer] / total) if total else 0,
            answer in question.right,
            given(answer) if names else (),
        )
        for answer in known
    )


def question_board(
    question: Question,
    *,
    awaited: bool = False,
    mine: str = "",
    spread: Iterable[Share] = (),
    values: Iterable[MoveAnswer] = (),
    shown: bool = False,
) -> BoardView:
    """Return the board of a question.

    Args:
        question: the question.
        awaited: whether pressing a cell answers it.
        mine: the pupil's answer, or empty.
        spread: the shares of the answers, for a heat map.
        values: the values of the moves, if they are shown.
        shown: whether the right answers are marked.
    """
    position = question.board
    asks_move, cell = question.kind == "move", position.cell
    marked = {cell(share.answer): _heat(share) for share in spread if asks_move}
    if shown and asks_move and not marked:
        marked = {cell(answer): ValueView("share right", "right", grade="h1", shape="✓") for answer in question.right}
    answer = cell(mine) if mine and asks_move else None
    last = cell(question.last) if question.last else None
    analysis: AnalysisAnswer | None = {"moves": [*values]} if values else None
    can = awaited and asks_move
    return board_view(position, awaited=can, last=last, answer=answer, analysis=analysis, values=marked)


def _heat(share: Share) -> ValueView:
    shade = sum(share.percent >= least for least in _SHADES) if share.count else 0
    number, grade = f"{share.percent}%", f"h{shade}"
    if share.right:
        return ValueView("share right", "right", number, grade=grade, shape="✓")
    return ValueView("share", "", number, grade=grade, shape="")


def press_words(question: Question) -> str:
    """Explain how to answer the question."""
    if question.kind == "winner":
        return "Press your answer."
    return "Press a column." if board_form(question.board.game) == "columns" else "Press a square."


@dataclass(frozen=True)
class Result:
    """The results of a question, with its number and words, the right answers, and how many pupils answered and were
    right."""

    number: int
    words: str
    right: str
    answered: int
    correct: int


def results(school: StoredClass) -> tuple[Result, ...]:
    """Return the results of each question."""
    return tuple(
        Result(
            number,
            question.words,
            answers_words(question, question.right),
            counts.total(),
            sum(counts[answer] for answer in question.right),
        )
        for number, question in enumerate(school.quiz.asked, 1)
        for counts in [question.count(pupil.number for pupil in school.present)]
    )


def results_table(school: StoredClass, *, names: bool = False) -> list[list[object]]:
    """Return the results of all questions as the rows of a table. If `names` is true, each pupil's answers fill a
    column.
    """
    pupils = school.present if names else ()
    columns = (
        "number",
        "question",
        "game",
        "position",
        "last move",
        "right",
        "reason",
        "proven",
        "answered",
        "correct",
    )
    rows: list[list[object]] = [[*columns, "answers", *(pupil.name for pupil in pupils)]]
    for question, result in zip(school.quiz.asked, results(school), strict=True):
        spread = sorted(shares(question, school), key=lambda share: -share.count)
        counted = "; ".join(f"{share.words}: {share.count}" for share in spread if share.count)
        row = [
            *(result.number, question.words, display_name(question.game), question.position, question.last),
            *(result.right, question.reason, question.proven, result.answered, result.correct, counted),
            *(answer_words(question, each) if (each := question.answers.get(one.number, "")) else "" for one in pupils),
        ]
        rows.append(row)
    if names:
        rows.append(["right", *[""] * len(columns), *(school.quiz.right(pupil.number) for pupil in pupils)])
    return rows
