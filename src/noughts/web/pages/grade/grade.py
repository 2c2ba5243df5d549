"""The Grade page: grade programs as `noughts grade` does, in the visitor's browser. The server never sees a program."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.rules.gallery import game
from noughts.web.model.page_games import GAMES
from noughts.web.pages.grade.sandbox import page_policy
from noughts.web.pages.tabs import links_to_latest
from noughts.web.pages.templating import render

PYTHON = "3.14"
"""The version of Python for browsers."""

_GAMES = {name: words for name, words in GAMES.items() if len(game(name).board) <= 9}  # others need the compiled kernel


async def show(request: Request) -> Response:
    """Show the form. The browser does the rest."""
    response = render(
        request,
        "grade.html",
        tab="grade",
        tab_links=await links_to_latest(request),
        games=_GAMES,
        game="tictactoe",
        runtime=request.app.state.runtime,
        python=PYTHON,
    )
    response.headers["Content-Security-Policy"] = f"{page_policy()}; frame-ancestors 'none'"
    return response


routes = [Route("/grade", show)]
