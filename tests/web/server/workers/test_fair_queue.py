"""The fair queue: clients take turns, small boards come first, and every item is eventually served."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.web.model.errors import Busy, Crowded, status_of, wait_of
from noughts.web.model.page_games import is_small
from noughts.web.server.workers.fair_queue import FairQueue, Lane, lane_of


def add(queue: FairQueue[str], clients: str, lane: Lane = Lane.LARGE) -> None:
    """Add an item for each client. The item is the client's name."""
    for client in clients:
        queue.add(client, client, lane)


def pop_all(queue: FairQueue[str]) -> str:
    return "".join(iter(queue.pop, None))


def test_clients_take_turns_and_small_boards_come_first() -> None:
    queue = FairQueue[str](10, 5)
    add(queue, "aaa")
    add(queue, "bb", Lane.SMALL)
    assert queue.pop() == "a"
    add(queue, "c", Lane.SMALL)
    assert pop_all(queue) == "bcbaa"
    add(queue, "aaabbc")
    assert pop_all(queue) == "abcaba"


def test_moves_come_first_and_lanes_can_be_left_out() -> None:
    queue = FairQueue[str](10, 5)
    add(queue, "ab")
    add(queue, "c", Lane.MOVE)
    assert queue.pop({Lane.SMALL}) is None
    assert pop_all(queue) == "cab"
    assert len(queue) == 0


def test_items_can_be_removed() -> None:
    queue = FairQueue[str](10, 5)
    add(queue, "abc")
    queue.remove("b")
    queue.remove("d")
    assert pop_all(queue) == "ac"


def test_the_queue_is_bounded_for_all_and_for_each_client() -> None:
    queue = FairQueue[str](4, 2)
    add(queue, "aa")
    with pytest.raises(Crowded, match="your requests") as crowded:
        add(queue, "a")
    assert (status_of(crowded.value), wait_of(crowded.value)) == (429, {"Retry-After": "3"})
    add(queue, "a" * 8, Lane.SMALL)
    with pytest.raises(Crowded):
        add(queue, "a", Lane.SMALL)
    add(queue, "bc")
    with pytest.raises(Busy, match="engines are busy") as busy:
        add(queue, "d")
    assert type(busy.value) is Busy
    add(queue, "d" * 8, Lane.SMALL)
    with pytest.raises(Busy):
        add(queue, "e", Lane.SMALL)
    add(queue, "e", Lane.MOVE)


def test_unknown_clients_share_only_the_bound_of_the_whole_queue() -> None:
    queue = FairQueue[str](4, 1)
    for _ in range(4):
        queue.add("item", "", Lane.LARGE)
    with pytest.raises(Busy):
        queue.add("item", "", Lane.LARGE)


@given(st.lists(st.sampled_from("abc"), max_size=40))
def test_waiting_clients_are_served_almost_equally_often(clients: list[str]) -> None:
    queue = FairQueue[str](100, 100)
    add(queue, "".join(clients))
    order, left = pop_all(queue), Counter(clients)
    assert sorted(order) == sorted(clients)
    done = Counter[str]()
    for client in order:
        done[client] += 1
        left[client] -= 1
        waiting = [other for other in "abc" if left[other]]
        assert all(abs(done[one] - done[two]) <= 1 for one in waiting for two in waiting)


def test_many_small_tasks_do_not_shut_out_a_large_one() -> None:
    queue = FairQueue[str](100, 100)
    add(queue, "x")
    for _ in range(50):
        add(queue, "ab", Lane.SMALL)
        if queue.pop() == "x":
            return
    raise AssertionError("never served")


@pytest.mark.parametrize(
    ("rules", "small"),
    [("tictactoe", True), ("4,3,3", True), ("4,4,4", False), ("15,15,5", False), ("chess", True), ("", True)],
)
def test_small_boards_are_recognised(rules: str, small: bool) -> None:
    assert is_small(rules) is small


@pytest.mark.parametrize(
    ("do", "rules", "urgent", "lane"),
    [
        ("choose", "15,15,5", True, Lane.MOVE),
        ("analyse", "3,3,3", False, Lane.SMALL),
        ("trace", "3,3,3", False, Lane.TREE),
        ("atlas", "3,3,3", False, Lane.TREE),
        ("analyse", "4,4,4 misere", False, Lane.LARGE),
        ("trace", "15,15,5", False, Lane.LARGE),
    ],
)
def test_a_task_gets_the_lane_of_its_board_and_kind(do: str, rules: str, urgent: bool, lane: Lane) -> None:
    assert lane_of({"do": do, "game": rules}, urgent) is lane
