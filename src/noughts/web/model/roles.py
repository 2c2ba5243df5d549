"""The roles in a game, and the secrets that grant them.

There is no login. A browser keeps a 128-bit secret in a cookie, and a program sends one as a bearer token. Each link to
a game contains a secret, too, which the creator of the link can derive again at any time. The server stores only
hashes.
"""

import base64
import hmac
from functools import cache
from typing import Literal, TypeAlias

from noughts.rules.game import Player

Role: TypeAlias = Literal["x", "o", "own", "watch"]
"""The rights of a secret in a game: to move for X, for O, for both sides on one screen, or only to watch."""

LinkRole: TypeAlias = Literal["x", "o", "watch"]
LINKS: tuple[LinkRole, ...] = ("x", "o", "watch")
"""The roles for which a game played by link has links."""


def link_secret(secret: str, series: str, role: Role) -> str:
    """Derive the 128-bit secret for a link that gives a role in a series of games, from a client's own secret."""
    return _derived(secret, f"noughts link {series} {role}")


def class_secret(secret: str, id: str, role: str) -> str:
    """Derive the 128-bit secret for a link that gives a role in a class, from a teacher's own secret.

    Only the secret of the teacher who created the class gives valid links.
    """
    return _derived(secret, f"noughts class {id} {role}")


def game_id(secret: str, once: str, setup: str) -> str:
    """Derive the id of the game that a form creates, so that a form sent twice creates one game.

    A form with the same identifier, `once`, but other settings creates another game.
    """
    return _derived(secret, f"noughts game {once} {setup}")


def _derived(secret: str, purpose: str) -> str:
    digest = hmac.digest(secret.encode(), purpose.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


@cache
def players_of(roles: frozenset[Role]) -> frozenset[Player]:
    """Return the players that a client with these roles may move for."""
    if "own" in roles:
        return frozenset(Player)
    return frozenset(player for player in Player if player.value in roles)


def swapped(roles: frozenset[Role]) -> frozenset[Role]:
    """Return the roles after the players have swapped sides."""
    other: dict[Role, Role] = {"x": "o", "o": "x"}
    return frozenset(other.get(role, role) for role in roles)
