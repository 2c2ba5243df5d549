"""Steps: the events of a search in order, told from its judged tree."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from noughts.explain import step_words as words
from noughts.explain.judged import Draft
from noughts.explain.manner import Manner
from noughts.explain.pseudocode import Step
from noughts.explain.story import Bound, Event, StoryNode
from noughts.rules.position import Score


def steps(top: Draft, manner: Manner) -> Iterator[Event]:
    """Yield the steps of a search, from its root to its answer."""
    return _Search(manner).below(top)


@dataclass
class _Search:
    """A search that is told, and how many states it has come to."""

    manner: Manner
    searched: int = 0

    def below(self, draft: Draft) -> Iterator[Event]:
        """Yield the steps of a state and of all below it."""
        self.searched += 1
        call = _Call(draft, self)
        yield call.event("ask", words.asked(draft.node, self.manner))
        if not draft.searched:
            yield call.event("end", words.ended(draft.node), str(draft.node.end), value=draft.node.score)
            return
        yield from call.corrects()
        for child in draft.searched:
            yield from self.below(child)
            yield from call.takes(child.node)
        yield from call.ends()


@dataclass
class _Call:
    """The search of one state: its variables, and the steps that change them."""

    draft: Draft
    search: _Search
    alpha: Score | None = field(init=False)
    beta: Score | None = field(init=False)
    scores: list[Score] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)
    children: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.alpha, self.beta = self.draft.node.alpha, self.draft.node.beta

    def event(self, kind: Step, text: str, *marks: str, **more: Any) -> Event:
        """Return a step as it leaves the variables."""
        node, manner = self.draft.node, self.search.manner
        root = [] if node.parent else ["root"]
        variables = words.variables(manner, node, self.children, self.scores, self.bounds)
        if manner.windowed:
            variables += words.window(self.alpha, self.beta)
        return Event(
            kind,
            node.id,
            manner.form.line(kind, *marks, *root, node.role),
            text,
            tuple(self.scores),
            tuple(self.bounds),
            self.alpha,
            self.beta,
            variables,
            searched=self.search.searched,
            **more,
        )

    def corrects(self) -> Iterator[Event]:
        """Yield the steps by which the table narrows the window."""
        node = self.draft.node
        low, high = map(self.search.manner.limit, self.draft.known)
        if low is not None:
            before, self.alpha = self.alpha, low
            yield self.event("raise", words.moved(node, "alpha", before, low, True), "table", value=low)
        if high is not None:
            before, self.beta = self.beta, high
            yield self.event("lower", words.moved(node, "beta", before, high, True), "table", value=high)

    def takes(self, child: StoryNode) -> Iterator[Event]:
        """Yield the steps that a child's answer leads to."""
        node, manner = self.draft.node, self.search.manner
        assert child.score is not None
        score = manner.from_child(child.score)
        self.scores.append(score)
        self.bounds.append(child.bound)
        self.children.append(child.id)
        text = words.pushed(node, child, manner, self.scores, self.bounds)
        yield self.event("push", text, value=score, child=child.id)
        if not manner.windowed:
            return
        if node.role == "max" and score > (-inf if self.alpha is None else self.alpha):
            before, self.alpha = self.alpha, score
            yield self.event("raise", words.moved(node, "alpha", before, score), value=score)
        elif node.role == "min" and score < (inf if self.beta is None else self.beta):
            before, self.beta = self.beta, score
            yield self.event("lower", words.moved(node, "beta", before, score), value=score)

    def ends(self) -> Iterator[Event]:
        """Yield the cut, if there is one, and the answer."""
        draft, node, manner = self.draft, self.draft.node, self.search.manner
        if node.end == "cut":
            skipped = tuple(child.node.id for child in draft.children if not child.traced)
            text = f"{words.stopped(draft, manner)} {words.left_out(skipped)}"
            yield self.event("cut", text, value=node.score, skipped=skipped)
        chosen = next(child.node for child in draft.searched if child.node.id == node.chosen)
        text = words.answered(node, chosen, manner, self.scores, self.bounds)
        yield self.event("answer" if node.parent else "choose", text, value=node.score, child=chosen.id)
