"""Pattern searches of the kernel: the patterns of every cell, and the wins that it claims and finds."""

import signal
import threading
from collections.abc import Callable, Iterator
from random import Random

import pytest

from noughts import Game, NoughtsError, Player, Position, Solver, game, position
from noughts.rules.board import cells_in, grid
from noughts.rules.position import sides
from noughts.search.forcing_wins import threat_sequence
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.kernels.pattern_weights import KINDS, PATTERN_WEIGHTS
from noughts.solver.kernels.patterns import PatternKernel, pattern_kernel
from tests.solver.pattern_oracle import directions, pair, worth
from tests.solver.random_positions import random_position
from tests.solver.threats import COUNTER, CROSS, LOST, gomoku

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

GAMES = ["7,7,5", "5,5,4 torus", "3x3x3", "9,9,9", "14,3,7", "12,5,3", "4,4,4", "4x4x4", "1,1,1"]
GAMES += ["7,7,5 exact", "6,6,4 torus exact", "12,5,3 exact"]
GOMOKU = PatternKernel(game("gomoku"))
FORK = position(
    "/".join(["15_"] * 4 + ["7_x_x5_", "5_x2_o6_", "4_x10_", "15_", "7_o7_", *["15_"] * 6]) + " x", "gomoku"
)
"""X makes two open threes at once in g5, one of them with a gap; it wins in no other way."""
SLOW = position(
    "/".join(["15_"] * 5 + ["4_x2_x7_", "6_o_x6_", "4_o10_", "15_", "9_x5_", *["15_"] * 5]) + " x", "gomoku"
)
"""X wins by a long sequence from j8, as long as O has no stone in any of fifteen cells."""
REPLIES = position("_x4_/3_2xo/2_x2_x/6_/2_o_xo/6_ x", "6,6,5")
"""X wins in other cells after each of O's replies."""
ANSWERS = position("_o4_/x2_xox/ox_xo_/_x4_/3_2x_/2_xo_o x", "6,6,5")
"""X wins by fours, and a stone in one of the cells where O has to answer would prevent that."""


def growing_positions(here: Game, random: Random) -> Iterator[Position]:
    """Yield positions with more and more stones, until one is finished."""
    at = Position(here)
    while not at.is_over:
        yield at
        at = at.play(random.choice(at.moves))


@pytest.mark.parametrize("name", GAMES)
def test_the_patterns_of_every_cell_follow_from_its_lines(name: str) -> None:
    here, random = game(name), Random(name)
    kernel, k = PatternKernel(here), here.lines[0].bit_count()
    for at in growing_positions(here, random):
        mine, theirs = sides(at, at.turn)
        for side, (own, other) in enumerate(((mine, theirs), (theirs, mine))):
            cells = [directions(here, own, other, cell) for cell in range(len(here.board))]
            is_empty = [at.empty >> cell & 1 for cell in range(len(here.board))]
            made = list(zip(is_empty, cells, strict=True))
            assert kernel.worths(at)[side] == [worth(k, cell) if empty else 0 for empty, cell in made]
            assert kernel.pairs(at)[side] == [pair(k, cell) if empty else 0 for empty, cell in made]


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("15_", 2),  # an empty row
        ("7_x7_", 4),  # two stones on many lines
        ("4_ox4_o4_", 3),  # two stones on one line
        ("6_2x7_", 6),  # an open three
        ("5_o2x_o5_", 2),  # nothing: no line fits here
        ("4_o_2x2_o4_", 5),  # a closed three
        ("5_3x7_", 7),  # a four
        ("4_4x7_", 8),  # five
    ],
)
def test_the_pattern_that_a_stone_makes_in_a_row(row: str, kind: int) -> None:
    """The cell is i8, the ninth of the row. The other directions are empty."""
    at = gomoku(row)
    assert GOMOKU.pairs(at)[0][at.game.board.cell("i8")] == KINDS * kind + 2


def test_each_side_prefers_its_own_open_three_to_an_equal_one_of_the_other_side() -> None:
    for turn, best in (("x", {"b8", "f8"}), ("o", {"j8", "n8"})):
        at = gomoku("2_3x5_3o2_", turn)
        assert {at.game.board.names[cell] for cell in GOMOKU.promising(at)[:2]} == best


def test_threats_are_fours_and_open_threes() -> None:
    at = gomoku("_2x4_o3x4_")
    assert at.game.board.cell("l8") in cells_in(GOMOKU.threats(at))  # a four
    assert at.game.board.cell("d8") in cells_in(GOMOKU.threats(at))  # an open three
    assert GOMOKU.threats(Position(at.game)) == 0


def test_better_patterns_have_greater_weights() -> None:
    """An open three and a four have greater weights than two stones in a row, and these than nothing."""
    for role in PATTERN_WEIGHTS:
        ladder = [role[KINDS * best + 2] for best in (2, 6)] + [role[KINDS * 6 + 6]]
        assert ladder == sorted(ladder)
        assert ladder[0] == 0


@pytest.mark.parametrize("name", ["5,5,4", "6,6,4", "7,7,5", "8,8,5", "8,8,5 torus", "4x4x4"])
def test_the_kernel_finds_every_win_by_continuous_fours(name: str) -> None:
    here, random, seen = game(name), Random(name), 0
    kernel = PatternKernel(here)
    for _ in range(300):
        at = random_position(here, random, len(here.board) * 3 // 4)
        if not at.is_over and (fours := threat_sequence(at)):
            seen += len(fours.moves) > 3
            assert kernel.win(at, nodes=100_000), at
    assert seen > 5


def test_the_attacker_need_not_be_the_player_to_move() -> None:
    waiting = Position(CROSS.game, CROSS.x, CROSS.o, CROSS.turn.other)
    assert GOMOKU.win(waiting, nodes=4_000) is None
    assert GOMOKU.win(waiting, CROSS.turn, nodes=4_000) == GOMOKU.win(CROSS, nodes=4_000) is not None


@pytest.mark.parametrize(
    ("at", "moves"),
    [
        (gomoku("4_4x7_"), "d8 i8"),  # wins at once
        (gomoku("4_4x7_", "o"), "d8 i8"),  # delays the loss
        (gomoku("3_o4x7_", "o"), "i8"),  # blocks
        (gomoku("4_3x8_"), "d8 h8"),
        (gomoku("4_3x8_", "o"), "c8 d8 h8 i8"),
    ],
)
def test_urgent_moves_are_found(at: Position, moves: str) -> None:
    result = GOMOKU.ahead(at, nodes=2_000)
    assert at.game.board.names[result.move] in moves.split()
    assert all(-1 < score < 1 for score in result.scores.values())
    assert not result.exact


def test_a_win_is_a_win_after_every_reply() -> None:
    lost = Position(game("gomoku"))
    for name in LOST.split()[:-1]:
        lost = lost.play(lost.game.board.cell(name))
    for at in (CROSS, Position(lost.game, lost.x, lost.o, Player.X), gomoku("4_3x8_")):
        win = GOMOKU.win(at, nodes=4_000)
        assert win is not None
        assert win.zone >> win.move & 1
        assert not win.zone & (at.x | at.o)
        after = at.play(win.move)
        assert all(GOMOKU.win(after.play(reply), nodes=4_000) for reply in cells_in(win.zone & after.empty))
    assert GOMOKU.win(gomoku("4_2x2_2x5_"), nodes=4_000) is None  # a four that one stone stops
    assert GOMOKU.win(lost, Player.X, nodes=2) is None


@pytest.mark.parametrize(("at", "is_won"), [(CROSS, True), (COUNTER, False), (gomoku("6_2x7_"), False)])
def test_open_threes_win_unless_a_stone_or_a_four_stops_them(at: Position, is_won: bool) -> None:
    assert (GOMOKU.win(at, nodes=10_000) is not None) == is_won
    move = at.game.board.cell("f6" if at.o else "f8")
    [(only, score)] = GOMOKU.ahead(at, nodes=2_000, only=[move]).scores.items()
    assert only == move
    assert score > 0.9 if is_won else score < 0.85


@pytest.mark.parametrize(
    "at",
    [
        pytest.param(gomoku("4_3x8_"), id="open three"),
        pytest.param(FORK, id="fork"),
        pytest.param(SLOW, id="slow"),
        pytest.param(REPLIES, id="replies"),
        pytest.param(ANSWERS, id="answers"),
    ],
)
def test_only_a_stone_in_its_zone_prevents_a_win(at: Position) -> None:
    """This need not hold if the stone makes an open three; here it does not."""
    searcher = PatternKernel(at.game)
    won = searcher.win(at, nodes=20_000)
    assert won is not None
    for cell in cells_in(at.empty & ~won.zone):
        after = Position(at.game, at.x, at.o | 1 << cell)
        assert searcher.win(after, nodes=20_000), at.game.board.names[cell]


@pytest.mark.parametrize("name", ["5,5,4", "6,5,4", "6,6,4"])
def test_wins_found_by_the_kernel_are_wins(name: str) -> None:
    here, random, seen = game(name), Random(name), 0
    patterns, exact = PatternKernel(here), MnkKernel(here)
    for _ in range(300):
        at = random_position(here, random, 16)
        if at.is_over or (win := patterns.win(at, nodes=10_000)) is None:
            continue
        seen += 1
        assert exact.bounds(at.play(win.move)).value == -1, at
    assert seen > 10


@pytest.mark.parametrize("name", ["5,5,4", "6,5,4", "6,6,4"])
def test_decided_scores_of_full_width_searches_are_true(name: str) -> None:
    from noughts_kernel import Control, PatternTables

    here, random, seen = game(name), Random(name), [0, 0]
    lines, exact = [cells_in(line) for line in here.lines], MnkKernel(here)
    tables = PatternTables.make(len(here.board), lines, PATTERN_WEIGHTS)
    for _ in range(60):
        at = random_position(here, random, 14)
        if at.is_over:
            continue
        mine, theirs = sides(at, at.turn)
        estimates = tables.estimates(cells_in(mine), cells_in(theirs), at.moves, 64, Control(20_000))
        best = max(score for _, score in estimates)
        for move, score in estimates:
            if score < -850_000 or (score == best and score > 850_000):  # the scores of other moves are only bounds
                assert exact.bounds(at.play(move)).value == (-1 if score > 0 else 1), (at, move, score)
                seen[score > 0] += 1
    assert min(seen) >= 5


def test_an_attack_that_fails_after_one_answer_can_win_after_another() -> None:
    at = position("_o3_x_/_oxo2xo/6_x/_o2_o2_/4_x_x/_2o4_/6_x o", "7,7,5")
    win = PatternKernel(at.game).win(at, nodes=10_000)
    assert win
    assert at.game.board.names[win.move] == "d6"


def test_searches_use_their_nodes_and_are_repeatable() -> None:
    at = Position(game("gomoku"), CROSS.o, CROSS.x, Player.X)
    few, many, again = (GOMOKU.ahead(at, nodes=nodes) for nodes in (100, 20_000, 20_000))
    assert many == again
    assert few.visited <= 101 < many.visited <= 20_001


@pytest.mark.parametrize("name", ["gomoku misere", "7,6,4 gravity", "3,3,4", "40,40,5", "16,16,15"])
def test_games_without_kernel_patterns(name: str) -> None:
    with pytest.raises(NoughtsError, match="the kernel has no pattern search for"):
        PatternKernel(game(name))
    assert pattern_kernel(game(name)) is None


@pytest.mark.parametrize(("spokes", "has_patterns"), [(126, True), (127, False)])
def test_the_kernel_has_no_patterns_for_lines_in_too_many_directions(spokes: int, has_patterns: bool) -> None:
    """A star: each line connects the first cell with another cell."""
    star = Game("star", grid(spokes + 1), tuple(1 | 2 << cell for cell in range(spokes)))
    assert (pattern_kernel(star) is not None) == has_patterns


def test_invalid_positions_are_rejected() -> None:
    other = position("3_/3_/3_")
    with pytest.raises(ValueError, match="these patterns are for 15,15,5, not for"):
        GOMOKU.ahead(other, nodes=1)
    with pytest.raises(ValueError, match="these patterns are for"):
        GOMOKU.win(other, nodes=1)
    over = gomoku("4_5x6_", "o")
    assert GOMOKU.win(over, nodes=10) is None
    with pytest.raises(NoughtsError, match="the game is over"):
        GOMOKU.ahead(over, nodes=1)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (([0], [0], [1], 1), "stones must be in different cells"),
        (([9], [], [1], 1), "stones must be in different cells"),
        (([0], [], [0], 1), "every move must be an empty cell"),
        (([0], [], [-1], 1), "every move must be an empty cell"),
        (([0], [], [1], 0), "the width must be 1 or more"),
    ],
)
def test_invalid_arguments_are_rejected(arguments: tuple[list[int], list[int], list[int], int], expected: str) -> None:
    from noughts_kernel import Control, PatternTables

    with pytest.raises(ValueError, match=expected):
        PatternTables.make(9, [[0, 1, 2]], PATTERN_WEIGHTS).estimates(*arguments, Control(10))


@pytest.mark.parametrize(
    ("cells", "lines", "expected"),
    [
        (0, [[0]], "the board must have 1 to 1024 cells"),
        (1025, [[0]], "the board must have 1 to 1024 cells"),
        (9, [], "patterns need at least one line"),
        (9, [[]], "patterns need lines of 1 to 14 cells"),
        (20, [list(range(15))], "patterns need lines of 1 to 14 cells"),
        (9, [[0, 1], [0, 1, 2]], "patterns need lines of the same length"),
        (9, [[0, 9]], "a line has a cell that is not on the board"),
        (128, [[0, cell] for cell in range(1, 128)], "lines run in more than 126 directions"),
    ],
)
def test_invalid_lines_are_rejected(cells: int, lines: list[list[int]], expected: str) -> None:
    from noughts_kernel import PatternTables

    with pytest.raises(ValueError, match=expected):
        PatternTables.make(cells, lines, PATTERN_WEIGHTS)


def test_a_quiet_winning_reply_is_found_although_ten_moves_have_greater_weights() -> None:
    """X answers i13 with f11 and wins against any reply."""
    at = Position(game("gomoku"))
    moves = "i11 j11 j10 k9 i9 k11 k10 i10 h9 g9 h12 l11 m11 g13 h8 h6 g11 h10 f10"
    for name in moves.split():
        at = at.play(name)
    answered = at.play("i13").play("f11")
    assert all(GOMOKU.win(answered.play(move), nodes=1_000_000) for move in answered.moves)
    assert GOMOKU.ahead(at, nodes=1_500_000).scores[at.game.board.cell("i13")] < -0.9


def test_a_solver_loads_its_patterns_once() -> None:
    solver = Solver(game("gomoku"))
    assert isinstance(solver.patterns, PatternKernel)
    assert solver.patterns is solver.patterns


@pytest.mark.parametrize("ask", [GOMOKU.ahead, GOMOKU.win])
def test_ctrl_c_stops_a_long_search_and_reaches_the_caller(ask: Callable[..., object]) -> None:
    main = threading.main_thread().ident or 0
    pressed = threading.Timer(0.05, signal.pthread_kill, (main, signal.SIGINT))
    pressed.start()
    at = Position(game("gomoku"), CROSS.o, CROSS.x, Player.X)
    with pytest.raises(KeyboardInterrupt):
        list(iter(lambda: ask(at, nodes=1_000_000_000), pressed))  # repeatedly, as a single search may end too soon
    pressed.join()


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([[0] * 81], "expected two lists of weights"),
        ([[0] * 81, [0] * 80], "expected 81 weights"),
        ([[0] * 81, [0] * 80 + [1_000_001]], "a weight must be from -1000000 to 1000000"),
        ([[0] * 81, [1] * 81], "the weight of a cell without patterns must be 0"),
    ],
)
def test_invalid_weights_are_rejected(weights: list[list[int]], expected: str) -> None:
    from noughts_kernel import PatternTables

    with pytest.raises(ValueError, match=expected):
        PatternTables.make(9, [[0, 1, 2]], weights)
