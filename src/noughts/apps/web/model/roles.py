"""Who somebody is: a secret that a browser or a program keeps, and the secret links derived from it.

There is no login. A browser keeps a secret of 128 bits in a cookie; a program sends one as a bearer token. The link to
a seat holds a secret too, which whoever made the game can always work out again from their own, and nobody else can:
the server keeps only hashes.
"""

import base64
import hmac
from functools import cache
from typing import Literal, TypeAlias

from noughts.rules.game import Player

Role: TypeAlias = Literal["x", "o", "own", "watch"]
"""What a secret allows in a game: X's moves, O's moves, both sides at one screen, or watching."""


def link_secret(secret: str, series: str, role: Role) -> str:
    """Return the secret of a link to a role in a series of games, derived from somebody's own secret: 128 bits."""
    digest = hmac.digest(secret.encode(), f"noughts link {series} {role}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def game_id(secret: str, once: str, what: str) -> str:
    """Return the name of the game that a form makes: the same form, sent twice by the same browser, makes one game.

    Args:
        secret: the browser's.
        once: what stands in the form to tell it from others.
        what: all that was filled in.
    """
    digest = hmac.digest(secret.encode(), f"noughts game {once} {what}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


@cache
def players_of(roles: frozenset[Role]) -> frozenset[Player]:
    """Return whose moves may be made by who has these roles."""
    if "own" in roles:
        return frozenset(Player)
    return frozenset(player for player in Player if player.value in roles)
