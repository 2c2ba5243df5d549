"""The wall of a class tournament, which shows all boards of the round at once, or a single large board."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from starlette.requests import Request
from starlette.responses import Response

from noughts.explain.words import plural
from noughts.web.classes import ClassAccess, class_client
from noughts.web.live.events import Sight, parts_of, sse
from noughts.web.model.errors import Forbidden
from noughts.web.model.fields import whole_number
from noughts.web.model.stored_class import MOST_PUPILS, StoredClass
from noughts.web.model.stored_game import StoredGame
from noughts.web.pages.classes.class_view import ClassPage
from noughts.web.pages.classes.frame import context_of, part_of, path_of, see
from noughts.web.pages.classes.tournament import games_of_round
from noughts.web.pages.classes.tournament_view import TableRow, names_of, table_row
from noughts.web.pages.templating import render
from noughts.web.pages.thumbnail import Thumbnail, thumbnail

_MOST_ACROSS = 10
_WIDE = 1.6  # the width of a screen divided by its height


@dataclass(frozen=True)
class WallBoard:
    """A board on the wall, with its number, the players' names, the result, and the picture."""

    number: int
    row: TableRow
    picture: Thumbnail


@dataclass(frozen=True)
class WallView:
    """The wall, with the boards of the round, the number of boards side by side, and the number of the large board.

    Without a large board, its number is 0.
    """

    headline: str
    boards: tuple[WallBoard, ...]
    across: int
    large: int


@dataclass(frozen=True)
class WallPage(ClassPage):
    """The page of the wall, for the teacher or a projector."""

    template = "class_wall.html"
    wall: WallView


async def show(request: Request) -> Response:
    """Show the boards of the round, or a single large board."""
    access = await see(request)
    page = await _wall(request, access)
    return render(request, page.template, page, **context_of(request, access, page))


async def events(request: Request) -> Response:
    """Stream the wall whenever a board changes."""
    client, access = class_client(request), await see(request)
    await _wall(request, access)
    if request.method == "HEAD":
        return Response(media_type="text/event-stream")

    async def look() -> Sight:
        access = await see(request)
        page, played = await _wall(request, access), access.school.tournament
        games = [table.game for table in played.tables] if played else []
        return Sight(frozenset([access.school.id, *games]), page, part_of(request, access, page))

    return sse(parts_of(client.store.hub, client.store.presence, look, at="", guest=client.key))


async def _wall(request: Request, access: ClassAccess) -> WallPage:
    """Return the wall for the teacher or a projector."""
    if access.role not in ("teacher", "projector"):
        raise Forbidden("only the teacher and the projector of this class can see all boards")
    school, path = access.school, path_of(request, access)
    board = whole_number("board", request.query_params.get("board", "0"), MOST_PUPILS)
    view = wall_view(school, await games_of_round(request, school), board)
    return WallPage(path, school.id, school.ended, school.hints, school.showing, view)


def wall_view(school: StoredClass, games: Mapping[str, StoredGame], large: int) -> WallView:
    """Return the wall with the games of the round, keyed by id. A game that does not exist yet is left out."""
    tournament, names = school.tournament, names_of(school)
    tables = [table for table in (tournament.tables if tournament else ()) if table.game in games]
    rows = [(table_row(table, names), _picture(games[table.game])) for table in tables]
    boards = tuple(WallBoard(number, *row) for number, row in enumerate(rows, 1))
    if not boards or not tournament:
        return WallView("The boards appear here when a round begins.", (), 1, 0)
    left = len(tournament.unfinished)
    state = f": {plural(left, 'game')} running" if left else " is over"
    headline = f"Round {len(tournament.rounds)}{state}"
    wide = max(board.picture.width / board.picture.height for board in boards)
    across = max(range(1, _MOST_ACROSS + 1), key=lambda n: min(_WIDE / wide / n, 1 / ceil(len(boards) / n)))
    return WallView(headline, boards, across, large if 0 < large <= len(boards) else 0)


def _picture(game: StoredGame) -> Thumbnail:
    return thumbnail(game.position, game.record.positions[-2] if game.moves else None)
