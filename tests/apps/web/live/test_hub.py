"""Listeners: each holds the newest version only, is woken when there is a newer one, and at the end."""

import asyncio
from collections.abc import Awaitable, Callable

from noughts.apps.web.live.hub import Hub


def with_hub(truth: Callable[[Hub], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(10):
            await truth(Hub())

    asyncio.run(main())


def test_a_listener_is_woken_by_a_newer_version_of_its_game_alone() -> None:
    async def truth(hub: Hub) -> None:
        async with hub.listen("a") as listener:
            waiting = asyncio.create_task(listener.next_version(3))
            for id, version in [("b", 9), ("a", 2), ("a", 3)]:
                hub.tell(id, version)
                await asyncio.sleep(0)
                assert not waiting.done()
            hub.tell("a", 4)
            assert await waiting == 4

    with_hub(truth)


def test_who_is_slow_gets_the_newest_and_nothing_is_missed_by_giving_up() -> None:
    async def truth(hub: Hub) -> None:
        async with hub.listen("a") as listener:
            waiting = asyncio.create_task(listener.next_version(0))
            await asyncio.sleep(0)
            waiting.cancel()
            for version in range(1, 1000):
                hub.tell("a", version)
            hub.tell("a", 5)  # late news
            assert await listener.next_version(0) == 999
            assert await listener.next_version(998) == 999

    with_hub(truth)


def test_all_are_woken_to_look_again_once() -> None:
    async def truth(hub: Hub) -> None:
        async with hub.listen("a") as one, hub.listen("b") as other:
            hub.wake()
            assert [await one.next_version(7), await other.next_version(0)] == [7, 0]
            again = asyncio.create_task(one.next_version(7))
            await asyncio.sleep(0.001)
            assert not again.done()
            hub.wake("a")
            assert await again == 7
            assert not one.closed

    with_hub(truth)


def test_who_looks_is_counted_and_told_of_those_who_come() -> None:
    async def truth(hub: Hub) -> None:
        async with hub.listen("a") as one, hub.listen("a"), hub.listen("b") as other:
            assert len(hub) == 3
            hub.meet("a")
            assert await one.next_version(7) == 7
            assert one.company
            assert not one.again
            waiting = asyncio.create_task(other.next_version(7))
            hub.tell("b", 8)
            assert await waiting == 8
            assert not other.company
        assert len(hub) == 0

    with_hub(truth)


def test_the_end_wakes_all_also_those_who_come_later() -> None:
    async def truth(hub: Hub) -> None:
        async with hub.listen("a") as listener:
            waiting = asyncio.create_task(listener.next_version(3))
            await asyncio.sleep(0)
            hub.close()
            await waiting
            assert listener.closed
        async with hub.listen("a") as late:
            await late.next_version(3)
            assert late.closed

    with_hub(truth)
