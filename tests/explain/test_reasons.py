"""Reasons are true: each kind holds exactly when its definition does, and every line of play is best play."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given

from noughts import Game, IllegalMove, Position, Solver, analyse, cells_in, game, position
from noughts.explain.reasons.kinds import KINDS, ORDER, Reason
from noughts.explain.reasons.reasons import reasons
from noughts.explain.reasons.sentences import hint, sentence, why
from tests.explain.definitions import Definitions
from tests.oracle import Oracle, Rules
from tests.strategies import games, in_sets, mark, positions, random_games

CELL = re.compile(r"(?<![\w-])[a-z][0-9][a-z]?(?![\w-])")
ROW = re.compile(r"[a-z][0-9][a-z]?(?:-[a-z][0-9][a-z]?)+")
LINES = {"misses": 1, "dawdles": 1, "leads": 1, "lets-win": -1, "doomed": -1, "hastens": -1}
BETTER = ("misses", "dawdles", "hastens")


def every_position() -> list[Position]:
    """Return all 4,520 unfinished positions of 3 × 3."""
    positions, todo = dict[Position, None](), [Position(game("tictactoe"))]
    while todo:
        at = todo.pop()
        if at not in positions and not at.is_over:
            positions[at] = None
            todo += [at.play(move) for move in at.moves]
    return list(positions)


@cache
def definitions_of(rules: Rules) -> Definitions:
    return Definitions(Oracle(rules))


@cache
def definitions(game: Game) -> Definitions:
    return definitions_of(in_sets(game))


def as_text(position: Position) -> str:
    return "".join(
        "x" if position.x >> c & 1 else "o" if position.o >> c & 1 else "_" for c in range(len(position.game.board))
    )


def check(position: Position, solver: Solver) -> Iterator[tuple[int, tuple[Reason, ...], str]]:
    """Check the reasons of every move of a position, and yield them with the words."""
    truth = definitions(position.game)
    board, turn, analysis = as_text(position), mark(position.turn), analyse(position, solver=solver)
    for move in position.moves:
        move_reasons = reasons(position, move, solver, analysis=analysis)
        expected = truth.of(board, turn, move)
        kinds = [reason.kind for reason in move_reasons]
        assert kinds == sorted(set(kinds), key=lambda kind: ORDER[kind])
        assert set(kinds) == expected.cells.keys()
        for reason in move_reasons:
            cells = expected.cells[reason.kind]
            assert set(reason.cells) == cells or (reason.kind in BETTER and set(reason.cells) < cells)
            assert len(reason.cells) == 1 or reason.kind not in BETTER
            assert {frozenset(cells_in(row)) for row in reason.rows} == expected.rows.get(reason.kind, set())
            assert reason.count == expected.count.get(reason.kind, 0)
            check_line(position, move, reason, truth.oracle)
            check_cells(position, sentence(position, move, reason))
        text = why(analysis, move, move_reasons)
        check_cells(position, text)
        yield move, move_reasons, text


def check_line(position: Position, move: int, reason: Reason, oracle: Oracle) -> None:
    """Check that a line of play is legal, that both sides play their best, and that it ends as the reason claims."""
    assert bool(reason.line) == (reason.kind in LINES)
    at = position
    for place, step in enumerate(reason.line):
        if place or reason.kind in BETTER:
            assert step in oracle.best(as_text(at), mark(at.turn))
        else:
            assert step == move
        at = at.play(step)
    if reason.line:
        assert at.outcome
        assert at.outcome.winner is (position.turn if LINES[reason.kind] > 0 else position.turn.other)


@cache
def row_names(game: Game) -> set[str]:
    return {"-".join(game.board.names[cell] for cell in cells_in(row)) for row in game.lines}


def check_cells(position: Position, words: str) -> None:
    """Check that words name only empty cells and rows of the game."""
    names, rows = position.game.board.names, row_names(position.game)
    if len(position.game.board.shape) == 2:
        assert set(ROW.findall(words)) <= rows
        for name in CELL.findall(ROW.sub(" ", words)):
            assert name in rows or position.empty >> names.index(name) & 1, words


@pytest.mark.slow
def test_every_reason_in_every_position_of_three_by_three() -> None:
    solver, oracle = Solver(game("tictactoe")), definitions(game("tictactoe")).oracle
    kinds = set[str]()
    for at in every_position():
        values = oracle.after(as_text(at), mark(at.turn))
        best = max(value for value, _ in values.values())
        for move, move_reasons, text in check(at, solver):
            kinds |= {reason.kind for reason in move_reasons}
            value, plies = values[move]
            assert ("throws away the win" in text) == (value < best == 1)
            assert ("throws away the draw" in text) == (value < best == 0)
            assert ("and loses:" in text) == (value == -1 and best == 1)
            assert ("as every move does" in text) == (best == -1 and len(values) > 1)
            assert ("wins at once:" in text) == (plies == 1 and value == 1)
            first = text.split(". ")[0]
            keeps = "keeps the draw" in first or "is forced" in first or "fills the board" in first
            assert keeps == (value == best == 0)
            keeping = {at.game.board.names[cell] for cell, (result, _) in values.items() if result == best}
            if only := re.search(r"Only (\S+) keeps the draw", text):
                assert keeping == {only[1]}
            if some := re.search(r"\((\d) of (\d) moves do\)", text):
                assert (int(some[1]), int(some[2])) == (len(keeping), len(values))
            if required := re.search(r"must then answer (.*): the other", text):
                replies = oracle.after(as_text(at.play(move)), mark(at.turn.other))
                holding = {at.game.board.names[cell] for cell, (result, _) in replies.items() if result >= 0}
                assert set(re.split(r", | or ", required[1])) == holding
    assert kinds == KINDS.keys() - {"opens", "stacks", "avoids", "squeezes", "loses"}, (
        "these kinds occur only in other games"
    )


STEP = re.compile(
    r"(?P<answers>answers )?(?P<first>\S+?)(?: wins in \d+:|,) (?P<loser>[XO]) must block (?P<block>\S+?), and then "
    r"(?P<then>\S+) forks, threatening (?P<cells>[a-c1-3]{2}(?:, [a-c1-3]{2})* and [a-c1-3]{2})"
)


@pytest.mark.slow
def test_a_described_win_is_forced() -> None:
    """A player who does not block loses at once, and each cell of the fork wins."""
    solver, count = Solver(game("tictactoe")), 0
    for at in every_position():
        if at.empty.bit_count() < 5:
            continue
        analysis = analyse(at, solver=solver)
        for move in at.moves:
            text = why(analysis, move, reasons(at, move, solver, analysis=analysis))
            for step in STEP.finditer(text):
                count += 1
                before = at.play(move) if step["answers"] else at
                threat = before.play(step["first"])
                assert str(threat.turn) == step["loser"]
                for reply in threat.moves:
                    after = threat.play(reply)
                    assert (at.game.board.names[reply] == step["block"]) != any(
                        after.play(m).is_over for m in after.moves
                    )
                fork = threat.play(step["block"]).play(step["then"])
                cells = {fork.cell(name) for name in re.split(r", | and ", step["cells"])}
                assert len(cells) > 1
                for reply in fork.moves:
                    after = fork.play(reply)
                    assert not after.is_over
                    wins = {m for m in after.moves if (end := after.play(m).outcome) and end.winner is before.turn}
                    assert cells - {reply} <= wins
    assert count > 500


@pytest.mark.parametrize(
    ("name", "count", "least"),
    [
        ("3,3,3 misere", 6, 0),
        ("3,3,3 gravity", 8, 0),
        ("4,4,3 gravity", 6, 8),
        ("4,3,3", 6, 4),
        ("4,3,3 misere", 5, 4),
        ("3,3,3 full=o", 6, 0),
        ("3,3,2 torus gravity full=o", 5, 0),
        ("2x2x2", 4, 1),
        ("4,4,4 gravity misere full=x", 5, 8),
        ("5,1,2", 5, 0),
        ("3,3,1", 2, 0),
    ],
)
def test_reasons_are_true_in_games_of_many_kinds(name: str, count: int, least: int) -> None:
    solver = Solver(game(name))
    for line in random_games(name, count, 7):
        for at in line[least:-1]:
            assert list(check(at, solver))


def test_gravity_and_misere_have_their_own_reasons() -> None:
    kinds = set[str]()
    for name, least in (("4,4,3 gravity", 6), ("3,3,3 misere", 2), ("4,4,3 gravity full=o", 8)):
        solver = Solver(game(name))
        for line in random_games(name, 12, 3):
            for at in line[least:-1]:
                analysis = analyse(at, solver=solver)
                kinds |= {r.kind for move in at.moves for r in reasons(at, move, solver, analysis=analysis)}
    assert {"opens", "stacks", "avoids", "squeezes", "loses"} <= kinds


@given(positions(games(7)))
def test_reasons_are_true_in_any_game(position: Position) -> None:
    if not position.is_over:
        assert list(check(position, Solver(position.game)))


@pytest.mark.parametrize(
    ("name", "text", "move", "expected"),
    [
        ("3,3,3", "o_x/x2_/x2o x", "b2", "b2 wins at once: c1-b2-a3 is complete."),
        ("3,3,3", "x_x/_ox/o_o x", "b1", "b1 wins at once: a1-b1-c1 is complete."),
        ("3,3,3", "xo_/_x_/2_o x", "a2", "a2 forks: it threatens c2 and a3, and O can block only one."),
        ("3,3,3", "xo_/_xo/2_o x", "a1", ""),
        (
            "3,3,3",
            "xo_/3_/3_ x",
            "b2",
            "b2 wins in 5: O must block c3, and then a2 forks, threatening c2 and a3.",
        ),
        (
            "3,3,3",
            "x2_/_o_/2_x o",
            "a3",
            "a3 throws away the draw: X answers c1, which forks, threatening b1 and c2. "
            "b1, a2, c2 and b3 keep the draw.",
        ),
        ("3,3,3", "xx_/_o_/3_ o", "c1", "c1 is forced: it blocks a1-b1-c1 and threatens to win at a3"),
        ("3,3,3", "x2_/3_/3_ o", "b2", "b2 is forced: every other move loses."),
        ("3,3,3", "xoo/_x_/3_ x", "a2", "a2 still wins, but c3 wins at once."),
        ("3,3,3", "xoo/_x_/3_ x", "b3", "b3 throws away the win. Instead, c3 wins at once."),
        ("3,3,3", "oxo/xxo/xo_ x", "c3", "c3 blocks c1-c2-c3 and fills the board: a draw."),
        ("3,3,3", "x_x/_o_/o_x o", "b1", "b1 loses, as every move does: X wins at c2."),
        ("misere", "9_ x", "b2", "b2 is forced: every other move loses."),
        ("misere", "xx_/_o_/2_o x", "c1", "it completes a1-b1-c1."),
        ("3,3,1", "9_ x", "a1", "a1 wins at once: a1 is complete."),
        ("3,3,2", "9_ x", "c3", "c3 forks: it threatens b2, c2 and b3, and O can block only one."),
    ],
)
def test_the_sentences_of_known_positions(name: str, text: str, move: str, expected: str) -> None:
    at = position(text, name)
    cell = at.cell(move)
    if not expected:
        with pytest.raises(IllegalMove):
            reasons(at, cell)
        return
    assert expected in why(analyse(at), cell, reasons(at, cell))


def test_on_large_boards_only_immediate_reasons_are_given() -> None:
    random, at = Random(1), Position(game("gomoku"))
    known = {kind for kind in KINDS if kind not in LINES} - {"only-win", "forced", "forces", "traps"} | {"misses"}
    for _ in range(12):
        at = at.play(random.choice(at.moves))
    for move in random.sample(at.moves, 20):
        analysis = analyse(at, 5, estimate_nodes=20)
        assert not analysis.exact
        move_reasons = reasons(at, move, analysis=analysis, limit=5)
        assert {reason.kind for reason in move_reasons} <= known
        assert "its exact value is unknown" in why(analysis, move, move_reasons)
    four = position(
        "/".join(["15_"] * 7 + ["3_5x7_".replace("5x", "xxxx_")] + ["15_"] * 6 + ["oooo11_"]) + " x", "gomoku"
    )
    analysis = analyse(four, 5, estimate_nodes=20)
    texts = {
        move: why(analysis, four.cell(move), reasons(four, four.cell(move), analysis=analysis))
        for move in ("h8", "e15", "a1")
    }
    assert texts["h8"] == "h8 wins at once: d8-e8-f8-g8-h8 is complete."
    assert texts["e15"].startswith("e15 misses a win: c8 wins at once")
    assert "misses a win" in texts["a1"]


def hint_for(text: str, name: str = "3,3,3", nodes: int | None = None) -> str:
    at = position(text, name)
    analysis = analyse(at, nodes)
    best = analysis.best[0].move if analysis.best else None
    return hint(analysis, () if best is None else reasons(at, best, analysis=analysis, limit=nodes))


def test_a_hint_gives_the_reason() -> None:
    assert hint_for("o_x/x2_/x2o x") == "b2 wins at once: c1-b2-a3 is complete."
    assert hint_for("9_ x") == "a1 keeps the draw; O must then answer b2: the other 7 replies lose."
    assert hint_for("x_x/_o_/o_x o") == "Every move loses; b1 holds out for 2 moves. Then X wins at c2."
    assert hint_for("3x/2o_/3_ o") == "The game is over: there is no move to recommend."


@pytest.mark.slow
def test_a_hint_on_a_large_board_gives_an_estimate() -> None:
    assert "(estimate " in hint_for("225_ x", "gomoku", 5)


NAMED = re.compile(r"\b(rows?|threat\w*|forks?|blocks?|wins at|complete)\b")
"""A hint names a threat, a fork, or the rows that are still open."""


@pytest.mark.parametrize("name", ["cube", "3,3,3", "4,3,3", "4,4,3"])
def test_a_hint_names_a_threat_a_fork_or_open_rows(name: str) -> None:
    randomly, solver = Random(name), Solver(game(name))
    for stones in range(8):
        at = Position(solver.game)
        while not at.is_over and (at.x | at.o).bit_count() < stones:
            at = at.play(randomly.choice(at.moves))
        analysis = analyse(at, 500, solver=solver)
        if at.is_over or analysis.score == 0:
            continue
        text = hint(analysis, reasons(at, analysis.best[0].move, solver, analysis=analysis, limit=500))
        assert NAMED.search(re.sub(r"\(best play: .*?\)", "", text)), text


def test_a_hint_says_what_a_move_does_whose_win_takes_long() -> None:
    assert hint_for("27_ x", "cube").startswith(
        "b2b takes the centre, which is on 13 rows that X can still complete. It wins in 7 (best play: "
    )
