"""The Grade page: grade programs as `noughts grade` does, in the visitor's browser. The server never sees a program."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from noughts.web.model.page_games import GAMES
from noughts.web.pages.grade.sandbox import page_policy
from noughts.web.pages.templating import render

_TYPES = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".json": "application/json",
}


async def show(request: Request) -> Response:
    """Show the form. The browser does the rest."""
    response = render(request, "grade.html", tab="grade", games=GAMES, game="tictactoe", runs=bool(_folder(request)))
    response.headers["Content-Security-Policy"] = page_policy()
    return response


async def runtime(request: Request) -> Response:
    """Send a file of Python for browsers, or noughts for it."""
    folder, name = _folder(request), Path(str(request.path_params["name"]))
    kind = _TYPES.get(name.suffix)
    if not folder or not kind or not (folder / name.name).is_file():
        return Response("There is no such file.\n", status_code=404, media_type="text/plain")
    return FileResponse(folder / name.name, media_type=kind, headers={"Cache-Control": "no-cache"})


def _folder(request: Request) -> Path | None:
    """Return the folder with Python for browsers, if the server has one."""
    folder: Path | None = getattr(request.app.state, "runtime", None)
    return folder


routes = [Route("/grade", show), Route("/runtime/{name}", runtime)]
