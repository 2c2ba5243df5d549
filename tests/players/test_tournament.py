"""Round-robin tournaments and Elo ratings, checked against closed forms and simulated results."""

import math
from itertools import combinations
from random import Random

import pytest

from noughts import NoughtsError, match, position
from noughts.players.match import MatchResult
from noughts.players.tournament import Tournament, ratings, tournament
from noughts.rules.game import Player
from noughts.rules.record import Record

SCALE = 400 / math.log(10)


@pytest.mark.parametrize(("points", "games"), [(75, 100), (50, 100), (99.5, 100), (0.5, 11), (30, 40)])
def test_the_ratings_of_two_players_follow_the_formula(points: float, games: float) -> None:
    first, second = ratings([[0, games], [games, 0]], [points, games - points])
    share = points / games
    assert first.elo - second.elo == pytest.approx(400 * math.log10(share / (1 - share)))
    assert first.elo == pytest.approx(-second.elo)
    error = 1.96 * SCALE / math.sqrt(games * share * (1 - share))  # of the difference
    assert [first.error, second.error] == pytest.approx([error / 2, error / 2])


def test_expected_points_of_three_players_are_their_points() -> None:
    games = [[0, 10, 20], [10, 0, 30], [20, 30, 0]]
    points = [18.0, 24.0, 18.0]
    found = ratings(games, points)
    for a in range(3):
        expected = sum(games[a][b] / (1 + 10 ** ((found[b].elo - found[a].elo) / 400)) for b in range(3) if b != a)
        assert expected == pytest.approx(points[a])
    assert sum(rating.elo for rating in found) == pytest.approx(0)


def test_error_bars_cover_the_true_rating_about_19_times_in_20() -> None:
    random, true, games = Random(1), [-150, -20, 40, 130], 60
    inside = total = 0
    for _ in range(100):
        points = [0.0] * 4
        for a, b in combinations(range(4), 2):
            chance = 1 / (1 + 10 ** ((true[b] - true[a]) / 400))
            won = sum(random.random() < chance for _ in range(games))
            points[a] += won
            points[b] += games - won
        table = [[games * (a != b) for b in range(4)] for a in range(4)]
        for rating, elo in zip(ratings(table, points), true, strict=True):
            inside += abs(rating.elo - elo) <= rating.error
            total += 1
    assert 0.92 <= inside / total <= 0.98


def test_every_two_players_meet_and_the_points_add_up() -> None:
    games: list[tuple[Record, str]] = []
    result = tournament(
        ["random", "easy", "perfect"], games=10, game="3,3,3 gravity", seed=2, watch=lambda *game: games.append(game)
    )
    assert result.played == len(games) == 30
    assert set(result.matches) == {(0, 1), (0, 2), (1, 2)}
    for number in range(3):
        assert result.wins(number) + result.draws(number) + result.losses(number) == 20
    assert sum(map(result.wins, range(3))) == sum(map(result.losses, range(3)))
    assert result.wins(0) == result.wins(0, 1) + result.wins(0, 2)
    assert sum(record.winner is not None for record, _ in games) == sum(map(result.wins, range(3)))
    assert {record.names for record, _ in games[:10]} == {("random", "easy"), ("easy", "random")}
    assert all(record.is_over and not fault for record, fault in games)
    assert result == tournament(["random", "easy", "perfect"], games=10, game="3,3,3 gravity", seed=2)


def test_a_tournament_of_two_is_a_match() -> None:
    result = tournament(["random", "easy"], games=6, seed=4)
    assert result.matches[0, 1] == match("random", "easy", games=6, seed=4)


def test_the_best_player_is_first_and_a_winner_of_all_games_has_a_finite_rating() -> None:
    found = tournament(["random", "perfect", "random"], games=8, game="2,2,2", seed=1).ratings()
    assert all(rating and math.isfinite(rating.elo) and math.isfinite(rating.error) for rating in found)
    perfect, chance = tournament(["perfect", "random"], games=20, seed=1).ratings()
    assert perfect
    assert chance
    assert perfect.elo > 200 > -200 > chance.elo


def test_before_the_first_game_there_are_no_ratings() -> None:
    assert Tournament(("a", "b")).ratings() == [None, None]


def test_a_fault_is_in_the_record() -> None:
    from noughts.players.opponent import Choice, Opponent

    games: list[tuple[Record, str]] = []
    taken = Opponent("taken", lambda at, random: Choice(4))
    first = Opponent("first", lambda at, random: Choice(at.moves[0]))
    result = tournament([taken, first], games=1, watch=lambda *game: games.append(game))
    ((record, fault),) = games
    assert record.winner is Player.O
    assert record.ended == "x resigned"
    assert record.position == position("o2_/_x_/3_ x")
    assert fault == result.faults(0)[0] == "b2 is taken: X has a stone there"


def test_a_tournament_needs_two_players() -> None:
    with pytest.raises(NoughtsError, match="expected at least two players, not 1"):
        tournament(["easy"])


def test_players_who_have_not_met_are_not_compared() -> None:
    """In this interrupted tournament, c has played no game, and d and e have met only each other."""
    met = {pair: match("perfect", "random", games=9, seed=1) for pair in [(0, 1), (0, 5), (3, 4)]}
    met[0, 2] = MatchResult(("perfect", "c"))
    result = Tournament(tuple("abcdef"), met)
    found = [rating for rating in result.ratings() if rating]
    assert [rating is None for rating in result.ratings()] == [False, False, True, True, True, False]
    assert sum(rating.elo for rating in found) == pytest.approx(0)
    assert max(rating.error for rating in found) < 400
