"""Properties that noughts does not understand survive every round trip, at the root and at every move."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import GameTree, NotationError, NoughtsError, position, read_sgf, read_tree, write_sgf, write_tree
from noughts.rules.tree import TreeNode
from tests.rules.test_tree import nth_path, trees

KEYS = ["BL", "TR", "LB", "N", "GoodBlack", "XX", "Z", "EVent", "KM", "AR"]
SPLICED = [
    "ZZ[]",
    "TR[aa]\n[bb]",
    "GC[a \\] (;B[aa\\]) \\\\]",
    "LB[aa:1][bb:x]",
    "N[\\\n]",
    "XX [ [ ( ; ) ]",
    "LongName[ü 名]",
]
EDIT = "(;SZ[3]{0};B[bb]{1}(;W[aa]{2};B[ca]{3}C[good]{4})(;W[ca]{5}))"

values = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=8).map(
    lambda text: "[" + "".join(f"\\{c}" if c in "\\]" else c for c in text) + "]"
)
properties = st.builds(
    lambda key, all_: key + "".join(all_), st.sampled_from(KEYS), st.lists(values, min_size=1, max_size=3)
)


@st.composite
def trees_with_properties(draw: st.DrawFn) -> GameTree:
    """Draw a tree with arbitrary properties at some of its nodes."""
    tree = draw(trees())
    for choice, raw in draw(st.lists(st.tuples(st.integers(0, 10**6), properties), max_size=5)):
        tree = kept(tree, nth_path(tree, choice), raw)
    return tree


def kept(tree: GameTree, path: tuple[int, ...], raw: str) -> GameTree:
    """Return the tree with a property at the end of a path."""
    nodes = tree.nodes(path)
    new = replace(nodes[-1], properties=tuple(dict.fromkeys((*nodes[-1].properties, raw))))
    for parent in reversed(nodes[:-1]):
        new = replace(parent, children=tuple(new if child.move == new.move else child for child in parent.children))
    return replace(tree, root=new)


@given(trees_with_properties())
def test_a_written_tree_is_read_back_with_its_properties(tree: GameTree) -> None:
    x, o = (" ".join(name.split()) for name in tree.names)
    head = replace(tree.head, names=(x, o), ended=tree.main_line.ended)
    assert read_sgf(write_sgf(tree)) == GameTree(head, tree.root)
    assert read_tree(write_tree(tree), tree.start).root == tree.root
    assert tree.without_properties().root == read_tree(write_tree(tree.without_properties()), tree.start).root


@pytest.mark.parametrize("raw", SPLICED)
@pytest.mark.parametrize("place", range(6))
def test_a_property_survives_wherever_it_stands(raw: str, place: int) -> None:
    text = EDIT.format(*(raw if number == place else "" for number in range(6)))
    tree = read_sgf(text)
    for edited in (tree, tree.play((4, 2), "c3"), tree.promote((4, 2)), tree.set_comment((), "mine")):
        assert write_sgf(edited).count(raw) == 1
        assert read_sgf(write_sgf(edited)) == edited
        assert read_tree(write_tree(edited), edited.start).root == edited.root


def test_properties_keep_their_order() -> None:
    every = ["AA[1]", "ZZ[2]", "BB[3]", "AA[4]"]
    text = "(;" + "".join(every) + "SZ[3];" + "".join(every) + "B[aa]" + "".join(reversed(every)) + ")"
    tree = read_sgf(text)
    assert tree.root.properties == tuple(every)
    assert tree.root.children[0].properties == tuple(every)
    assert write_sgf(tree).count("".join(every)) == 2


def test_the_copy_of_a_tree_has_its_properties() -> None:
    tree = read_sgf("(;SZ[3]EV[Cup];B[bb]BL[3](;W[aa]WL[4])(;W[cc]))")
    assert eval(repr(tree), {"read_tree": read_tree, "position": position}) == tree
    assert tree.without_properties() != tree
    assert not tree.has_only_main_line
    assert hash(tree.root) != hash(tree.without_properties().root)


@pytest.mark.parametrize(
    "raw", ["", "AA", "AA[", "AA[x", "aa[x]", "AA[x]]", "AA[x]B[aa]", "AA[\x00]", "AA[\ud800]", "1[a]", 3]
)
def test_an_invalid_property_is_rejected(raw: str) -> None:
    with pytest.raises(NoughtsError):
        TreeNode(4, properties=(raw,))


@pytest.mark.parametrize("raw", ["B[aa]", "W[aa]", "C[x]", "AB[aa]", "PL[W]", "Black[aa]"])
def test_a_property_that_the_tree_itself_holds_is_rejected(raw: str) -> None:
    with pytest.raises(NotationError, match="cannot be kept as a property"):
        TreeNode(4, properties=(raw,))
    with pytest.raises(NotationError, match="SZ cannot be kept"):
        TreeNode(properties=("SZ[3]",))


def test_the_rules_and_the_program_are_written_as_they_were_read() -> None:
    tree = read_sgf("(;AP[Board:2]SZ[15]RU[Renju];B[hh])")
    assert "AP[Board:2]" in write_sgf(tree)
    assert "RU[Renju]" in write_sgf(tree)
    assert "AP[noughts]SZ[15]RU[15,15,5]" in write_sgf(tree.main_line), "a record has only the game"
    other = read_sgf("(;AP[Board:2]SZ[15]RU[Renju];B[hh])", "15,15,5 misere")
    assert "RU[15,15,5 misere]" in write_sgf(other), "not by the rules of the file"
    assert "Renju" not in write_sgf(other)


@pytest.mark.parametrize("seed", range(3))
def test_many_properties_take_linear_time(seed: int) -> None:
    random = Random(seed)
    text = "(;SZ[19]" + "".join(f"XX[{random.random()}]" for _ in range(50_000)) + ")"
    assert len(read_sgf(text).root.properties) == 50_000
