"""The event stream of a game: its version at once and after every change, and who is present."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from starlette.types import Message, Scope

from noughts.apps.web.live.events import changes_of, sse
from noughts.apps.web.live.hub import Hub
from noughts.apps.web.live.presence import Company, Presence
from noughts.apps.web.model.errors import NotFound, StoreFault
from noughts.apps.web.model.stored_game import StoredGame

SCOPE: Scope = {"type": "http", "method": "GET", "path": "/play/g/events", "headers": [], "query_string": b""}
LINKED = StoredGame("g", version=3, linked=True)


class Reader:
    """A client of an event stream."""

    def __init__(
        self,
        hub: Hub,
        game: StoredGame,
        room: Mapping[str, Callable[[], Awaitable[str]]] | None = None,
        *,
        latest: StoredGame | Exception | None = None,
    ) -> None:
        async def load(id: str) -> StoredGame | None:
            assert len(hub) == 1, "it listens already, so it misses no change"
            if isinstance(latest, Exception):
                raise latest
            return latest

        self.presence = Presence(lambda _: None)
        self.leave = asyncio.Event()
        self.text = ""
        response = sse(changes_of(hub, self.presence, game, frozenset({"x"}), "Ada", load, room or {}))
        self.reading = asyncio.create_task(response(SCOPE, self._receive, self._send))

    async def _receive(self) -> Message:
        await self.leave.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.text += message.get("body", b"").decode()

    async def events(self) -> str:
        """Return what has arrived since the last call."""
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
        reader = Reader(hub, StoredGame("g", version=2), latest=StoredGame("g", version=3))
        assert await reader.events() == "id: 3\nevent: change\ndata: 3\nretry: 1000\n\n"
        hub.tell("g", 4)
        hub.tell("g", 5)
        assert await reader.events() == "id: 5\nevent: change\ndata: 5\n\n"
        hub.wake("g")
        assert await reader.events() == "event: again\ndata: look again\n\n"
        reader.leave.set()
        await reader.reading
        assert len(hub) == 0

    run(scenario)


def test_stopping_the_server_ends_the_stream() -> None:
    async def scenario() -> None:
        hub = Hub()
        reader = Reader(hub, StoredGame("g"), latest=StoredGame("g"))
        await reader.events()
        hub.close()
        await reader.reading

    run(scenario)


def test_a_client_whose_game_was_deleted_reloads_and_without_a_database_it_connects_again() -> None:
    async def scenario() -> None:
        reader = Reader(Hub(), StoredGame("g", version=3))
        assert (await reader.events()).endswith("retry: 1000\n\nevent: again\ndata: look again\n\n")
        reader.leave.set()
        await reader.reading
        reader = Reader(Hub(), StoredGame("g", version=3), latest=StoreFault("the database cannot be reached"))
        await reader.reading
        assert await reader.events() == ""

    run(scenario)


def test_a_reader_of_a_linked_game_is_present_and_learns_who_else_is() -> None:
    async def company() -> str:
        if absent:
            raise NotFound("the game was deleted")
        return "Bob is here."

    absent: list[bool] = []

    async def scenario() -> None:
        hub = Hub()
        reader = Reader(hub, LINKED, {"company": company}, latest=LINKED)
        assert (await reader.events()).endswith("event: company\ndata: Bob is here.\n\n")
        assert reader.presence.at("g") == Company(x=True)
        hub.tell("g", 0, "company")
        assert await reader.events() == "event: company\ndata: Bob is here.\n\n"
        absent.append(True)
        hub.tell("g", 0, "company")
        assert await reader.events() == ""
        reader.leave.set()
        await reader.reading

    run(scenario)


def test_the_new_part_of_the_page_comes_instead_of_its_version() -> None:
    parts = ["<p>\n4", ""]

    async def part() -> str:
        if not parts:
            raise NotFound("the game was deleted")
        return parts.pop(0)

    async def scenario() -> None:
        hub = Hub()
        reader = Reader(hub, LINKED, {"part": part}, latest=LINKED)
        assert await reader.events() == "id: 3\nevent: change\ndata: 3\nretry: 1000\n\n"
        hub.tell("g", 4)
        assert await reader.events() == "id: 4\nevent: part\ndata: <p>\ndata: 4\n\n"
        for version in (5, 6):
            hub.tell("g", version)
            assert await reader.events() == f"id: {version}\nevent: change\ndata: {version}\n\n"
        reader.leave.set()
        await reader.reading

    run(scenario)
