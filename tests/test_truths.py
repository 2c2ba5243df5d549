"""Known facts about tic-tac-toe and its family, which independent programs have published.

The tests compute every number from the rules with noughts; none is stored in the package.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import pytest

from noughts import (
    IgnoreDistance,
    Player,
    Position,
    Solver,
    alphabeta,
    analyse,
    canonical,
    game,
    minimax,
    perft,
    plies,
    position,
)

X, O = Player.X, Player.O  # noqa: E741
DRAW = None


def every_position(name: str) -> list[Position]:
    """Return all reachable positions, found one by one with `Position.play`."""
    positions = {Position(game(name)): None}
    tier = list(positions)
    while tier:
        tier = list({after: None for at in tier for move in at.moves if (after := at.play(move)) not in positions})
        positions |= dict.fromkeys(tier)
    return list(positions)


# 3 × 3, three in a row.

POSITIONS = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
CLASSES = [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
SEQUENCES = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
ENDED = [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]


def test_counts_of_each_ply_agree_with_the_literature() -> None:
    counts = list(plies(Position(game("tictactoe"))))
    assert [ply.number for ply in counts] == list(range(10))
    assert [ply.positions for ply in counts] == POSITIONS
    assert [ply.classes for ply in counts] == CLASSES
    assert [ply.sequences for ply in counts] == SEQUENCES
    assert [sum(ply.ended.values()) for ply in counts] == ENDED
    assert (sum(POSITIONS), sum(CLASSES), sum(ENDED), sum(SEQUENCES)) == (5_478, 765, 255_168, 549_946)


def test_counts_agree_with_simple_enumeration() -> None:
    states = every_position("tictactoe")
    by_ply = Counter(9 - at.empty.bit_count() for at in states)
    assert [by_ply[ply] for ply in range(10)] == POSITIONS
    classes = Counter(9 - at.empty.bit_count() for at in {canonical(at): at for at in states}.values())
    assert [classes[ply] for ply in range(10)] == CLASSES
    ways = dict.fromkeys(states, 0) | {states[0]: 1}  # ply by ply, so each count is complete before it is used
    for at in states:
        for move in at.moves:
            ways[at.play(move)] += ways[at]
    sequences, ended = Counter[int](), Counter[int]()
    for at, count in ways.items():
        sequences[9 - at.empty.bit_count()] += count
        ended[9 - at.empty.bit_count()] += count * at.is_over
    assert [sequences[ply] for ply in range(10)] == SEQUENCES
    assert [ended[ply] for ply in range(10)] == ENDED


def test_the_numbers_of_wins_and_draws_agree_with_the_literature() -> None:
    counts = list(plies(Position(game("tictactoe"))))
    games, positions, classes = Counter[object](), Counter[object](), Counter[object]()
    for ply in counts:
        games.update(ply.ended)
        positions.update(ply.ended_positions)
        classes.update(ply.ended_classes)
    assert games == {X: 131_184, O: 77_904, DRAW: 46_080}
    assert positions == {X: 626, O: 316, DRAW: 16}
    assert classes == {X: 91, O: 44, DRAW: 3}
    outcomes = Counter(at.outcome.winner for at in every_position("tictactoe") if at.outcome)
    assert outcomes == positions


def test_the_values_of_unfinished_positions_agree_with_the_literature() -> None:
    solver = Solver(game("tictactoe"))
    unfinished = [at for at in every_position("tictactoe") if not at.is_over]
    assert len(unfinished) == 4_520
    signs = Counter((score > 0) - (score < 0) for score in map(solver.score, unfinished))
    assert signs == {1: 2_836, 0: 1_052, -1: 632}


def wins_at_once(at: Position) -> list[int]:
    return [move for move in at.moves if (after := at.play(move)).is_over and after.score < 0]


def test_minimax_with_scores_of_one_misses_immediate_wins() -> None:
    """With ±1 all wins are equally good, and the first in scan order may be slow."""
    with_a_win = [at for at in every_position("tictactoe") if not at.is_over and wins_at_once(at)]
    assert len(with_a_win) == 2_358
    missed = 0
    for at in with_a_win:
        result = minimax(IgnoreDistance(at))
        assert result.score == 1
        missed += result.move not in wins_at_once(at)
    assert missed == 392


def test_minimax_with_distance_scores_takes_immediate_wins() -> None:
    for at in every_position("tictactoe"):
        if not at.is_over and (wins := wins_at_once(at)):
            assert list(alphabeta(at).best) == wins[:1]
            assert [move.move for move in analyse(at).moves if move.distance == 1 and move.value == 1] == wins


def test_alpha_beta_visits_18_297_nodes_in_scan_order() -> None:
    assert alphabeta(IgnoreDistance(Position(game("tictactoe")))).visited == 18_297


def test_random_against_random_agrees_with_the_literature() -> None:
    @cache
    def chances(at: Position) -> Mapping[Player | None, Fraction]:
        if at.outcome:
            return {at.outcome.winner: Fraction(1)}
        results = dict.fromkeys([X, O, DRAW], Fraction(0))
        for move in at.moves:
            for winner, chance in chances(at.play(move)).items():
                results[winner] += chance / len(at.moves)
        return results

    assert chances(Position(game("tictactoe"))) == {
        X: Fraction(737, 1260),
        DRAW: Fraction(8, 63),
        O: Fraction(121, 420),
    }


# Other games of the family.

FAMILY = {
    # reachable, up to symmetry, games, nodes of plain minimax
    "2,2,2": (29, 6, 24, 41),
    "3,3,2": (1_234, 186, 5_528, 7_002),
    "3,3,3": (5_478, 765, 255_168, 549_946),
    "3,3,3 misere": (5_478, 765, 255_168, 549_946),
    "3,3,3 gravity": (694, 359, 1_310, 3_278),
    "4,3,3": (111_973, 28_275, 151_188_768, 276_911_233),
    "4,3,3 misere": (111_973, 28_275, 151_188_768, 276_911_233),
    "4,4,3 gravity": (41_750, 20_890, 3_409_240, 6_761_217),
}
LARGE = {
    "4,4,3": (6_036_001, 756_387, 1_281_016_086_768, 2_031_207_626_081),
    "4,4,4": (9_722_011, 1_217_977, 15_038_733_958_272, 36_277_691_063_105),
}
PERFT = {
    "4,3,3": [
        *[1, 12, 132, 1_320, 11_880, 95_040, 622_944, 3_499_200, 14_031_360, 44_872_704, 81_527_040, 96_825_600],
        35_424_000,
    ],
    "4,4,4": [1, 16, 240, 3_360, 43_680, 524_160, 5_765_760, 57_657_600, 516_067_200],
    "3x3x3": [1, 27, 702, 17_550, 421_200, 9_687_600],
}


def totals(name: str) -> tuple[int, int, int, int]:
    counts = list(plies(Position(game(name))))
    known = PERFT.get(name, [])
    assert [ply.sequences for ply in counts][: len(known)] == known
    if name == "4,3,3":
        assert len(counts) == len(known)
    return (
        sum(ply.positions for ply in counts),
        sum(ply.classes for ply in counts),
        sum(sum(ply.ended.values()) for ply in counts),
        sum(ply.sequences for ply in counts),  # plain minimax has one node for each sequence of moves
    )


@pytest.mark.parametrize("name", FAMILY)
def test_counts_of_small_games_agree_with_the_literature(name: str) -> None:
    assert totals(name) == FAMILY[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_counts_of_large_games_agree_with_the_literature(name: str) -> None:
    assert totals(name) == LARGE[name]


@pytest.mark.parametrize(
    ("name", "reachable"), [("3,3,3 torus", 5_194), ("5,2,2", 2_589), ("2,5,2", 2_589), ("2x2x2", 233)]
)
def test_more_counts_of_positions_agree_with_enumeration(name: str, reachable: int) -> None:
    assert totals(name)[0] == reachable == len(every_position(name))


@pytest.mark.parametrize(("name", "depth"), [("4,4,4", 5), ("3x3x3", 4)])
def test_perft_agrees_with_the_literature(name: str, depth: int) -> None:
    for ply in range(depth + 1):
        assert perft(Position(game(name)), ply) == PERFT[name][ply]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth"), [("4,4,4", 8), ("3x3x3", 5)])
def test_deeper_perft_agrees_with_the_literature(name: str, depth: int) -> None:
    assert perft(Position(game(name)), depth) == PERFT[name][depth]


@pytest.mark.parametrize("name", ["2,2,2", "3,3,2", "3,3,3 gravity"])
def test_node_counts_agree_with_a_real_search(name: str) -> None:
    assert minimax(Position(game(name))).visited == FAMILY[name][3]


VALUES: dict[str, tuple[int, int]] = {
    # the result for X, and the plies of best play
    "2,2,2": (1, 3),
    "3,3,2": (1, 3),
    "3,3,3": (0, 9),
    "3,3,3 misere": (0, 9),
    "3,3,3 gravity": (0, 9),
    "4,3,3": (1, 7),
    "4,3,3 misere": (-1, 11),
    "4,4,3": (1, 5),
    "4,4,4": (0, 16),
    "4,4,3 gravity": (1, 9),
}


@pytest.mark.parametrize("name", VALUES)
def test_the_winner_and_the_distance_agree_with_the_literature(name: str) -> None:
    sign, distance = VALUES[name]
    analysis = analyse(Position(game(name)))
    assert analysis.exact
    assert (analysis.value, analysis.distance) == (sign, distance)
    assert Solver(game(name)).score(Position(game(name))) == analysis.score


FIRST_MOVES = [
    ("3,3,3", {"=": "a1 b1 c1 a2 b2 c2 a3 b3 c3"}),
    ("3,3,3 misere", {"=": "b2", "-": "a1 b1 c1 a2 c2 a3 b3 c3"}),
    ("4,3,3", {"-": "a2 d2"}),
    ("4,4,4", {"=": " ".join(f"{column}{row}" for row in range(1, 5) for column in "abcd")}),
    ("4,4,3", {"+5": "b2 c2 b3 c3", "+7": "b1 c1 a2 d2 a3 d3 b4 c4", "+11": "a1 d1 a4 d4"}),
]


@pytest.mark.parametrize(("name", "known"), FIRST_MOVES, ids=[name for name, _ in FIRST_MOVES])
def test_the_values_of_first_moves_agree_with_the_literature(name: str, known: dict[str, str]) -> None:
    moves: dict[str, set[str]] = {}
    for move in analyse(Position(game(name))).moves:
        sign = {1: "+", 0: "=", -1: "-"}[move.result]
        moves.setdefault(sign, set()).add(move.name)
        moves.setdefault(f"{sign}{move.distance}", set()).add(move.name)
    for worth, names in known.items():
        assert moves[worth] == set(names.split())


@pytest.mark.parametrize(
    ("name", "count"),
    [("3,3,3", 8), ("4,4,4", 8), ("4,3,3", 4), ("4,4,3 gravity", 2), ("3,3,3 gravity", 2), ("3x3x3", 48)],
)
def test_the_number_of_symmetries_is_correct(name: str, count: int) -> None:
    assert len(game(name).symmetries) == count


@pytest.mark.parametrize(
    ("board", "move", "score"),
    [
        ("oxx/xxo/_o_ x", "2 0", 10),
        ("ox_/oxx/_ox x", "0 2", 10),
        ("oxx/xoo/_ox x", "2 0", 0),
        ("o_x/x2_/x2o x", "1 1", 10),
    ],
)
def test_the_course_sheets_are_solved(board: str, move: str, score: int) -> None:
    at = position(board)
    analysis = analyse(at)
    assert [best.move for best in analysis.best] == [at.cell(move)]
    assert 10 * analysis.result == score
