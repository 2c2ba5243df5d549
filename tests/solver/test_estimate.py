"""Boards too large to solve: urgent moves are found, values marked as proven are true, and games are won."""

import sys
from random import Random

import pytest

from noughts import Player, Position, Solver, analyse, game, look_ahead, player, position
from noughts.players.opponent import Choice, Opponent
from noughts.rules.tactics import sign
from noughts.search.forcing_wins import threat_sequence
from noughts.solver.evaluation import OPEN
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.kernels.patterns import PatternKernel
from noughts.solver.limit import Budget
from noughts.solver.steps import prove_scores
from tests.solver.random_positions import random_position
from tests.solver.threats import CROSS
from tests.solver.two_ahead import two_ahead

PERFECT = player("perfect")
HARD = [16, 311, 316, 408, 503, 505, 506, 525, 702, 947, 1025, 2003, 2010, 5002, 5024, 6004]
"""Seeds of games that earlier versions lost as O to looking two moves ahead, or this one with a fifth of the nodes."""


def far(text: str, turn: str = "x") -> Position:
    """Return a position on 15 × 15, given its top rows."""
    rows = text.split("/")
    return position("/".join([*rows, *["15_"] * (15 - len(rows))]) + f" {turn}", "gomoku")


def chosen(at: Position, seed: int = 1) -> str:
    return at.game.board.names[PERFECT.choose(at, Random(seed)).move]


@pytest.mark.parametrize(
    ("down", "seed"), [(7, 1), *(pytest.param(*pair, marks=pytest.mark.slow) for pair in [(0, 1), (0, 2), (7, 2)])]
)
@pytest.mark.parametrize(
    ("rows", "turn", "moves"),
    [
        ("15_/o4x10_/o14_", "x", "f2"),  # a win in one
        ("15_/o4x10_/o14_", "o", "f2"),  # a block of one
        ("15_/o_4x9_/4o11_", "x", "b2 g2"),  # a win before a block
        ("15_/3_3x9_/3o12_", "x", "c2 g2"),  # an open four
        pytest.param("15_/15_/4_3x8_/4_2o9_", "o", "d3 h3", marks=pytest.mark.slow),  # an open three blocked in time
        ("15_/15_/4_2x_x7_/4_2o9_", "o", "d3 g3 i3"),  # a broken open three
        ("7_o7_/7_x7_/7_x7_/7_x7_/3_o3x8_/15_", "x", "h5"),  # two fours at once
        ("15_/15_/15_/7_x7_/7_x7_/7_x7_/3_o3x8_", "o", "h3 h7 h2 h8"),  # a double four is threatened, and an open three
    ],
)
def test_urgent_moves_are_found(rows: str, turn: str, moves: str, down: int, seed: int) -> None:
    at = far(rows, turn)
    there = Position(at.game, at.x << 15 * down, at.o << 15 * down, at.turn)
    expected = {at.game.board.names[at.game.board.cell(move) + 15 * down] for move in moves.split()}
    assert chosen(there, seed) in expected


def test_a_long_win_by_fours_is_found_and_can_be_stopped() -> None:
    """X wins by a four and then an open four. With O to move, O finds a move that stops this."""
    at = far("15_/15_/3_o3x8_/7_x7_/7_x7_/15_")
    sequence = threat_sequence(at)
    assert sequence is not None
    assert len(sequence.moves) >= 5
    assert chosen(at) == at.game.board.names[sequence.moves[0]]
    passed = Position(at.game, at.x, at.o, Player.O)
    answered = passed.play(chosen(passed))
    assert threat_sequence(answered, Player.X) is None


def proven(at: Position, nodes: int) -> dict[int, int]:
    """Return the values that an analysis reports as proven."""
    return {move.move: move.value for move in analyse(at, nodes).moves if move.value is not None}


@pytest.mark.parametrize("name", ["4,4,4", "5,3,3", "4,4,3 torus", "4,4,4 full=o", "3x3x2,3"])
def test_values_reported_as_proven_are_true(name: str) -> None:
    random, solver, seen = Random(name), Solver(game(name)), 0
    for _ in range(60):
        at = random_position(solver.game, random, 11)
        if at.is_over:
            continue
        for move, value in proven(at, random.choice([0, 20])).items():
            score = -solver.score(at.play(move))
            assert (score > 0) - (score < 0) == value, (at, move)
            seen += 1
    assert seen > 50


def test_without_nodes_moves_are_ranked_at_a_glance() -> None:
    start = Position(game("gomoku"))
    analysis = analyse(start, 0, estimate_nodes=0)
    assert analysis.value is None
    assert {m.move: m.score for m in analysis.moves} == dict(look_ahead(start, nodes=0).scores)


def test_looking_ahead_can_be_restricted_to_some_moves() -> None:
    start = Position(game("7,7,5"))
    result = look_ahead(start, nodes=100, only=[0, 6, 24])
    assert list(result.scores) == [0, 6, 24]
    assert result.move == 24


def winner(x: Opponent, o: Opponent, seed: int) -> Player | None:
    """Return the winner of a game on 15 × 15."""
    sides, random, at = {Player.X: x, Player.O: o}, Random(seed), Position(game("gomoku"))
    while not at.is_over:
        at = at.play(sides[at.turn].choose(at, random).move)
    assert at.outcome is not None
    return at.outcome.winner


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("side", Player)
def test_perfect_wins_against_a_random_player(side: Player, seed: int) -> None:
    first, second = ("perfect", "random") if side is Player.X else ("random", "perfect")
    assert winner(player(first), player(second), seed) is side


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 301, 302])
def test_perfect_wins_as_x_against_looking_two_moves_ahead(seed: int) -> None:
    assert winner(player("perfect"), player("minimax:depth=2,order=random"), seed) is Player.X


# With the kernel.

needs_kernel = pytest.mark.skipif(Solver(game("7,7,5")).kernel is None, reason="the kernel is not built: make kernel")


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize("seed", [918, *HARD, *range(1, 11)])
@pytest.mark.parametrize("side", Player)
def test_perfect_wins_against_looking_two_moves_ahead(side: Player, seed: int) -> None:
    foe = Opponent("two ahead", lambda at, random: Choice(two_ahead(at, random)))
    first, second = (player("perfect"), foe) if side is Player.X else (foe, player("perfect"))
    assert winner(first, second, seed) is side


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "moves",
    [
        "h9 h8 i8 i9 j7 g10 g7 i7 j6",  # most replies lose, some only to long sequences of threats
        "h7 i7 i8 g6 g8 h6 i6 j5 j8 h8 g9",
    ],
)
def test_among_similar_replies_a_safe_one_is_played(moves: str, seed: int) -> None:
    at = Position(game("gomoku"))
    for name in moves.split():
        at = at.play(name)
    after = at.play(PERFECT.choose(at, Random(seed)).move)
    assert PatternKernel(at.game).win(after, nodes=1_000_000) is None


@needs_kernel
def test_counter_threats_are_considered_against_a_win_by_open_threes() -> None:
    """A player with an open three of their own need not answer the opponent's."""
    here = CROSS.game
    two_in_a_row = sum(1 << here.board.cell(name) for name in ("l2", "m2"))
    at = Position(here, CROSS.x, CROSS.o | two_in_a_row, Player.O)
    assert {"k2", "n2"} <= {move.name for move in analyse(at, 0).moves}


@needs_kernel
@pytest.mark.slow
def test_perfect_wins_as_o_against_looking_two_moves_ahead() -> None:
    assert winner(player("minimax:depth=2,order=random"), player("perfect"), 21) is Player.O


@needs_kernel
@pytest.mark.parametrize(("name", "value"), [("5,5,4", 0), ("6,5,4", 1), ("7,7,5", 0)])
def test_the_kernel_proves_who_wins(name: str, value: int) -> None:
    start = Position(game(name))
    analysis = analyse(start, 60_000)
    assert (analysis.value, analysis.score) == (value, value)
    assert analysis.exact == (value == 0), "a draw lasts until the board is full"
    assert analysis.distance == (len(start.game.board) if value == 0 else None)
    kernel = MnkKernel(start.game)
    for move in analysis.best:
        assert kernel.bounds(move.position).value == -value


@needs_kernel
@pytest.mark.parametrize(
    ("name", "count"),
    [
        *[("5,4,3", 15), ("6,4,4", 15)],
        *(pytest.param(name, 60, marks=pytest.mark.slow) for name in ("5,4,4", "6,4,4", "5,5,4", "5,4,3")),
    ],
)
def test_values_proven_with_the_kernel_are_true(name: str, count: int) -> None:
    random, kernel = Random(name), MnkKernel(game(name))
    for _ in range(count):
        at = random_position(kernel.game, random, 20)
        if at.is_over or at.empty.bit_count() <= 16:
            continue
        analysis = analyse(at, random.choice([0, 50, 500, 5_000]))
        if analysis.value is not None:
            assert kernel.bounds(at).value == analysis.value
        for move in analysis.moves:
            if move.value is not None:
                assert -(kernel.bounds(move.position).value or 0) == move.value, (at, move)


@needs_kernel
def test_the_perfect_player_keeps_the_value_with_the_kernel() -> None:
    """X wins 6,5,4 against the most promising replies."""
    at, random = Position(game("6,5,4")), Random(1)
    while not at.is_over:
        promising = look_ahead(at, nodes=0).move
        at = at.play(PERFECT.choose(at, random).move if at.turn is Player.X else promising)
    assert at.outcome is not None
    assert at.outcome.winner is Player.X


def test_without_the_kernel_the_scores_are_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "noughts_kernel", None)
    start = Position(game("7,7,5"))
    assert Solver(start.game).kernel is None
    analysis = analyse(start, 500)
    assert analysis.value is None
    assert all(move.value is None for move in analysis.moves)


@pytest.mark.parametrize(
    ("text", "name", "nodes"),
    [
        ("_x6_/o_o4_x/x2_o4_/2x2_o3_ o", "8,4,4", 20_000),
        ("7_/7_/7_/3_o3_/o_ox3_/o3x2_x o", "7,6,4 gravity", 200_000),
    ],
)
def test_estimates_never_contradict_what_is_proved(text: str, name: str, nodes: int) -> None:
    pytest.importorskip("noughts_kernel")
    at = position(text, name)
    general = Solver(at.game).general
    assert general
    *_, known = prove_scores(at, Budget(nodes), general)
    assert any(move.bounds != OPEN for move in known.moves)
    analysis = analyse(at, nodes)
    values = {move.move: move.value for move in analysis.moves}
    for move in known.moves:
        if move.value is not None:
            assert values[move.move] == sign(analysis.scores[move.move]) == move.value
        elif move.move in analysis.scores:
            assert move.bounds.low <= max(-1, min(1, analysis.scores[move.move])) <= move.bounds.high
