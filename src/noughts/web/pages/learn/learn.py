"""The Learn pages, with lessons that contain interactive boards, and explorers that show searches step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.explain.exercises.duel import LONGEST, duel
from noughts.explain.exercises.practice import Feedback, LessonTask, feedback
from noughts.explain.words import game_words
from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.web.analysis.engines import engines_of
from noughts.web.analysis.tree_answers import TreeWords
from noughts.web.auth import cookies
from noughts.web.model.errors import NotFound
from noughts.web.model.exploration import Exploration
from noughts.web.pages.board_view import CellView, board_view
from noughts.web.pages.columns import BoardForm
from noughts.web.pages.learn.explore import load_tree
from noughts.web.pages.learn.lessons import BoardPlace, Lesson, StoryPlace, lessons, pictures
from noughts.web.pages.learn.progress import BADGES, COOKIE, Badge, Learned
from noughts.web.pages.learn.slides import slides
from noughts.web.pages.static_files import COMPRESSED
from noughts.web.pages.tabs import links_to_latest
from noughts.web.pages.templating import redirect, render

_TIMEOUT = 8.0  # seconds that a lesson waits for a story
_YEAR = 365 * 24 * 3600
_BADGES: Mapping[LessonTask, Badge] = {"fork": "fork", "beat": "draw", "refute": "refuted"}


@dataclass(frozen=True)
class _CellView:
    """A cell of an interactive board, with its name, mark, label and CSS classes, and the value that a press sends."""

    name: str
    mark: str
    label: str
    classes: str
    sends: str


@dataclass(frozen=True)
class _StoryView:
    """The story of a search in a lesson, with its URL query, its algorithm, and its text if the text is ready."""

    query: str
    algorithm: str
    tree: TreeWords | None


@dataclass(frozen=True)
class _BoardView:
    """An interactive board in a lesson.

    Attributes:
        place: its place in the lesson.
        form: how it is drawn.
        words: the rules in words.
        columns: the names of its columns.
        rows: the names and the cells of its rows.
        answer: the answer to the reader's press.
        solved: whether this answer solves the board.
        longest: the longest answer, for which the page reserves space.
        badge: the name of the badge that the answer earns, or empty.
        others: what was pressed on the other boards, as fields of the URL.
        again: whether the reader can start the board again.
        analyse: the fields of the URL that analyses the board.
    """

    place: BoardPlace
    form: BoardForm
    words: str
    columns: Sequence[str]
    rows: list[tuple[str, list[_CellView]]]
    answer: Feedback | None
    solved: bool
    longest: str
    badge: str
    others: dict[str, str]
    again: bool
    analyse: dict[str, str]


@dataclass(frozen=True)
class _Card:
    """A lesson in the list, with the number of its solved boards, and whether the lesson is done."""

    lesson: Lesson
    done: bool
    solved: int


async def contents(request: Request) -> Response:
    """List the lessons, with the learner's progress."""
    progress = _progress(request)
    known = list(lessons().values())
    response = render(
        request,
        "learn.html",
        tab="learn",
        tab_links=await links_to_latest(request),
        cards=[_Card(one, one.number in progress.done, len(one.boards) - progress.open_boards(one)) for one in known],
        next=progress.next,
        first=known[0],
        badges=[(*words, name in progress.badges) for name, words in BADGES.items()],
        begun=bool(progress.cookie),
    )
    return _remember(request, response, progress)


async def forget(request: Request) -> Response:
    """Delete the learner's progress."""
    response = redirect("/learn")
    response.delete_cookie(COOKIE)
    return response


def _progress(request: Request) -> Learned:
    """Return the learner's progress, with the lesson that the learner has just finished."""
    progress = Learned.read(cookies(request).get(COOKIE, ""))
    finished = request.query_params.get("done", "")
    lesson = next((one for one in lessons().values() if one.number == finished and one.course != "everyone"), None)
    return progress.finishes(lesson) if lesson else progress


def _remember(request: Request, response: Response, progress: Learned) -> Response:
    """Store the learner's progress in the browser."""
    if progress.cookie != cookies(request).get(COOKIE, ""):
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, progress.cookie, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
    return response


async def picture(request: Request) -> Response:
    """Return a picture of a lesson."""
    file = pictures().get(request.path_params["name"])
    if file is None:
        raise NotFound("there is no such picture")
    return Response(file.read_bytes(), media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


async def lesson(request: Request) -> Response:
    """Show a lesson. The query contains the cells that the reader has pressed, as in ``?board1=b2``."""
    shown = _requested(request)
    known = [other for other in lessons().values() if other.course == shown.course]
    here = known.index(shown)
    parts = [await _part(request, shown, part) for part in shown.parts]
    before = _progress(request).opened(shown)
    progress = _after(before, shown, parts)
    response = render(
        request,
        "lesson.html",
        tab="learn",
        tab_links=await links_to_latest(request),
        lesson=shown,
        parts=parts,
        stories=any(isinstance(part, StoryPlace) for part in shown.parts),
        solved=len(shown.boards) - progress.open_boards(shown),
        done=shown.number in progress.done,
        news=shown.number in progress.done - before.done,
        previous=known[here - 1] if here else None,
        following=known[here + 1] if here + 1 < len(known) else None,
    )
    return _remember(request, response, progress)


async def slide_show(request: Request) -> Response:
    """Show the slides of a lesson. The query contains the cells that the reader has pressed, as for the lesson
    itself.
    """
    shown = _requested(request)
    if shown.course != "everyone":
        raise NotFound("only the lessons for everyone have slides: see /learn for a list")
    made = [(one.heading, [await _part(request, shown, part) for part in one.parts]) for one in slides(shown)]
    response = render(request, "slides.html", tab="learn", lesson=shown, slides=made)
    parts = [part for _, parts in made for part in parts]
    return _remember(request, response, _after(_progress(request).opened(shown), shown, parts))


def _after(progress: Learned, lesson: Lesson, parts: Sequence[str | _StoryView | _BoardView]) -> Learned:
    """Return a learner's progress, updated with the solved boards of a lesson."""
    for part in parts:
        if isinstance(part, _BoardView) and part.solved:
            progress = progress.solves(lesson, part.place)
            progress = progress.earns(_BADGES[part.place.task]) if part.badge else progress
    return progress


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
    """Return a board of a lesson and, if the reader has pressed a cell, the answer."""
    query, show = request.query_params, _against_perfect if place.task == "beat" else _answered
    sent = query.get(f"board{place.number}", "")
    others = {name: query[name] for part in lesson.boards if part != place and (name := f"board{part.number}") in query}
    return await engines_of(request).run(lambda: show(place, sent, others), short=True)


def _answered(place: BoardPlace, sent: str, others: dict[str, str]) -> _BoardView:
    """Return a board of a lesson with the answer to the pressed cell. Illegal moves and invalid text are ignored."""
    known, names = _answers(place), place.position.game.board.names
    pressed = next((move for move in known if names[move] == sent), None)
    answer = known[pressed] if pressed is not None else None
    solved = answer is not None and (answer.tone == "good" or place.task in ("value", "think"))
    longest = max((one.text for one in known.values()), key=len)
    return _view(place, place.position, answer, others, last=place.last, tried=pressed, solved=solved, longest=longest)


def _against_perfect(place: BoardPlace, sent: str, others: dict[str, str]) -> _BoardView:
    """Return a board on which the reader plays against the perfect computer player. The query lists the reader's
    moves.
    """
    cells = {name: cell for cell, name in enumerate(place.position.game.board.names)}
    played = duel(place.position, [cells.get(name, -1) for name in sent.split(",")[: len(cells)]])
    last = place.last if played.last is None else played.last
    answer, tries = played.feedback, played.tries
    return _view(
        place, played.position, answer, others, last=last, tries=tries, solved=played.is_drawn, longest=LONGEST
    )


def _view(
    place: BoardPlace,
    position: Position,
    answer: Feedback | None,
    others: dict[str, str],
    *,
    last: Move | None,
    solved: bool,
    longest: str,
    tried: Move | None = None,
    tries: Sequence[Move] = (),
) -> _BoardView:
    names, before = position.game.board.names, [position.name(move) for move in tries]
    view = board_view(position, awaited=not position.is_over, last=last, tried=tried)

    def cell(shown: CellView) -> _CellView:
        told = answer is not None and shown.cell in answer.cells and shown.cell != tried
        label, owner = shown.label, place.position.turn.other if tries else place.position.turn
        if told:
            label += f", part of {owner}'s row" if shown.mark else f", {owner} threatens this cell"
        tone = answer.tone if answer and shown.cell == tried else ""
        classes = " ".join(filter(None, [tone, "pointed" if told else "", "last" if shown.last else ""]))
        mark = position.turn.value if shown.cell == tried else shown.mark
        return _CellView(
            names[shown.cell], mark, label, classes, ",".join([*before, names[shown.takes]]) if shown.can else ""
        )

    layer = view.layers[0]
    return _BoardView(
        place,
        view.form,
        game_words(position.game),
        layer.columns,
        [(name, list(map(cell, row))) for name, row in layer.rows],
        answer,
        solved,
        longest,
        BADGES[_BADGES[place.task]][0] if solved and place.task in _BADGES else "",
        others,
        bool(tries),
        {"game": position.game.name, "start": t3en(position)},
    )


@cache
def _answers(place: BoardPlace) -> dict[Move, Feedback]:
    return feedback(place.position, place.task)


routes = [
    Route("/learn/forget", forget, methods=["POST"]),
    Route("/learn", contents, middleware=COMPRESSED),
    Route("/learn/pictures/{name}", picture),
    Route("/learn/{name}", lesson, middleware=COMPRESSED),
    Route("/learn/{name}/slides", slide_show, middleware=COMPRESSED),
]
