"""Maximum matchings, compared with all matchings of small graphs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, compress, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.players.matching import first_maximum_matching, maximum_matching

Graph = Mapping[int, Sequence[int]]


@st.composite
def graphs(draw: st.DrawFn, most: int = 8) -> Graph:
    """Graphs whose vertices and neighbours are in any order."""
    vertices = draw(st.permutations(range(draw(st.integers(0, most)))))
    edges = {edge for edge in combinations(range(len(vertices)), 2) if draw(st.booleans())}
    neighbours = {a: [b for b in vertices if (min(a, b), max(a, b)) in edges] for a in vertices}
    return {a: draw(st.permutations(neighbours[a])) for a in vertices}


def matchings(graph: Graph) -> Iterator[dict[int, int]]:
    """Yield all matchings of a graph, as the mates of the matched vertices."""
    if not graph:
        yield {}
        return
    first, *others = graph
    yield from matchings({a: [b for b in graph[a] if b != first] for a in others})
    for other in graph[first]:
        rest = [a for a in others if a != other]
        for matching in matchings({a: [b for b in graph[a] if b in rest] for a in rest}):
            yield {**matching, first: other, other: first}


def cycle(length: int) -> dict[int, list[int]]:
    return {vertex: [(vertex - 1) % length, (vertex + 1) % length] for vertex in range(length)}


def joined(*graphs: Graph, edges: Sequence[tuple[int, int]]) -> Graph:
    """Put graphs side by side, number the vertices anew, and add edges."""
    result: dict[int, list[int]] = {}
    for graph in graphs:
        start = len(result)
        result |= {start + a: [start + b for b in neighbours] for a, neighbours in graph.items()}
    for a, b in edges:
        result[a].append(b)
        result[b].append(a)
    return result


@given(graphs())
def test_no_matching_is_larger(graph: Graph) -> None:
    mates = maximum_matching(graph, {})
    assert all(b in graph[a] and mates[b] == a for a, b in mates.items())
    assert len(mates) == max(map(len, matchings(graph)))


def test_no_matching_of_any_five_vertices_is_larger() -> None:
    pairs = [*combinations(range(5), 2)]
    for chosen in product([False, True], repeat=len(pairs)):
        graph = joined({vertex: [] for vertex in range(5)}, edges=[*compress(pairs, chosen)])
        assert len(maximum_matching(graph, {})) == max(map(len, matchings(graph)))


@pytest.mark.parametrize(
    ("graph", "size"),
    [
        (cycle(5), 2),
        (cycle(6), 3),
        (joined(cycle(5), {0: []}, edges=[(2, 5)]), 3),
        (joined(cycle(3), cycle(3), edges=[(0, 3)]), 3),
        (joined(cycle(5), cycle(5), cycle(3), {0: []}, edges=[(0, 5), (6, 10), (12, 13)]), 7),
        (joined(cycle(3), cycle(3), cycle(3), {0: []}, edges=[(0, 9), (3, 9), (6, 9)]), 4),
    ],
    ids=["pentagon", "hexagon", "tail", "two triangles", "chain of blossoms", "star of triangles"],
)
def test_odd_cycles(graph: Graph, size: int) -> None:
    assert len(maximum_matching(graph, {})) == 2 * size


@given(graphs(), st.data())
def test_matched_vertices_stay_matched(graph: Graph, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from([*matchings(graph)]))
    assert set(start) <= set(maximum_matching(graph, start))


@given(graphs())
def test_the_first_vertices_have_the_best_mates(graph: Graph) -> None:
    def ranks(mates: Mapping[int, int]) -> list[int]:
        """The place of each vertex's mate among its neighbours, after them all if it has none."""
        return [graph[a].index(mates[a]) if a in mates else len(graph[a]) for a in graph]

    edges = first_maximum_matching(graph)
    found = {**dict(edges), **{b: a for a, b in edges}}
    largest = max(map(len, matchings(graph)))
    assert ranks(found) == min(ranks(mates) for mates in matchings(graph) if len(mates) == largest)
