"""The room: the page on which two people play a game by link, and spectators watch it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

from noughts.render.names import isolated
from noughts.rules.game import Player
from noughts.web.games import client_of
from noughts.web.live.presence import Guests
from noughts.web.model.access import Access
from noughts.web.model.page_games import display_name
from noughts.web.model.stored_game import StoredGame, ended_early, winning_line
from noughts.web.pages.play.game_view import GameView, game_view, name_for
from noughts.web.pages.play.seats import LinkView, link_views
from noughts.web.pages.tabs import links_to_game
from noughts.web.pages.templating import html, render, rendered, wants_part

_TICK = 100  # milliseconds for which clients share a page with running clocks
_NO_ANALYSIS = "Hints and values are available after the game."

_OFFERS = {
    "takeback": (
        "wants to take a move back.",
        "Is that OK?",
        "You asked to take a move back.",
        "said no: the move stays.",
    ),
    "draw": ("offers a draw.", "Do you agree?", "You offered a draw.", "said no to a draw."),
    "rematch": ("wants a rematch.", "Play again?", "You asked for a rematch.", "said no to a rematch."),
}
"""The sentences about each offer: the offer itself, the question to the other player, the note to its author, and a
refusal."""


@dataclass(frozen=True)
class OfferView:
    """An offer as a client sees it.

    Attributes:
        words: the offer in a sentence, or an empty string.
        answers: the client can accept or decline it.
        withdraws: the client can withdraw it.
    """

    words: str = ""
    answers: bool = False
    withdraws: bool = False


@dataclass(frozen=True)
class ClockView:
    """The clock of a player, with the milliseconds left, and whether the clock runs."""

    left: int
    runs: bool

    @classmethod
    def of(cls, game: StoredGame, player: Player, now: int) -> "ClockView":
        """Return the clock of a player at a given time."""
        return cls(max(0, game.left(player, now)), bool(game.since) and game.position.turn is player)


@dataclass(frozen=True)
class RoomPage:
    """The page of a game played by link.

    Attributes:
        view: the game.
        headline: whose turn it is, or the result.
        detail: the winning line in words.
        tone: the class of the headline.
        note: a sentence about a declined offer or a refused change.
        refused: whether the note is about a refused change.
        offer: the current offer.
        can: the names of the possible actions.
        present: who is present: see `present_words`.
        first: who moved first.
        me: the client's player. None for a spectator and for a client with both seats.
        rules: the name of the game.
        invitation: the link to the open seat, for a player.
        links: the other links, if the page has them.
        clocks: the clocks of X and O, if the game has any.
    """

    view: GameView
    headline: str
    detail: str
    tone: str
    note: str
    refused: bool
    offer: OfferView
    can: frozenset[str]
    present: dict[str, str]
    first: Player
    me: Player | None
    rules: str
    invitation: LinkView | None = None
    links: tuple[LinkView, ...] = ()
    clocks: Mapping[str, ClockView] = field(default_factory=dict)


async def show_room(request: Request, access: Access, *, error: str = "", status: int = 200) -> Response:
    """Render a game played by link.

    Args:
        request: the request.
        access: the game.
        error: why the requested change is not possible.
        status: the HTTP status.
    """
    game, client = access.game, client_of(request)
    if not game.is_over and {"hint", "values"} & request.query_params.keys():
        error, status = error or _NO_ANALYSIS, 403 if status == 200 else status
    there = client.store.presence.at(game.id)
    if wants_part(request) and not error and (text := room_part(access, there)):
        return html(text)
    links = list[LinkView]()
    if game.waits_for_friend or not wants_part(request):
        links = link_views(request, access, await client.invitations.links(access))
    invitation = next((link for link in links if link.open), None)
    page = replace(
        _page(game, access.players, there, access.now),
        invitation=invitation,
        links=tuple(link for link in links if not link.open),
    )
    if error:
        page = replace(page, note=error, refused=True)
    tabs, changed = links_to_game(game), wants_part(request)
    return render(request, "room.html", page, status=status, changed=changed, tab="play", tab_links=tabs)


def room_part(access: Access, there: Guests) -> str:
    """Return the changing part of the page, which clients with the same roles share.

    The part is empty while a seat is open, because then each client has links of its own.
    """
    game = access.game
    if game.waits_for_friend:
        return ""
    return _part(game, access.players, there, access.now - access.now % _TICK if game.since else 0)


@lru_cache(maxsize=512)
def _part(game: StoredGame, players: frozenset[Player], there: Guests, now: int) -> str:
    page, tabs = _page(game, players, there, now), links_to_game(game)
    return rendered("room.html", page, frame="part.html", changed=True, tab="play", tab_links=tabs)


def _page(game: StoredGame, players: Collection[Player], there: Guests, now: int) -> RoomPage:
    return RoomPage(
        view=game_view(game, players),
        headline=headline(game, players),
        detail=_detail(game),
        tone=_tone(game, players),
        note=_declined(game, players),
        refused=False,
        offer=offer_view(game, players),
        can=actions(game, players),
        present=present_words(game, players, there),
        first=game.record.start.turn,
        me=_me(players),
        rules=display_name(game.rules),
        clocks={str(player): ClockView.of(game, player, now) for player in Player} if game.clock else {},
    )


def present_words(game: StoredGame, players: Collection[Player], there: Guests) -> dict[str, str]:
    """Say who is present at a game played by link. Each key is the id of the element that shows the sentence."""
    here = {Player.X: there.x, Player.O: there.o}
    words = [
        f"{_name(game, player, players)} is {'here' if here[player] else 'away'}."
        for player in Player
        if player not in players
        and not (game.seat(player).open or game.seat(player).level)
        and (here[player] or there.sure)
    ]
    me, claim = _me(players), ""
    if me and game.can_claim(me, there.gone):
        claim = f"{_name(game, me.other, players)} has been away for 2 minutes. Claim the win, or wait."
    return {
        "there": " ".join(words),
        "watching": f"{there.watching} watching" if there.watching else "",
        "gone": claim,
    }


def headline(game: StoredGame, players: Collection[Player]) -> str:
    """Return whose turn it is, or the result, in a few words for this client."""
    if game.waits_for_friend:
        return "Waiting for your friend …" if players else "Waiting for a friend …"
    if game.is_over:
        return _result(game, players)
    turn = game.position.turn
    if turn is _me(players):
        return "Your turn"
    return f"{_name(game, turn, players)}’s turn" + (f" ({turn})" if players and not _me(players) else "")


def offer_view(game: StoredGame, players: Collection[Player]) -> OfferView:
    """Return the current offer as this client sees it. A client with both seats answers its own offers."""
    if not game.offer or game.next:
        return OfferView()
    by = Player(game.offered_by)
    offers, question, own, _ = _OFFERS[game.offer]
    if by is _me(players):
        return OfferView(own, withdraws=True)
    return OfferView(f"{_name(game, by, players)} {offers}{f' {question}' if players else ''}", answers=bool(players))


def actions(game: StoredGame, players: Collection[Player]) -> frozenset[str]:
    """Return the names of a player's possible actions, except moves and answers to an offer."""
    if game.next or game.waits_for_friend or not players:
        return frozenset()
    if game.class_id:  # a tournament has no rematch and no takeback, and the computer does not answer offers
        draw = {"draw"} if not (game.offer or game.x.level or game.o.level) else set[str]()
        return frozenset() if game.is_over else frozenset({"resign", *draw})
    if game.is_over:
        answers = game.offer and _me(players) not in (None, Player(game.offered_by))  # asking, too, means yes
        return frozenset({"rematch"} if answers or not game.offer else ())
    offers = {"draw": True, "takeback": any(game.can_undo(player) for player in players)}
    return frozenset({"resign", *(name for name, possible in offers.items() if possible and not game.offer)})


def _result(game: StoredGame, players: Collection[Player]) -> str:
    winner, me = game.record.winner, _me(players)
    if game.class_id and game.ended == "void":
        return "This game brings no points"
    if winner is None:
        return game.ended.capitalize() or "Draw"
    if not game.ended:
        return "You win!" if me is winner else "You lost" if me else f"{_name(game, winner, players)} wins"
    won = "You win!" if me is winner else f"{_name(game, winner, players)} wins."
    return ended_early(game.ended, "You" if me is winner.other else _name(game, winner.other, players), won)


def _detail(game: StoredGame) -> str:
    """Return the winning line in words, for people who do not see the board."""
    line = winning_line(game.position)
    return f"The line: {', '.join(game.game.board.names[cell] for cell in line)}." if line else ""


def _tone(game: StoredGame, players: Collection[Player]) -> str:
    """Return the CSS class of the headline, which shows whether it is the client's turn or, after the game, whether the
    client won."""
    me = _me(players)
    if not game.is_over:
        return "to-move" if me is game.position.turn and not game.waits_for_friend else ""
    if not me or not game.record.winner:
        return "ended"
    return "you-won" if me is game.record.winner else "you-lost"


def _declined(game: StoredGame, players: Collection[Player]) -> str:
    """Return a sentence for the author of an offer that was declined, or an empty string."""
    if not game.refused or Player(game.offered_by) not in players:
        return ""
    return f"{_name(game, Player(game.offered_by).other, players)} {_OFFERS[game.refused][-1]}"


def _name(game: StoredGame, player: Player, players: Collection[Player]) -> str:
    return isolated(name_for(game, player, players))


def _me(players: Collection[Player]) -> Player | None:
    """Return the client's player, or None for a spectator and for a client with both seats."""
    return next(iter(players)) if len(players) == 1 else None
