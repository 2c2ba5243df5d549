"""Read a teacher's questions about positions, puzzles and boards of lessons, and find their right answers."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TypeAlias
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request

from noughts.explain.exercises.practice import feedback
from noughts.puzzles import Puzzle, puzzle_of_the_day, with_id
from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.files.sgf import is_sgf
from noughts.rules.game import Game
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.tactics import immediate_wins
from noughts.rules.tree import GameTree
from noughts.session.reading import expect_time, time_limit
from noughts.web.analysis.engines import engines_of
from noughts.web.analysis.service import analyst_of
from noughts.web.model.errors import Unavailable
from noughts.web.model.quiz import MOST_QUESTIONS, Question, QuestionKind
from noughts.web.model.study import read_game_name
from noughts.web.model.task import AnalysisAnswer, MoveAnswer
from noughts.web.pages.analyse.links import link_reader, linked_study
from noughts.web.pages.forms import PostedForm
from noughts.web.pages.learn.lessons import BoardPlace, Lesson, lessons
from noughts.web.pages.puzzles import sitting
from noughts.web.reading import read_games

Link: TypeAlias = Callable[[str], GameTree]
"""A function that returns the game in a link to one of our pages."""

_PATIENCE = 8.0  # seconds that a question waits for its right answers
_WORDS: Mapping[QuestionKind, str] = {
    "move": "Where should {turn} move?",
    "winner": "{turn} moves next. Who wins if both play perfectly?",
}
_EVERY = {"win": "Every move wins.", "tie": "Every move keeps the draw.", "lose": "Every move loses."}
_ASKS_MOVE = ("move", "fork", "refute")  # tasks of lessons in which some moves are right
_LINK = re.compile(r"\S*?/?(puzzles|learn)\b(/\S*|\?\S*)?")


def classroom_lessons() -> list[Lesson]:
    """Return the lessons whose boards a teacher can ask a class about."""
    return [lesson for lesson in lessons().values() if lesson.course == "everyone" and lesson.boards]


async def read_questions(request: Request, form: PostedForm) -> list[Question]:
    """Read the questions in a teacher's form. The form names a lesson, or contains positions or puzzles as a text or a
    file.

    Raises:
        NoughtsError: the text is invalid, or a game is over.
    """
    engines = engines_of(request)
    if chosen := form.get("lesson", ""):
        return await engines.run(lambda: _lesson_questions(chosen))
    kind: QuestionKind = "winner" if form.get("kind") == "winner" else "move"
    text, game = (form.get("file", "") or form.get("text", "")).strip("\ufeff \t\r\n"), read_game_name(form)
    if not text:
        return [_about(Position(game), kind)]
    link = await link_reader(request, text)
    return await engines.run(lambda: _read(text, game, kind, link))


def _read(text: str, game: Game, kind: QuestionKind, link: Link) -> list[Question]:
    """Read the puzzles, games or positions in a text. If the text as a whole is invalid, read each line separately,
    because lines can have different games.
    """
    try:
        return _read_one(text, game, kind, link)
    except NoughtsError:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or is_sgf(text):
            raise
    found, deadline = list[Question](), time_limit()
    for number, line in enumerate(lines[: MOST_QUESTIONS + 1], 1):
        expect_time(deadline)
        try:
            found += _read_one(line, game, kind, link)
        except NoughtsError as error:
            raise error.at(f"line {number}") from None
    return found


def _read_one(text: str, game: Game, kind: QuestionKind, link: Link) -> list[Question]:
    if (named := _all_named(text.split(), kind)) is not None:
        return named
    if study := linked_study(text):
        return [_about(study.position, kind)]
    trees, _ = read_games(text, game, link=link)
    return [_about(tree.position(tree.end(())), kind) for tree in trees]


def _about(position: Position, kind: QuestionKind) -> Question:
    """Return the usual question about a position."""
    if position.is_over:
        raise NoughtsError("this game is over: ask about an earlier position")
    return Question(kind, position.game.name, t3en(position), _WORDS[kind].format(turn=position.turn))


def _all_named(words: Sequence[str], kind: QuestionKind) -> list[Question] | None:
    """Return the questions about all puzzles and lessons that a text names, or None if a word names neither."""
    found = list[Question]()
    for word in words:
        if (group := _named(word, kind)) is None:
            return None
        found += group
        if len(found) > MOST_QUESTIONS:
            break
    return found


def _named(text: str, kind: QuestionKind) -> list[Question] | None:
    """Return the questions about a puzzle, a set of puzzles or a lesson, or None if the text is anything else."""
    if link := _LINK.fullmatch(text):
        path, query = link[1] + (link[2] or "").partition("?")[0], dict(parse_qsl(urlsplit(text).query))
        name = path.partition("/")[2].strip("/")
        if link[1] == "learn":
            return _lesson_questions(name)
        if ids := query.get("set", ""):
            return [_puzzle_question(with_id(id), kind) for id in _names(ids)]
        return [_puzzle_question(with_id(name) if name else _daily(query), kind)]
    try:
        return [_puzzle_question(with_id(id), kind) for id in _names(text)]
    except NoughtsError:
        return None


def _names(text: str) -> list[str]:
    return [id.strip().lower() for id in text.split(",", MOST_QUESTIONS + 1) if id.strip()]


def _daily(query: Mapping[str, str]) -> Puzzle:
    day = sitting.read(query, "", date.today(), 0).day
    return puzzle_of_the_day(day or date.today())


def _puzzle_question(puzzle: Puzzle, kind: QuestionKind) -> Question:
    question = _about(puzzle.position, kind)
    return replace(question, words=puzzle.task if kind == "move" else question.words, source=puzzle.id)


def _lesson_questions(chosen: str) -> list[Question]:
    """Return the questions about all boards of a lesson, as in ``2-forks``, or about a single board, as in ``2-forks
    1``.
    """
    name, _, number = chosen.partition(" ")
    lesson = next((one for one in classroom_lessons() if one.name == name), None)
    boards = [place for place in lesson.boards if number in ("", str(place.number))] if lesson else []
    if not lesson or not boards:
        raise NoughtsError("this lesson does not exist or has no boards: choose another lesson")
    return [_board_question(lesson, place) for place in boards]


def _board_question(lesson: Lesson, place: BoardPlace) -> Question:
    """Return the question about a board of a lesson. If the lesson asks for no move, or accepts every move, the
    question is who wins.
    """
    kind: QuestionKind = "move" if place.task in _ASKS_MOVE else "winner"
    question = _about(place.position, kind)
    words = place.question if kind == "move" else question.words
    last = "" if place.last is None else place.position.name(place.last)
    return replace(question, words=words, last=last, source=f"{lesson.name} {place.number}")


async def prepared(request: Request, question: Question) -> Question:
    """Return a question with its right answers and their reason, if the engines find them in time."""
    try:
        if question.kind == "move" and question.source:
            found = await engines_of(request).run(lambda: _with_source(question))
            if isinstance(found, Puzzle):
                verdict = await analyst_of(request).verdict(found, found.line[0], request, patience=_PATIENCE)
                words, right = verdict["words"] if verdict else "", _cells(found.position, found.answers)
                return replace(question, right=right, reason=words, hint=words)
            question = found
        analysis = await analyst_of(request).analysis(question.board, request, patience=_PATIENCE)
    except Unavailable:  # the engines are busy
        analysis = None
    return answered_by(analysis, question) if analysis else replace(question, proven=bool(question.right))


async def values_of(request: Request, question: Question) -> list[MoveAnswer]:
    """Return the values of all moves in the position of a question.

    Raises:
        Unavailable: the engines are busy.
    """
    analysis = await analyst_of(request).analysis(question.board, request, patience=_PATIENCE)
    if not analysis:
        raise Unavailable("the values are not known yet: ask for them again in a moment")
    return analysis["moves"]


def _with_source(question: Question) -> Puzzle | Question:
    """Return the puzzle of a question, or the question with the right answers from its lesson."""
    name, _, number = question.source.partition(" ")
    if not number:
        return with_id(name)
    place = next(one for one in lessons()[name].boards if str(one.number) == number)
    known = feedback(place.position, place.task)
    good = [move for move in known if known[move].tone == "good"]
    reason = known[good[0]].text if good else ""
    return replace(question, right=_cells(place.position, good), reason=reason, hint=reason)


def _cells(position: Position, moves: Collection[Move]) -> tuple[str, ...]:
    return tuple(position.name(move) for move in sorted(moves))


def answered_by(analysis: AnalysisAnswer, question: Question) -> Question:
    """Return a question with the right answers according to an analysis. Right answers from a lesson are kept."""
    return (_move_by if question.kind == "move" else _winner_by)(analysis, question)


def _move_by(analysis: AnalysisAnswer, question: Question) -> Question:
    """Return a question whose right moves are all moves that keep the value of the position.

    If a move wins at once, only such moves are right. If not all values are proven, the right answers are the best
    known moves.
    """
    moves, value, hint = analysis["moves"], analysis["positionValue"], analysis["hint"]
    proven = value != "undecided" and all(move["moveValue"] != "undecided" for move in moves)
    keeping = [move["move"] for move in moves if (move["moveValue"] == value if proven else move.get("best"))]
    wins = [question.board.name(move) for move in immediate_wins(question.board)]
    right, proven = wins or keeping, proven or bool(wins)
    if question.right:  # from a lesson, whose explanation is used only if the hint is about another move
        reason = hint if moves[0]["move"] in question.right else question.reason
        return replace(question, reason=reason, hint=reason)
    reason = _EVERY.get(value, hint) if proven and len(right) == len(moves) > 1 else hint
    return replace(question, right=tuple(sorted(right)), reason=reason, hint=reason, proven=proven)


def _winner_by(analysis: AnalysisAnswer, question: Question) -> Question:
    """Return a question with the winner as its right answer. Without a proof, the estimate decides."""
    value, turn, hint = analysis["positionValue"], question.board.turn, analysis["hint"]
    estimate = analysis.get("estimate", 0.0)
    by_value = {"win": turn.value, "lose": turn.other.value, "tie": "draw"}
    if value != "undecided":
        right = by_value[value]
        words = "Nobody can force a win: it is a draw." if right == "draw" else f"{right.upper()} can force a win."
        return replace(question, right=(right,), reason=f"{words} {hint}", hint=hint)
    right = by_value["win" if estimate > 0 else "lose" if estimate < 0 else "tie"]
    words = "It looks even." if right == "draw" else f"{right.upper()} looks better."
    return replace(question, right=(right,), reason=f"{words} {hint}", hint=hint, proven=False)
