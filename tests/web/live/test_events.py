"""The event stream of a game: its version at once and after every change, and who is present."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

import pytest
from starlette.types import Message, Scope

from noughts.rules.errors import NoughtsError
from noughts.web.live.events import changes_of, sse
from noughts.web.live.hub import Hub
from noughts.web.live.presence import Guests, Presence
from noughts.web.model.access import Access
from noughts.web.model.errors import NotFound, StoreFault
from noughts.web.model.roles import Role
from noughts.web.model.stored_game import StoredGame

SCOPE: Scope = {"type": "http", "method": "GET", "path": "/play/g/events", "headers": [], "query_string": b""}
LINKED = StoredGame("g", version=3, linked=True)
X: frozenset[Role] = frozenset({"x"})


class Reader:
    """A client of an event stream.

    Attributes:
        game: the result of loading the game: the game or an error.
    """

    def __init__(
        self, hub: Hub, game: StoredGame | Exception, room: Mapping[str, Callable[[Access], str]] | None = None
    ) -> None:
        self.game = game

        async def see() -> Access:
            assert len(hub) == 1, "it listens already, so it misses no change"
            if isinstance(self.game, Exception):
                raise self.game
            return Access(self.game, X)

        first = LINKED if isinstance(game, Exception) else game
        self.presence = Presence(lambda _: None)
        self.leave = asyncio.Event()
        self.text = ""
        response = sse(changes_of(hub, self.presence, Access(first, X), "Ada", see, room or {}))
        self.reading = asyncio.create_task(response(SCOPE, self._receive, self._send))

    async def _receive(self) -> Message:
        await self.leave.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.text += message.get("body", b"").decode()

    async def events(self) -> str:
        """Return the data that has arrived since the last call."""
        for _ in range(20):
            await asyncio.sleep(0)
        text, self.text = self.text, ""
        return text


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(10):
            await scenario()

    asyncio.run(main())


def test_the_version_is_sent_at_once_and_after_every_change() -> None:
    async def scenario() -> None:
        hub = Hub()
        reader = Reader(hub, StoredGame("g", version=3))
        assert await reader.events() == "id: 3\nevent: change\ndata: 3\nretry: 1000\n\n"
        reader.game = StoredGame("g", version=5)
        hub.tell("g", 4)
        hub.tell("g", 5)
        assert await reader.events() == "id: 5\nevent: change\ndata: 5\n\n"
        hub.wake("g")
        assert await reader.events() == "event: again\ndata: look again\n\n"
        hub.tell("g", 999_999)  # any user of PostgreSQL can send such a notification
        assert await reader.events() == ""
        reader.leave.set()
        await reader.reading
        assert len(hub) == 0

    run(scenario)


def test_stopping_the_server_ends_the_stream() -> None:
    async def scenario() -> None:
        hub = Hub()
        reader = Reader(hub, StoredGame("g"))
        await reader.events()
        hub.close()
        await reader.reading

    run(scenario)


@pytest.mark.parametrize(
    ("fault", "sent"),
    [
        (NotFound("there is no such game"), "event: again\ndata: look again\n\n"),
        (StoreFault("the database cannot be reached"), ""),
    ],
)
@pytest.mark.parametrize("room", [{}, {"part": lambda _: "<p>", "company": lambda _: "Bob is here."}])
def test_a_client_without_access_gets_no_more_events(
    fault: NoughtsError, sent: str, room: Mapping[str, Callable[[Access], str]]
) -> None:
    """The page then reloads, and finds out. Without a database, the browser connects again."""

    async def scenario() -> None:
        for at_once in (True, False):
            hub = Hub()
            reader = Reader(hub, fault if at_once else LINKED, room)
            if not at_once:
                assert "data: 3" in await reader.events()
                reader.game = fault
                hub.tell("g", 4, "company")
            assert await reader.events() == sent
            await reader.reading
            assert len(hub) == 0

    run(scenario)


def test_a_reader_of_a_linked_game_is_present_and_learns_who_else_is() -> None:
    words = ["Bob is here."]

    async def scenario() -> None:
        hub = Hub()
        reader = Reader(hub, LINKED, {"company": lambda access: words[0] if access.roles == X else "a stranger"})
        assert (await reader.events()).endswith("event: company\ndata: Bob is here.\n\n")
        assert reader.presence.at("g") == Guests(x=True)
        hub.tell("g", 0, "company")
        assert await reader.events() == "event: company\ndata: Bob is here.\n\n"
        words[0] = ""
        hub.tell("g", 0, "company")
        assert await reader.events() == ""
        reader.leave.set()
        await reader.reading

    run(scenario)


def test_the_new_part_of_the_page_comes_instead_of_its_version() -> None:
    async def scenario() -> None:
        hub = Hub()
        reader = Reader(hub, LINKED, {"part": lambda access: "<p>\n4" if access.game.version == 4 else ""})
        assert await reader.events() == "id: 3\nevent: change\ndata: 3\nretry: 1000\n\n"
        for version, sent in [(4, "event: part\ndata: <p>\ndata: 4"), (5, "event: change\ndata: 5")]:
            reader.game = replace(LINKED, version=version)
            hub.tell("g", version)
            assert await reader.events() == f"id: {version}\n{sent}\n\n"
        reader.leave.set()
        await reader.reading

    run(scenario)
