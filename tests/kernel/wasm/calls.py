"""Calls of the kernel whose results must be the same natively and as WebAssembly. This module also runs in Pyodide."""

import hashlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import noughts_kernel as kernel

from noughts import Player, Position, game
from noughts.rules.board import cells_in
from noughts.rules.position import sides
from noughts.solver.kernels.mnk import plain
from noughts.solver.kernels.pattern_weights import PATTERN_WEIGHTS

GAMES = [
    *["3,3,3", "4,4,4", "5,5,4", "6,6,4", "7,7,5", "8,8,5", "9,9,5", "11,11,5", "16,8,5", "9,9,6", "8,8,8", "7,1,3"],
    *["3,3,3 misere", "4,4,4 misere", "5,5,4 misere", "4,4,4 torus", "5,5,4 torus", "6,6,5 torus", "5,5,4 full=x"],
    *[
        "connect four",
        "5,4,4 gravity",
        "8,8,4 gravity",
        "11,11,5 gravity",
        "5,4,4 gravity misere",
        "4,4,3 gravity full=o",
    ],
    *["3x3x3", "4x4x4", "4x4x4 gravity", "5x5x5", "6,6,4 exact", "9,9,5 exact", "3x3x3 misere", "2x2x2x2", "15,15,5"],
]
POSITIONS = 204
NODES = 20_000
"""The most nodes of one search."""


def positions() -> Iterator[tuple[str, Position]]:
    """Yield random positions that are reachable by play, of all games in turn."""
    random = Random(1)
    for number in range(POSITIONS):
        name = GAMES[number % len(GAMES)]
        position = Position(game(name))
        for _ in range(random.randint(0, len(position.game.board) * 3 // 4)):
            if position.is_over:
                break
            position = position.play(random.choice(position.moves))
        yield name, position


def searches() -> Iterator[tuple[str, object]]:
    """Yield the results of all searches with the nodes that each takes."""
    kernels: dict[str, tuple[Any, ...]] = {}
    for number, (name, position) in enumerate(positions()):
        if name not in kernels:
            kernels[name] = solvers(position)
        for title, answer in answers(position, *kernels[name]):
            yield f"{number}: {title} of {position!r}", answer


def solvers(position: Position) -> tuple[Any, Any, Any]:
    """Return the kernels that support a game: general, plain k in a row, and patterns."""
    rules, shape, cells = position.game, plain(position.game), len(position.game.board)
    winner = {None: 0, Player.X: 1, Player.O: -1}[rules.full]
    symmetries = rules.symmetries if len(rules.board.shape) < 4 else [range(cells)]
    general = mnk = tables = None
    if cells <= 128:
        general = kernel.General.make(
            cells, rules.lines, rules.needs, rules.misere, winner, [[*one] for one in symmetries], beyond=rules.beyond
        )
        mnk = kernel.Mnk.make(*shape, megabytes=4) if shape else None
    if not rules.misere and not any(rules.needs) and len({line.bit_count() for line in rules.lines}) == 1:
        lines, beyond = ([cells_in(some) for some in sets] for sets in (rules.lines, rules.beyond))
        tables = kernel.PatternTables.make(cells, lines, PATTERN_WEIGHTS, beyond)
    return general, mnk, tables


def answers(position: Position, general: Any, mnk: Any, tables: Any) -> Iterator[tuple[str, object]]:
    """Yield the results of all searches of a position."""
    mine, theirs = sides(position, position.turn)
    first = position.turn is Player.X
    if general:
        yield "keys", general.exact_keys
        for title, value_only in [("value", True), ("score", False)]:
            control = kernel.Control(NODES)
            found = general.score(mine, theirs, first, control, value_only)
            yield title, (found.cell, found.low, found.high, control.nodes)
        control = kernel.Control(NODES)
        moves = general.scores(mine, theirs, first, control)
        yield "scores", ([(move.cell, move.low, move.high) for move in moves], control.nodes, control.line)
        control = kernel.Control(NODES)
        yield "window", outcome(lambda: general.search_window(mine, theirs, first, -1, 1, control))
        yield "nodes of the window", control.nodes
    if mnk:
        for method in (mnk.solve_maker_breaker, mnk.solve_strong_game):
            control = kernel.Control(NODES)
            verdict = method(mine, theirs, True, control)
            yield method.__name__, (verdict.decided, verdict.won, verdict.zone, verdict.nodes, control.nodes)
        yield "symmetries", mnk.symmetries
    if tables:
        stones = list(cells_in(mine)), list(cells_in(theirs))
        yield "worths", tuple(tables.worths(*stones))
        yield "pairs", tuple(tables.pairs(*stones))
        if position.moves:
            control = kernel.Control(2000)
            yield "estimates", (tables.estimates(*stones, position.moves[:9], 8, control), control.nodes)
            control = kernel.Control(NODES)
            win = tables.win(*stones, control)
            yield "win", (win and (win[0], list(win[1])), control.nodes, control.stopped)


def outcome(call: Callable[[], object]) -> object:
    """Return the result of a call, or the kind of its error and, unless that is a matter of types, its message."""
    try:
        return call()
    except TypeError:
        return "TypeError"
    except Exception as error:
        return type(error).__name__, str(error)


def errors() -> Iterator[tuple[str, object]]:
    """Yield what calls with invalid arguments raise."""
    make, mnk, control = kernel.Mnk.make, kernel.Mnk.make(4, 3, 3, megabytes=1), kernel.Control
    rules: Any = {"cells": 4, "lines": [0b11, 0b1100]}
    general, general_of = kernel.General.make(**rules), kernel.General.make
    weights = [[0] * 81] * 2
    tables = kernel.PatternTables.make(9, [[0, 1, 2], [3, 4, 5]], weights)
    patterns = kernel.PatternTables.make

    def used_twice() -> object:
        own = control()
        return mnk.write_proof(0, 0, True, True, True, own, lambda piece: mnk.solve_strong_game(0, 0, True, own))

    def failed_write() -> object:
        return mnk.write_proof(0, 0, True, True, True, control(), dict[bytes, int]().__getitem__)

    calls: dict[str, Callable[[], object]] = {
        "size": lambda: make(43, 3, 3),
        "negative size": lambda: make(-3, -3, 3),
        "large size": lambda: make(65536, 65536, 3),
        "size of 64 bits": lambda: make(1 << 40, 3, 3),
        "size as text": lambda: make("3", 3, 3),  # type: ignore[arg-type]
        "no key": lambda: make(3, 3, 3, key_bits=0),
        "long key": lambda: make(3, 3, 3, key_bits=65),
        "memory": lambda: make(3, 3, 3, megabytes=1 << 21),
        "much memory": lambda: make(3, 3, 3, megabytes=1 << 44),
        "negative memory": lambda: make(3, 3, 3, megabytes=-1),
        "shared cell": lambda: mnk.solve_maker_breaker(1, 3, True, control()),
        "off the board": lambda: mnk.solve_strong_game(1 << 12, 0, True, control()),
        "far off the board": lambda: mnk.solve_maker_breaker(0, 1 << 200, True, control()),
        "negative": lambda: mnk.write_proof(-1, 0, True, True, True, control(), print),
        "threads": lambda: mnk.solve_maker_breaker(0, 0, True, control(), 257),
        "no thread": lambda: general.score(0, 0, True, control(), False, 0),
        "negative budget": lambda: control(-1),
        "large budget": lambda: control(1 << 64),
        "budget as text": lambda: control("1"),  # type: ignore[arg-type]
        "used twice": used_twice,
        "failed write": failed_write,
        "too many cells": lambda: general_of(129, [1]),
        "no cells": lambda: general_of(0, []),
        "no line": lambda: general_of(4, [0]),
        "line off the board": lambda: general_of(4, [0b10001]),
        "line of 129 bits": lambda: general_of(4, [1 << 128]),
        "negative line": lambda: general_of(4, [-1]),
        "needs": lambda: general_of(4, [3], [0, 0]),
        "beyond": lambda: general_of(4, [3], beyond=[4, 4]),
        "full": lambda: general_of(4, [3], full=2),
        "symmetry": lambda: general_of(4, [3], symmetries=[[0, 1, 2, 2]]),
        "negative key": lambda: general_of(4, [3], key_bits=-1),
        "memory of general": lambda: general_of(4, [3], megabytes=1 << 21),
        "stones of general": lambda: general.score(1, 1, True, control()),
        "stones off its board": lambda: general.scores(16, 0, True, control()),
        "stones of 129 bits": lambda: general.scores(1 << 128, 0, True, control()),
        "time is up": lambda: general.search_window(0, 0, True, -4, 4, control(0)),
        "no board": lambda: patterns(0, [[0]], weights),
        "large board": lambda: patterns(1025, [[0]], weights),
        "one list of weights": lambda: patterns(9, [[0, 1]], weights[:1]),
        "too few weights": lambda: patterns(9, [[0, 1]], [[0] * 80] * 2),
        "first weight": lambda: patterns(9, [[0, 1]], [[1] * 81] * 2),
        "large weight": lambda: patterns(9, [[0, 1]], [[0] * 80 + [1_000_001]] * 2),
        "lines of two lengths": lambda: patterns(9, [[0, 1], [0, 1, 2]], weights),
        "no lines": lambda: patterns(9, [], weights),
        "cell of a line": lambda: patterns(9, [[0, 9]], weights),
        "cell beyond": lambda: patterns(9, [[0, 1]], weights, [[9]]),
        "stones of patterns": lambda: tables.worths([0], [0]),
        "stone off the board": lambda: tables.pairs([9], []),
        "width": lambda: tables.estimates([], [], [0], 0, control()),
        "taken move": lambda: tables.estimates([0], [], [0], 1, control()),
        "move off the board": lambda: tables.estimates([0], [], [-1], 1, control()),
        "stones of win": lambda: tables.win([0, 0], [], control()),
    }
    return ((name, outcome(call)) for name, call in calls.items())


def limits() -> Iterator[tuple[str, object]]:
    """Yield what searches with a small budget, or with a control that was stopped, return."""
    for budget in (0, 1, 2, 10, 63, 64, 65, 1000, 2000):
        control = kernel.Control(budget)
        verdict = kernel.Mnk.make(7, 7, 5, table=False).solve_maker_breaker(0, 0, True, control)
        yield f"{budget} nodes", (verdict.decided, verdict.nodes, control.nodes, control.line)
    solver = kernel.Mnk.make(5, 5, 4)
    yield "two threads", solver.solve_maker_breaker(0, 0, True, kernel.Control(), 2).won
    control = kernel.Control()
    control.stop()
    yield "stopped", (control.stopped, kernel.Mnk.make(3, 3, 3).solve_maker_breaker(0, 0, True, control).decided)


def proofs() -> Iterator[tuple[str, object]]:
    """Yield proofs."""
    for size, weak, wins in [((5, 5, 4), True, True), ((7, 7, 5), True, False), ((4, 3, 3), False, True)]:
        pieces: list[bytes] = []
        mnk, control = kernel.Mnk.make(*size, megabytes=4), kernel.Control()
        done = mnk.write_proof(0, 0, True, weak, wins, control, pieces.append)
        yield str(size), (done, len(pieces), hashlib.sha256(b"".join(pieces)).hexdigest(), control.nodes)
        yield f"{size}, too few nodes", mnk.write_proof(0, 0, True, weak, wins, kernel.Control(1), pieces.append)


def all_results() -> dict[str, str]:
    """Return the results of all calls as text."""
    parts = {"search": searches, "error": errors, "limit": limits, "proof": proofs}
    return {f"{part} {name}": repr(found) for part, calls in parts.items() for name, found in calls()}
