"""The atlas: all positions after a position with their exact scores, for trees too large to be told step by step.

A tree comes to one position by many roads, an atlas holds it once: the 549,946 states of the tree of tic-tac-toe are
5,478 positions. It is a JSON document like the trace, described by `atlas.schema.json` beside this file; a player of
it opens branches when asked to. Where there are too many positions it holds the first plies, and its border says how
to go on. `Walk` opens branches in Python, and makes a document of one branch.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Any, NamedTuple

from noughts.explain.pseudocode import FORMS, Step
from noughts.explain.scores import Unit
from noughts.explain.story import Order, number
from noughts.explain.trace_format import board_data
from noughts.rules.board import Cell, Move, members
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.notation import cell_string, t3en
from noughts.rules.position import Position, Score
from noughts.search.order import centre_first, shuffled
from noughts.search.result import SearchLimit
from noughts.solve.analysis import distance
from noughts.solve.solver import Solver

FORMAT = "noughts-atlas"
VERSION = 1

MOST_STATES = 20_000
"""The most positions that an atlas holds."""

NODES = 40_000
"""How much is searched for an atlas where not all positions fit: see `Walk`."""

_MOST_CELLS = 400_000  # of all boards together: bounds the size of the document
_MOST_LISTED = 12  # scores in a sentence
_LEAST = 4  # nodes for a position when the budget is spent: enough to see a win at once


class Child(NamedTuple):
    """A position after a move, with its score seen by the player to move there; None where it is not known."""

    move: Move
    position: Position
    score: Score | None


@dataclass(frozen=True, slots=True)
class AtlasState:
    """A position in an atlas.

    Attributes:
        position: the position.
        score: its exact score in noughts' unit, seen by the player to move; None where it is not known.
        moves: the legal moves in the order of the atlas.
        next: where in the atlas the position after each move stands; empty at the border, though there are moves.
        chosen: which of the moves is best, the first of equals; None where that is not known.
    """

    position: Position
    score: Score | None
    moves: tuple[Move, ...]
    next: tuple[int, ...]
    chosen: int | None

    @property
    def border(self) -> bool:
        """Whether the game goes on, but not in this atlas."""
        return bool(self.moves) and not self.next


@dataclass(frozen=True, slots=True)
class Atlas:
    """The positions after a position, itself the first of them.

    Attributes:
        position: where the atlas begins.
        maximiser: from whose point of view scores are shown.
        unit: the unit in which they are shown.
        order: the order of the moves.
        states: the positions, ply by ply.
    """

    position: Position
    maximiser: Player
    unit: Unit
    order: Order
    states: tuple[AtlasState, ...]

    @property
    def complete(self) -> bool:
        """Whether all positions that can come up are in it, with their scores."""
        return not any(state.border or state.score is None for state in self.states)

    def advice(self) -> list[str]:
        """Return what each move at its start is worth, a sentence a move."""
        names, first = self.position.game.board.names, self.states[0]
        lines = []
        for move, place in zip(first.moves, first.next, strict=False):
            after = self.states[place]
            score = _shown(self, after)
            best = "" if after.chosen is None else f"; the best answer is {names[after.moves[after.chosen]]}"
            lines.append(f"{names[move]}: {'not known' if score is None else number(score)}{best}.")
        return lines


class Walk:
    """Walks through the tree below a position without building it: children are searched when they are asked for.

    Attributes:
        position: the root.
        maximiser: from whose point of view scores are shown: the player to move at the root.
        unit: the unit in which they are shown.
        order: the order of the moves.
    """

    def __init__(
        self,
        position: Position,
        *,
        unit: Unit = "ten",
        order: Order = "centre",
        seed: int = 0,
        nodes: int = NODES,
        solver: Solver | None = None,
    ) -> None:
        """Begin a walk.

        Args:
            position: the root.
            unit: the unit in which scores are shown.
            order: the order of the moves: scan, centre (centre, corners, edges), or random with the seed.
            seed: for the order random.
            nodes: how much may be searched at one question, in nodes of a board of 3 × 3; on larger boards, where
                a node takes longer, in proportion fewer. What cannot be solved with that is not known.
            solver: keeps what it learns for the next walk; without one a new one is made.

        Raises:
            NoughtsError: the order is not known, or the unit cannot show a game of this length.
        """
        if order not in ("scan", "centre", "random"):
            raise NoughtsError(f"{order!r} is no order of moves: expected scan, centre or random")
        if unit == "depth" and position.empty.bit_count() > 9:
            raise NoughtsError("±(10 - depth) needs a game of at most 9 more plies: take another unit")
        self.position = position
        self.maximiser = position.turn
        self.unit: Unit = unit
        self.order: Order = order
        self._nodes = nodes * 9 // max(9, len(position.game.board))
        self._solver = solver or Solver(position.game)
        cells: Iterator[Cell] = iter(range(len(position.game.board)))
        if order == "centre":
            cells = iter(centre_first(position))
        elif order == "random":
            cells = iter(shuffled(seed)(position))
        self._rank = {cell: rank for rank, cell in enumerate(cells)}

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves of a position in the order of the walk."""
        return tuple(sorted(position.moves, key=self._rank.__getitem__))

    def children(self, position: Position) -> tuple[Child, ...]:
        """Return the positions after a position, each with its score."""
        after = [position.play(move) for move in self.moves(position)]
        scores = self._solved(after)
        return tuple(map(Child, self.moves(position), after, scores))

    def branch(self, position: Position, plies: int = 1) -> dict[str, Any]:
        """Return a position and the plies after it as an atlas, as data for JSON; scores as seen at the root."""
        return to_data(self.atlas(position, plies=plies))

    def atlas(self, position: Position | None = None, *, plies: int | None = None, states: int = MOST_STATES) -> Atlas:
        """Return the atlas of a position, by default of the root.

        Args:
            position: where it begins.
            plies: how many plies after the position it holds at most.
            states: how many positions it holds at most; only whole plies are left out.
        """
        start = position or self.position
        most = min(states, max(1, _MOST_CELLS // len(start.game.board)))
        found, moves, after = self._positions(start, plies, most)
        whole = all(after[place] or not moves[place] for place in range(len(found)))
        scores: list[Score | None] = [None] * len(found) if whole else self._solved(found)
        made: list[AtlasState] = []
        for place in reversed(range(len(found))):  # children before parents
            here, below = found[place], [scores[child] for child in after[place]]
            if here.is_over:
                scores[place] = here.score
            elif below and scores[place] is None and None not in below:
                scores[place] = max(-score for score in below if score is not None)
            best = scores[place]
            known = [None if score is None else -score for score in below]
            chosen = known.index(best) if best is not None and best in known else None
            made.append(AtlasState(here, best, moves[place], after[place], chosen))
        return Atlas(start, self.maximiser, self.unit, self.order, tuple(reversed(made)))

    def _positions(
        self, start: Position, plies: int | None, most: int
    ) -> tuple[list[Position], list[tuple[Move, ...]], list[tuple[int, ...]]]:
        """Return the positions, their moves, and where the positions after these moves stand."""
        found, moves = [start], [self.moves(start)]
        after: list[tuple[int, ...]] = [()]
        ply, begin = 0, 0
        while begin < len(found) and (plies is None or ply < plies):
            end = len(found)
            places: dict[tuple[int, int], int] = {}
            level: list[Position] = []
            nexts: list[tuple[int, ...]] = []
            for place in range(begin, end):
                mine = []
                for move in moves[place]:
                    child = found[place].play(move)
                    key = child.x, child.o
                    if key not in places:
                        places[key] = end + len(level)
                        level.append(child)
                    mine.append(places[key])
                nexts.append(tuple(mine))
                if end + len(level) > most:
                    return found, moves, after
            after[begin:end] = nexts
            found += level
            moves += map(self.moves, level)
            after += [()] * len(level)
            ply, begin = ply + 1, end
        return found, moves, after

    def _solved(self, positions: list[Position]) -> list[Score | None]:
        """Return exact scores, the first positions' first, and None for what is beyond the budget."""
        most = left = self._nodes
        scores: list[Score | None] = []
        for position in positions:
            before = self._solver.visited
            try:
                scores.append(self._solver.score(position, nodes=max(_LEAST, min(most, left))))
            except SearchLimit:
                scores.append(None)
                most //= 4  # the next one is likely to be as large
            left -= self._solver.visited - before
        return scores


def atlas(
    position: Position,
    *,
    unit: Unit = "ten",
    order: Order = "centre",
    seed: int = 0,
    plies: int | None = None,
    states: int = MOST_STATES,
    nodes: int = NODES,
) -> Atlas:
    """Return the atlas of a position; the arguments are those of `Walk` and `Walk.atlas`."""
    return Walk(position, unit=unit, order=order, seed=seed, nodes=nodes).atlas(plies=plies, states=states)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the atlas."""
    text = resources.files("noughts.explain").joinpath("atlas.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def to_json(made: Atlas, *, indent: int | None = None) -> str:
    """Return the atlas as JSON text."""
    separators = None if indent else (",", ":")
    return json.dumps(to_data(made), indent=indent, separators=separators, ensure_ascii=False)


def to_data(made: Atlas) -> dict[str, Any]:
    """Return the atlas as data for JSON: a column for each thing there is to know of a state."""
    form = FORMS["lists"]
    sentences: dict[tuple[int, str], int] = {}
    texts = [sentences.setdefault(_sentence(made, state), len(sentences)) for state in made.states]
    lines = {place: o.line for place, s in enumerate(made.states) if (o := s.position.outcome) and o.line}
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": board_data(made.position),
        "position": t3en(made.position),
        "max": made.maximiser.value,
        "order": made.order,
        "unit": made.unit,
        "complete": made.complete,
        "pseudocode": {"form": form.name, "title": form.title, "lines": list(form.text)},
        "sentences": [{"line": line, "text": text} for line, text in sentences],
        "states": {
            "count": len(made.states),
            "boards": "".join(cell_string(state.position) for state in made.states),
            "turns": "".join(state.position.turn.value for state in made.states),
            "ends": "".join(map(_end, made.states)),
            "scores": [_shown(made, state) for state in made.states],
            "plies": [_plies(state) for state in made.states],
            "moves": [[] if state.border else list(state.moves) for state in made.states],
            "next": [list(state.next) for state in made.states],
            "chosen": [state.chosen for state in made.states],
            "sentences": texts,
            "lines": {str(place): list(members(line)) for place, line in lines.items()},
        },
    }


def _end(state: AtlasState) -> str:
    outcome = state.position.outcome
    if outcome:
        return outcome.winner.value if outcome.winner else "="
    return "+" if state.border else "."


def _plies(state: AtlasState) -> int | None:
    return None if state.score is None else distance(state.score, state.position.empty.bit_count())


def _shown(made: Atlas, state: AtlasState) -> int | None:
    """Return a score in the atlas's unit, seen by the maximiser."""
    if not state.score:
        return None if state.score is None else 0
    won = (state.score > 0) == (state.position.turn is made.maximiser)
    size = {"noughts": int(abs(state.score)), "one": 1, "ten": 10, "depth": 0}[made.unit]
    if made.unit == "depth":
        size = 10 - distance(state.score, made.position.empty.bit_count())
    return size if won else -size


def _sentence(made: Atlas, state: AtlasState) -> tuple[int, str]:
    """Return the line of pseudocode that a state runs, and what it says; in braces what a player fills in.

    ``{score}`` is the state's score, ``{scores}`` its children's, ``{move}`` the best move, ``{plies}`` the
    plies to the end, ``{cells}`` the cells row by row.
    """
    here, player = state.position, str(state.position.turn)
    role = "max" if here.turn is made.maximiser else "min"
    if here.outcome:
        winner = here.outcome.winner
        return _line("end", role), f"{winner} has won: {{score}}." if winner else "The game is over, a draw: {score}."
    if state.border:
        value = "" if state.score is None else f": {{score}}, {_value(state, player)}"
        known = " Its score is not known: the position is too large to solve here." if state.score is None else ""
        game = "" if here.game.name == "3,3,3" else f" --game '{here.game.name}'"
        on = f"noughts explain '{{cells}} {here.turn.value}'{game}"
        return _line("ask", role), f"{player} is to move{value}.{known} This page ends here; to go on: {on}"
    if state.score is None:
        return (
            _line("ask", role),
            f"{player} is to move and wants to {role}imise. Its score is not known: "
            "the position is too large to solve here.",
        )
    if any(made.states[place].score is None for place in state.next):
        rest = "Not all of its moves have a known score: they are too many to solve here."
        return _line("ask", role), f"{player} is to move: {{score}}, {_value(state, player)}. {rest}"
    text = f"{player} {role}imises: {role}({{scores}}) = {{score}}."
    if len(state.next) > _MOST_LISTED:
        best = "greatest" if role == "max" else "least"
        text = f"{player} {role}imises: of {len(state.next)} scores {{score}} is the {best}."
    return _line("answer", role), f"{text} {_advice(made, state, player)}"


def _line(step: Step, role: str) -> int:
    return FORMS["lists"].line(step, role)


def _value(state: AtlasState, player: str) -> str:
    if not state.score:
        return "a draw with best play"
    return f"{player} {'wins' if state.score > 0 else 'loses'} in {{plies}}"


def _advice(made: Atlas, state: AtlasState, player: str) -> str:
    assert state.score is not None
    assert state.chosen is not None
    if state.score > 0:
        return "Choose {move}, which wins " + ("at once." if _plies(state) == 1 else "in {plies}.")
    if state.score < 0:
        if len(state.moves) == 1:
            return f"{{move}} is the only move, and {player} loses in {{plies}}."
        return f"{player} loses in {{plies}} at the latest; {{move}} holds out longest."
    after = made.states[state.next[state.chosen]]
    replies = [made.states[place].score for place in after.next]
    losing = sum(score is not None and score > 0 for score in replies)  # seen by us, who answer the reply
    if not losing:
        return "Choose {move}, which keeps the draw."
    verb = "loses" if losing == 1 else "lose"
    return f"Choose {{move}}, which keeps the draw; {losing} of {after.position.turn}'s {len(replies)} replies {verb}."
