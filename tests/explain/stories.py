"""Stories for tests: drawn at random, replayed from their events, and compared with an exhaustive search."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from noughts import (
    IgnoreDistance,
    Ordered,
    Position,
    SearchResult,
    alphabeta,
    centre_first,
    depth_limited,
    game,
    minimax,
    negamax,
    open_lines,
    shuffled,
    transposition,
)
from noughts.explain.scores import UNITS
from noughts.explain.story.build_story import tell
from noughts.explain.story.story import ALGORITHMS, NUMBERINGS, ORDERS, Event, Story
from noughts.search.order import Limited

GAMES = [
    *["3,3,3", "3,3,3 misere", "3,3,3 gravity", "3,3,3 torus", "4,3,3 gravity", "2x2x2", "3,4,3 full=x"],
    *["4,4,3 gravity misere", "3,3,2 torus gravity full=o", "5,1,2", "1,1,1", "2x2x2x2,3"],
]
FORMS = {"minimax": ("lists", "j", "max-min")}
WINDOWED = ("alphabeta", "transposition")


ARTICLE: dict[str, Any] = {"order": "centre", "numbering": "level"}
"""The settings of `tell` that reproduce the figure of the well-known article."""


@dataclass(frozen=True)
class StoryCase:
    """A story and the settings that created it."""

    story: Story
    depth: int | None
    seed: int


@st.composite
def positions(draw: st.DrawFn, most: int) -> Position:
    """Draw an unfinished position of one of the games, with at most this many empty cells."""
    start, random = Position(game(draw(st.sampled_from(GAMES)))), Random(draw(st.integers(0, 10**6)))
    left = draw(st.integers(1, most))
    for _ in range(50):
        position = start
        while position.empty.bit_count() > left and not position.is_over:
            position = position.play(random.choice(position.moves))
        if not position.is_over:
            return position
    return reject()


@st.composite
def stories(draw: st.DrawFn, most: int = 6) -> StoryCase:
    """Draw a story of any algorithm with any settings."""
    algorithm = draw(st.sampled_from(ALGORITHMS))
    depth, seed = draw(st.none() | st.integers(1, 4)), draw(st.integers(0, 99))
    story = tell(
        draw(positions(most)),
        algorithm=algorithm,
        form=draw(st.sampled_from(FORMS[algorithm])) if algorithm in FORMS else None,
        order=draw(st.sampled_from(ORDERS)),
        seed=seed,
        unit=draw(st.sampled_from(UNITS)),
        numbering=draw(st.sampled_from(NUMBERINGS)),
        depth=depth,
    )
    return StoryCase(story, depth, seed)


def search_again(case: StoryCase) -> SearchResult:
    """Run the search of a story without recording a story."""
    state: Any = case.story.position
    if case.story.unit in ("one", "ten"):
        state = IgnoreDistance(state)
    if case.story.order != "scan":
        state = Ordered(state, centre_first if case.story.order == "centre" else shuffled(case.seed))
    if case.depth is not None and case.story.algorithm == "alphabeta":
        return depth_limited(state, case.depth, evaluate=open_lines)
    if case.depth is not None:
        state = Limited(state, case.depth, open_lines)
    searches: dict[str, Callable[[Any], SearchResult]] = {
        "minimax": minimax,
        "negamax": negamax,
        "alphabeta": alphabeta,
        "transposition": transposition,
    }
    return searches[case.story.algorithm](state)


def in_unit(case: StoryCase, score: float) -> float:
    """Convert a score to the story's unit, by definition."""
    unit, sign = case.story.unit, (score > 0) - (score < 0)
    if abs(score) < 1:
        return int(100 * score * (10 if unit == "ten" else 1)) / 100  # an estimate, or a draw
    if unit == "depth":
        plies = case.story.position.empty.bit_count() - (int(abs(score)) - 1)
        return sign * (10 - plies)
    return {"one": sign, "ten": 10 * sign, "noughts": score}[unit]


def truth(case: StoryCase) -> Callable[[Position, int], float]:
    """Return a function for the true value of a state at a depth, in the story's unit and point of view."""
    story = case.story

    @cache
    def value(position: Position, depth: int) -> float:
        if position.is_over:
            score = position.score
            return (score > 0) - (score < 0) if story.unit in ("one", "ten") else score
        if case.depth is not None and depth >= case.depth:
            return open_lines(position)
        return max(-value(position.play(move), depth + 1) for move in position.moves)

    def shown(position: Position, depth: int) -> float:
        score = value(position, depth)
        by_mover = story.view == "mover" or position.turn is story.position.turn
        return in_unit(case, score if by_mover else -score)

    return shown


@dataclass(frozen=True)
class Frame:
    """A call of the search, with the facts known about its state so far."""

    node: int
    alpha: float | None = None
    beta: float | None = None
    scores: tuple[float, ...] = ()
    bounds: tuple[str, ...] = ()
    pushed: tuple[int, ...] = ()


@dataclass
class Replay:
    """A replay of a story: the calls on the stack, and the results of all others."""

    story: Story
    stack: list[Frame] = field(default_factory=list)
    answers: dict[int, float] = field(default_factory=dict)
    chosen: dict[int, int] = field(default_factory=dict)
    skipped: dict[int, int] = field(default_factory=dict)
    searched: int = 0

    def run(self) -> Iterator[tuple[Event, Frame | None]]:
        """Apply all events; yield each, after applying it, with the call that ran before."""
        for event in self.story.events:
            before = self.stack[-1] if self.stack else None
            self.apply(event)
            yield event, before

    def apply(self, event: Event) -> None:
        """Apply one event; check that it may happen and that its data match the current call."""
        node = self.story.node(event.node)
        sign = -1 if self.story.view == "mover" else 1
        if event.kind == "ask":
            window = (self.stack[-1].alpha, self.stack[-1].beta) if self.stack else (None, None)
            assert node.parent == (self.stack[-1].node if self.stack else None)
            assert event.node not in self.answers, "each state is searched only once"
            assert (node.alpha, node.beta) == window
            self.stack.append(Frame(event.node, *window))
            self.searched += 1
        frame = self.stack[-1]
        assert frame.node == event.node
        if event.kind == "end":
            assert not frame.scores
            assert event.value is not None
            self.close(event.value)
        elif event.kind == "push":
            assert event.child in node.children
            assert event.child not in frame.pushed
            assert event.value == (sign * self.answers[event.child] or 0)
            scores, bounds = (*frame.scores, event.value), (*frame.bounds, self.story.node(event.child).bound)
            self.stack[-1] = replace(frame, scores=scores, bounds=bounds, pushed=(*frame.pushed, event.child))
        elif event.kind == "raise":
            assert event.value is not None
            assert event.value > (float("-inf") if frame.alpha is None else frame.alpha)
            assert not frame.scores or (node.role == "max" and event.value == frame.scores[-1] == max(frame.scores))
            self.stack[-1] = replace(frame, alpha=event.value)
        elif event.kind == "lower":
            assert event.value is not None
            assert event.value < (float("inf") if frame.beta is None else frame.beta)
            assert not frame.scores or (node.role == "min" and event.value == frame.scores[-1] == min(frame.scores))
            self.stack[-1] = replace(frame, beta=event.value)
        elif event.kind == "cut":
            assert frame.alpha is not None
            assert frame.beta is not None
            assert frame.alpha >= frame.beta
            left = [child for child in node.children if child not in frame.pushed]
            assert list(event.skipped) == left
            self.skipped |= dict.fromkeys(left, event.node)
        elif event.kind in ("answer", "choose"):
            best = max if node.role == "max" or self.story.view == "mover" else min
            assert event.value == best(frame.scores)
            assert event.child is not None
            assert frame.scores[frame.pushed.index(event.child)] == event.value
            assert event.kind == ("choose" if node.parent is None else "answer")
            self.chosen[event.node] = event.child
            self.close(event.value)
        shown = self.stack[-1] if self.stack and self.stack[-1].node == event.node else frame
        assert (event.scores, event.bounds) == (shown.scores, shown.bounds)
        if self.story.algorithm in WINDOWED:
            assert (event.alpha, event.beta) == (shown.alpha, shown.beta)
        assert event.searched == self.searched

    def close(self, value: float) -> None:
        """End the current call."""
        self.answers[self.stack.pop().node] = value
