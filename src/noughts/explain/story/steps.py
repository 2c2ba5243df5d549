"""Derive the steps of a search from its annotated tree.

Each step pairs a search event with a sentence that describes it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from noughts.explain.story import step_words as words
from noughts.explain.story.annotate import NodeBuilder
from noughts.explain.story.pace import Places
from noughts.explain.story.presentation import Presentation
from noughts.explain.story.pseudocode import Step
from noughts.explain.story.story import Bound, Event, StoryNode
from noughts.rules.position import Score


def steps(top: NodeBuilder, presentation: Presentation, places: Places) -> Iterator[Event]:
    """Yield the steps of a search, from visiting the root to returning its answer."""
    return _visit(Search(presentation), top, places)


def _visit(search: "Search", builder: NodeBuilder, places: Places) -> Iterator[Event]:
    for step in search.call(builder, places):
        if isinstance(step, Event):
            yield step
        else:
            search.searched += 1
            yield from _visit(search, step.builder, step.places)


@dataclass(frozen=True, slots=True)
class Below:
    """The point at which a call searches a child.

    Attributes:
        index: the index of the move.
        builder: the child.
        places: how far minimax and alpha-beta have come when the child is searched.
    """

    index: int
    builder: NodeBuilder
    places: Places


@dataclass
class Search:
    """A search in progress, with its presentation settings and the number of states visited so far."""

    presentation: Presentation
    searched: int = 1

    def call(self, builder: NodeBuilder, places: Places) -> Iterator[Event | Below]:
        """Yield the steps of the call that searches a state, and a `Below` where it searches a child.

        Before the next item, the caller has to count the states that were searched below.
        """
        call = _Call(builder, self, places)
        yield call.event("ask", words.describe_ask(builder.node, self.presentation))
        if not builder.searched:
            yield call.end()
            return
        yield from call.narrow_window()
        for index, child in enumerate(builder.searched):
            yield Below(index, child, places.enter(index))
            places.leave(index)
            yield from call.push(child.node)
        yield from call.finish()

    def last_step(self, builder: NodeBuilder) -> Event:
        """Return the last step of the call that searches a state, without the counts of other searches."""
        call = _Call(builder, self, Places())
        if not builder.searched:
            return call.end()
        for _ in call.narrow_window():
            pass
        for child in builder.searched:
            call.receive(child.node)
        return call.answer()


def offsets(builder: NodeBuilder, presentation: Presentation) -> Iterator[int]:
    """Yield the number of own steps that a call has taken before it searches each child, and in the end all of them."""
    call = _Call(builder, Search(presentation), Places())
    if not builder.searched:
        yield 2
        return
    taken = 1 + sum(1 for _ in call.narrow_window())
    for child in builder.searched:
        yield taken
        taken += 1 if call.receive(child.node) is None else 2
    yield taken + (builder.node.end == "cut") + 1


@dataclass
class _Call:
    """The call that searches one state, with its variables and the steps that change them."""

    builder: NodeBuilder
    search: Search
    places: Places
    alpha: Score | None = field(init=False)
    beta: Score | None = field(init=False)
    scores: list[Score] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)
    children: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.alpha, self.beta = self.builder.node.alpha, self.builder.node.beta

    def event(self, kind: Step, text: str, *marks: str, **details: Any) -> Event:
        """Return an event with the values that the variables have after the step."""
        node, presentation = self.builder.node, self.search.presentation
        root = [] if node.parent else ["root"]
        variables = words.variables(presentation, node, self.children, self.scores, self.bounds)
        if presentation.has_window:
            variables += words.window(self.alpha, self.beta)
        return Event(
            kind,
            node.id,
            presentation.form.line(kind, *marks, *root, node.role),
            text,
            tuple(self.scores),
            tuple(self.bounds),
            self.alpha,
            self.beta,
            variables,
            searched=self.search.searched,
            minimax=self.places.minimax.searched if self.places.minimax else None,
            alphabeta=self.places.alphabeta.searched if self.places.alphabeta else None,
            **details,
        )

    def end(self) -> Event:
        """Return the step in which the score is known without searching moves."""
        node = self.builder.node
        self.places.finish()
        return self.event("end", words.describe_end(node), f"{node.end}:{node.role}", str(node.end), value=node.score)

    def narrow_window(self) -> Iterator[Event]:
        """Yield the steps in which the transposition table narrows the window."""
        node = self.builder.node
        low, high = map(self.search.presentation.display_limit, self.builder.known)
        if low is not None:
            before, self.alpha = self.alpha, low
            yield self.event("raise", words.describe_limit(node, "alpha", before, low, True), "table", value=low)
        if high is not None:
            before, self.beta = self.beta, high
            yield self.event("lower", words.describe_limit(node, "beta", before, high, True), "table", value=high)

    def receive(self, child: StoryNode, narrow: bool = True) -> Step | None:
        """Store a child's score, and return whether it raises alpha or lowers beta. If `narrow`, change the limit."""
        node, presentation = self.builder.node, self.search.presentation
        assert child.score is not None
        score = presentation.score_from_child(child.score)
        self.scores.append(score)
        self.bounds.append(child.bound)
        self.children.append(child.id)
        if not presentation.has_window:
            return None
        if node.role == "max" and score > (-inf if self.alpha is None else self.alpha):
            self.alpha = score if narrow else self.alpha
            return "raise"
        if node.role == "min" and score < (inf if self.beta is None else self.beta):
            self.beta = score if narrow else self.beta
            return "lower"
        return None

    def push(self, child: StoryNode) -> Iterator[Event]:
        """Yield the steps that follow when a child returns its score."""
        node = self.builder.node
        change = self.receive(child, narrow=False)
        score = self.scores[-1]
        text = words.describe_push(node, child, self.search.presentation, self.scores, self.bounds)
        yield self.event("push", text, value=score, child=child.id)
        if change == "raise":
            before, self.alpha = self.alpha, score
            yield self.event("raise", words.describe_limit(node, "alpha", before, score), value=score)
        elif change == "lower":
            before, self.beta = self.beta, score
            yield self.event("lower", words.describe_limit(node, "beta", before, score), value=score)

    def finish(self) -> Iterator[Event]:
        """Yield an event for the cut-off, if there is one, and an event for the answer."""
        builder, node, presentation = self.builder, self.builder.node, self.search.presentation
        self.places.finish()
        if node.end == "cut":
            skipped = tuple(child.node.id for child in builder.children if child.traced is None)
            text = f"{words.describe_cut(builder, presentation)} {words.describe_skipped(skipped)}"
            yield self.event("cut", text, value=node.score, skipped=skipped)
        yield self.answer()

    def answer(self) -> Event:
        """Return the step in which the call returns its score."""
        node, presentation = self.builder.node, self.search.presentation
        chosen = next(child.node for child in self.builder.searched if child.node.id == node.chosen)
        text = words.describe_answer(node, chosen, presentation, self.scores, self.bounds)
        return self.event("answer" if node.parent else "choose", text, value=node.score, child=chosen.id)
