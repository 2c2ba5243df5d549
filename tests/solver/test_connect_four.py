"""Connect four: the opening book agrees with the literature, and every surface shows proven values."""

import random
from functools import cache

import pytest

from noughts import Limit, Player, Position, Record, Solver, analyse, game, player, read_moves, solve, solve_steps
from noughts.explain.evaluation_json import evaluation_json
from noughts.explain.reasons.sentences import hint
from noughts.explain.review.review import review
from noughts.explain.words import advice
from noughts.players.opponent import Opponent
from noughts.rules.tactics import sign, with_turn
from noughts.solver.book import openings, shipped_book, verify
from noughts.solver.kernels.general import GeneralKernel

CONNECT_FOUR = game("connect four")
COLUMNS = {"a": -40, "b": -42, "c": 0, "d": 41, "e": 0, "f": -42, "g": -40}
"""The first moves with the ply on which the game ends; - for a loss, 0 for a draw.

J. Allen and V. Allis, 1988; distances: J. Tromp, and P. Pons, https://connect4.gamesolver.org
"""


def column(name: str) -> str:
    return name[0]


def test_the_book_holds_the_values_in_the_literature() -> None:
    book = shipped_book(CONNECT_FOUR)
    assert book
    assert book.ply == 5
    assert len(book) == sum(map(len, openings(CONNECT_FOUR, 5))) == 2863
    assert verify(book) == 719
    assert book.score(Position(CONNECT_FOUR)) == 1 + 42 - 41
    for name, plies in COLUMNS.items():
        expected = sign(plies) * (1 + 42 - abs(plies)) if plies else 0
        assert book.score(Position(CONNECT_FOUR).play(name)) == -expected


def test_only_connect_four_has_a_book() -> None:
    assert shipped_book(game("7,6,4 gravity misere")) is None
    assert shipped_book(game("4,4,4")) is None


@pytest.mark.parametrize("with_kernel", [True, False])
def test_the_first_moves_are_analysed_by_the_book(with_kernel: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not with_kernel:
        monkeypatch.setitem(__import__("sys").modules, "noughts_kernel", None)
    start = Position(CONNECT_FOUR)
    analysis = analyse(start)
    assert analysis.exact
    assert {column(m.name): m.result * (m.distance or 0) for m in analysis.moves} == COLUMNS
    assert [move.name for move in analysis.best] == ["d6"]
    assert solve(start).score == 2
    first = next(iter(solve_steps(start)))
    assert {column(m.name): (m.bounds.value or 0) * (m.distance or 0) for m in first.moves} == COLUMNS
    assert player("perfect").play(start) == start.play("d")


@pytest.mark.parametrize("moves", ["", "d", "dd", "ddd", "dddd", "abcd", "gfed"])
def test_all_moves_of_the_first_positions_are_proven(moves: str) -> None:
    position = Position(CONNECT_FOUR)
    for move in moves:
        position = position.play(move)
    analysis = analyse(position)
    assert analysis.exact
    assert len(analysis.moves) == 7


def test_o_may_begin() -> None:
    start = with_turn(Position(CONNECT_FOUR), Player.O)
    assert {column(m.name): m.result * (m.distance or 0) for m in analyse(start).moves} == COLUMNS


def test_a_value_from_the_book_is_known_before_a_best_move_is() -> None:
    position = read_moves("dddda", "connect four").position
    analysis = analyse(position, 1_000)
    assert (analysis.value, analysis.distance, analysis.score) == (1, 35, 3)
    assert not analysis.is_best_proven
    assert all(move.score is None for move in analysis.moves if move.value is None)
    assert "about" not in str(analysis)
    assert "~" not in analysis._repr_svg_()
    assert not any("estimate" in move for move in evaluation_json(analysis)["moves"])
    assert advice(analysis) == hint(analysis, []) == "It is not known yet which move is best."
    first = next(iter(solve_steps(position)))
    assert (first.value, first.distance) == (1, 35)


def test_the_last_positions_of_the_book_have_proven_values_without_a_search() -> None:
    book, random_numbers = shipped_book(CONNECT_FOUR), random.Random(2)
    assert book
    for position in random_numbers.sample(openings(CONNECT_FOUR, 5)[5], 20):
        assert solve(position, 0).score == book.score(position)


def test_a_review_judges_the_opening() -> None:
    record = Record(Position(CONNECT_FOUR)).play("d6").play("d5").play("c6").play("e6")
    assert [move.mark for move in review(record).moves] == ["", "", "??", ""]


@cache
def kernel() -> GeneralKernel:
    pytest.importorskip("noughts_kernel")
    return GeneralKernel(CONNECT_FOUR)


def random_position(rng: random.Random, plies: int) -> Position:
    """Return an unfinished position after this many random moves."""
    while True:
        position = Position(CONNECT_FOUR)
        for _ in range(plies):
            position = position.play(rng.choice(position.moves))
            if position.is_over:
                break
        if not position.is_over:
            return position


@pytest.mark.parametrize("plies", [12, 16, 20, 30])
def test_analyse_shows_the_solvers_scores(plies: int) -> None:
    position = random_position(random.Random(plies), plies)
    expected = {move: score for move, score in kernel().scores(position).items() if score is not None}
    analysis = analyse(position, Limit("interactive"), solver=Solver(CONNECT_FOUR))
    assert {move.move: move.score for move in analysis.moves} == expected
    assert analysis.exact


@pytest.mark.slow
def test_perfect_keeps_the_value_of_500_positions() -> None:
    rng, perfect = random.Random(5), player("perfect")
    for _ in range(500):
        position = random_position(rng, rng.randrange(8, 30))
        values = kernel().values(position)
        move = perfect.choose(position, rng).move
        assert values[move] == max(value for value in values.values() if value is not None), position


@pytest.mark.slow
@pytest.mark.parametrize("other", ["random", "mcts:simulations=200"])
def test_perfect_wins_100_games_as_first_player(other: str) -> None:
    kernel()
    perfect, opponent, rng = player("perfect"), player(other), random.Random(1)
    for _ in range(100):
        position = Position(CONNECT_FOUR)
        players: tuple[Opponent, Opponent] = perfect, opponent
        while not position.is_over:
            position = players[0].play(position, rng)
            players = players[1], players[0]
        assert position.outcome
        assert position.outcome.winner is Player.X
