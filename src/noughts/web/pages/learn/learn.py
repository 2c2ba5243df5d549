"""The Learn pages: the lessons, with boards to press and with explorers that show searches step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.explain.exercises.practice import Feedback, feedback
from noughts.explain.words import game_words
from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.notation import t3en
from noughts.web.analysis.engines import engines_of
from noughts.web.analysis.tree_answers import TreeWords
from noughts.web.model.errors import NotFound
from noughts.web.model.exploration import Exploration
from noughts.web.pages.board_view import CellView, board_view
from noughts.web.pages.learn.explore import load_tree
from noughts.web.pages.learn.lessons import BoardPlace, Lesson, StoryPlace, lessons, pictures
from noughts.web.pages.static_files import COMPRESSED
from noughts.web.pages.tabs import links_to_latest
from noughts.web.pages.templating import render

_TIMEOUT = 8.0  # seconds that a lesson waits for a story


@dataclass(frozen=True)
class _CellView:
    """A cell of a board to press: its name, its mark, its label, how it looks, and the name of the move it makes."""

    name: str
    mark: str
    label: str
    classes: str
    move: str


@dataclass(frozen=True)
class _StoryView:
    """The story of a search in a lesson: the query of its URL, the algorithm, and its words unless they are late."""

    query: str
    algorithm: str
    tree: TreeWords | None


@dataclass(frozen=True)
class _BoardView:
    """A board to press in a lesson.

    Attributes:
        place: its place in the lesson.
        words: the rules in words.
        columns: the names of its columns.
        rows: the names and the cells of its rows.
        answer: the answer to the cell that the reader has pressed.
        longest: the longest answer, for which the page reserves space.
        others: the cells pressed on the other boards, as fields of the URL.
        analyse: the fields of the URL that analyses the board.
    """

    place: BoardPlace
    words: str
    columns: Sequence[str]
    rows: list[tuple[str, list[_CellView]]]
    answer: Feedback | None
    longest: str
    others: dict[str, str]
    analyse: dict[str, str]


async def contents(request: Request) -> Response:
    """List the lessons."""
    tabs = await links_to_latest(request)
    return render(request, "learn.html", tab="learn", tab_links=tabs, lessons=list(lessons().values()))


async def picture(request: Request) -> Response:
    """Return a picture of a lesson."""
    file = pictures().get(request.path_params["name"])
    if file is None:
        raise NotFound("there is no such picture")
    return Response(file.read_bytes(), media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


async def lesson(request: Request) -> Response:
    """Show a lesson. The query says which cells the reader has pressed, as in ``?board1=b2``."""
    shown = _requested(request)
    known = [other for other in lessons().values() if other.code == shown.code]
    here = known.index(shown)
    return render(
        request,
        "lesson.html",
        tab="learn",
        tab_links=await links_to_latest(request),
        lesson=shown,
        parts=[await _part(request, shown, part) for part in shown.parts],
        stories=any(isinstance(part, StoryPlace) for part in shown.parts),
        before=known[here - 1] if here else None,
        after=known[here + 1] if here + 1 < len(known) else None,
    )


def _requested(request: Request) -> Lesson:
    lesson = lessons().get(request.path_params["name"])
    if lesson is None:
        raise NotFound("there is no such lesson: see /learn for a list")
    return lesson


async def _part(request: Request, lesson: Lesson, part: str | StoryPlace | BoardPlace) -> str | _StoryView | _BoardView:
    if isinstance(part, str):
        return part
    return await (_story(request, part) if isinstance(part, StoryPlace) else _board(request, lesson, part))


async def _story(request: Request, place: StoryPlace) -> _StoryView:
    exploration = Exploration.read({"position": place.position, **place.settings})
    try:
        words = (await load_tree(request, exploration, _TIMEOUT)).words
    except NoughtsError:  # the engines are busy: the lesson is shown without the story
        words = None
    return _StoryView(urlencode(exploration.fields), exploration.algorithm, words)


async def _board(request: Request, lesson: Lesson, place: BoardPlace) -> _BoardView:
    """Return a board with the answer to the cell that the reader has pressed, if any."""
    known = await engines_of(request).run(lambda: _answers(place))
    pressed = _pressed(request.query_params, place, known)
    others = {
        name: request.query_params[name]
        for part in lesson.parts
        if isinstance(part, BoardPlace) and part != place and (name := f"board{part.number}") in request.query_params
    }
    position = place.position
    layer = board_view(position, awaited=True, last=place.last, tried=pressed).layers[0]
    return _BoardView(
        place,
        game_words(position.game),
        layer.columns,
        [(name, [_cell(place, known, cell, pressed) for cell in row]) for name, row in layer.rows],
        known[pressed] if pressed is not None else None,
        max((answer.text for answer in known.values()), key=len),
        others,
        {"game": position.game.name, "start": t3en(position)},
    )


@cache
def _answers(place: BoardPlace) -> dict[Move, Feedback]:
    return feedback(place.position, place.task)


def _pressed(query: Mapping[str, str], place: BoardPlace, known: Mapping[Move, Feedback]) -> Move | None:
    """Return the move that the reader tries, or None. Anything but a legal move is ignored."""
    names = place.position.game.board.names
    return next((move for move in known if names[move] == query.get(f"board{place.number}")), None)


def _cell(place: BoardPlace, known: Mapping[Move, Feedback], cell: CellView, pressed: Move | None) -> _CellView:
    turn, names = place.position.turn, place.position.game.board.names
    answer = known[pressed] if pressed is not None else None
    tried = cell.cell == pressed
    told = answer is not None and cell.cell in answer.cells
    label = cell.label
    if told and not tried:
        label += f", part of {turn}'s row" if cell.mark else f", {turn} threatens this cell"
    classes = [answer.tone if answer and tried else "", "pointed" if told else "", "last" if cell.last else ""]
    return _CellView(
        names[cell.cell],
        turn.value if tried else cell.mark,
        label,
        " ".join(filter(None, classes)),
        "" if cell.mark else names[cell.takes],
    )


routes = [
    Route("/learn", contents, middleware=COMPRESSED),
    Route("/learn/pictures/{name}", picture),
    Route("/learn/{name}", lesson, middleware=COMPRESSED),
]
