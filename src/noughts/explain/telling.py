"""Telling: a search is run and traced, its tree numbered and judged, and its steps put into words.

Longer than most files here, because the judging of a state and the sentence about it must not drift apart.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any, Literal

from noughts.explain.pseudocode import FORMS, Form, Role, Step
from noughts.explain.scores import UNITS, Unit, check_unit
from noughts.explain.story import (
    NUMBERINGS,
    ORDERS,
    Algorithm,
    Bound,
    Event,
    Numbering,
    Order,
    Story,
    StoryNode,
    number,
)
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position, Score
from noughts.search.alphabeta import alphabeta
from noughts.search.depth_limited import depth_limited
from noughts.search.evaluate import open_lines
from noughts.search.minimax import minimax
from noughts.search.negamax import negamax
from noughts.search.order import Ordered, Unhurried, centre_first, shuffled
from noughts.search.result import SearchLimit, SearchResult
from noughts.search.transposition import transposition
from noughts.search.tree import Node, trace

MOST_NODES = 5_000
"""The largest tree that is told whole."""

_FORMS: dict[Algorithm, tuple[str, ...]] = {
    "minimax": ("lists", "j", "max-min"),
    "negamax": ("negamax",),
    "alphabeta": ("alphabeta",),
    "transposition": ("transposition",),
    "depth-limited": ("depth-limited",),
}


def tell(
    position: Position,
    *,
    algorithm: Algorithm = "minimax",
    form: str | None = None,
    order: Order = "centre",
    seed: int = 0,
    unit: Unit = "ten",
    numbering: Numbering = "level",
    depth: int = 3,
    nodes: int = MOST_NODES,
) -> Story:
    """Return the story of a search.

    With the units ``one`` and ``ten`` the search itself knows no distance: it is run on ±1, as it is shown.

    Args:
        position: where the search begins.
        algorithm: which search; transposition keeps a table, depth-limited evaluates by `open_lines`.
        form: the pseudocode, by name; minimax has three (lists, j, max-min).
        order: the order of the moves: scan, centre (centre, corners, edges), or random with the seed.
        seed: for the order random.
        unit: the unit of the scores.
        numbering: level by level, or by visit.
        depth: the horizon of depth-limited.
        nodes: the most states to tell.

    Raises:
        SearchLimit: the tree has more states.
        NoughtsError: the game is over, or a setting is not known.
    """
    forms = _FORMS.get(algorithm)
    if forms is None:
        raise NoughtsError(f"there is no story of {algorithm!r}: expected {', '.join(_FORMS)}")
    if (form or forms[0]) not in forms:
        raise NoughtsError(f"{algorithm} is not told with {form!r}: expected {' or '.join(forms)}")
    if order not in ORDERS or numbering not in NUMBERINGS:
        raise NoughtsError(f"{order!r} and {numbering!r}: expected an order of {ORDERS}, a numbering of {NUMBERINGS}")
    if unit not in UNITS:
        raise NoughtsError(f"{unit!r} is no unit of scores: expected {', '.join(UNITS)}")
    if position.is_over:
        raise NoughtsError("the game is over: there is nothing to search")
    check_unit(unit, position.empty.bit_count())
    teller = _Teller(position, algorithm, FORMS[form or forms[0]], order, seed, unit, numbering, depth, nodes)
    return teller.tell()


def _search(algorithm: Algorithm, depth: int) -> Callable[[Any], SearchResult]:
    if algorithm == "depth-limited":
        return partial(depth_limited, depth=depth, evaluate=open_lines)
    searches: dict[str, Callable[[Any], SearchResult]] = {
        "minimax": minimax,
        "negamax": negamax,
        "alphabeta": alphabeta,
        "transposition": transposition,
    }
    return searches[algorithm]


@dataclass(slots=True)
class _Draft:
    """A node of the tree before it is numbered: what there is, and what the search made of it."""

    state: Any
    move: int | None
    depth: int
    parent: "_Draft | None"
    traced: Node | None
    children: list["_Draft"] = field(default_factory=list)
    told: StoryNode | None = None
    best: Score = 0  # what the search answered, from MAX's point of view
    known: tuple[Score, Score] = (-inf, inf)  # what the table knew of its score, where that narrowed the window
    cut: str = ""  # why it was left with some moves not searched

    @property
    def id(self) -> int:
        assert self.told
        return self.told.id


@dataclass
class _Teller:
    """Makes one story."""

    position: Position
    algorithm: Algorithm
    form: Form
    order: Order
    seed: int
    unit: Unit
    numbering: Numbering
    depth: int
    most: int

    def tell(self) -> Story:
        state: Any = self.position
        if self.unit in ("one", "ten"):
            state = Unhurried(state)
        if self.order != "scan":
            state = Ordered(state, centre_first if self.order == "centre" else shuffled(self.seed))
        root = trace(_search(self.algorithm, self.depth), state, nodes=self.most)
        self.windowed = self.algorithm not in ("minimax", "negamax")
        self.by_mover = self.algorithm != "minimax"  # whose scores the search's functions answer with
        try:
            top, complete = self._draft(state, root, whole=True), True
        except SearchLimit:
            top, complete = self._draft(state, root, whole=False), False
        drafts = self._number(top)
        for draft in reversed(drafts):  # children before parents
            self._judge(draft)
        self.searched = 0
        events = tuple(self._steps(top))
        for draft in drafts:
            self._excuse(draft)
        view: Literal["max", "mover"] = "mover" if self.algorithm == "negamax" else "max"
        nodes = tuple(draft.told for draft in sorted(drafts, key=lambda draft: draft.id) if draft.told)
        return Story(
            self.position,
            self.algorithm,
            self.form,
            self.order,
            self.unit,
            self.numbering,
            view,
            nodes,
            events,
            complete,
        )

    # The tree.

    def _draft(self, state: Any, root: Node, *, whole: bool) -> _Draft:
        """Return the tree: what the search walked, and what it did not, wholly or only its topmost states."""
        left = self.most
        top = _Draft(state, None, 0, None, root)
        pending = [top]
        while pending:
            draft = pending.pop()
            left -= 1
            if left < 0:
                raise SearchLimit(f"the tree has more than {self.most:,} states: explain a later position")
            beyond = self.algorithm == "depth-limited" and draft.depth >= self.depth
            if beyond or not (draft.traced or whole):
                continue
            if draft.traced and not draft.traced.children and not whole:
                continue
            traced = {node.move: node for node in draft.traced.children} if draft.traced else {}
            draft.children = [
                _Draft(draft.state.play(move), move, draft.depth + 1, draft, traced.get(move))
                for move in draft.state.moves
            ]
            pending += reversed(draft.children)
        return top

    def _number(self, top: _Draft) -> list[_Draft]:
        """Number the states and return them, each after its parent."""
        by_visit = list(_walk(top))
        by_level = sorted(by_visit, key=lambda draft: draft.depth)
        if self.numbering == "visit":
            numbered = sorted(by_visit, key=lambda draft: draft.traced is None)
        else:
            numbered = by_level
        names = self.position.game.board.names
        for place, draft in enumerate(numbered, 1):
            role: Role = "min" if draft.depth % 2 else "max"
            move = "" if draft.move is None else names[draft.move]
            state = draft.state
            while not isinstance(state, Position):
                state = state.state
            draft.told = StoryNode(place, None, move, state, role, draft.depth)
        for draft in by_level:
            if draft.told and draft.parent:
                draft.told.parent = draft.parent.id
            if draft.told:
                draft.told.children = [child.id for child in draft.children]
        return by_level

    def _judge(self, draft: _Draft) -> None:
        """Say what the search found in a state: score, bound, window, why it ended, what it chose."""
        node, traced = draft.told, draft.traced
        assert node
        if traced is None:
            return
        node.searched = True
        sign = -1 if node.role == "min" and self.by_mover else 1  # from the search's point of view to MAX's
        assert traced.score is not None
        best = draft.best = sign * traced.score
        alpha, beta = self._window(draft)
        searched = [child for child in draft.children if child.traced]
        if draft.state.is_over:
            outcome = node.position.outcome
            node.end = "win" if outcome and outcome.winner else "draw"
        elif not searched:
            node.end = "horizon" if self.algorithm == "depth-limited" and draft.depth >= self.depth else "table"
            if node.end == "table":
                node.bound = "<=" if best <= alpha else ">=" if best >= beta else "="
        else:
            left = len(searched) < len(draft.state.moves)
            node.end = "cut" if left else None
            taken = [child.told for child in searched if child.told and child.best == best]
            exact = [child for child in taken if child.bound == "="]
            node.chosen = (exact or taken)[0].id
            more: Bound = ">=" if node.role == "max" else "<="
            less: Bound = "<=" if node.role == "max" else ">="
            if left or (not exact and any(child.bound == more for child in taken)):  # the last move may cut too
                node.bound = more
            elif not exact:
                node.bound = less
            low, high = self._window(searched[0])
            draft.known = low if low > alpha else -inf, high if high < beta else inf
            if (node.bound == "<=" and best <= draft.known[0]) or (node.bound == ">=" and best >= draft.known[1]):
                node.bound = "="
        if self.windowed:
            node.alpha, node.beta = self._limit(alpha), self._limit(beta)
        node.score = self._shown(best, node)

    def _excuse(self, draft: _Draft) -> None:
        """Say why a state was not searched."""
        node, parent = draft.told, draft.parent
        assert node
        if node.searched or parent is None or parent.told is None:
            return
        above = parent.told
        if not above.searched:
            node.reason = f"It lies below state {above.id}, which was not searched."
        elif above.end == "table":
            node.reason = f"The table already knew state {above.id}."
        else:
            node.reason = parent.cut

    # The steps.

    def _steps(self, draft: _Draft) -> Iterator[Event]:
        node = draft.told
        assert node
        assert node.score is not None
        self.searched += 1
        root = node.parent is None
        alpha, beta = node.alpha, node.beta
        scores: list[Score] = []
        bounds: list[Bound] = []

        def event(kind: Step, text: str, *marks: str, **more: Any) -> Event:
            line = self.form.line(kind, *marks, *(["root"] if root else []), node.role)
            return Event(
                kind,
                node.id,
                line,
                text,
                tuple(scores),
                tuple(bounds),
                alpha,
                beta,
                searched=self.searched,
                **more,
            )

        yield event("ask", self._asked(node))
        if not draft.children or not any(child.traced for child in draft.children):
            yield event("end", self._ended(node), str(node.end), value=node.score)
            return
        low, high = (self._limit(known) for known in draft.known)
        knows = f"The table knows that state {node.id} is worth"
        if low is not None:
            before, alpha = alpha, low
            text = f"{knows} {number(low)} or more: alpha rises from {_end(before, '−∞')} to {number(low)}."
            yield event("raise", text, "table", value=low)
        if high is not None:
            before, beta = beta, high
            text = f"{knows} {number(high)} or less: beta falls from {_end(before, '+∞')} to {number(high)}."
            yield event("lower", text, "table", value=high)
        for child in draft.children:
            if child.traced is None:
                continue
            yield from self._steps(child)
            told = child.told
            assert told
            assert told.score is not None
            pushed, bound = self._from_child(told.score), told.bound
            scores.append(pushed)
            bounds.append(bound)
            listed = f"[{', '.join(map(number, scores, bounds))}]"
            turned = " with its sign turned" if self.algorithm == "negamax" else ""
            onto = f"state {node.id}'s score list{turned}: {listed}"
            text = f"State {told.id} pushes {number(pushed, bound)} onto {onto}."
            yield event("push", text, value=pushed, child=told.id)
            if not self.windowed:
                continue
            if node.role == "max" and pushed > (-inf if alpha is None else alpha):
                before, alpha = alpha, pushed
                text = f"State {node.id} raises alpha from {_end(before, '−∞')} to {number(alpha)}."
                yield event("raise", text, value=alpha)
            elif node.role == "min" and pushed < (inf if beta is None else beta):
                before, beta = beta, pushed
                text = f"State {node.id} lowers beta from {_end(before, '+∞')} to {number(beta)}."
                yield event("lower", text, value=beta)
        if node.end == "cut":
            skipped = tuple(child.id for child in draft.children if not child.traced)
            limit, known = (beta, high) if node.role == "max" else (alpha, low)
            assert limit is not None
            draft.cut = _cut_reason(self._player(node), node.id, node.score, limit, node.role, known is not None)
            text = f"{draft.cut} {_states(skipped)} not searched."
            yield event("cut", text, value=node.score, skipped=skipped)
        best = "max" if node.role == "max" or self.algorithm == "negamax" else "min"
        listed = ", ".join(map(number, scores, bounds))
        text = f"{self._player(node)} {best}imises: {best}({listed}) = {number(node.score)}."
        if node.bound != "=":
            text = f"{text[:-1]}, so it is worth {number(node.score)} or {'less' if node.bound == '<=' else 'more'}."
        if root:
            chosen = next(child.told for child in draft.children if child.told and child.told.id == node.chosen)
            text += f" Choose {chosen.move} (state {chosen.id})."
            yield event("choose", text, value=node.score, child=chosen.id)
        else:
            yield event("answer", f"State {node.id}: {text}", value=node.score, child=node.chosen)

    def _asked(self, node: StoryNode) -> str:
        best = "maximise" if node.role == "max" or self.algorithm == "negamax" else "minimise"
        window = ""
        if self.windowed:
            window = f", with alpha {_end(node.alpha, '−∞')} and beta {_end(node.beta, '+∞')}"
        if node.end in ("win", "draw", "horizon", "table"):
            return f"Look at state {node.id}{window}."
        return f"Search state {node.id}: {self._player(node)} is to move and wants to {best}{window}."

    def _ended(self, node: StoryNode) -> str:
        assert node.score is not None
        score = number(node.score, node.bound)
        if node.end == "win":
            outcome = node.position.outcome
            winner = outcome.winner if outcome else None
            return f"State {node.id} is over: {winner} has won, {score}."
        if node.end == "draw":
            return f"State {node.id} is over: a draw, {score}."
        if node.end == "table":
            return f"State {node.id} has come up before: the table says {score}."
        return f"State {node.id} lies on the horizon: it is not searched, but evaluated as {score}."

    def _player(self, node: StoryNode) -> str:
        return str(node.position.turn)

    # Scores.

    def _window(self, draft: _Draft) -> tuple[Score, Score]:
        """Return alpha and beta that a state was searched with, from MAX's point of view."""
        assert draft.traced
        alpha, beta = draft.traced.window or (-inf, inf)
        return (-beta, -alpha) if draft.depth % 2 and self.by_mover else (alpha, beta)

    def _shown(self, score: Score, node: StoryNode) -> Score:
        """Return a score of MAX's in the story's unit and from its point of view."""
        shown = self._in_unit(score)
        return -shown if self.algorithm == "negamax" and node.role == "min" and shown else shown

    def _from_child(self, score: Score) -> Score:
        """Return what the parent makes of a child's answer."""
        return -score if self.algorithm == "negamax" and score else score

    def _limit(self, score: Score) -> Score | None:
        return None if abs(score) == inf else self._in_unit(score)

    def _in_unit(self, score: Score) -> Score:
        """Return a score in the story's unit; all units keep the order of scores."""
        size = 10 if self.unit == "ten" else 1
        if abs(score) < 1:  # a draw or an estimate, which stays below every proven win
            return int(100 * size * score) / 100 if score else 0
        if self.unit == "depth":
            plies = self.position.empty.bit_count() - (int(abs(score)) - 1)
            return (10 - plies) * (1 if score > 0 else -1)
        return int(size * score)


def _end(score: Score | None, otherwise: str) -> str:
    return otherwise if score is None else number(score)


def _cut_reason(player: str, state: int, score: Score, limit: Score, role: Role, from_table: bool) -> str:
    other = "O" if player == "X" else "X"
    worse, bound = ("more", "less") if role == "max" else ("less", "more")
    reason = f"State {state} stops: {player} can make it {number(score)} or {worse} here, "
    if from_table:
        return f"{reason}and the table knows that it is worth {number(limit)} or {bound}."
    return f"{reason}but {other} is already sure of {number(limit)} or {bound} elsewhere."


def _states(numbers: tuple[int, ...]) -> str:
    listed = ", ".join(map(str, numbers))
    return f"State {listed} is" if len(numbers) == 1 else f"States {listed} are"


def _walk(draft: _Draft) -> Iterator[_Draft]:
    yield draft
    for child in draft.children:
        yield from _walk(child)
