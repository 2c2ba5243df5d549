"""The Grade page, which grades programs in the visitor's browser, just as `noughts grade` does in a terminal. The
server never sees a program.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.rules.gallery import game
from noughts.web.model.exploration import FIRST
from noughts.web.model.page_games import GAMES
from noughts.web.pages.grade.sandbox import page_policy
from noughts.web.pages.tabs import links_to_latest
from noughts.web.pages.templating import render

PYTHON = "3.14"
"""The version of Python for browsers."""

MOST_CELLS = 9
"""The number of cells of the largest board on which a browser grades programs. Larger boards need the compiled
kernel."""

_GAMES = {name: words for name, words in GAMES.items() if len(game(name).board) <= MOST_CELLS}


async def show(request: Request) -> Response:
    """Show the form. The browser itself grades the programs."""
    chosen = request.query_params.get("game")
    response = render(
        request,
        "grade.html",
        tab="grade",
        tab_links=await links_to_latest(request),
        games=_GAMES,
        game=chosen if chosen in _GAMES else "tictactoe",
        position=request.query_params.get("position", FIRST)[:200],
        runtime=request.app.state.runtime,
        python=PYTHON,
    )
    response.headers["Content-Security-Policy"] = f"{page_policy()}; frame-ancestors 'none'"
    return response


routes = [Route("/grade", show)]
