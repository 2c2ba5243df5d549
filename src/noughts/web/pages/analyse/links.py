"""Read links to our own pages, and return the game or the position that a linked page shows."""

import re
from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request

from noughts.rules.errors import NotationError
from noughts.rules.tree import GameTree
from noughts.web.analysis.engines import engines_of
from noughts.web.games import client_of
from noughts.web.model.errors import Forbidden, NotFound
from noughts.web.model.exploration import Exploration
from noughts.web.model.study import Study, read
from noughts.web.pages.play.saving import tree_of

_STUDY = re.compile(r"(?!.*/play/[^/]+/).*/analyse")  # the pages may be in a folder of a host
_GAME = re.compile(r"/play/([A-Za-z0-9_-]{1,100})")
_MOST = 20  # links to stored games in one text


async def link_reader(request: Request, text: str) -> Callable[[str], GameTree]:
    """Return a function that reads a link in a text as a game. The function finds only stored games that the browser
    can see.

    Raises:
        Forbidden: the text links to a game played by link that is not over.
    """
    stored = dict[str, GameTree]()
    for id in list(dict.fromkeys(_GAME.findall(text)))[:_MOST]:
        try:
            game = (await client_of(request).see(id)).game
        except NotFound:  # perhaps just words in a comment
            continue
        if game.linked and not game.is_over:
            raise Forbidden("this game is not over yet: you can analyse it afterwards")
        stored[id] = await tree_of(game, engines_of(request))

    def linked(link: str) -> GameTree:
        try:
            url = urlsplit(link)
        except ValueError:
            raise NotationError("this link is not valid: copy it again") from None
        query = dict(parse_qsl(url.query))
        if _STUDY.fullmatch(url.path):
            return read(query).tree
        if url.path.endswith("/explore"):
            return GameTree.of(Exploration.read(query).position)
        if found := re.fullmatch(rf".*{_GAME.pattern}", url.path):
            if found[1] not in stored:
                raise NotationError("there is no such game here, or this browser has no link to it")
            return stored[found[1]]
        raise NotationError("this link does not lead to a game or a position: expected a link to one of our pages")

    return linked


def linked_study(text: str) -> Study | None:
    """Return the study in a link to the Analyse page, or None if the text is anything else.

    Raises:
        NoughtsError: the link is invalid.
    """
    if len(text.split()) != 1:
        return None
    try:
        url = urlsplit(text.strip())
    except ValueError:
        return None
    return read(dict(parse_qsl(url.query))) if _STUDY.fullmatch(url.path) else None
