"""Players: the documented levels, their settings, and matches."""

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache, partial
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from noughts import (
    Choice,
    IgnoreDistance,
    Limit,
    MatchResult,
    NoughtsError,
    Opponent,
    Ordered,
    Player,
    Position,
    SearchLimit,
    Solver,
    alphabeta,
    analyse,
    cells_in,
    centre_first,
    depth_limited,
    game,
    match,
    mcts,
    minimax,
    negamax,
    open_lines,
    player,
    position,
    transposition,
)
from noughts.players.levels import LEVELS, PERFECT_CELLS, level_name
from noughts.players.opponent import PlayerFault
from noughts.players.searches import SEARCHES
from tests.chances import chances
from tests.oracle import Oracle, in_rows
from tests.strategies import random_games

START = Position(game("tictactoe"))
GRADED = ["easy", "medium", "hard"]


def cells(at: Position, names: str) -> set[int]:
    return {at.game.board.cell(name) for name in names.split()}


# The documented levels. Their probabilities are exact: every outcome of every random draw is followed.


def test_the_levels_are_listed() -> None:
    sees = {level: skill.sees for level, skill in LEVELS.items()}
    plans = {level: skill.plans for level, skill in LEVELS.items()}
    assert sees == {"random": 0, "beginner": 0.5, "easy": 1, "medium": 1, "hard": 1, "perfect": 1}
    assert plans == {"random": 0, "beginner": 0, "easy": 0.3, "medium": 0.6, "hard": 0.85, "perfect": 1}


@pytest.mark.parametrize("urgent", [position("2x_/2o_/3_ x"), position("2x_/_o_/3_ o")])
def test_a_beginner_sees_a_win_or_a_threat_half_of_the_time(urgent: Position) -> None:
    probabilities = chances(player("beginner").choose, urgent, LEVELS["beginner"].sees)
    others = len(urgent.moves)
    assert probabilities[2] == pytest.approx(1 / 2 + 1 / 2 / others)
    assert all(probabilities[move] == pytest.approx(1 / 2 / others) for move in urgent.moves if move != 2)


@pytest.mark.parametrize("at", [START, position("xo7_"), Position(game("connect four")), position("o_x/x2_/x2o x")])
def test_random_plays_every_move_with_equal_probability(at: Position) -> None:
    probabilities = chances(player("random").choose, at)
    assert probabilities == pytest.approx(dict.fromkeys(at.moves, 1 / len(at.moves)))


@pytest.mark.parametrize("level", [*GRADED, "perfect"])
@pytest.mark.parametrize(
    ("board", "name", "wins"),
    [
        ("2x_/2o_/3_ x", "3,3,3", "c1"),  # win rather than block
        ("2x_/2o_/3_ o", "3,3,3", "c2"),
        ("x_x/3_/o_o o", "3,3,3", "b3"),
        ("x2_/xo_/_ox x", "3,3,3", "a3"),
        ("7_/7_/7_/o6_/o2x4_/o3x3_ o", "connect four", "a3"),
        ("x2_/o_x/2_o x", "3,3,3 torus", "b3"),
    ],
)
def test_an_immediate_win_is_played(level: str, board: str, name: str, wins: str) -> None:
    at = position(board, name)
    assert set(chances(player(level).choose, at)) == cells(at, wins)


@pytest.mark.parametrize("level", [*GRADED, "perfect"])
@pytest.mark.parametrize(
    ("board", "name", "blocks"),
    [
        ("2x_/_o_/3_ o", "3,3,3", "c1"),
        ("x2_/_o_/x2_ o", "3,3,3", "a2"),
        ("5_/5_/5_/5_/o3x_ o", "5,5,4 gravity", "e5"),
        ("4_/_3x/o3_/2o2_ o", "4,4,4", "a2"),
    ],
)
def test_an_immediate_threat_is_blocked(level: str, board: str, name: str, blocks: str) -> None:
    at = position(board, name)
    assert set(chances(player(level).choose, at)) == cells(at, blocks)


@pytest.mark.parametrize("level", GRADED)
def test_each_of_several_wins_or_blocks_is_equally_likely(level: str) -> None:
    threats = position("x_x/3_/x_o o")
    assert chances(player(level).choose, threats) == pytest.approx(dict.fromkeys(cells(threats, "b1 a2 b2"), 1 / 3))
    won = position("x_x/o2_/x_o x")
    assert chances(player(level).choose, won) == pytest.approx(dict.fromkeys(cells(won, "b1 b2"), 1 / 2))


@pytest.mark.parametrize("level", GRADED)
@pytest.mark.parametrize("at", [START, position("x8_ o"), position("4_x4_ o"), position("x3_o3_x o")])
def test_other_moves_are_best_or_random_with_the_documented_chances(level: str, at: Position) -> None:
    best = {move.move for move in analyse(at).best}
    chance = LEVELS[level].plans
    probabilities = chances(player(level).choose, at, chance)
    for move in at.moves:
        expected = (1 - chance) / len(at.moves) + (chance / len(best) if move in best else 0)
        assert probabilities[move] == pytest.approx(expected)


@pytest.mark.slow
def test_moves_have_the_documented_frequencies() -> None:
    """With a real random generator: after a corner, only the centre keeps the draw."""
    at, random, games = position("x8_ o"), Random(2024), 1_000
    for level in GRADED:
        expected = (chance := LEVELS[level].plans) + (1 - chance) / 8
        opponent = player(level)
        centre = sum(opponent.choose(at, random).move == 4 for _ in range(games))
        assert abs(centre / games - expected) < 5 * (expected * (1 - expected) / games) ** 0.5


class Unlucky(Random):
    """Random numbers with which a level never plays the best move if it has a choice."""

    def random(self) -> float:
        return 0.999

    def getrandbits(self, k: int) -> int:  # then `choice` does not use `random`
        return super().getrandbits(k)


@pytest.mark.parametrize("level", ["beginner", *GRADED])
@pytest.mark.parametrize("name", ["15,15,5", "9,5,4 torus", "4x4x4", "40,1,5"])
def test_on_large_boards_random_moves_are_near_the_stones(level: str, name: str) -> None:
    at, random, chosen = Position(name), Unlucky(1), player(level)
    points, centre = at.game.board.points, [tuple(side // 2 for side in at.game.board.shape)]
    for _ in range(8):
        move = chosen.choose(at, random).move
        stones = [points[cell] for cell in cells_in(at.x | at.o)] or centre
        assert min(max(abs(a - b) for a, b in zip(points[move], stone, strict=True)) for stone in stones) <= 2
        at = at.play(move)
        if at.is_over:
            break


@pytest.mark.parametrize("level", GRADED)
@pytest.mark.parametrize("first", ["a1", "b1"])
def test_on_large_boards_best_moves_of_the_middle_levels_are_near_the_stones_too(level: str, first: str) -> None:
    at = Position("8,8,5").play(first)
    points, stone = at.game.board.points, at.game.board.points[at.game.board.cell(first)]
    for move in chances(player(level).choose, at, 1.0):
        assert max(abs(a - b) for a, b in zip(points[move], stone, strict=True)) <= 2


@pytest.mark.parametrize("name", ["6,6,4", "connect four"])
def test_elsewhere_random_moves_are_anywhere(name: str) -> None:
    at, random, easy = Position(name), Unlucky(1), player("easy")
    assert {easy.choose(at, random).move for _ in range(500)} == {*at.moves}


@pytest.mark.parametrize("level", GRADED)
def test_in_misere_no_level_completes_a_line_unless_forced(level: str) -> None:
    at = position("2x_/_o_/2_o x", "misere")
    assert 2 not in chances(player(level).choose, at, 0.0)
    only = position("xx_/oox/xo_ x", "misere")
    assert set(chances(player(level).choose, only)) <= {2, 8}


@cache
def of_level(level: str) -> dict[Position, dict[int, float]]:
    """Return the move probabilities of a level in every position of tic-tac-toe."""
    choose = player(level).choose
    probabilities = {}
    for board, turn in Oracle(in_rows(3, 3, 3)).reachable():
        at = position(f"{board} {turn}")
        if not at.is_over:
            probabilities[at] = chances(choose, at, LEVELS[level].sees if level == "beginner" else LEVELS[level].plans)
    return probabilities


def results(x: str, o: str) -> dict[Player | None, float]:
    """Return the probability of each result in a game between two levels."""
    likely: dict[Position, float] = {START: 1}
    ended: dict[Player | None, float] = dict.fromkeys([*Player, None], 0)
    while likely:
        following: dict[Position, float] = defaultdict(float)
        for at, chance in likely.items():
            if at.outcome:
                ended[at.outcome.winner] += chance
                continue
            for move, part in of_level(x if at.turn is Player.X else o)[at].items():
                following[at.play(move)] += chance * part
        likely = following
    assert sum(ended.values()) == pytest.approx(1)
    return ended


@pytest.mark.slow
@pytest.mark.parametrize("opponent", LEVELS)
def test_each_level_is_stronger_than_the_previous_one(opponent: str) -> None:
    """Each level loses less often against every level, and scores more until it is perfect."""
    losses, scores = [], []
    for level in LEVELS:
        as_x, as_o = results(level, opponent), results(opponent, level)
        losses.append((as_x[Player.O] + as_o[Player.X]) / 2)
        scores.append((as_x[Player.X] + as_o[Player.O] + (as_x[None] + as_o[None]) / 2) / 2)
    assert all(one > other for one, other in pairwise(losses))
    assert losses[-1] == 0
    assert all(one < other for one, other in pairwise(scores[:-1]))
    assert scores[-1] > scores[-3]


def test_a_beginner_is_easy_to_beat_but_better_than_random() -> None:
    """A child of six, who sees most threats, wins: `easy` wins most games. Random play loses three games of four."""
    against_random = results("beginner", "random"), results("random", "beginner")
    against_easy = results("beginner", "easy"), results("easy", "beginner")

    def share(games: tuple[dict[Player | None, float], ...], first: Player) -> float:
        return (games[0][first] + games[1][first.other]) / 2

    assert 0.55 < share(against_random, Player.X) < 0.8
    assert share(against_random, Player.O) > 0.1
    assert share(against_easy, Player.O) > 0.6 > 0.2 > share(against_easy, Player.X)


def test_random_against_random_agrees_with_the_literature() -> None:
    assert results("random", "random") == pytest.approx({Player.X: 737 / 1260, Player.O: 121 / 420, None: 8 / 63})


def test_the_middle_levels_can_be_beaten_and_often_draw_against_perfect() -> None:
    for level in GRADED:
        lost = (results(level, "perfect")[Player.O] + results("perfect", level)[Player.X]) / 2
        assert 0.05 < lost < 0.5
    assert results("hard", "hard")[None] > 0.5


# Seeds.


@pytest.mark.parametrize("text", [*LEVELS, "mcts:simulations=20", "minimax:depth=1,order=random"])
def test_the_same_seed_gives_the_same_game(text: str) -> None:
    def play(seed: int) -> tuple[Position, ...]:
        random, opponent, at = Random(seed), player(text), START
        line = [at]
        while not at.is_over:
            at = at.play(opponent.choose(at, random).move)
            line.append(at)
        return tuple(line)

    assert play(1) == play(1)
    assert len({play(seed) for seed in range(20)}) > 3


def test_first_makes_perfect_deterministic() -> None:
    opponent = player("perfect", first=True)
    assert {opponent.choose(START, Random(seed)).move for seed in range(20)} == {0}
    assert {player("perfect").choose(START, Random(seed)).move for seed in range(40)} == {0, 2, 6, 8}


def test_perfect_searches_a_proven_position_only_once() -> None:
    solver = Solver("tictactoe")
    opponent = player("perfect", solver=solver)
    choices = {opponent.choose(START, Random(1))}
    visited = solver.visited
    choices |= {opponent.choose(START, Random(seed)) for seed in range(40)}
    assert solver.visited == visited
    assert {choice.move for choice in choices} == {0, 2, 6, 8}


def test_one_player_can_play_several_games() -> None:
    opponent = player("perfect")
    for text in ("3,3,3", "misere", "4,3,3", "3,3,3"):
        at = Position(game(text))
        assert opponent.choose(at, Random(1)).move in {move.move for move in analyse(at).best}


def test_a_choice_has_a_score_and_says_if_it_is_exact() -> None:
    at = position("o_x/x2_/x2o x")
    for text, score, exact in [("perfect", 3, True), ("minimax", 3, True), ("minimax:scores=one", 1, True)]:
        choice = player(text).choose(at, Random(1))
        assert (choice.move, choice.score, choice.exact) == (4, score, exact)
        assert choice.visited > 0
    assert player("random").choose(at, Random(1)).score is None
    guess = player("minimax:depth=1").choose(START, Random(1))
    assert not guess.exact
    assert guess.score is not None
    assert -1 < guess.score < 1
    assert not player("mcts:simulations=9").choose(at, Random(1)).exact


@pytest.mark.slow
def test_perfect_estimates_on_large_boards() -> None:
    at = Position(game("gomoku")).play("h8").play("a1")
    choice = player("perfect").choose(at, Random(1))
    assert choice.move in at.moves
    assert not choice.exact


# A player called perfect is perfect: every move is proven from the start of a game of that size.


@pytest.mark.parametrize(
    "name",
    [
        *["3,3,3", "4,3,3", "4,3,4 misere", "4,3,3 torus", "4,3,3 misere full=x", "6,2,2 misere", "12,1,6 misere"],
        *["line 12,3", "line 12,4 misere", "line 12,12", "3x2x2,3", "3x2x2 misere"],
    ],
)
def test_perfect_is_called_perfect_on_small_boards(name: str) -> None:
    start = Position(game(name))
    assert len(start.game.board) <= PERFECT_CELLS
    assert level_name("perfect", start.game) == level_name("strongest", start.game) == "perfect"
    assert analyse(start, Limit("move")).exact


@pytest.mark.parametrize("level", [*GRADED, "perfect"])
@pytest.mark.parametrize("moves", ["d c d c d", "a b c d e f", "d d d d d d"])
def test_a_level_moves_within_two_seconds_early_in_connect_four(level: str, moves: str) -> None:
    """Its nodes take about a second. After the opening book, every exact score would take up to half a minute."""
    at = Position("connect four")
    for move in moves.split():
        at = at.play(move)
    choice = player(level).choose(at, Random(1))
    assert choice.visited < 3_300_000
    assert choice == player(level).choose(at, Random(1)), "nodes limit it, so a seed repeats it"


@pytest.mark.parametrize("name", ["gomoku", "qubic", "connect four", "19,19,5", "5,3,3 misere", "4,4,4"])
def test_perfect_is_called_strongest_on_large_boards(name: str) -> None:
    assert level_name("perfect", game(name)) == "strongest"
    assert [level_name(level, game(name)) for level in (*GRADED, "minimax:depth=2")] == [*GRADED, "minimax:depth=2"]


def test_strongest_is_another_name_of_perfect() -> None:
    strongest, perfect = (player(name, first=True).choose(START, Random(1)) for name in ("Strongest", "perfect"))
    assert strongest == perfect
    with pytest.raises(NoughtsError, match="unknown player"):
        player("strongest:depth=2")


# Textbook searches as players.


@pytest.mark.parametrize(
    ("text", "search"),
    [
        ("minimax", minimax),
        ("negamax", negamax),
        ("alphabeta", alphabeta),
        ("transposition", transposition),
        (" Alphabeta : order=scan , scores=exact ", alphabeta),
        ("alphabeta:order=centre", lambda at: alphabeta(Ordered(at, centre_first))),
        ("alphabeta:scores=one", lambda at: alphabeta(IgnoreDistance(at))),
        ("minimax:scores=one,order=centre", lambda at: minimax(Ordered(IgnoreDistance(at), centre_first))),
        ("minimax:depth=2", partial(depth_limited, depth=2, evaluate=open_lines)),
        ("alphabeta:depth=3,order=centre", lambda at: depth_limited(Ordered(at, centre_first), 3, evaluate=open_lines)),
        ("mcts", lambda at: mcts(at, random=Random(7))),
        ("mcts:simulations=50", lambda at: mcts(at, simulations=50, random=Random(7))),
        ("mcts:simulations=50,exploration=0.7", lambda at: mcts(at, simulations=50, random=Random(7), exploration=0.7)),
        ("mcts:nodes=200", lambda at: mcts(at, nodes=200, random=Random(7))),
    ],
)
def test_a_search_plays_its_first_best_move(text: str, search: Callable[[Any], Any]) -> None:
    opponent = player(text)
    assert opponent.name == text.strip()
    for line in random_games("3,3,3", 3, seed=5):
        for at in line[2:-1]:
            result = search(at)
            assert opponent.choose(at, Random(7)) == Choice(result.move, result.visited, result.score, result.exact)


def test_the_node_limit_of_a_player_is_kept() -> None:
    with pytest.raises(SearchLimit, match=r"minimax cannot search this game, .* limit of 1,000 nodes; set a depth"):
        player("minimax:nodes=1000").choose(START, Random(1))
    corner = START.play(0)
    assert player("minimax:nodes=59705").choose(corner, Random(1)).visited == 59_705
    with pytest.raises(SearchLimit):
        player("minimax:nodes=59704").choose(corner, Random(1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown player '': expected random, beginner, easy, medium, hard, perfect, minimax, negamax, alphabeta"),
        ("grandmaster", "unknown player 'grandmaster': expected random, beginner, easy"),
        ("perfect:depth=2", "unknown player 'perfect:depth=2'"),
        (
            "minimax:width=2",
            "minimax has no setting 'width': expected depth, nodes, order, scores, as in",
        ),
        ("mcts:depth=2", "mcts has no setting 'depth': expected simulations, exploration, nodes"),
        ("minimax:depth", "invalid setting depth=: expected a whole number from 1 to 999,999,999"),
        ("minimax:depth=two", "invalid setting depth=two: expected a whole number from 1 to"),
        ("minimax:depth=0", "invalid setting depth=0: expected a whole number from 1 to"),
        ("minimax:depth=-1", "invalid setting depth=-1"),
        ("minimax:depth=1.5", "invalid setting depth=1.5"),
        (
            "minimax:depth=99999999999",
            "invalid setting depth=99999999999: expected a whole number from 1 to 999,999,999",
        ),
        (f"minimax:depth={'9' * 30}", f"invalid setting depth={'9' * 20}…: expected a whole number from 1 to"),
        ("mcts:exploration=nan", "invalid setting exploration=nan"),
        ("minimax:order=backwards", "invalid setting order=backwards: expected scan or centre or random"),
        ("minimax:scores=ten", "invalid setting scores=ten: expected exact or one"),
        ("x" * 1_000, "unknown player '" + "x" * 40 + "…'"),
    ],
)
def test_invalid_player_names_raise_an_error(text: str, message: str) -> None:
    with pytest.raises(NoughtsError) as error:
        player(text)
    assert message in str(error.value)


def test_a_missing_file_raises_an_error(tmp_path: Path) -> None:
    with pytest.raises(NoughtsError):
        player(f"{tmp_path}/none.py:play")


@pytest.mark.parametrize("text", ["PERFECT", " Hard ", "Random"])
def test_names_are_case_insensitive(text: str) -> None:
    assert player(text).name == text.strip().lower()


# Matches.


def first(at: Position, random: Random) -> Choice:
    return Choice(at.moves[0])


def last(at: Position, random: Random) -> Choice:
    return Choice(at.moves[-1])


FIRST, LAST = Opponent("first", first), Opponent("last", last)


def winner(x: Opponent, o: Opponent, text: str = "3,3,3") -> Player | None:
    at = Position(game(text))
    while not at.is_over:
        at = at.play((x if at.turn is Player.X else o).choose(at, Random(0)).move)
    assert at.outcome
    return at.outcome.winner


@pytest.mark.parametrize("text", ["3,3,3", "misere", "4,4,4", "connect four", "3,3,3 full=o"])
@pytest.mark.parametrize("swap", [True, False])
def test_a_match_counts_wins_by_player_and_side(text: str, swap: bool) -> None:
    result = match(FIRST, LAST, games=5, game=text, seed=1, swap=swap)
    expected: Counter[tuple[int, int | None]] = Counter()
    for number in range(5):
        x = number % 2 if swap else 0
        won = winner(*((FIRST, LAST) if x == 0 else (LAST, FIRST)), text)
        expected[x, None if won is None else x if won is Player.X else 1 - x] += 1
    assert result.games == expected
    assert result.names == ("first", "last")
    assert result.played == 5
    assert result.draws == sum(count for (_, won), count in expected.items() if won is None)
    for number in (0, 1):
        assert result.wins(number) == sum(count for (_, won), count in expected.items() if won == number)
        as_x, as_o = result.wins(number, Player.X), result.wins(number, Player.O)
        assert (as_x, as_o) == (expected[number, number], expected[1 - number, number])
        assert as_x + as_o == result.wins(number)
    assert result.wins(0) + result.wins(1) + result.draws == 5
    assert result.faults == ([], [])


def test_a_match_accepts_a_game_object() -> None:
    by_name = match(FIRST, LAST, games=2, game="4,4,3", seed=1)
    assert match(FIRST, LAST, games=2, game=game("4,4,3"), seed=1).games == by_name.games


def test_the_same_seed_gives_the_same_match() -> None:
    def play(seed: int) -> Counter[tuple[int, int | None]]:
        return match(player("random"), player("easy"), games=40, seed=seed).games

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_progress_is_reported_after_every_game() -> None:
    counts: list[int] = []
    result = match(FIRST, LAST, games=4, seed=1, progress=lambda so_far: counts.append(so_far.played))
    assert counts == [1, 2, 3, 4]
    assert isinstance(result, MatchResult)


def test_a_match_of_no_games_has_no_results() -> None:
    result = match(FIRST, LAST, games=0, seed=1)
    assert (result.played, result.draws, result.wins(0), result.wins(1)) == (0, 0, 0, 0)


def test_a_match_accepts_player_names() -> None:
    named = match("random", "easy", games=10, seed=1)
    assert named == match(player("random"), player("easy"), games=10, seed=1)
    assert named.names == ("random", "easy")
    with pytest.raises(NoughtsError, match="unknown player 'stranger'"):
        match(FIRST, "stranger", seed=1)


def test_an_exception_in_a_custom_opponent_is_raised() -> None:
    def crash(at: Position, random: Random) -> Choice:
        return Choice([0][at.x.bit_count() + 1])

    with pytest.raises(IndexError):
        match(FIRST, Opponent("crash", crash), games=2, seed=1)
    with pytest.raises(SearchLimit, match="set a depth"):
        match("minimax:nodes=10", FIRST, games=2, seed=1)


def a_fault(at: Position, random: Random) -> Choice:
    raise PlayerFault("it crashed")


@pytest.mark.parametrize(
    ("choose", "message"),
    [
        (a_fault, "it crashed"),
        (lambda at, random: Choice(99), "cell 99 is not on the board: expected 0 to 8"),
        (lambda at, random: Choice(0), "a1 is taken"),
    ],
)
def test_a_player_that_fails_loses_the_game(choose: Callable[[Position, Random], Choice], message: str) -> None:
    bad = Opponent("bad", choose)
    result = match(bad, LAST, games=4, seed=1)
    assert result.wins(1) == 4
    assert result.games == {(0, 1): 2, (1, 1): 2}
    assert len(result.faults[0]) == 4
    assert result.faults[1] == []
    assert all(fault.startswith(message) for fault in result.faults[0])


@pytest.mark.parametrize("after", [0, 3])
@pytest.mark.parametrize("name", [*SEARCHES, "alphabeta:depth=9", "minimax:order=random", "perfect", "easy"])
def test_a_player_that_is_stopped_chooses_a_move_at_once(name: str, after: int) -> None:
    at, asked = Position(game("8,8,5")).play("d4"), count()
    chosen = player(name, limit=Limit(stop=lambda: next(asked) >= after)).choose(at, Random(1))
    assert chosen.move in at.moves
    assert chosen.visited < 20_000
