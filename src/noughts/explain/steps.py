"""Derive the steps of a search from its annotated tree.

Each step pairs a search event with a sentence that describes it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from noughts.explain import step_words as words
from noughts.explain.annotate import NodeBuilder
from noughts.explain.presentation import Presentation
from noughts.explain.pseudocode import Step
from noughts.explain.story import Bound, Event, StoryNode
from noughts.rules.position import Score


def steps(top: NodeBuilder, presentation: Presentation) -> Iterator[Event]:
    """Yield the steps of a search, from visiting the root to returning its answer."""
    return _Search(presentation).visit(top)


@dataclass
class _Search:
    """A search in progress, with its presentation settings and the number of states visited so far."""

    presentation: Presentation
    searched: int = 0

    def visit(self, builder: NodeBuilder) -> Iterator[Event]:
        """Yield the steps for a state and for all states below it."""
        self.searched += 1
        call = _Call(builder, self)
        yield call.event("ask", words.describe_ask(builder.node, self.presentation))
        if not builder.searched:
            text = words.describe_end(builder.node)
            yield call.event("end", text, str(builder.node.end), value=builder.node.score)
            return
        yield from call.narrow_window()
        for child in builder.searched:
            yield from self.visit(child)
            yield from call.push(child.node)
        yield from call.finish()


@dataclass
class _Call:
    """The call that searches one state, with its variables and the steps that change them."""

    builder: NodeBuilder
    search: _Search
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
            **details,
        )

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

    def push(self, child: StoryNode) -> Iterator[Event]:
        """Yield the steps that follow when a child returns its score."""
        node, presentation = self.builder.node, self.search.presentation
        assert child.score is not None
        score = presentation.score_from_child(child.score)
        self.scores.append(score)
        self.bounds.append(child.bound)
        self.children.append(child.id)
        text = words.describe_push(node, child, presentation, self.scores, self.bounds)
        yield self.event("push", text, value=score, child=child.id)
        if not presentation.has_window:
            return
        if node.role == "max" and score > (-inf if self.alpha is None else self.alpha):
            before, self.alpha = self.alpha, score
            yield self.event("raise", words.describe_limit(node, "alpha", before, score), value=score)
        elif node.role == "min" and score < (inf if self.beta is None else self.beta):
            before, self.beta = self.beta, score
            yield self.event("lower", words.describe_limit(node, "beta", before, score), value=score)

    def finish(self) -> Iterator[Event]:
        """Yield an event for the cut-off, if there is one, and an event for the answer."""
        builder, node, presentation = self.builder, self.builder.node, self.search.presentation
        if node.end == "cut":
            skipped = tuple(child.node.id for child in builder.children if not child.traced)
            text = f"{words.describe_cut(builder, presentation)} {words.describe_skipped(skipped)}"
            yield self.event("cut", text, value=node.score, skipped=skipped)
        chosen = next(child.node for child in builder.searched if child.node.id == node.chosen)
        text = words.describe_answer(node, chosen, presentation, self.scores, self.bounds)
        yield self.event("answer" if node.parent else "choose", text, value=node.score, child=chosen.id)
