"""Addresses: every position has its own, and single and bulk look-ups agree."""

from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Board, Game, Position, RulesError, cell_set, game, gravity
from noughts.rules.game import moved
from noughts.search.order import canonical
from noughts.solver.tablebase.address import addresser
from noughts.solver.tablebase.index import Index
from noughts.solver.tablebase.subsets import Ranks, popcounts, relabelled, squeezed, subsets
from tests.solver.tablebase.making import reachable
from tests.strategies import games

SIZES = [(s, k) for s in range(10) for k in range(s + 1)]


def test_subsets_are_listed_in_order() -> None:
    for s, k in SIZES:
        assert subsets(s, k).tolist() == sorted(cell_set(chosen) for chosen in combinations(range(s), k))


@pytest.mark.parametrize("whole", [0, 1, 4, 9, 20])
def test_the_rank_of_a_subset_is_its_place_in_that_order(whole: int) -> None:
    ranks = Ranks(9, whole)
    for s, k in SIZES:
        sets = subsets(s, k).astype(np.int64)
        assert ranks.of(sets).tolist() == list(range(comb(s, k)))
        assert [ranks.of_one(one) for one in sets.tolist()] == list(range(comb(s, k)))
        assert set(ranks.count(sets).tolist()) == {k}


def test_popcounts_agree_with_python() -> None:
    assert popcounts(9).tolist() == [n.bit_count() for n in range(512)]


def test_squeezing_removes_the_masked_bits() -> None:
    for taken, own in product((0, 1, 0b10110010, 0b11111111, 0b10000000), range(256)):
        places = [cell for cell in range(8) if taken >> cell & 1]
        expected = cell_set(place for place, cell in enumerate(places) if own >> cell & 1)
        assert squeezed()[taken << 8 | own] == expected


@given(st.integers(0, 19).flatmap(lambda s: st.tuples(st.just(s), st.permutations(range(s)))), st.data())
def test_relabelling_moves_every_bit(places: tuple[int, list[int]], data: st.DataObject) -> None:
    count, to = places
    sets = data.draw(st.lists(st.integers(0, (1 << count) - 1), min_size=1, max_size=9))
    targets = np.array([[1 << place for place in to], [0] * count], np.int64).reshape(2, count)
    moved = relabelled(np.array(sets, np.int64), targets)
    assert moved[0].tolist() == [cell_set(to[p] for p in range(count) if one >> p & 1) for one in sets]
    assert not moved[1].any()


def check_addresses(of: Game) -> None:
    """Check that every reachable position has an address in its tier, shared only with its symmetric images."""
    index = Index(of)
    one = addresser(index)
    owner: dict[int, object] = {}
    positions = list(reachable(Position(of)))
    one_by_one = [one(at.x, at.o) for at in positions]
    for at, address in zip(positions, one_by_one, strict=True):
        tier = index.tiers[len(of.board) - at.empty.bit_count()]
        assert tier.first <= address < tier.first + tier.entries
        assert owner.setdefault(address, canonical(at)) == canonical(at)
    in_bulk = index.addresses(np.array([at.x for at in positions]), np.array([at.o for at in positions]))
    assert in_bulk.tolist() == one_by_one


@given(games(exact=False))
def test_addresses_of_random_games_are_unique(of: Game) -> None:
    check_addresses(of)


@pytest.mark.parametrize("name", ["3,3,3", "3,3,3 gravity", "3,3,2 torus", "line 9,3", "1,1,1"])
def test_addresses_of_known_games_are_unique(name: str) -> None:
    check_addresses(game(name))


@pytest.mark.parametrize("name", ["line 18,2 gravity", "6,3,3 gravity", "3,6,3 gravity", "5,5,4 gravity"])
def test_addresses_are_unique_on_boards_of_more_than_sixteen_cells(name: str) -> None:
    """Some positions of boards whose tiers need the slower algorithms."""
    of = game(name)
    index, at = Index(of), Position(of)
    one = addresser(index)
    while not at.is_over:
        at = at.play(at.moves[len(at.moves) // 2])
        images = [(moved(at.x, s), moved(at.o, s)) for s in of.symmetries]
        addresses = index.addresses(np.array([x for x, _ in images]), np.array([o for _, o in images]))
        assert addresses.tolist() == [one(x, o) for x, o in images]
        tier = index.tiers[len(of.board) - at.empty.bit_count()]
        assert ((tier.first <= addresses) & (addresses < tier.first + tier.entries)).all()


@given(st.integers(-4, 600), st.integers(-4, 600), st.sampled_from(["3,3,3", "3,3,3 gravity", "2,4,3", "4,4,3"]))
def test_an_invalid_position_has_no_address(x: int, o: int, name: str) -> None:
    of = game(name)
    full = of.board.cells
    falls = all(not need & ~(x | o) for cell, need in enumerate(of.needs) if (x | o) >> cell & 1)
    is_one = x >= 0 <= o and not (x | o) & ~full and not x & o and 0 <= x.bit_count() - o.bit_count() <= 1 and falls
    index = Index(of)
    assert (int(index.addresses(np.array([x]), np.array([o]))[0]) >= 0) == is_one


@pytest.mark.parametrize(
    "name", ["5,5,5", "8,4,4", "15,15,5", "4x4x4", "7,6,4 gravity", "3x3x3", "30,2,5", "2x2x2x2x2"]
)
def test_games_that_are_too_large_are_rejected_at_once(name: str) -> None:
    with pytest.raises(RulesError, match=r"a table (supports|can have) at most"):
        Index(game(name))


def test_boards_of_too_many_dimensions_are_rejected() -> None:
    corners = (tuple(int(axis == n) for axis in range(12)) for n in range(12))
    with pytest.raises(RulesError, match="at most 5 dimensions"):
        Index(Game("a star", Board(((0,) * 12, *corners)), ()))


def test_gravity_makes_the_index_smaller() -> None:
    assert Index(game("4,4,4 gravity")).entries < Index(game("4,4,4")).entries / 10
    assert Index(gravity(game("1,9,3"))).entries == sum(comb(s, (s + 1) // 2) for s in range(10))
