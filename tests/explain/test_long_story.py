"""Long stories: any part has the same states and steps as the whole story, and the counts are those of the searches."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from noughts import Position, alphabeta, game, minimax, position, tell
from noughts.explain.story.long_story import LongStory, Part
from noughts.explain.story.story import DEFAULT_NUMBERING, DEFAULT_ORDER, Event, Story
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


def without_skipped(event: Event) -> Event:
    """Leave out the numbers of skipped states: a whole story also numbers the states below them."""
    if not event.skipped:
        return event
    return replace(event, skipped=(), text=event.text.partition(" elsewhere.")[0])


@pytest.mark.parametrize("settings", SEARCHES, ids=lambda settings: " ".join(map(str, settings.values())))
def test_every_part_equals_that_part_of_the_whole_story(settings: dict[str, Any]) -> None:
    story = tell(START, **settings)
    long = LongStory(START, **settings)
    assert (long.steps, long.searched) == (len(story.events), story.searched)
    for first in range(0, long.steps, 50):
        part = long.part(first, 50)
        assert part.end == min(first + 50, long.steps)
        for step in range(first, part.end):
            assert without_skipped(part.events[step]) == without_skipped(story.events[step])
        check_nodes(part, story)


def check_nodes(part: Part, story: Story) -> None:
    for each in part.nodes:
        if not each.node.searched:
            assert each.cut is not None
            assert story.events[each.cut].kind == "cut"
            continue
        told = story.node(each.node.id)
        assert each.node == replace(told, children=each.node.children, chosen=each.node.chosen)
        assert each.asked is not None
        assert each.done is not None
        first, last = story.events[each.asked], story.events[each.done]
        assert (first.kind, first.node) == ("ask", told.id)
        assert last.kind in ("end", "answer", "choose")
        assert last.node == told.id
        if each.done < part.first:
            assert part.events[each.done].scores == last.scores, "what a state that is done shows"


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
    long = LongStory(EMPTY, **settings)
    last = long.part(long.steps - 1, 1).events[long.steps - 1]
    assert (long.searched, long.total) == (searched, 549_946)
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
    long, usual = (LongStory(start, algorithm=name, depth=2) for name in (algorithm, "alphabeta"))
    scores = [story.part(story.steps - 1, 1).nodes[0].node.score for story in (long, usual)]
    assert scores[0] == scores[1]
    assert long.total == 1 + 16 + 16 * 15


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
        LongStory(Position(game("4,4,4")), calls=1_000)


def test_states_are_numbered_in_the_order_of_the_search_by_default() -> None:
    asked = [event.node for event in tell(START).events if event.kind == "ask"]
    assert asked == list(range(1, len(asked) + 1))
    part = LongStory(EMPTY, algorithm="alphabeta").part(0, 120)
    assert [event.node for event in part.events.values() if event.kind == "ask"][:30] == list(range(1, 31))
    assert tell(START).numbering == DEFAULT_NUMBERING == "visit"


def test_the_default_order_is_that_of_the_searches() -> None:
    assert tell(START).order == DEFAULT_ORDER
    assert LongStory(EMPTY, algorithm="alphabeta").searched == alphabeta(IgnoreDistance(EMPTY)).visited
    assert tell(START, algorithm="alphabeta").searched == alphabeta(IgnoreDistance(START)).visited
