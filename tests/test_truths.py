"""The literature: what is known of tic-tac-toe and its family, each number found by independent programs.

Every number is computed here from the rules, by one of noughts' own means; none stands in the code as an answer.
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
    """All reachable positions, found one by one with `Position.play`."""
    found = {Position(game(name)): None}
    tier = list(found)
    while tier:
        tier = list({after: None for at in tier for move in at.moves if (after := at.play(move)) not in found})
        found |= dict.fromkeys(tier)
    return list(found)


# 3 × 3, three in a row.

POSITIONS = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
CLASSES = [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
SEQUENCES = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
ENDED = [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]


def test_ply_by_ply() -> None:
    found = list(plies(Position(game("tictactoe"))))
    assert [ply.number for ply in found] == list(range(10))
    assert [ply.positions for ply in found] == POSITIONS
    assert [ply.classes for ply in found] == CLASSES
    assert [ply.sequences for ply in found] == SEQUENCES
    assert [sum(ply.ended.values()) for ply in found] == ENDED
    assert (sum(POSITIONS), sum(CLASSES), sum(ENDED), sum(SEQUENCES)) == (5_478, 765, 255_168, 549_946)


def test_the_same_one_by_one() -> None:
    found = every_position("tictactoe")
    by_ply = Counter(9 - at.empty.bit_count() for at in found)
    assert [by_ply[ply] for ply in range(10)] == POSITIONS
    classes = Counter(9 - at.empty.bit_count() for at in {canonical(at): at for at in found}.values())
    assert [classes[ply] for ply in range(10)] == CLASSES
    ways = dict.fromkeys(found, 0) | {found[0]: 1}  # tier by tier, so each is complete when it is passed on
    for at in found:
        for move in at.moves:
            ways[at.play(move)] += ways[at]
    sequences, ended = Counter[int](), Counter[int]()
    for at, count in ways.items():
        sequences[9 - at.empty.bit_count()] += count
        ended[9 - at.empty.bit_count()] += count * at.is_over
    assert [sequences[ply] for ply in range(10)] == SEQUENCES
    assert [ended[ply] for ply in range(10)] == ENDED


def test_how_games_end() -> None:
    found = list(plies(Position(game("tictactoe"))))
    games, positions, classes = Counter[object](), Counter[object](), Counter[object]()
    for ply in found:
        games.update(ply.ended)
        positions.update(ply.ended_positions)
        classes.update(ply.ended_classes)
    assert games == {X: 131_184, O: 77_904, DRAW: 46_080}
    assert positions == {X: 626, O: 316, DRAW: 16}
    assert classes == {X: 91, O: 44, DRAW: 3}
    outcomes = Counter(at.outcome.winner for at in every_position("tictactoe") if at.outcome)
    assert outcomes == positions


def test_what_the_unfinished_positions_are_worth() -> None:
    solver = Solver(game("tictactoe"))
    unfinished = [at for at in every_position("tictactoe") if not at.is_over]
    assert len(unfinished) == 4_520
    signs = Counter((score > 0) - (score < 0) for score in map(solver.score, unfinished))
    assert signs == {1: 2_836, 0: 1_052, -1: 632}


def wins_at_once(at: Position) -> list[int]:
    return [move for move in at.moves if (after := at.play(move)).is_over and after.score < 0]


def test_minimax_with_plain_scores_passes_up_wins() -> None:
    """With ±1 all wins are as good as one another, and the first in scan order may be a slow one."""
    with_a_win = [at for at in every_position("tictactoe") if not at.is_over and wins_at_once(at)]
    assert len(with_a_win) == 2_358
    missed = 0
    for at in with_a_win:
        result = minimax(IgnoreDistance(at))
        assert result.score == 1
        missed += result.move not in wins_at_once(at)
    assert missed == 392


def test_minimax_with_our_scores_passes_up_none() -> None:
    for at in every_position("tictactoe"):
        if not at.is_over and (wins := wins_at_once(at)):
            assert list(alphabeta(at).best) == wins[:1]
            assert [move.move for move in analyse(at).moves if move.distance == 1 and move.score > 0] == wins


def test_alpha_beta_in_scan_order() -> None:
    assert alphabeta(IgnoreDistance(Position(game("tictactoe")))).visited == 18_297


def test_random_against_random() -> None:
    @cache
    def chances(at: Position) -> Mapping[Player | None, Fraction]:
        if at.outcome:
            return {at.outcome.winner: Fraction(1)}
        found = dict.fromkeys([X, O, DRAW], Fraction(0))
        for move in at.moves:
            for winner, chance in chances(at.play(move)).items():
                found[winner] += chance / len(at.moves)
        return found

    assert chances(Position(game("tictactoe"))) == {
        X: Fraction(737, 1260),
        DRAW: Fraction(8, 63),
        O: Fraction(121, 420),
    }


# The family.

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
    found = list(plies(Position(game(name))))
    known = PERFT.get(name, [])
    assert [ply.sequences for ply in found][: len(known)] == known
    if name == "4,3,3":
        assert len(found) == len(known)
    return (
        sum(ply.positions for ply in found),
        sum(ply.classes for ply in found),
        sum(sum(ply.ended.values()) for ply in found),
        sum(ply.sequences for ply in found),  # a node of plain minimax is a sequence of moves
    )


@pytest.mark.parametrize("name", FAMILY)
def test_counts_of_the_family(name: str) -> None:
    assert totals(name) == FAMILY[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_counts_of_the_large_ones(name: str) -> None:
    assert totals(name) == LARGE[name]


@pytest.mark.parametrize(
    ("name", "reachable"), [("3,3,3 torus", 5_194), ("5,2,2", 2_589), ("2,5,2", 2_589), ("2x2x2", 233)]
)
def test_more_counts(name: str, reachable: int) -> None:
    assert totals(name)[0] == reachable == len(every_position(name))


@pytest.mark.parametrize(("name", "depth"), [("4,4,4", 5), ("3x3x3", 4)])
def test_perft(name: str, depth: int) -> None:
    for ply in range(depth + 1):
        assert perft(Position(game(name)), ply) == PERFT[name][ply]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth"), [("4,4,4", 8), ("3x3x3", 5)])
def test_perft_deeper(name: str, depth: int) -> None:
    assert perft(Position(game(name)), depth) == PERFT[name][depth]


@pytest.mark.parametrize("name", ["2,2,2", "3,3,2", "3,3,3 gravity"])
def test_the_counts_of_nodes_are_those_of_a_real_search(name: str) -> None:
    assert minimax(Position(game(name))).visited == FAMILY[name][3]


VALUES: dict[str, tuple[int, int]] = {
    # who wins (1 for X), and the plies of best play
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
def test_who_wins_and_how_soon(name: str) -> None:
    sign, distance = VALUES[name]
    analysis = analyse(Position(game(name)))
    assert analysis.exact
    assert ((analysis.score > 0) - (analysis.score < 0), analysis.distance) == (sign, distance)
    assert Solver(game(name)).score(Position(game(name))) == analysis.score


FIRST_MOVES = [
    ("3,3,3", {"=": "a1 b1 c1 a2 b2 c2 a3 b3 c3"}),
    ("3,3,3 misere", {"=": "b2", "-": "a1 b1 c1 a2 c2 a3 b3 c3"}),
    ("4,3,3", {"-": "a2 d2"}),
    ("4,4,4", {"=": " ".join(f"{column}{row}" for row in range(1, 5) for column in "abcd")}),
    ("4,4,3", {"+5": "b2 c2 b3 c3", "+7": "b1 c1 a2 d2 a3 d3 b4 c4", "+11": "a1 d1 a4 d4"}),
]


@pytest.mark.parametrize(("name", "known"), FIRST_MOVES, ids=[name for name, _ in FIRST_MOVES])
def test_what_the_first_moves_are_worth(name: str, known: dict[str, str]) -> None:
    found: dict[str, set[str]] = {}
    for move in analyse(Position(game(name))).moves:
        sign = "+" if move.score > 0 else "-" if move.score < 0 else "="
        found.setdefault(sign, set()).add(move.name)
        found.setdefault(f"{sign}{move.distance}", set()).add(move.name)
    for worth, names in known.items():
        assert found[worth] == set(names.split())


@pytest.mark.parametrize(
    ("name", "count"),
    [("3,3,3", 8), ("4,4,4", 8), ("4,3,3", 4), ("4,4,3 gravity", 2), ("3,3,3 gravity", 2), ("3x3x3", 48)],
)
def test_symmetries(name: str, count: int) -> None:
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
def test_the_course_sheets(board: str, move: str, score: int) -> None:
    at = position(board)
    analysis = analyse(at)
    assert [best.move for best in analysis.best] == [at.cell(move)]
    assert 10 * ((analysis.score > 0) - (analysis.score < 0)) == score
