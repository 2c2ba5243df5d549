"""Who is served next: nobody is kept waiting by one who asks for much, and nobody is forgotten."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.apps.web.engines.fair_queue import FairQueue, Lane, is_small, lane_of
from noughts.apps.web.model.errors import Busy, Crowded


def everything(lane: Lane) -> bool:
    return True


def served(line: FairQueue[int], may: Callable[[Lane], bool] = everything) -> str:
    """Serve all who wait, one after the other, and return their addresses."""
    found = ""
    while first := line.next(may):
        line.leave(first)
        found += first.client
    return found


def run(work: Coroutine[None, None, None]) -> None:
    asyncio.run(work)


def joined(line: FairQueue[int], clients: str, lane: Lane = Lane.LARGE) -> None:
    for client in clients:
        line.join(client, lane, small=lane is Lane.SMALL)


def test_addresses_take_turns_and_small_boards_come_first() -> None:
    async def main() -> None:
        line = FairQueue[int](10, 5)
        joined(line, "aaa")
        joined(line, "bb", Lane.SMALL)
        first = [line.next(everything) for _ in range(2)]
        assert first[0] is first[1], "who comes next waits until they leave"
        assert first[0]
        assert line.leave(first[0])
        assert not line.leave(first[0])
        joined(line, "c", Lane.SMALL)
        assert served(line) == "bcbaa"
        joined(line, "aaabbc")
        assert served(line) == "abcaba"

    run(main())


def test_moves_of_games_go_first_and_lanes_can_be_closed() -> None:
    async def main() -> None:
        line = FairQueue[int](10, 5)
        joined(line, "ab")
        joined(line, "c", Lane.MOVE)
        assert served(line, lambda lane: lane is Lane.SMALL) == ""
        assert served(line) == "cab"
        joined(line, "ab")
        gone = line.next(everything)
        assert gone
        gone.given.cancel()
        assert served(line) == "b", "who has left is not served"
        assert [waiting.client for waiting in line.clear()] == ["a"]
        assert len(line) == 0

    run(main())


def test_so_many_may_wait_and_so_many_of_one_address() -> None:
    async def main() -> None:
        line = FairQueue[int](4, 2)
        joined(line, "aa")
        with pytest.raises(Crowded, match="this address") as crowded:
            joined(line, "a")
        assert crowded.value.wait > 0
        joined(line, "a" * 8, Lane.SMALL)
        with pytest.raises(Crowded):
            joined(line, "a", Lane.SMALL)
        joined(line, "bc")
        with pytest.raises(Busy, match="too many others"):
            joined(line, "d")
        assert type(crowded.value) is Crowded
        joined(line, "d" * 8, Lane.SMALL)
        with pytest.raises(Busy):
            joined(line, "e", Lane.SMALL)
        joined(line, "e", Lane.MOVE)

    run(main())


def test_where_nobody_knows_the_address_only_the_whole_is_bounded() -> None:
    async def main() -> None:
        line = FairQueue[int](4, 1)
        for _ in range(4):
            line.join("", Lane.LARGE, small=False)
        with pytest.raises(Busy):
            line.join("", Lane.LARGE, small=False)

    run(main())


@given(st.lists(st.sampled_from("abc"), max_size=40))
def test_of_two_who_both_wait_none_is_served_twice_more_than_the_other(asked: list[str]) -> None:
    async def main() -> None:
        line = FairQueue[int](100, 100)
        joined(line, "".join(asked))
        order, left = served(line), Counter(asked)
        assert sorted(order) == sorted(asked)
        done = Counter[str]()
        for client in order:
            done[client] += 1
            left[client] -= 1
            waits = [other for other in "abc" if left[other]]
            assert all(abs(done[one] - done[two]) <= 1 for one in waits for two in waits)

    run(main())


def test_who_asks_for_little_all_the_time_does_not_shut_out_who_asks_for_much() -> None:
    async def main() -> None:
        line = FairQueue[int](100, 100)
        joined(line, "x")
        for number in range(200):
            joined(line, "ab", Lane.SMALL)
            first = line.next(everything)
            assert first
            line.leave(first)
            if first.client == "x":
                assert number < 50
                return
        raise AssertionError("never served")

    run(main())


def test_addresses_are_forgotten() -> None:
    async def main() -> None:
        line = FairQueue[int](10, 5)
        joined(line, "a")
        for number in range(5_000):
            line.join(str(number), Lane.LARGE, small=False)
            first = line.next(everything)
            assert first
            line.leave(first)
        assert len(line._last) < 2_000

    run(main())


@pytest.mark.parametrize(
    ("rules", "small"),
    [("tictactoe", True), ("4,3,3", True), ("4,4,4", False), ("15,15,5", False), ("chess", True), (None, True)],
)
def test_which_boards_are_small(rules: object, small: bool) -> None:
    assert is_small(rules) is small


def test_in_which_lane_a_task_waits() -> None:
    lanes = [
        lane_of({"do": do, "game": rules}, urgent)
        for do, rules, urgent in [
            *[("choose", "15,15,5", True), ("analyse", "3,3,3", False), ("trace", "3,3,3", False)],
            *[("atlas", "3,3,3", False), ("analyse", "4,4,4 misere", False), ("trace", "15,15,5", False)],
        ]
    ]
    assert lanes == [Lane.MOVE, Lane.SMALL, Lane.TREE, Lane.TREE, Lane.LARGE, Lane.LARGE]
