"""Counting by symmetry classes agrees with simple enumeration, on any game and from any position."""

from collections import Counter

import pytest
from hypothesis import given

from noughts import NoughtsError, Position, game, perft, plies, position
from noughts.search.order import image
from tests.strategies import games, positions


@given(positions(games(most=6)))
def test_counts_match_simple_enumeration(start: Position) -> None:
    keeping = [s for s in start.game.symmetries if image(start, s) == start]
    tier = Counter({start: 1})
    for ply in plies(start):
        assert ply.positions == len(tier)
        assert ply.sequences == tier.total()
        ended: Counter[object] = Counter()
        for at, ways in tier.items():
            if at.outcome:
                ended[at.outcome.winner] += ways
        assert ply.ended == ended
        over = Counter(at.outcome.winner for at in tier if at.outcome)
        assert ply.ended_positions == over
        classes = {frozenset((image(at, s).x, image(at, s).o) for s in keeping): at for at in tier}
        assert ply.classes == len(classes)
        assert ply.ended_classes == Counter(at.outcome.winner for at in classes.values() if at.outcome)
        following: Counter[Position] = Counter()
        for at, ways in tier.items():
            for move in at.moves:
                following[at.play(move)] += ways
        tier = following
    assert not tier
    assert [ply.number for ply in plies(start)] == list(range(ply.number + 1))


def sequences(at: Position, depth: int) -> int:
    return sum(sequences(at.play(move), depth - 1) for move in at.moves) if depth else 1


@pytest.mark.parametrize("text", ["3,3,3", "3,3,3 misere", "3,3,3 gravity", "3,3,3 torus", "4,3,3", "2x2x2", "2,5,2"])
@pytest.mark.parametrize("depth", range(5))
def test_perft_is_the_number_of_sequences(text: str, depth: int) -> None:
    start = Position(game(text))
    assert perft(start, depth) == sequences(start, depth)


@pytest.mark.parametrize("last", [0, 1, 5, 9, 20])
def test_a_count_can_stop_at_a_ply(last: int) -> None:
    start = Position(game("tictactoe"))
    assert list(plies(start, last=last)) == list(plies(start))[: last + 1]


def test_perft_beyond_the_end_is_zero() -> None:
    assert perft(Position(game("2,2,2")), 3) == 24
    assert perft(Position(game("2,2,2")), 4) == perft(Position(game("2,2,2")), 99) == 0
    assert perft(position("3x/2o_/3_ o"), 0) == 1
    assert perft(position("3x/2o_/3_ o"), 1) == 0
    with pytest.raises(NoughtsError, match="expected a whole number of at least 0 as the depth, not -1"):
        perft(Position(game("2,2,2")), -1)


def test_progress_is_reported() -> None:
    reports: list[tuple[int, int, int]] = []

    def progress(ply: int, done: int, classes: int) -> None:
        reports.append((ply, done, classes))

    counts = list(plies(Position(game("4,3,3")), progress=progress))
    assert {ply for ply, _, _ in reports} == set(range(13))
    assert all(classes == counts[ply].classes and done < classes for ply, done, classes in reports)
    assert max(done for _, done, _ in reports) > 0


def test_counting_from_a_later_position() -> None:
    counts = list(plies(position("o_x/x2_/x2o x")))
    assert [ply.positions for ply in counts] == [1, 3, 4, 2]
    assert sum(ply.sequences for ply in counts) == 10  # the states of the article's figure
