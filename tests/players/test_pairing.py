"""Pairings of Swiss and round-robin tournaments, and standings, compared with their definitions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.players.pairing import Pairing, Standing, round_robin, standings, swiss
from noughts.rules.game import Player

Pair = frozenset[int | None]
"""Two players who meet, or a player who sits out and None."""


def pairs(pairings: Sequence[Pairing]) -> list[Pair]:
    return [frozenset(pairing) for pairing in pairings]


def all_rounds(players: Sequence[int | None]) -> Iterator[list[Pair]]:
    """Yield every way to pair these players. None stands for sitting out."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        for rest in all_rounds([player for player in others if player != other]):
            yield [frozenset((first, other)), *rest]


def complete(players: Sequence[int]) -> list[int | None]:
    """Add None to an odd number of players."""
    return [*players, None] if len(players) % 2 else [*players]


def balances(played: Sequence[Pairing]) -> Counter[int]:
    """Count how often each player had X more often than O in games against other players."""
    balance: Counter[int] = Counter()
    for x, o in played:
        if o is not None:
            balance[x] += 1
            balance[o] -= 1
    return balance


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[list[int], list[Pairing], dict[int, float]]:
    """The players of a round, everything that was played before in any way, and the scores."""
    players = draw(st.lists(st.integers(1, 99), min_size=1, max_size=8, unique=True))
    everybody = st.sampled_from([*players, 100])  # player 100 has left
    met = st.tuples(everybody, everybody | st.none()).filter(lambda pair: pair[0] != pair[1])
    played = [Pairing(*pair) for pair in draw(st.lists(met, max_size=40))]
    scores = draw(st.dictionaries(everybody, st.integers(0, 6).map(lambda number: number / 2)))
    return players, played, scores


@given(tournaments())
def test_everybody_plays_once_and_at_most_one_player_sits_out(
    tournament: tuple[list[int], list[Pairing], dict[int, float]],
) -> None:
    players = tournament[0]
    pairings = swiss(*tournament)
    assert sorted(player for pairing in pairings for player in pairing if player is not None) == sorted(players)
    assert [pairing.o is None for pairing in pairings] == [False] * (len(players) // 2) + [True] * (len(players) % 2)


@given(tournaments())
def test_no_round_has_fewer_repetitions(tournament: tuple[list[int], list[Pairing], dict[int, float]]) -> None:
    players, played, _ = tournament
    before = set(pairs(played))

    def repetitions(pairings: Sequence[Pair]) -> int:
        return sum(pair in before for pair in pairings)

    assert repetitions(pairs(swiss(*tournament))) == min(map(repetitions, all_rounds(complete(players))))


@given(tournaments())
def test_nobody_sits_out_again_before_everybody_has(
    tournament: tuple[list[int], list[Pairing], dict[int, float]],
) -> None:
    players, played, _ = tournament
    sat_out = {pairing.x for pairing in played if pairing.o is None}
    for pairing in swiss(*tournament):
        assert pairing.o is not None or pairing.x not in sat_out or sat_out.issuperset(players)


@given(tournaments())
def test_the_first_in_the_ranking_have_the_nearest_opponents(
    tournament: tuple[list[int], list[Pairing], dict[int, float]],
) -> None:
    """Of all rounds without repetitions, this one is the best for the player who sits out, then for the leader, …."""
    players, played, scores = tournament
    before, balance = set(pairs(played)), balances(played)
    ranking = complete(sorted(players, key=lambda player: (-scores.get(player, 0), players.index(player))))
    fresh = [pairings for pairings in all_rounds(ranking) if before.isdisjoint(pairings)]

    def distance(player: int | None, other: int | None) -> tuple[float, int]:
        apart = abs(ranking.index(player) - ranking.index(other))
        if player is None or other is None:
            return scores.get(player or other or 0, 0), apart
        same = balance[player] * balance[other] > 0
        clash = min(abs(balance[player]), abs(balance[other])) if same else 0
        return abs(scores.get(player, 0) - scores.get(other, 0)) + clash, apart

    def quality(pairings: Sequence[Pair]) -> list[tuple[float, int]]:
        choosing = sorted(ranking, key=lambda player: player is not None)  # None first
        opponent = {player: other for pair in pairings for player in pair for other in pair - {player}}
        return [distance(player, opponent[player]) for player in choosing]

    if fresh:
        assert quality(pairs(swiss(*tournament))) == min(map(quality, fresh))


@given(tournaments())
def test_x_is_the_player_who_needs_it(tournament: tuple[list[int], list[Pairing], dict[int, float]]) -> None:
    balance = balances(tournament[1])
    assert all(balance[x] <= balance[o] for x, o in swiss(*tournament) if o is not None)


def test_in_the_first_round_neighbours_meet() -> None:
    assert swiss([5, 3, 8, 1, 9], [], {}) == (Pairing(5, 3), Pairing(8, 1), Pairing(9, None))
    assert swiss([5, 3, 8, 1, 9], [], {9: 1, 3: 0.5}) == (Pairing(9, 3), Pairing(5, 8), Pairing(1, None))
    assert swiss([7], [], {}) == (Pairing(7, None),)
    assert swiss([], [], {}) == ()


def test_the_leader_plays_further_down_if_the_others_could_not_be_paired_otherwise() -> None:
    """Players 3 and 4 have met, so one of them plays the leader."""
    assert swiss([1, 2, 3, 4], [Pairing(3, 4)], {1: 3, 2: 3}) == (Pairing(1, 3), Pairing(4, 2))


def test_a_latecomer_can_join_and_a_player_can_leave() -> None:
    played = [Pairing(1, 2), Pairing(3, 4), Pairing(5, None)]
    assert swiss([1, 3, 4, 5, 6], played, {1: 1, 3: 1, 5: 1}) == (Pairing(3, 1), Pairing(4, 5), Pairing(6, None))


def test_sides_alternate() -> None:
    played = [Pairing(1, 2), Pairing(3, 4), Pairing(2, 3), Pairing(4, 1)]
    assert swiss([1, 2, 3, 4], played, {}) == (Pairing(1, 3), Pairing(4, 2))


def test_repeated_meetings_are_the_oldest() -> None:
    first, second, third = [(1, 4), (2, 3)], [(1, 3), (2, 4)], [(1, 2), (3, 4)]
    played = [Pairing(*pair) for pair in [*first, *second, *third]]
    for again in [first, second, third, first]:
        pairings = swiss([1, 2, 3, 4], played, {1: 9, 2: 6, 3: 3})
        assert set(pairs(pairings)) == set(map(frozenset, again))
        played += pairings


def play(count: int, rounds: int, seed: int) -> tuple[list[tuple[Pairing, Player | None]], list[float]]:
    """Play a Swiss tournament of players of different strength. Return the results and all differences of scores."""
    random = Random(seed)
    players = list(range(1, count + 1))
    strength = {player: random.gauss(0, 1) for player in players}
    results: list[tuple[Pairing, Player | None]] = []
    differences = []
    for _ in range(rounds):
        scores = {row.player: row.points for row in standings(players, results)}
        for x, o in swiss(players, [pairing for pairing, _ in results], scores):
            edge = strength[x] - (0 if o is None else strength[o]) + random.gauss(0, 1)
            results.append((Pairing(x, o), None if abs(edge) < 0.5 else Player.X if edge > 0 else Player.O))
            if o is not None:
                differences.append(abs(scores[x] - scores[o]))
    return results, differences


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("count", "rounds"), [(7, 4), (8, 4), (31, 7), (40, 10), (100, 5)])
def test_a_tournament(count: int, rounds: int, seed: int) -> None:
    results, differences = play(count, rounds, seed)
    played = [pairing for pairing, _ in results]
    assert max(Counter(pairs(played)).values()) == 1  # no pair meets twice, and no player sits out twice
    assert max(map(abs, balances(played).values())) <= 2
    assert fmean(map(abs, balances(played).values())) <= 1
    assert fmean(differences) < 0.6
    assert sum(row.points for row in standings(range(1, count + 1), results)) <= rounds * (count + 1) / 2
    assert (results, differences) == play(count, rounds, seed)


BERGER_8 = """
    1-8 2-7 3-6 4-5
    8-5 6-4 7-3 1-2
    2-8 3-1 4-7 5-6
    8-6 7-5 1-4 2-3
    3-8 4-2 5-1 6-7
    8-7 1-6 2-5 3-4
    4-8 5-3 6-2 7-1
"""


def test_eight_players_meet_as_in_the_berger_table() -> None:
    for number, line in enumerate(BERGER_8.split("\n")[1:-1], 1):
        pairings = " ".join(f"{x}-{o}" for x, o in round_robin(range(1, 9), number))
        assert pairings == line.strip()


@pytest.mark.parametrize("count", range(1, 14))
def test_everybody_meets_everybody_once(count: int) -> None:
    players = [player * 10 for player in range(count)]
    rounds = max(count - 1, 1) + (count > 1 and count % 2)
    played = [pairing for number in range(1, rounds + 1) for pairing in round_robin(players, number)]
    assert Counter(pairs(played)) == Counter(frozenset(pair) for pair in combinations(complete(players), 2))
    for number in range(1, rounds + 1):
        pairings = round_robin(players, number)
        assert sorted(player for pairing in pairings for player in pairing if player is not None) == players
        exchanged = [Pairing(x, o) if o is None else Pairing(o, x) for x, o in pairings]
        assert [*round_robin(players, rounds + number)] == exchanged
    assert all(abs(balance) <= (count % 2 == 0) for balance in balances(played).values())


def test_a_round_without_players_is_empty() -> None:
    assert round_robin([], 1) == ()


def test_standings_count_points_then_wins_then_buchholz() -> None:
    results = [
        *[(Pairing(1, 2), Player.X), (Pairing(3, 4), None), (Pairing(5, None), Player.O)],
        *[(Pairing(3, 1), Player.X), (Pairing(5, 2), Player.O), (Pairing(4, None), None)],
    ]
    assert standings([1, 2, 3, 4, 5, 6], results) == (
        Standing(1, 3, 1.5, 1, 2.0),
        Standing(2, 1, 1.0, 1, 2.5),
        Standing(3, 2, 1.0, 1, 1.0),
        Standing(4, 4, 1.0, 0, 2.5),  # 1½ for player 3, and 1 for the computer, as for player 4
        Standing(5, 5, 0.0, 0, 1.0),
        Standing(6, 6, 0.0, 0, 0.0),
    )


def test_equal_rows_share_a_place_and_keep_their_order() -> None:
    rows = standings([4, 2, 3, 1], [(Pairing(1, 2), None), (Pairing(3, 4), Player.O)])
    assert [(row.place, row.player) for row in rows] == [(1, 4), (2, 2), (2, 1), (4, 3)]
    assert standings([], []) == ()


def test_players_who_left_count_as_opponents_only() -> None:
    results = [(Pairing(1, 2), Player.X), (Pairing(1, 3), Player.O), (Pairing(2, 3), None)]
    assert standings([1, 3], results) == (Standing(1, 3, 1.5, 1, 1.5), Standing(2, 1, 1.0, 1, 2.0))
