"""Derive the steps of a search from its annotated tree.

Each step pairs a search event with a sentence that describes it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any, Self

from noughts.explain.story import step_words as words
from noughts.explain.story.annotate import Call
from noughts.explain.story.counters import Counters
from noughts.explain.story.presentation import Presentation
from noughts.explain.story.pseudocode import Step
from noughts.explain.story.quiz import cut_quiz
from noughts.explain.story.story import Bound, Event, StoryNode
from noughts.rules.position import Score


@dataclass(slots=True)
class Visit:
    """One occurrence of a search call in the tree.

    Attributes:
        call: the call.
        node: its state, with its number.
        children: the states after its moves in move order: first the searched states, then the skipped states.
        number: the state's number in the order of the search.
        unsearched: the number of states before it, in the order of the tree, that are not searched.
    """

    call: Call
    node: StoryNode
    children: list[StoryNode]
    number: int = 0
    unsearched: int = 0

    @classmethod
    def anywhere(cls, call: Call) -> Self:
        """Return a visit for a call that has no place in the tree. The states of the visit have no numbers."""
        return cls(call, call.node, [below.node for below in call.calls])

    @property
    def searched(self) -> list[StoryNode]:
        """The states that this call searches."""
        return self.children[: len(self.call.calls)]

    @property
    def asked(self) -> int:
        """The number of the call's first step."""
        assert self.node.asked is not None
        return self.node.asked

    @property
    def done(self) -> int:
        """The number of the call's last step."""
        assert self.node.done is not None
        return self.node.done


@dataclass(frozen=True, slots=True)
class Below:
    """The point at which the search of a state turns to a child.

    Attributes:
        index: the index of the move.
        counters: the counters of minimax and alpha-beta when the child is searched.
    """

    index: int
    counters: Counters


@dataclass
class Search:
    """A search in progress.

    Attributes:
        presentation: how the steps are shown.
        searched: the number of states searched so far.
        step: the number of the next step, counted from 1.
    """

    presentation: Presentation
    searched: int = 1
    step: int = 1

    def steps(self, visit: Visit, counters: Counters) -> Iterator[Event | Below]:
        """Yield the steps of a call, and a `Below` where it searches a child.

        Before the next item, the caller has to `skip` the call below.
        """
        call = _Steps(visit, self, counters)
        yield call.event("ask", words.describe_ask(visit.node, self.presentation))
        if not visit.call.calls:
            yield call.end()
            return
        yield from call.narrow_window()
        for index, child in enumerate(visit.searched):
            yield Below(index, counters.enter(index))
            counters.leave(index)
            yield from call.push(child)
        yield from call.finish()

    def skip(self, call: Call) -> None:
        """Count all steps and states of a call without yielding them."""
        self.searched += call.states
        self.step += call.steps

    def last_step(self, visit: Visit) -> Event:
        """Return the last step of a call. The step does not count the states of other searches."""
        call = _Steps(visit, self, Counters())
        if not visit.call.calls:
            return call.end()
        for _ in call.narrow_window():
            self.step -= 1
        for child in visit.searched:
            call.receive(child)
        return call.answer()


def offsets(call: Call, presentation: Presentation) -> Iterator[int]:
    """Yield the number of a call's own steps before each searched child, then the total."""
    if not call.calls:
        yield 2
        return
    steps = _Steps(Visit.anywhere(call), Search(presentation), Counters())
    taken = 1 + sum(1 for _ in steps.narrow_window())
    for below in call.calls:
        yield taken
        taken += 1 if steps.receive(below.node) is None else 2
    yield taken + (call.node.end == "cut") + 1


@dataclass
class _Steps:
    """The steps of one call, and the variables that they change."""

    visit: Visit
    search: Search
    counters: Counters
    alpha: Score | None = field(init=False)
    beta: Score | None = field(init=False)
    scores: list[Score] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)
    children: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.alpha, self.beta = self.visit.node.alpha, self.visit.node.beta

    def event(self, kind: Step, text: str, *marks: str, **details: Any) -> Event:
        """Return an event, with the values of the variables after the step."""
        node, presentation = self.visit.node, self.search.presentation
        root = [] if node.parent else ["root"]
        variables = words.variables(presentation, node, self.children, self.scores, self.bounds)
        if presentation.has_window:
            variables += words.window(self.alpha, self.beta)
        self.search.step += 1
        return Event(
            self.search.step - 1,
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
            minimax=self.counters.minimax.searched if self.counters.minimax else None,
            alphabeta=self.counters.alphabeta.searched if self.counters.alphabeta else None,
            **details,
        )

    def end(self) -> Event:
        """Return the step at which a state's score is known without searching its moves."""
        node = self.visit.node
        self.counters.finish()
        return self.event("end", words.describe_end(node), f"{node.end}:{node.role}", str(node.end), value=node.score)

    def narrow_window(self) -> Iterator[Event]:
        """Yield the steps in which the transposition table narrows the window."""
        node = self.visit.node
        low, high = map(self.search.presentation.display_limit, self.visit.call.known)
        if low is not None:
            before, self.alpha = self.alpha, low
            yield self.event("raise", words.describe_limit(node, "alpha", before, low, True), "table", value=low)
        if high is not None:
            before, self.beta = self.beta, high
            yield self.event("lower", words.describe_limit(node, "beta", before, high, True), "table", value=high)

    def receive(self, child: StoryNode, narrow: bool = True) -> Step | None:
        """Store a child's score, and return whether the score raises alpha or lowers beta. With `narrow`, change alpha
        or beta.
        """
        node, presentation = self.visit.node, self.search.presentation
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
        node = self.visit.node
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
        visit, node = self.visit, self.visit.node
        self.counters.finish()
        if node.end == "cut":
            skipped = tuple(child.id for child in visit.children[len(visit.call.calls) :])
            cut = words.describe_cut(node, visit.call.known, self.search.presentation)
            text = f"{cut} {words.describe_skipped(skipped)}"
            quiz = None
            if visit.call.known == (-inf, inf):
                quiz = cut_quiz(node, self.alpha, self.beta, skipped, self.search.presentation)
            yield self.event("cut", text, value=node.score, skipped=skipped, quiz=quiz)
        yield self.answer()

    def answer(self) -> Event:
        """Return the step in which the call returns its score."""
        node, presentation = self.visit.node, self.search.presentation
        assert self.visit.call.chosen is not None
        chosen = self.visit.children[self.visit.call.chosen]
        text = words.describe_answer(node, chosen, presentation, self.scores, self.bounds)
        return self.event("answer" if node.parent else "choose", text, value=node.score, child=chosen.id)
