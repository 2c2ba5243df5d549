"""Parts of stories: they have the states and steps of the whole story, and the counts are those of the searches."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from noughts import Position, alphabeta, game, minimax, position, tell
from noughts.explain.story.build_story import RecordedSearch
from noughts.explain.story.settings import StorySettings
from noughts.explain.story.story import DEFAULT_NUMBERING, DEFAULT_ORDER, Story
from noughts.search.order import IgnoreDistance, Limited
from noughts.search.result import SearchLimit

EMPTY = Position(game("tictactoe"))
START = position("xo_/_x_/__o x")
SEARCHES: list[dict[str, Any]] = [
    {"algorithm": "minimax"},
    {"algorithm": "minimax", "form": "max-min", "unit": "depth"},
    {"algorithm": "minimax", "form": "j", "order": "centre"},
    {"algorithm": "negamax", "unit": "noughts"},
    {"algorithm": "alphabeta"},
    {"algorithm": "alphabeta", "unit": "depth", "order": "random", "seed": 3},
    {"algorithm": "transposition", "unit": "depth"},
    {"algorithm": "alphabeta", "depth": 3, "order": "centre"},
    {"algorithm": "minimax", "form": "j", "depth": 2},
    {"algorithm": "minimax", "form": "max-min", "depth": 3, "unit": "noughts"},
    {"algorithm": "negamax", "depth": 3},
    {"algorithm": "transposition", "depth": 4},
]


@pytest.mark.parametrize("nodes", [5_000, 1], ids=["all states", "topmost skipped states"])
@pytest.mark.parametrize("settings", SEARCHES, ids=lambda settings: " ".join(map(str, settings.values())))
def test_every_part_equals_that_part_of_the_whole_story(settings: dict[str, Any], nodes: int) -> None:
    search = RecordedSearch(START, StorySettings(**settings), nodes=nodes)
    story = search.story()
    assert (story.is_whole, story.first, story.complete) == (True, 1, nodes > 1 or story.minimax == story.searched)
    assert (search.steps, search.searched, search.states) == (len(story.events), story.searched, len(story.nodes))
    for first in range(1, search.steps + 1, 50):
        part = search.part(first, 50)
        assert (part.steps, part.first, part.is_whole) == (story.steps, first, search.steps <= 50)
        check_events(part, story)
        check_nodes(part, story)


def check_events(part: Story, story: Story) -> None:
    own = [event for event in part.events if event.step >= part.first]
    assert [event.step for event in own] == list(range(part.first, min(part.first + 50, story.steps + 1)))
    assert all(event == story.events[event.step - 1] for event in own)
    latest = {event.node: event.step for event in story.events[: part.first - 1]}
    for event in part.events:
        if event.step < part.first:  # what a state shows that was searched before; the counts of others are unknown
            same = story.events[event.step - 1]
            assert event == replace(same, minimax=event.minimax, alphabeta=event.alphabeta)
            assert latest[event.node] == event.step
    known = {event.node for event in part.events}
    assert {node.id for node in part.nodes if node.asked and node.asked < part.first} <= known


def check_nodes(part: Story, story: Story) -> None:
    numbers = {node.id for node in part.nodes}
    assert {event.node for event in part.events} <= numbers
    for node in part.nodes:
        told = story.node(node.id)
        assert node == replace(told, children=node.children)
        assert node.children in ([], told.children)
        assert numbers.issuperset(node.children)


@pytest.mark.parametrize("settings", SEARCHES, ids=lambda settings: " ".join(map(str, settings.values())))
def test_the_steps_of_each_state_are_numbered(settings: dict[str, Any]) -> None:
    story = tell(START, **settings)
    for node in story.nodes:
        if node.searched:
            assert node.asked is not None
            assert node.done is not None
            first, last = story.events[node.asked - 1], story.events[node.done - 1]
            assert (first.kind, first.node, last.node) == ("ask", node.id, node.id)
            assert last.kind in ("end", "answer", "choose")
            assert node.cut is None
            continue
        assert (node.asked, node.done) == (None, None)
        assert node.cut is not None
        above = node
        while not above.searched:
            above = story.node(above.parent or 0)
        skips = story.events[node.cut - 1]
        assert skips.node == above.id
        assert skips.kind == ("cut" if above.end == "cut" else "end")


def test_level_numbers_only_relabel_the_states() -> None:
    by_visit, by_level = (tell(START, algorithm="alphabeta", numbering=numbering) for numbering in ("visit", "level"))
    label = {by_visit.events[0].node: 1}
    for one, other in zip(by_visit.events, by_level.events, strict=True):
        assert label.setdefault(one.node, other.node) == other.node
        assert (one.step, one.kind, one.line, one.scores) == (other.step, other.kind, other.line, other.scores)
    assert len(set(label.values())) == len(label) == by_visit.searched


@pytest.mark.parametrize(
    ("settings", "searched"),
    [
        ({"algorithm": "minimax"}, 549_946),
        ({"algorithm": "alphabeta"}, 18_297),
        ({"algorithm": "alphabeta", "order": "centre"}, 7_275),
        ({"algorithm": "alphabeta", "unit": "noughts"}, 20_866),
        ({"algorithm": "transposition"}, 4_769),
    ],
)
def test_the_empty_board_is_told_in_full(settings: dict[str, Any], searched: int) -> None:
    search = RecordedSearch(EMPTY, StorySettings(**settings))
    part = search.part(search.steps, 1)
    last = part.events[-1]
    assert (search.searched, part.searched, part.minimax) == (searched, searched, 549_946)
    assert (last.kind, last.searched) == ("choose", searched)


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alphabeta", "transposition"])
def test_both_counters_rise_to_the_counts_of_the_searches(algorithm: Any) -> None:
    state = IgnoreDistance(START)
    events = tell(START, algorithm=algorithm).events
    counts = [(event.minimax or 0, event.alphabeta or 0) for event in events]
    assert counts[0] == (1, 1)
    assert counts[-1] == (minimax(state).visited, alphabeta(state).visited)
    for before, after in pairwise(counts):
        assert before[0] <= after[0]
        assert before[1] <= after[1]
    for event, (by_minimax, by_alphabeta) in zip(events, counts, strict=True):
        if algorithm in ("minimax", "negamax"):
            assert by_minimax == event.searched
        if algorithm == "alphabeta":
            assert by_alphabeta == event.searched


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "transposition"])
def test_a_depth_limits_every_algorithm_alike(algorithm: Any) -> None:
    start = Position(game("4,4,4"))
    story, usual = (tell(start, algorithm=name, depth=2) for name in (algorithm, "alphabeta"))
    assert story.node(1).score == usual.node(1).score
    assert story.minimax == 1 + 16 + 16 * 15


def test_a_limited_state_ends_at_the_horizon_with_an_estimate() -> None:
    state = Limited(EMPTY, 1, lambda state: 0.5)
    assert not state.is_over
    assert state.play(4).is_over
    assert state.play(4).score == 0.5
    before = position("xx_/oo_/___ x")
    won = before.play(2)
    assert Limited(before, 1, lambda state: 0.5).play(2).score == won.score, "a finished game is not estimated"


def test_a_search_with_too_many_calls_raises_an_error() -> None:
    with pytest.raises(SearchLimit):
        RecordedSearch(Position(game("4,4,4")), StorySettings(), calls=1_000)


def test_states_are_numbered_in_the_order_of_the_search_by_default() -> None:
    asked = [event.node for event in tell(START).events if event.kind == "ask"]
    assert asked == list(range(1, len(asked) + 1))
    part = RecordedSearch(EMPTY, StorySettings("alphabeta")).part(1, 120)
    assert [event.node for event in part.events if event.kind == "ask"][:30] == list(range(1, 31))
    assert tell(START).numbering == DEFAULT_NUMBERING == "visit"


def test_the_default_order_is_that_of_the_searches() -> None:
    assert tell(START).order == DEFAULT_ORDER
    assert RecordedSearch(EMPTY, StorySettings("alphabeta")).searched == alphabeta(IgnoreDistance(EMPTY)).visited
    assert tell(START, algorithm="alphabeta").searched == alphabeta(IgnoreDistance(START)).visited
