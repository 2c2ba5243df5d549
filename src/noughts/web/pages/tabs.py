"""The links of the tabs in the header, which lead to the game or the position that a page shows."""

from dataclasses import replace
from typing import TypeAlias
from urllib.parse import urlencode

from starlette.requests import Request

from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import usual_name
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.web.auth import cookie_secret
from noughts.web.games import client_of
from noughts.web.model.exploration import Exploration
from noughts.web.model.stored_game import StoredGame
from noughts.web.model.study import MOST_URL, Study
from noughts.web.pages.analyse.study_view import study_url

TabLinks: TypeAlias = dict[str, str]
"""The URLs of tabs, keyed by the names of the tabs. Any other tab leads to the page for a new visitor."""

_LATEST = 30  # the latest games, in which the page looks for the game of a study


def links_to_game(game: StoredGame) -> TabLinks:
    """Return the tab links for a stored game. A game played by link can be analysed only when it is over."""
    here = f"play/{game.id}"
    if game.linked and not game.is_over:
        return {"play": here}
    return {"play": here, "analyse": f"{here}/analyse", "explore": f"{here}/explore"}


def links_to_study(study: Study, game: StoredGame | None = None) -> TabLinks:
    """Return the tab links for a game on the Analyse page and its position.

    Args:
        study: the game and the position.
        game: the stored game of the study, to which Play returns. Without a game, Play begins in the position.
    """
    play = f"play/{game.id}" if game else _play_from(study)
    return {"play": play, "analyse": study_url(study), "explore": explore_url(study)}


async def links_to_latest(request: Request) -> TabLinks:
    """Return the tab links for a page without a game. The tabs lead to the client's latest game. If the latest game is
    over, the tab Play begins another game.
    """
    if not cookie_secret(request):
        return {}
    client = client_of(request)
    for game in await client.store.games_of(client.key, limit=1):
        return {**links_to_game(game), **({"play": "play"} if game.is_over or game.next else {})}
    return {}


async def game_of(request: Request, study: Study) -> StoredGame | None:
    """Return the client's latest game that matches a study. The game is unfinished and on a line of the study, or it
    finished like the study.
    """
    if not study.record.moves or not cookie_secret(request):
        return None
    client, start = client_of(request), study.tree.start
    text = "" if start == Position(start.game) else t3en(start)
    for game in await client.store.games_of(client.key, limit=_LATEST):
        if (game.rules, game.start) == (start.game.name, text) and game.moves and _is_about(study, game):
            return game
    return None


def _is_about(study: Study, game: StoredGame) -> bool:
    if game.result or game.ended:
        return study.record.moves == game.moves
    try:
        study.tree.node(game.moves)
    except NoughtsError:
        return False
    return True


def explore_url(study: Study) -> str:
    """Return the URL of the page that explores the search from a study's position.

    If the game is over there, the last move is taken back. A game that is too long for a URL is left out.
    """
    study = study.edit(False)
    if study.position.is_over:
        study = study.go(study.at - 1)
    if study.position.is_over:  # it was set up
        return "explore"
    for exploration in (Exploration.of(study), replace(Exploration.of(study), study=None)):
        url = f"explore?{urlencode(exploration.fields, safe=',/()')}"
        if len(url) <= MOST_URL:
            break
    return url


def _play_from(study: Study) -> str:
    """Return the URL of a new game that starts at a study's position, or at the empty board if the position ends the
    game.
    """
    position, fields = study.position, {"game": usual_name(study.game.name)}
    if not position.is_over and position != Position(study.game):
        fields |= {"start": t3en(position), "side": position.turn.value}
    return f"play?{urlencode(fields, safe=',/')}"
