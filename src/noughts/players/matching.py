"""Matchings in a graph: Edmonds' blossom algorithm.

A matching is a set of edges that share no vertex. It is as large as possible when no augmenting path is left: a path
between two unmatched vertices whose edges are alternately outside and inside the matching.
See Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17 (1965).
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Vertex = TypeVar("Vertex", bound=Hashable)


def first_maximum_matching(graph: Mapping[Vertex, Sequence[Vertex]]) -> list[tuple[Vertex, Vertex]]:
    """Return the edges of a largest possible matching that is best for the first vertex, then for the second, and so
    on.

    Args:
        graph: the vertices, the first one first, and for each its neighbours, the best one first.
    """
    mates = maximum_matching(graph, {})
    edges = []
    for vertex in graph:
        for other in graph.get(vertex, ()):
            rest = {
                one: [neighbour for neighbour in neighbours if neighbour not in (vertex, other)]
                for one, neighbours in graph.items()
                if one not in (vertex, other)
            }
            rest_mates = maximum_matching(rest, {a: b for a, b in mates.items() if a in rest and b in rest})
            if len(rest_mates) == len(mates) - 2:
                graph, mates = rest, rest_mates
                edges.append((vertex, other))
                break
    return edges


def maximum_matching(graph: Mapping[Vertex, Sequence[Vertex]], start: Mapping[Vertex, Vertex]) -> dict[Vertex, Vertex]:
    """Return the mate of every matched vertex in a largest possible matching.

    Args:
        graph: the neighbours of every vertex.
        start: a matching to enlarge, possibly empty. Its vertices stay matched, but their mates may change.
    """
    mates = dict(start)
    for vertex in graph:
        if vertex not in mates:
            _augment(graph, mates, vertex)
    return mates


def _augment(graph: Mapping[Vertex, Sequence[Vertex]], mates: dict[Vertex, Vertex], root: Vertex) -> None:
    """Enlarge a matching along an augmenting path from an unmatched vertex, if there is one.

    This is a breadth-first search of alternating paths. A vertex is even if a path of even length leads to it. An edge
    between two even vertices closes a cycle of odd length, a blossom. All vertices of the blossom become even, and get
    the same base: the vertex of the blossom that is nearest to the root.
    """
    base = {vertex: vertex for vertex in graph}
    previous: dict[Vertex, Vertex] = {}  # the vertex before each vertex on a path, by an edge outside the matching
    queue, even = [root], {root}

    def bases(vertex: Vertex) -> list[Vertex]:
        path = [base[vertex]]
        while path[-1] != base[root]:
            path.append(base[previous[mates[path[-1]]]])
        return path

    def contract(one: Vertex, other: Vertex) -> None:
        path = bases(other)
        nearest = next(vertex for vertex in bases(one) if vertex in path)
        blossom = set()
        for vertex, across in [(one, other), (other, one)]:
            while base[vertex] != nearest:
                blossom |= {base[vertex], base[mates[vertex]]}
                previous[vertex], across = across, mates[vertex]
                vertex = previous[across]
        for vertex in graph:
            if base[vertex] in blossom:
                base[vertex] = nearest
                if vertex not in even:
                    even.add(vertex)
                    queue.append(vertex)

    for vertex in queue:
        for other in graph[vertex]:
            if other in even:
                if base[other] != base[vertex]:
                    contract(vertex, other)
            elif other not in previous:
                previous[other] = vertex
                if other not in mates:
                    _flip(mates, previous, other)
                    return
                even.add(mates[other])
                queue.append(mates[other])


def _flip(mates: dict[Vertex, Vertex], previous: Mapping[Vertex, Vertex], end: Vertex) -> None:
    """Along the path to an unmatched vertex, swap matched and unmatched edges."""
    while True:
        vertex = previous[end]
        at_root = vertex not in mates
        mates[end], mates[vertex], end = vertex, end, mates.get(vertex, end)
        if at_root:
            return
