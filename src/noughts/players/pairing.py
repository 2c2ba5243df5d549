"""The pairings of a tournament, round by round, and the standings.

- `swiss` follows the basic rules for Swiss systems (FIDE Handbook, C.04.1).
- `round_robin` follows the Berger tables (FIDE Handbook, C.05, annex 1).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from noughts.players.matching import first_maximum_matching
from noughts.rules.game import Player


class Pairing(NamedTuple):
    """Two players who meet in a round, given by their numbers.

    Attributes:
        x: the player with X, who moves first.
        o: the player with O, or None if no opponent is left for the other player, who sits out and plays the computer.
    """

    x: int
    o: int | None


class Standing(NamedTuple):
    """A row of the standings.

    Attributes:
        place: one more than the number of better rows. Equal rows share a place.
        player: the player's number.
        points: 1 for each win and ½ for each draw.
        wins: the number of wins, the first tie-break.
        buchholz: the sum of the opponents' points, the second tie-break.
    """

    place: int
    player: int
    points: float
    wins: int
    buchholz: float


def swiss(players: Sequence[int], played: Sequence[Pairing], scores: Mapping[int, float]) -> tuple[Pairing, ...]:
    """Return the pairings of the next round of a Swiss tournament: the leaders come first, and the player sitting out
    comes last.

    Players are ranked by score, then by seed. If the number of players is odd, the lowest-ranked player that has not
    sat out yet sits out. Then the players choose their opponents, the leader first. The best opponent is the nearest in
    score, then in the ranking. Two players who have both had the same side too often count as further apart: by a point
    for each game too many.

    A choice is allowed only if it leads to a round with the fewest possible repetitions. This guarantees:

    - Two players meet again, or a player sits out again, only if every round has such repetitions. Then there are as
      few as possible. Players who have met less often meet again first, then players whose last game is longest ago.
    - A player sits out again only after all players have sat out.
    - In a round without repetitions, the leader has the best opponent possible in such a round, once it is clear who
      sits out. Then the next player has the best one possible, and so on.
    - The player with fewer games as X than the other, compared with O, plays X. If both players are equal in
      this, sides alternate.

    Games of players who sit out do not count for their sides.

    Args:
        players: the players of this round, in the order of their seeds. Players may come and leave between rounds.
        played: all earlier pairings, the oldest first.
        scores: the points of each player. Players without an entry have no points.
    """
    points: dict[int | None, float] = {player: scores.get(player, 0) for player in players}
    ranking: list[int | None] = sorted(points, key=lambda player: -points[player])
    waiting = [None, *ranking] if len(ranking) % 2 else ranking  # None is the computer, which chooses first
    points[None] = 0
    place = {player: number for number, player in enumerate([*ranking, None])}
    meetings = Counter(map(frozenset, played))
    latest = {frozenset(pairing): number for number, pairing in enumerate(played, 1)}
    sides = _sides(played)

    def distance(a: int | None, b: int | None) -> tuple[float, ...]:
        balances = sides[a][0], sides[b][0]
        clash = max(0, min(balances), -max(balances))
        return latest.get(frozenset((a, b)), 0), abs(points[a] - points[b]) + clash, abs(place[a] - place[b])

    def opponents(player: int | None, most: int) -> list[int | None]:
        others = (other for other in waiting if other != player and meetings[frozenset((player, other))] <= most)
        return sorted(others, key=lambda other: distance(player, other))

    pairs: list[tuple[int | None, int | None]] = []
    most = 0  # the number of times that two players may have met before
    while waiting:
        pairs += first_maximum_matching({player: opponents(player, most) for player in waiting})
        waiting = [player for player in waiting if not any(player in pair for pair in pairs)]
        most += 1
    tables = [sorted(pair, key=place.__getitem__) for pair in pairs]
    tables.sort(key=lambda table: (None in table, place[table[0]]))
    return tuple(_pairing(higher, lower, sides) for higher, lower in tables)


def round_robin(players: Sequence[int], number: int) -> tuple[Pairing, ...]:
    """Return the pairings of a round of a round-robin tournament, in which all players meet exactly once.

    An even number of players needs one round fewer than there are players. An odd number needs as many rounds as there
    are players, and each player sits out once. Later rounds repeat the earlier ones with X and O exchanged.

    Args:
        players: the same players in the same order in each round.
        number: the number of the round. The first is 1.
    """
    if not players:
        return ()
    circle, last = (players, None) if len(players) % 2 else (players[:-1], players[-1])
    size = len(circle)
    cycle, turn = divmod(number - 1, size)
    top = turn * (size + 1) // 2
    meetings = [(circle[(top + step) % size], circle[(top - step) % size]) for step in range(1, (size + 1) // 2)]
    pairings = [Pairing(o, x) if cycle % 2 else Pairing(x, o) for x, o in meetings]
    first = circle[top % size]
    if last is None:
        return (*pairings, Pairing(first, None))
    return (Pairing(first, last) if (turn + cycle) % 2 == 0 else Pairing(last, first), *pairings)


def standings(players: Sequence[int], results: Iterable[tuple[Pairing, Player | None]]) -> tuple[Standing, ...]:
    """Return the standings, the best player first. Equal players keep their order in `players`.

    Games against the computer count like all others. In the Buchholz score, the computer has as many points as the
    player who met it.

    Args:
        players: the players to list. The points of others count only as points of opponents.
        results: each pairing with the winner, or None for a draw.
    """
    points: defaultdict[int, float] = defaultdict(float)
    wins: Counter[int] = Counter()
    opponents: defaultdict[int, list[int]] = defaultdict(list)
    for (x, o), winner in results:
        for side, player, other in [(Player.X, x, o), (Player.O, o, x)]:
            if player is not None:
                points[player] += 0.5 if winner is None else winner is side
                wins[player] += winner is side
                opponents[player].append(player if other is None else other)
    rows = {
        player: (points[player], wins[player], sum(map(points.__getitem__, opponents[player]))) for player in players
    }
    return tuple(
        Standing(1 + sum(other > rows[player] for other in rows.values()), player, *rows[player])
        for player in sorted(players, key=rows.__getitem__, reverse=True)
    )


def _sides(played: Iterable[Pairing]) -> defaultdict[int | None, tuple[int, int]]:
    """For each player, return the number of games played as X minus the number played as O, and the side in the last
    game: 1 for X, −1 for O.
    """
    sides: defaultdict[int | None, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for x, o in played:
        if o is not None:
            sides[x] = (sides[x][0] + 1, 1)
            sides[o] = (sides[o][0] - 1, -1)
    return sides


def _pairing(higher: int | None, lower: int | None, sides: defaultdict[int | None, tuple[int, int]]) -> Pairing:
    """Return the pairing of two players. If both players need the same side, the higher-ranked player gets that
    side.
    """
    assert higher is not None, "the computer has the last place"
    if lower is None:
        return Pairing(higher, None)
    if sides[higher] < sides[lower] or sides[higher] == sides[lower] <= (0, 0):
        return Pairing(higher, lower)
    return Pairing(lower, higher)
