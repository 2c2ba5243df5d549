"""Build a part of a story: some of its steps, and the states on the paths to these steps, with their siblings."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from noughts.explain.story.annotate import Call, position_of
from noughts.explain.story.calls import CallTree
from noughts.explain.story.counters import Counters
from noughts.explain.story.pseudocode import MinimaxPlayer
from noughts.explain.story.step_words import describe_unsearched
from noughts.explain.story.steps import Search, Visit
from noughts.explain.story.story import Event, StoryNode
from noughts.rules.position import Score


class PartBuilder:
    """Builds a part of a story: first its states, in the order of the search, and then its steps.

    Attributes:
        nodes: the states, by their numbers in the order of the search. States that are not searched come last.

    Args:
        tree: the calls of the search.
        first: the number of the first step.
        last: the number of the last step.
    """

    def __init__(self, tree: CallTree, first: int, last: int) -> None:
        self.tree, self.first, self.last = tree, first, last
        self.nodes: dict[int, StoryNode] = {}
        self._events: dict[int, Event] = {}
        self._below: dict[int, list[Visit]] = {}  # the searched children of each state whose children are in the part
        self._unsearched: list[tuple[StoryNode, StoryNode, tuple[Score, Score]]] = []
        self._root = self._visit(tree.root, 1, 0, 1)
        self._open(self._root)
        if last == tree.root.steps:
            self._open_choices()

    def number_by_level(self) -> None:
        """Number the states level by level. The part must be the whole story."""
        order = [1]
        for number in order:
            order += self.nodes[number].children
        labels: dict[int | None, int] = {number: label for label, number in enumerate(order, 1)}
        for node in self.nodes.values():
            node.id, node.parent, node.chosen = labels[node.id], labels.get(node.parent), labels.get(node.chosen)
            node.children = [labels[child] for child in node.children]

    def steps(self, counters: Counters) -> dict[int, Event]:
        """Return the part's steps by number, with the last earlier step of each state searched before the part.

        Args:
            counters: the counters of minimax and alpha-beta at the root.
        """
        for node, parent, bounds in self._unsearched:
            node.reason = describe_unsearched(parent, bounds, self.tree.presentation)
        self._tell(self._root, counters)
        return self._events

    # The states.

    def _visit(
        self, call: Call, number: int, unsearched: int, asked: int, parent: StoryNode | None = None, move: str = ""
    ) -> Visit:
        """Add a node to the story for one occurrence of a search call in the tree."""
        node = replace(
            call.node,
            id=number,
            parent=parent.id if parent else None,
            move=move,
            children=[],
            asked=asked,
            done=asked + call.steps - 1,
        )
        if call.chosen is not None:
            node.chosen = number + 1 + sum(below.states for below in call.calls[: call.chosen])
        self.nodes[number] = node
        return Visit(call, node, [], number, unsearched)

    def _open(self, visit: Visit) -> None:
        """Add the children of a state. If steps of a child are in the part, add the child's children, too."""
        self._add_children(visit)
        for child in self._below[visit.number]:
            if child.asked <= self.last and child.done >= self.first:
                self._open(child)

    def _open_choices(self) -> None:
        """Add the children of each state on the path of chosen moves, which the end of the story shows."""
        visit = self._root
        while visit.call.chosen is not None:
            if visit.number not in self._below:
                self._add_children(visit)
            visit = self._below[visit.number][visit.call.chosen]

    def _add_children(self, visit: Visit) -> None:
        """Add the children of a state: first the searched children, then the other children."""
        call, node, names = visit.call, visit.node, visit.node.position.game.board.names
        number, unsearched, below = visit.number + 1, visit.unsearched, list[Visit]()
        for move, start, child in zip(call.state.moves, call.starts, call.calls, strict=False):
            below.append(self._visit(child, number, unsearched, visit.asked + start, node, names[move]))
            number, unsearched = number + child.states, unsearched + child.unsearched
        left = self.tree.unsearched_moves(call)
        cut = visit.done - 1 if node.end == "cut" else visit.done
        skipped = self._skip(node, call.state, left, self.tree.root.states + unsearched + 1, cut, call.known)
        visit.children = [*(each.node for each in below), *skipped]
        node.children = [child.id for child in visit.children]
        self._below[visit.number] = below

    def _skip(
        self,
        parent: StoryNode,
        state: Any,
        moves: Iterable[Any],
        number: int,
        cut: int,
        bounds: tuple[Score, Score] = (0, 0),
    ) -> list[StoryNode]:
        """Add the states after unsearched moves, and all states below them."""
        nodes, names = list[StoryNode](), parent.position.game.board.names
        for move in moves:
            after = state.play(move)
            role: MinimaxPlayer = "min" if parent.role == "max" else "max"
            node = StoryNode(number, parent.id, names[move], position_of(after), role, parent.depth + 1, cut=cut)
            self.nodes[number] = node
            self._unsearched.append((node, parent, bounds))
            if self.tree.whole and not after.is_over:
                node.children = [child.id for child in self._skip(node, after, after.moves, number + 1, cut)]
            nodes.append(node)
            number += self.tree.size(after)
        return nodes

    # The steps.

    def _tell(self, visit: Visit, counters: Counters) -> None:
        """Add the steps of a call that are in the part, and the call's latest step before the part."""
        search = Search(self.tree.presentation, visit.number, visit.asked)
        below, latest = self._below[visit.number], None
        for step in search.steps(visit, counters):
            if (step.step if isinstance(step, Event) else search.step) > self.last:
                break
            if isinstance(step, Event):
                if step.step >= self.first:
                    self._events[step.step] = step
                else:
                    latest = step
                continue
            child = below[step.index]
            if child.number in self._below:
                self._tell(child, step.counters)
            elif child.done < self.first:
                self._events[child.done] = self._last_step(child)
            search.skip(child.call)
        if latest:
            self._events[latest.step] = latest

    def _last_step(self, visit: Visit) -> Event:
        """Return the last step for a state when this part of the story leaves out its children."""
        call = visit.call
        search = Search(self.tree.presentation, visit.number + call.states - 1, visit.done)
        last = search.last_step(Visit(call, visit.node, [below.node for below in call.calls]))
        return replace(last, child=visit.node.chosen)
