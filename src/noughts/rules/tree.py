"""Game trees: games with variations, comments and properties. `write_tree` writes a tree as text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.files.rule_names import rules_note
from noughts.rules.files.sgf_text import expect_property, find, key_of
from noughts.rules.position import Position
from noughts.rules.record import Ended, Record, ended_by, expect_record, head_lines, result_text, write_moves

MOST_NODES = 10_000
"""The most moves in a game tree, with all its variations."""

LONGEST_COMMENT = 20_000
"""The most characters in a comment."""

Path: TypeAlias = tuple[Move, ...]
"""The moves that lead from the first position to a node. The empty path leads to the root."""

FlatNode: TypeAlias = tuple[int, Move, str, tuple[str, ...]]
"""A node without its children: its depth, its move, its comment and its properties."""


@dataclass(frozen=True, eq=False)
class TreeNode:
    """A move in a game tree, or the root.

    Attributes:
        move: the move that leads to this node, or -1 for the root.
        comment: a text about the position after the move.
        children: the moves that follow. The first one continues the main line; the others begin variations.
        properties: the other SGF properties of the node, such as ``BL[12.5]``, each as it was written. At the root,
            they describe the game, such as ``EV[Club match]``.

    Raises:
        NotationError: a property is not valid SGF, or noughts keeps its data elsewhere, such as a move or a comment.
    """

    move: Move = -1
    comment: str = ""
    children: tuple["TreeNode", ...] = ()
    properties: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for raw in self.properties:
            expect_property(raw, root=self.move < 0)

    def child(self, move: Move) -> "TreeNode | None":
        """Return the child that this move leads to, or None if the tree does not contain this move."""
        return next((child for child in self.children if child.move == move), None)

    def walk(self) -> Iterator[tuple[int, "TreeNode"]]:
        """Yield all nodes below this node with their depths, each node before its children."""
        waiting = [(1, child) for child in reversed(self.children)]
        while waiting:
            depth, node = waiting.pop()
            yield depth, node
            waiting += ((depth + 1, child) for child in reversed(node.children))

    # A line of a large game is too deep for the recursive methods that @dataclass generates.

    @cached_property
    def flat(self) -> tuple[FlatNode, ...]:
        """The node and all nodes below it, each with its depth, its move, its comment and its properties."""
        return tuple((depth, node.move, node.comment, node.properties) for depth, node in [(0, self), *self.walk()])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TreeNode) and self.flat == other.flat

    def __hash__(self) -> int:
        return hash(self.flat)

    def __repr__(self) -> str:
        return f"TreeNode({self.move}, {self.comment!r}, children={[child.move for child in self.children]})"


@dataclass(frozen=True)
class GameTree:
    """A game with variations and comments. `GameTree.of` makes a tree from a record or a position.

    Attributes:
        head: the record without its moves: the first position, the names of X and O, and how the main line ended.
        root: the node of the first position.
        skipped: sentences about the parts of a damaged file that lenient reading left out. Comparisons ignore them.
    """

    head: Record
    root: TreeNode = field(default_factory=TreeNode)
    skipped: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, game: Record | Position) -> "GameTree":
        """Return a tree that contains the moves of a record, or a tree without moves for a position.

        Raises:
            NoughtsError: the game has too many moves.
        """
        record = Record(game) if isinstance(game, Position) else game
        expect_record(record)
        if len(record.moves) > MOST_NODES:
            raise NoughtsError(f"the game has more than {MOST_NODES:,} moves")
        return cls(replace(record, moves=(), ended=""), TreeNode(children=_chain(record.moves))).ended_by(record.ended)

    @property
    def start(self) -> Position:
        """The first position."""
        return self.head.start

    @property
    def names(self) -> tuple[str, str]:
        """The names of X and O."""
        return self.head.names

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Sentences that tell the reader which rules in the file were ignored and which parts were skipped."""
        note = rules_note(find(self.root.properties, "RU"), self.start.game)
        return tuple(filter(None, (note, *self.skipped)))

    @cached_property
    def size(self) -> int:
        """The number of moves in the tree, including all variations."""
        return sum(1 for _ in self.root.walk())

    @cached_property
    def has_only_main_line(self) -> bool:
        """Whether the tree has no variations, comments or properties, only its main line."""
        nodes = [self.root, *(node for _, node in self.root.walk())]
        return not any(node.comment or node.properties or len(node.children) > 1 for node in nodes)

    @cached_property
    def main_line(self) -> Record:
        """The main line as a record. The main line follows the first move of every node."""
        return self.line(())

    def nodes(self, path: Path) -> tuple[TreeNode, ...]:
        """Return the nodes along a path. The first node is the root.

        Raises:
            NoughtsError: the tree does not contain the path.
        """
        nodes = [self.root]
        for move in path:
            node = nodes[-1].child(move)
            if node is None:
                raise NoughtsError(f"there is no such line in the game: {self._names(path)}")
            nodes.append(node)
        return tuple(nodes)

    def node(self, path: Path) -> TreeNode:
        """Return the node at the end of a path.

        Raises:
            NoughtsError: the tree does not contain the path.
        """
        return self.nodes(path)[-1]

    def end(self, path: Path) -> Path:
        """Return the path, extended to the end of its line by following the first move at each node."""
        node, moves = self.node(path), list(path)
        while node.children:
            node = node.children[0]
            moves.append(node.move)
        return tuple(moves)

    def line(self, path: Path) -> Record:
        """Return the record of the whole line that passes through the end of a path."""
        moves = self.end(path)
        record = replace(self.head, moves=moves, ended="")
        return ended_by(record, self.head.ended) if moves == self.end(()) else record

    def ended_by(self, ended: Ended) -> "GameTree":
        """Return the tree with a note of how the players ended the game, unless the main line is over on the board."""
        if not ended or self.position(self.end(())).is_over:
            return self
        return replace(self, head=replace(self.head, ended=ended))

    def without_properties(self) -> "GameTree":
        """Return a copy of the tree that keeps only its moves and comments."""
        nodes = [(depth, move, comment, ()) for depth, move, comment, _ in self.root.flat]
        return replace(self, root=_joined(nodes))

    @cached_property
    def lines(self) -> tuple[Path, ...]:
        """The paths to the ends of all lines, the main line first."""
        found, path = list[Path](), list[Move]()
        for depth, node in self.root.walk():
            path[depth - 1 :] = [node.move]
            if not node.children:
                found.append(tuple(path))
        return tuple(found) or ((),)

    @cached_property
    def text(self) -> str:
        """The moves as text, as `write_tree` returns them."""
        names = self.start.game.board.names

        def word(node: TreeNode, before: str = "") -> list[str]:
            comment = node.comment and re.sub(r"([\\}])", r"\\\1", node.comment)
            name = before + names[node.move] if node.move >= 0 else ""
            return [*filter(None, [name]), *node.properties, *([f"{{{comment}}}"] if comment else [])]

        words = word(self.root)
        waiting = [("follow", self.root)]  # the last item is handled next
        while waiting:
            step, node = waiting.pop()
            if step == "close":
                words[-1] += ")"
                continue
            if step == "open":
                words += word(node, "(")
            if node.children:
                main, *others = node.children
                words += word(main)
                waiting.append(("follow", main))
                for other in reversed(others):
                    waiting += [("close", other), ("open", other)]
        return " ".join(words)

    # Each operation returns another tree.

    def play(self, path: Path, move: Move | str) -> "GameTree":
        """Return the tree with a move added at the end of a path. A new move becomes the last variation there.

        Raises:
            IllegalMove: the move is not legal in that position; the message says why.
            NoughtsError: the tree does not contain the path, or is full.
        """
        self.nodes(path)
        before = self.position(path)
        after = before.play(move)
        return self.add((*path, ((after.x | after.o) ^ (before.x | before.o)).bit_length() - 1))

    def add(self, moves: Iterable[Move]) -> "GameTree":
        """Return the tree after adding a line of moves from the first position. Existing moves are reused.

        Raises:
            IllegalMove: a move is not legal; the message says why.
            NoughtsError: the tree is full.
        """
        path, known = tuple(moves), 0
        node = self.root
        while known < len(path) and (child := node.child(path[known])):
            node, known = child, known + 1
        if known == len(path):
            return self
        self.position(path)  # raises an error for an illegal move
        if self.size + len(path) - known > MOST_NODES:
            raise NoughtsError(f"the game has {self.size:,} moves with its variations: delete some first")
        new = _chain(path[known:])
        return self._edited(self._root_with(path[:known], replace(node, children=(*node.children, *new))))

    def promote(self, path: Path) -> "GameTree":
        """Return the tree with its main line changed to pass through the end of a path. All lines are kept.

        Raises:
            NoughtsError: the tree does not contain the path.
        """
        nodes = self.nodes(path)
        new = nodes[-1]
        for parent in reversed(nodes[:-1]):
            others = (child for child in parent.children if child.move != new.move)
            new = replace(parent, children=(new, *others))
        return self._edited(new)

    def delete(self, path: Path) -> "GameTree":
        """Return the tree after deleting the move at the end of a path and everything that follows this move.

        Raises:
            NoughtsError: the tree does not contain the path, or the path is empty.
        """
        nodes = self.nodes(path)
        if not path:
            raise NoughtsError("the first position cannot be deleted: choose a move")
        parent = nodes[-2]
        left = tuple(child for child in parent.children if child is not nodes[-1])
        return self._edited(self._root_with(path[:-1], replace(parent, children=left)))

    def set_comment(self, path: Path, text: str) -> "GameTree":
        """Return the tree with a comment on the move at the end of a path. An empty text removes the comment.

        Line breaks are kept. Blank lines are removed, and other white space becomes single spaces.

        Raises:
            NoughtsError: the tree does not contain the path, or the comment is too long.
        """
        return self._edited(self._root_with(path, replace(self.node(path), comment=clean_comment(text))))

    def position(self, path: Path) -> Position:
        """Return the position at the end of a path of legal moves. The tree need not contain the position.

        Raises:
            IllegalMove: a move is not legal.
        """
        position = self.start
        for move in path:
            position = position.play(move)
        return position

    def _root_with(self, path: Path, new: TreeNode) -> TreeNode:
        """Replace the node at the end of a path, and return the root of the new tree."""
        for parent in reversed(self.nodes(path)[:-1]):
            new = replace(parent, children=tuple(new if c.move == new.move else c for c in parent.children))
        return new

    def _edited(self, root: TreeNode) -> "GameTree":
        """Return the tree with its root replaced. If the main line changes, the result of the game becomes unknown."""
        edited = replace(self, root=root)
        if edited.end(()) == self.end(()):
            return edited
        kept = tuple(raw for raw in root.properties if key_of(raw) != "RE")
        return replace(edited, head=replace(self.head, ended=""), root=replace(root, properties=kept))

    def _names(self, path: Path) -> str:
        names = self.start.game.board.names
        return " ".join(names[move] if 0 <= move < len(names) else "?" for move in path[:40])

    def __repr__(self) -> str:
        return f"read_tree({write_tree(self)!r}, {self.start!r}, {self.names!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.head, self.root.flat, self.skipped)


def clean_comment(text: str, before: str = "") -> str:
    """Return a comment without control characters, blank lines and repeated spaces. Single line breaks are kept.

    Args:
        text: the comment.
        before: a clean comment that this one continues.

    Raises:
        NoughtsError: the comment is too long.
    """
    if not isinstance(text, str):
        raise NoughtsError(f"expected a comment as text, not {short_repr(text)}")
    if len(text) > 4 * LONGEST_COMMENT:
        raise NoughtsError(f"the comment is too long: expected at most {LONGEST_COMMENT:,} characters")
    lines = [" ".join(_CONTROLS.sub("", line).split()) for line in text.splitlines()]
    comment = "\n".join(filter(None, [before, *lines]))
    if len(comment) > LONGEST_COMMENT:
        raise NoughtsError(f"the comment is too long: expected at most {LONGEST_COMMENT:,} characters")
    return comment


def write_tree(tree: GameTree) -> str:
    """Return the moves of a tree as text, such as ``b2 a1 (c1 c3 {good}) c3``, which `read_tree` can parse.

    The text contains neither the game nor the first position nor the names.

    Raises:
        NoughtsError: the argument is not a game tree.
    """
    expect_tree(tree)
    return tree.text


def write_game(tree: GameTree) -> str:
    """Return a game as a list of moves, which `read_tree` can parse, with its variations and comments if it has any.

    Raises:
        NoughtsError: the argument is not a game tree.
    """
    expect_tree(tree)
    record = tree.main_line
    if tree.has_only_main_line:
        return write_moves(record)
    return "\n".join([*head_lines(record), "", tree.text, result_text(record)]) + "\n"


def expect_tree(tree: object) -> None:
    """Check that an argument is a `GameTree`.

    Raises:
        NoughtsError: the argument is something else.
    """
    if not isinstance(tree, GameTree):
        raise NoughtsError(f"expected a GameTree, not {short_repr(tree)}: GameTree.of(record) makes one")


def _chain(moves: Path) -> tuple[TreeNode, ...]:
    """Return a line of moves as nested nodes: a tuple with the first node, or an empty tuple."""
    nodes: tuple[TreeNode, ...] = ()
    for move in reversed(moves):
        nodes = (TreeNode(move, "", nodes),)
    return nodes


def _restored(head: Record, nodes: Sequence[FlatNode], skipped: tuple[str, ...]) -> GameTree:
    return GameTree(head, _joined(nodes), skipped)


def _joined(nodes: Sequence[FlatNode]) -> TreeNode:
    """Build a tree from a list of nodes in which parents come before their children, and return the root."""
    waiting: list[list[TreeNode]] = [[]]  # for each depth, the finished nodes whose parent comes next
    for depth, move, comment, properties in reversed(nodes):
        waiting += [[] for _ in range(depth + 2 - len(waiting))]
        children = tuple(reversed(waiting[depth + 1]))
        waiting[depth + 1].clear()
        waiting[depth].append(TreeNode(move, comment, children, properties))
    return waiting[0][0]


_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x7f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
