"""Tree layout: nothing overlaps, parents are centred, and equal subtrees are drawn alike."""

import time
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from noughts.render.tree.layout import Layout, tidy

Tree = list["Tree"]  # a node is the list of its children

trees: st.SearchStrategy[Tree] = st.recursive(
    st.just([]), lambda below: st.lists(below, min_size=1, max_size=5), max_leaves=40
)


def numbered(tree: Tree) -> list[list[int]]:
    """Return the children of each node, numbered in the order of visits."""
    children: list[list[int]] = []

    def walk(node: Tree) -> int:
        number = len(children)
        children.append([])
        children[number] = [walk(child) for child in node]
        return number

    walk(tree)
    return children


def mirrored(tree: Tree) -> Tree:
    return [mirrored(child) for child in reversed(tree)]


def size(tree: Tree) -> int:
    return 1 + sum(map(size, tree))


def by_level(children: list[list[int]]) -> list[list[int]]:
    """Return the nodes of each level from left to right."""
    levels = [[0]]
    while below := [child for node in levels[-1] for child in children[node]]:
        levels.append(below)
    return levels


def chain(length: int) -> Tree:
    tree: Tree = []
    for _ in range(length):
        tree = [tree]
    return tree


@given(trees, st.data())
@example([[[], [], []], [], [], [[], [], []]], None)
@example([chain(5), [], chain(2), [], [[[], []], []]], None)
def test_nothing_overlaps_the_order_is_kept_and_parents_are_centred(tree: Tree, data: st.DataObject) -> None:
    children = numbered(tree)
    some = st.lists(st.sampled_from([1, 2, 3.5, 10]), min_size=len(children), max_size=len(children))
    widths = data.draw(some) if data else [1] * len(children)
    gap = 0.5
    layout = tidy(children, widths, gap)
    levels = by_level(children)
    assert [[node for node, at in enumerate(layout.level) if at == level] for level in range(len(levels))] == [
        sorted(level) for level in levels
    ]
    for level in levels:
        for left, right in pairwise(level):
            assert layout.x[right] - layout.x[left] >= (widths[left] + widths[right]) / 2 + gap - 1e-6
    for node, below in enumerate(children):
        if below:
            assert layout.x[node] == pytest.approx((layout.x[below[0]] + layout.x[below[-1]]) / 2)
    assert min(x - width / 2 for x, width in zip(layout.x, widths, strict=True)) == pytest.approx(0)
    assert max(x + width / 2 for x, width in zip(layout.x, widths, strict=True)) == pytest.approx(layout.width)


def even(tree: Tree) -> Layout:
    return tidy(numbered(tree), [1] * size(tree))


@given(trees)
def test_a_mirrored_tree_has_a_mirrored_drawing(tree: Tree) -> None:
    there, back = even(tree), even(mirrored(tree))
    assert back.width == pytest.approx(there.width)
    for one, two in zip(by_level(numbered(tree)), by_level(numbered(mirrored(tree))), strict=True):
        seen = [there.width - there.x[node] for node in reversed(one)]
        assert seen == pytest.approx([back.x[node] for node in two])


@given(trees, st.lists(trees, max_size=3), st.lists(trees, max_size=3))
def test_a_subtree_is_drawn_alike_everywhere(tree: Tree, before: list[Tree], after: list[Tree]) -> None:
    alone, inside = even(tree), even([*before, tree, *after])
    first = 1 + sum(map(size, before))
    shifted = [x - alone.x[0] for x in alone.x]
    assert [inside.x[first + node] - inside.x[first] for node in range(size(tree))] == pytest.approx(shifted)


def test_small_subtrees_stand_midway_between_large_ones() -> None:
    wide: Tree = [[], [], [], [], []]
    layout = even([wide, [], [], [], wide])
    left, *small, right = [layout.x[node] for node in numbered([wide, [], [], [], wide])[0]]
    assert [b - a for a, b in pairwise(small)] == pytest.approx([2, 2])
    assert small[1] == pytest.approx((left + right) / 2)


def test_a_single_node_and_a_long_chain_can_be_laid_out() -> None:
    assert even([]) == Layout((0.5,), (0,), 1)
    layout = tidy([[n + 1] for n in range(500)] + [[]], [1] * 501)
    assert layout.depth == 500
    assert set(layout.x) == {0.5}


def test_the_largest_whole_tree_is_laid_out_well_within_50_ms() -> None:
    def tree(empty: int) -> Tree:
        return [tree(empty - 1) for _ in range(empty)]

    children = numbered(tree(5))
    assert len(children) == 326, "five empty cells, and no win before the last"
    times = []
    for _ in range(5):
        start = time.perf_counter()
        tidy(children, [70] * len(children), 10)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.05, "it takes about a millisecond; the margin allows for a busy machine"
