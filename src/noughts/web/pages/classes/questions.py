"""The questions of a class, which the teacher asks and the pupils answer, and a file with their results."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from noughts.render.board.layers import landing
from noughts.render.spreadsheets import csv_file
from noughts.web.classes import ClassAccess, class_client
from noughts.web.model.stored_class import Pupil, StoredClass
from noughts.web.pages.classes.action import Action, leading
from noughts.web.pages.classes.answers import press_words, question_board, results_table
from noughts.web.pages.classes.asking import prepared, read_questions, values_of
from noughts.web.pages.classes.class_view import ClassPage, ProjectorPage, PupilPage, TeacherPage
from noughts.web.pages.forms import PostedForm
from noughts.web.pages.play.game_view import goal
from noughts.web.pages.templating import download


async def _ask(request: Request, id: str, form: PostedForm) -> ClassAccess:
    """Ask the first question of a form. The other questions wait."""
    number = form.number("question")
    client = class_client(request)
    school = await client.led(id)
    school.expect_running()
    if number != school.quiz.number:
        return await client.see(id)
    first, *following = await read_questions(request, form)
    question = await prepared(request, first)
    return await client.lead(id, lambda school: school.ask(number, question, following))


async def _next(request: Request, id: str, form: PostedForm) -> ClassAccess:
    """Ask the next waiting question."""
    number = form.number("question")
    client = class_client(request)
    school = await client.led(id)
    school.expect_running()
    if number != school.quiz.number or not school.quiz.waiting:
        return await client.see(id)
    question = await prepared(request, school.quiz.waiting[0])
    return await client.lead(id, lambda school: school.go_on(number, question))


async def _answer(request: Request, id: str, form: PostedForm) -> ClassAccess:
    number = form.number("question")

    def change(school: StoredClass, pupil: Pupil) -> StoredClass:
        return school.answer(pupil, number, _answer_in(form, school))

    return await class_client(request).take_part(id, change)


def _answer_in(form: PostedForm, school: StoredClass) -> str:
    """Return the answer in a form, which is a result or the cell where a move on the pressed cell lands."""
    if "winner" in form or not school.quiz.number:
        return form.get("winner", "")
    position, cell = school.quiz.current.board, form.number("cell")
    return position.name(landing(position, cell)) if cell < len(position.game.board) else ""


async def _hint(request: Request, id: str, form: PostedForm) -> ClassAccess:
    number = form.number("question")
    return await class_client(request).take_part(id, lambda school, pupil: school.hint(pupil, number))


async def _values(request: Request, id: str, form: PostedForm) -> ClassAccess:
    """Show a pupil the values of all moves."""
    number = form.number("question")
    client = class_client(request)
    quiz = (await client.take_part(id, lambda school, _: school.expect_hints(number))).school.quiz
    values = quiz.current.values or await values_of(request, quiz.current)
    return await client.take_part(id, lambda school, pupil: school.value_moves(pupil, number, values))


def question_boards(page: ClassPage) -> dict[str, Any]:
    """Return the board of the current question, the rules of the game, and how to answer the question."""
    if isinstance(page, PupilPage) and (asked := page.asked):
        question, shown = asked.question, asked.question.shown
        board = question_board(question, awaited=not shown, mine=asked.mine, values=asked.values, shown=shown)
        turn, rules = question.board.turn.value, goal(question.board.game)
        return {"board": board, "rules": rules, "turn": turn, "how": press_words(question)}
    if isinstance(page, TeacherPage | ProjectorPage) and page.asked:
        question = page.asked.question
        board = question_board(question, spread=page.asked.shares, shown=question.shown)
        return {"board": board, "rules": goal(question.board.game)}
    return {}


async def questions_file(request: Request) -> Response:
    """Download the results of each question. The file contains the pupils' names only if the teacher asks for them."""
    id = request.path_params["id"]
    school = await class_client(request).led(id)
    rows = results_table(school, names=request.query_params.get("names", "") == "1")
    return download(csv_file(rows), "text/csv; charset=utf-8", f"class-{id}-questions.csv")


ACTIONS: Mapping[str, Action] = {
    "ask": _ask,
    "next": _next,
    "reveal": leading(lambda school, form: school.reveal(form.number("question"))),
    "question": leading(lambda school, _: school.show("question")),
    "drop": leading(lambda school, _: school.without_waiting()),
    "names": leading(lambda school, form: school.with_names(form.get("names") == "on")),
    "answer": _answer,
    "hint": _hint,
    "values": _values,
}
