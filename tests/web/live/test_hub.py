"""Listeners store only the newest version. A newer version wakes them, and so does the end of the server."""

import asyncio
from collections.abc import Awaitable, Callable

from noughts.web.live.hub import Hub


def with_hub(scenario: Callable[[Hub], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(10):
            await scenario(Hub())

    asyncio.run(main())


def test_only_a_newer_version_of_its_game_wakes_a_listener() -> None:
    async def scenario(hub: Hub) -> None:
        async with hub.listen("a") as listener:
            waiting = asyncio.create_task(listener.next_version(3))
            for id, version in [("b", 9), ("a", 2), ("a", 3)]:
                hub.tell(id, version)
                await asyncio.sleep(0)
                assert not waiting.done()
            hub.tell("a", 4)
            assert await waiting == 4

    with_hub(scenario)


def test_a_slow_listener_gets_the_newest_version_and_cancelling_loses_none() -> None:
    async def scenario(hub: Hub) -> None:
        async with hub.listen("a") as listener:
            waiting = asyncio.create_task(listener.next_version(0))
            await asyncio.sleep(0)
            waiting.cancel()
            for version in range(1, 1000):
                hub.tell("a", version)
            hub.tell("a", 5)  # a version that arrives late
            assert await listener.next_version(0) == 999
            assert await listener.next_version(998) == 999

    with_hub(scenario)


def test_waking_tells_all_listeners_to_reload_once() -> None:
    async def scenario(hub: Hub) -> None:
        async with hub.listen("a") as one, hub.listen("b") as other:
            hub.wake()
            assert [await one.next_version(7), await other.next_version(0)] == [7, 0]
            again = asyncio.create_task(one.next_version(7))
            await asyncio.sleep(0.001)
            assert not again.done()
            hub.wake("a")
            assert await again == 7
            assert not one.closed

    with_hub(scenario)


def test_listeners_are_counted_and_notified_of_arriving_guests() -> None:
    async def scenario(hub: Hub) -> None:
        async with hub.listen("a") as one, hub.listen("a"), hub.listen("b") as other:
            assert len(hub) == 3
            hub.tell("a", 0, "company")
            assert await one.next_version(7) == 7
            assert one.news == {"company"}
            waiting = asyncio.create_task(other.next_version(7))
            hub.tell("b", 8)
            assert await waiting == 8
            assert other.news == set()
        assert len(hub) == 0

    with_hub(scenario)


def test_closing_wakes_all_listeners_including_later_ones() -> None:
    async def scenario(hub: Hub) -> None:
        async with hub.listen("a") as listener:
            waiting = asyncio.create_task(listener.next_version(3))
            await asyncio.sleep(0)
            hub.close()
            await waiting
            assert listener.closed
        async with hub.listen("a") as late:
            await late.next_version(3)
            assert late.closed

    with_hub(scenario)
