"""Stories of searches that are too long to build at once: any part of such a story can be built on its own.

Most calls of a search are equal to earlier calls: tic-tac-toe has 549,946 states, but only 5,478 of them are different.
So the search runs once, with every different call recorded once, together with its number of steps. That is enough to
find any step without walking through the steps before it.
"""

from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf
from typing import Any

from noughts.explain.scores import Unit
from noughts.explain.story.annotate import NodeBuilder, annotate
from noughts.explain.story.build_story import SEARCHES, search_state
from noughts.explain.story.pace import Pace, Places, Sizes, distinct_nodes, sizes
from noughts.explain.story.presentation import Presentation
from noughts.explain.story.pseudocode import Role
from noughts.explain.story.settings import check_settings, pseudocode_of
from noughts.explain.story.step_words import describe_unsearched
from noughts.explain.story.steps import Search, offsets
from noughts.explain.story.story import DEFAULT_ORDER, Algorithm, Event, Order, StoryNode
from noughts.rules.position import Position
from noughts.search.alphabeta import alphabeta
from noughts.search.minimax import minimax
from noughts.search.negamax import negamax
from noughts.search.tree import Node, trace, trace_shared

MOST_CALLS = 50_000
"""The default limit on the number of different calls in a search."""

_MOST_RECORDED = 30_000  # calls of a search with a table, which depend on the earlier calls: each is recorded


@dataclass(frozen=True, slots=True)
class PartNode:
    """A state in a part of a story.

    Attributes:
        node: the state. Its children are left out if the part has no step below it.
        asked: the number of the step, counted from 0, that searches it first. None if it is never searched.
        done: the number of the step that returns its score. None if it is never searched.
        cut: the number of the step that skips it, or None.
        pushes: the number of children whose scores it receives.
    """

    node: StoryNode
    asked: int | None
    done: int | None
    cut: int | None = None
    pushes: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """Some steps of a long story.

    Attributes:
        first: the number of the first step, counted from 0.
        end: the number of the step after the last one.
        nodes: the states on the paths to these steps, and their siblings.
        events: the steps by number. Also the latest earlier step of every state that was searched before.
    """

    first: int
    end: int
    nodes: tuple[PartNode, ...]
    events: dict[int, Event]


@dataclass(slots=True)
class _Call:
    """A call of the search, which can occur many times in the tree.

    Attributes:
        builder: its annotated state. Numbers of states in it have no meaning.
        calls: the calls that it makes.
        starts: when it makes each call, in steps since its own first step.
        steps: the number of its steps, with those of the calls below.
        states: the number of states that it searches.
        skipped: the number of moves that cut-offs skip.
        chosen: the index of the chosen move, or None.
    """

    builder: NodeBuilder
    calls: list["_Call"]
    starts: list[int]
    steps: int
    states: int
    skipped: int
    chosen: int | None


class LongStory:
    """The story of a search that is too long for `noughts.tell`.

    Its states are numbered in the order of the search. The steps and their words are those of `noughts.tell`.

    Attributes:
        position: the position that is searched.
        algorithm, order, unit: as in a `Story`.
        form: the pseudocode.
        seed: the seed of the random order, or None for the other orders.
        depth: the depth limit, or None.
        presentation: how scores are shown.
        steps: the number of steps.
        searched: the number of states that are searched.
        skipped: the number of moves that cut-offs skip.
        pace: the sizes of the trees of minimax and alpha-beta, as far as they can be counted.

    Args:
        position: the position to search.
        algorithm, form, order, seed, unit, depth: as for `noughts.tell`.
        calls: the maximum number of different calls in the search.

    Raises:
        SearchLimit: the search has more different calls.
        NoughtsError: as for `noughts.tell`.
    """

    def __init__(
        self,
        position: Position,
        *,
        algorithm: Algorithm = "minimax",
        form: str | None = None,
        order: Order = DEFAULT_ORDER,
        seed: int = 0,
        unit: Unit = "ten",
        depth: int | None = None,
        calls: int = MOST_CALLS,
    ) -> None:
        check_settings(position, algorithm=algorithm, form=form, order=order, unit=unit, numbering="visit", depth=depth)
        self.position, self.algorithm, self.order, self.unit = position, algorithm, order, unit
        self.seed = seed if order == "random" else None
        self.depth = depth
        self.form = pseudocode_of(algorithm, form, depth)
        self.presentation = Presentation(algorithm, self.form, unit, position.empty.bit_count())
        state, search = search_state(position, unit, order, seed, depth), SEARCHES[algorithm]
        if algorithm == "transposition":
            root = trace(search, state, nodes=min(calls, _MOST_RECORDED))
        else:
            root = trace_shared(search, state, calls=calls)
        own = Sizes(root)
        self.pace = Pace(
            own if search in (minimax, negamax) else sizes(minimax, state, calls),
            own if search is alphabeta else sizes(alphabeta, state, calls),
        )
        self._root = _calls(root, self.presentation, inf if depth is None else depth)
        self.steps, self.searched, self.skipped = self._root.steps, self._root.states, self._root.skipped

    def __repr__(self) -> str:
        """Summarise the story in one line."""
        return f"<LongStory of {self.algorithm}: {self.steps:,} steps, searched {self.searched:,}>"

    @property
    def total(self) -> int | None:
        """The number of states in the whole tree, or None if it is too large to count."""
        return self.pace.minimax.total if self.pace.minimax else None

    def part(self, first: int, count: int) -> Part:
        """Return at most `count` steps, beginning with step `first`, counted from 0."""
        first = max(0, min(first, self.steps - 1))
        builder = _PartBuilder(self, first, min(first + max(1, count), self.steps))
        builder.build(self._root)
        nodes = sorted(builder.nodes.values(), key=lambda each: each.node.id)
        return Part(builder.first, builder.end, tuple(nodes), dict(sorted(builder.events.items())))


class _PartBuilder:
    """Builds the states and steps of a part."""

    def __init__(self, story: LongStory, first: int, end: int) -> None:
        self.story, self.first, self.end = story, first, end
        self.nodes: dict[int, PartNode] = {}
        self.events: dict[int, Event] = {}

    def build(self, root: _Call) -> None:
        """Build the states from the root to the steps of the part and, at the end of the story, the chosen moves."""
        node = replace(root.builder.node, id=1, parent=None, move="", children=[], chosen=None)
        self.nodes[1] = PartNode(node, 0, root.steps - 1, None, len(root.calls))
        self._open(root, node, 0, 0, self.story.pace.start())
        call = root
        while self.end == self.story.steps and call.chosen is not None:
            index, chosen = call.chosen, node.chosen
            assert chosen
            call, node = call.calls[index], self.nodes[chosen].node
            if call.calls and not node.children:
                asked = self.nodes[node.id].asked
                assert asked is not None
                self._open(call, node, asked, 0, Places())

    def _open(self, call: _Call, node: StoryNode, asked: int, skipped: int, places: Places) -> None:
        """Add the children of a state, its steps in the part, and the latest earlier one.

        Args:
            call: the call that searches the state.
            node: the state.
            asked: the number of its first step.
            skipped: the number of moves that have been skipped before.
            places: how far minimax and alpha-beta have come.
        """
        builder = replace(call.builder, story_node=node)
        before = self._children(call, builder, asked, skipped)
        search = Search(self.story.presentation, node.id)
        at, latest = asked, None
        for step in search.call(builder, places):
            if at >= self.end:
                break
            if isinstance(step, Event):
                if at < self.first:
                    latest = at, step
                else:
                    self.events[at] = step
                at += 1
                continue
            below = call.calls[step.index]
            if at + below.steps > self.first:
                self._open(below, step.builder.node, at, before[step.index], step.places)
            at += below.steps
            search.searched += below.states
        if latest:
            self.events[latest[0]] = latest[1]

    def _children(self, call: _Call, builder: NodeBuilder, asked: int, skipped: int) -> list[int]:
        """Add the children of a state. Return the number of moves that have been skipped before each searched child."""
        node, state = builder.node, call.builder.state
        if not call.calls:
            return []
        names, before = self.story.position.game.board.names, list[int]()
        number, builder.children = node.id + 1, []
        for index, move in enumerate(state.moves):
            if index < len(call.calls):
                below, at = call.calls[index], asked + call.starts[index]
                fields: dict[str, Any] = {"id": number, "parent": node.id, "move": names[move]}
                child = replace(below.builder.node, **fields, children=[], chosen=None)
                builder.children.append(replace(below.builder, parent=builder, story_node=child))
                self.nodes[number] = PartNode(child, at, at + below.steps - 1, None, len(below.calls))
                if at + below.steps <= self.first:
                    last = Search(self.story.presentation, number + below.states - 1).last_step(
                        replace(below.builder, story_node=replace(child, chosen=below.builder.node.chosen))
                    )
                    self.events[at + below.steps - 1] = replace(last, child=None)
                if index == call.chosen:
                    node.chosen = number
                before.append(skipped)
                number, skipped = number + below.states, skipped + below.skipped
            else:
                left = self._left(builder, move, names[move], self.story.searched + skipped + 1)
                self.nodes[left.node.id] = PartNode(left.node, None, None, asked + call.steps - 2)
                skipped += 1
        node.children = [child.node.id for child in builder.children]
        return before

    def _left(self, parent: NodeBuilder, move: int, name: str, number: int) -> NodeBuilder:
        """Add a child that a cut-off skipped."""
        left = NodeBuilder(parent.state.play(move), move, parent.depth + 1, parent, None)
        role: Role = "min" if left.depth % 2 else "max"
        left.story_node = StoryNode(number, parent.node.id, name, _position(left.state), role, left.depth)
        left.story_node.reason = describe_unsearched(left, self.story.presentation)
        parent.children.append(left)
        return left


def _calls(root: Node, presentation: Presentation, horizon: float) -> _Call:
    """Return the calls of a search, each annotated and with its number of steps. Equal calls are the same object."""
    calls = dict[int, _Call]()
    for number, node in enumerate(distinct_nodes(root), 1):
        below = [calls[id(child)] for child in node.children]
        builder = NodeBuilder(node.state, None, node.depth, None, node, [call.builder for call in below])
        role: Role = "min" if node.depth % 2 else "max"
        builder.story_node = StoryNode(number, None, "", _position(node.state), role, node.depth)
        annotate(builder, presentation, horizon)
        *own, steps = offsets(builder, presentation)
        steps_before = accumulate((call.steps for call in below), initial=0)
        starts = [offset + before for offset, before in zip(own, steps_before, strict=False)]
        chosen = [index for index, call in enumerate(below) if call.builder.node.id == builder.node.chosen]
        calls[id(node)] = _Call(
            builder,
            below,
            starts,
            steps + sum(call.steps for call in below),
            1 + sum(call.states for call in below),
            sum(call.skipped for call in below) + (len(node.state.moves) - len(below) if below else 0),
            chosen[0] if chosen else None,
        )
    return calls[id(root)]


def _position(state: Any) -> Position:
    """Return the position that a state wraps."""
    while not isinstance(state, Position):
        state = state.state
    return state
