"""Build the search tree of a user's own function and the correct tree, as traces for the explorer.

The calls come from the process that runs the function, and are not trusted: see `noughts.grading.conversation`. A call
becomes a state if its board is that of its parent after one move. A function may return scores from the point of view
of MAX, of X, or of the player to move. The module assumes the point of view with which most states are right.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any

from noughts.explain.scores import signed
from noughts.explain.story.build_story import MOST_NODES, tell
from noughts.explain.story.documents import head_data
from noughts.explain.story.pseudocode import Form, Step
from noughts.explain.story.story import Event, StoryNode
from noughts.explain.story.trace_format import FORMAT, VERSION, event_data, node_data, to_data
from noughts.explain.words import plural
from noughts.grading.user_code.recording import RecordedCall, Recording
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.notation import cell_string
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.solver.solver import Solver

_OUTCOMES = {1: "a win for {}", 0: "a draw", -1: "a win for {}"}


@dataclass(slots=True)
class _State:
    """A node of the search tree: a call of the function, or the position where the function began."""

    position: Position
    parent: "_State | None"
    move: str
    call: RecordedCall | None
    children: "list[_State]" = field(default_factory=list)
    id: int = 0
    asked: int = 0
    done: int = 0
    whole: bool = False  # whether all moves below the state were searched, so that its score cannot be a bound

    @property
    def depth(self) -> int:
        """The number of plies below the root."""
        return 1 + self.parent.depth if self.parent else 0


def own_tree(recording: Recording, position: Position, source: Sequence[str]) -> dict[str, Any]:
    """Return the trace of the function's search, the correct trace, a summary, and the step of the function's trace to
    show first.

    Args:
        recording: the calls.
        position: the position in which the function was called.
        source: the lines of the function's file.

    Raises:
        NoughtsError: the calls show no tree.
    """
    recursive = _recursive(recording)
    if not recursive:
        raise NoughtsError(
            "no function of this file calls itself: only a recursive search such as minimax() has a tree to show"
        )
    root = _tree(recording, position, recursive)
    states = _numbered(root)
    if len(states) < 2:
        names = " and ".join(f"{recording.functions[number][0]}()" for number in sorted(recursive))
        raise NoughtsError(f"noughts cannot find the board in the calls of {names}, so there is no tree to show")
    solver = Solver(position.game)
    truth = {id(state): _truth(state, solver, position.turn) for state in states}
    index, view = _best_view(states, truth)
    own = _Own(states, truth, index, view, recording, source)
    right = tell(position, unit="one", nodes=MOST_NODES)
    return {
        "documents": [own.trace(), to_data(right)],
        "summary": own.summary(right.searched),
        "step": own.first_wrong.done if own.first_wrong else 1,
    }


def _recursive(recording: Recording) -> set[int]:
    """Return the indices of the functions that call themselves, directly or through other functions."""
    found, above = set[int](), list[set[int]]()
    for call in recording.calls:
        over = above[call.parent] if call.parent >= 0 else set[int]()
        if call.function in over:
            found.add(call.function)
        above.append({*over, call.function})
    return found


def _tree(recording: Recording, position: Position, recursive: set[int]) -> _State:
    """Build the tree from the recorded calls, and return its root. A call with the same board as its calling state adds
    no new state.
    """
    root = _State(position, None, "", None)
    places = list[_State]()
    for call in recording.calls:
        above = places[call.parent] if call.parent >= 0 else root
        place = above
        if call.function in recursive and call.cells:
            if call.cells == cell_string(above.position):
                above.call = above.call or call
            elif (move := _move(above.position, call.cells)) is not None:
                place = _State(above.position.play(move), above, position.name(move), call)
                above.children.append(place)
        places.append(place)
    return root


def _move(before: Position, cells: str) -> int | None:
    """Return the move that leads from a position to a board, or None if no single move does."""
    return next((move for move in before.moves if cell_string(before.play(move)) == cells), None)


def _numbered(root: _State) -> list[_State]:
    """Number the states and the steps of the search, and return the states in the order of the search."""
    states, step = list[_State](), 0

    def visit(state: _State) -> None:
        nonlocal step
        states.append(state)
        step += 1
        state.id, state.asked = len(states), step
        for child in state.children:
            visit(child)
        step += 1
        state.done = step
        is_complete = state.position.is_over or len(state.children) == len(state.position.moves)
        state.whole = is_complete and all(child.whole for child in state.children)

    visit(root)
    return states


def _truth(state: _State, solver: Solver, maximiser: Player) -> int:
    """Return 1 if MAX wins in a state, 0 for a draw, and -1 if MAX loses."""
    at = state.position
    score = at.score if at.is_over else solver.score(at)
    return sign(score) if at.turn is maximiser else -sign(score)


_View = tuple[str, Callable[[_State], int]]


def _best_view(states: list[_State], truth: dict[int, int]) -> tuple[int, _View]:
    """Return the index of the score among the numbers that the calls return, and the score's point of view."""
    maximiser = states[0].position.turn
    views: list[_View] = [
        ("max", lambda state: 1),
        ("max", lambda state: -1),
        ("mover", lambda state: 1 if state.position.turn is maximiser else -1),
        ("mover", lambda state: -1 if state.position.turn is maximiser else 1),
    ]
    indices = range(max((len(state.call.returned) for state in states if state.call), default=0))

    def agreeing(index: int, view: _View) -> int:
        values = [(_value(state, index), view[1](state), truth[id(state)]) for state in states]
        return sum(value is not None and _sign(value) * turned == true for value, turned, true in values)

    if not indices:
        return 0, views[0]
    return max(((index, view) for index in indices for view in views), key=lambda pair: agreeing(*pair))


def _value(state: _State, index: int) -> float | None:
    """Return the score that the call of a state returned, or None if the call returned no score."""
    returned = state.call.returned if state.call else ()
    return None if index >= len(returned) or isnan(returned[index]) else returned[index]


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


class _Own:
    """The search tree of a user's function, which can be shown as a trace."""

    def __init__(
        self,
        states: list[_State],
        truth: dict[int, int],
        index: int,
        view: _View,
        recording: Recording,
        source: Sequence[str],
    ) -> None:
        self.states, self.truth, self.index, self.recording = states, truth, index, recording
        self.view, self.turned = view
        self.lines, self.first = list[str](), list[int]()  # the code, and the line of each function in the code
        used = sorted({state.call.function for state in states if state.call})
        for number, (_, first, last) in enumerate(recording.functions):
            self.first.append(len(self.lines) + 1)
            if number in used:
                self.lines += [line[:200] for line in source[first - 1 : last]][:80]
        self.names = " and ".join(f"{recording.functions[number][0]}()" for number in used)
        self.wrong = [state for state in states if self.is_wrong(state)]
        self.first_wrong = min(self.wrong, key=lambda state: (-state.depth, state.id), default=None)

    def score(self, state: _State) -> float | None:
        """Return the score that a state returned, from the point of view of the trace."""
        value = _value(state, self.index)
        if value is None:
            return None
        shown = value * self.turned(state)
        if self.view == "mover" and state.depth % 2:
            shown = -shown
        return shown + 0.0

    def is_right(self, state: _State, shown: float) -> bool:
        """Return whether the sign of a score is right: positive for a win, 0 for a draw, negative for a loss."""
        mover = -1 if self.view == "mover" and state.depth % 2 else 1
        return _sign(shown) * mover == self.truth[id(state)]

    def is_wrong(self, state: _State) -> bool:
        """Return whether a state's score is wrong, rather than only a bound from an unfinished search."""
        shown = self.score(state)
        return shown is not None and not self.is_right(state, shown) and (state.whole or not state.parent)

    def summary(self, right: int) -> str:
        """Return one or two sentences that compare the function's tree with the tree of minimax."""
        visited = f"{self.names} visited {plural(len(self.states), 'state')}; minimax visits {right:,}."
        if not self.first_wrong:
            return f"{visited} Every score says the right thing."
        return f"{visited} {plural(len(self.wrong), 'score')} wrong: look at state {self.first_wrong.id} first."

    def trace(self) -> dict[str, Any]:
        """Return the trace of the function's search as JSON data."""
        start = self.states[0].position
        form = Form("own", self.names, tuple(f"|{line}" for line in self.lines or [self.names]))
        events = sorted((event for state in self.states for event in self.events(state)), key=lambda one: one.step)
        return {
            **head_data(FORMAT, VERSION, start, form),
            "algorithm": "own",
            "order": "scan",
            "unit": "one",
            "numbering": "visit",
            "view": self.view,
            "windowed": False,
            "steps": len(events),
            "searched": len(self.states),
            "minimax": None,
            "alphabeta": None,
            "first": 1,
            "nodes": [node_data(self.node(state)) for state in self.states],
            "events": [event_data(event) for event in events],
        }

    def node(self, state: _State) -> StoryNode:
        """Return a state of the search tree in the form that a trace needs."""
        outcome = state.position.outcome
        score = self.score(state)
        chosen = next((child for child in state.children if score is not None and self.pushed(child) == score), None)
        return StoryNode(
            state.id,
            state.parent.id if state.parent else None,
            state.move,
            state.position,
            "min" if state.depth % 2 else "max",
            state.depth,
            [child.id for child in state.children],
            searched=True,
            score=score,
            end=("win" if outcome.winner else "draw") if outcome else None,
            chosen=chosen.id if chosen else None,
            asked=state.asked,
            done=state.done,
        )

    def pushed(self, child: _State) -> float | None:
        """Return the score of a child state from the point of view of its parent state."""
        score = self.score(child)
        return -score if score and self.view == "mover" else score

    def events(self, state: _State) -> list[Event]:
        """Return the two steps of the trace for a state: its call and its return."""
        call, player = state.call, state.position.turn
        first = self.first[call.function] if call else 1
        name = f"{self.recording.functions[call.function][0]}()" if call else "Your program"
        begins = f"{name} looks at state {state.id}" if call else f"{name} begins with state {state.id}"
        returned = [self.pushed(child) for child in state.children]
        ends = first + (call.line if call else 0)
        return [
            self.event(state, state.asked, "ask", first, f"{begins}: {player} is to move.", []),
            self.event(state, state.done, "answer", ends, self.describe(state, name), returned),
        ]

    def event(self, state: _State, step: int, kind: Step, line: int, text: str, scores: list[float | None]) -> Event:
        """Return one step of the trace, with its sentence and line of code."""
        known = tuple(score for score in scores if score is not None)
        return Event(
            step,
            kind,
            state.id,
            min(line, max(1, len(self.lines))),
            text,
            known,
            tuple("=" for _ in known),
            variables=(("scores", f"[{', '.join(map(signed, known))}]" if known else ""),),
            value=self.score(state),
            searched=state.id,
        )

    def describe(self, state: _State, name: str) -> str:
        """Return a sentence that says what the call of a state returned, and whether the result is right."""
        value, true = _value(state, self.index), self.truth[id(state)]
        better = self.states[0].position.turn if true > 0 else self.states[0].position.turn.other
        right = _OUTCOMES[true].format(better)
        if value is None:
            return f"{name} is done with state {state.id}: it is {right}."
        shown = self.score(state)
        says = f"State {state.id}: {name} returns {signed(value)}"
        if shown is not None and self.is_right(state, shown):
            return f"{says}, which is right: {right}."
        if not state.whole and state.parent:
            return f"{says}. It has not looked at all moves, so this may be a bound: it is {right}."
        return f"{says}, which is wrong: it is {right}."
