"""Game trees: a game with variations and comments, as an immutable value. Also their text form, in the style of PGN.

In the text ``b2 a1 (c1 c3 {good}) c3``, the moves ``c1 c3`` are a variation: they replace the move before the bracket,
``a1``. The text in braces is a comment on the move before it. Variations can contain variations.

Source: *Portable Game Notation Specification*, section 8.2.5 (recursive annotation variations).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from noughts.rules.board import Move
from noughts.rules.errors import IllegalMove, NotationError, NoughtsError, short_repr
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.record import Ended, Record, ended_by, expect_record, moves_in, read_moves, replay_line, result_words

MOST_NODES = 10_000
"""The most moves in a game tree, with all its variations."""

LONGEST_COMMENT = 2_000
"""The most characters in a comment."""

_LONGEST = 1_000_000  # characters of a text

Path: TypeAlias = tuple[Move, ...]
"""The moves that lead from the first position to a node. The empty path leads to the root."""


@dataclass(frozen=True, eq=False)
class TreeNode:
    """A move in a game tree, or the root.

    Attributes:
        move: the move that leads to this node, or -1 for the root.
        comment: a text about the position after the move.
        children: the moves that follow. The first one continues the main line; the others begin variations.
    """

    move: Move = -1
    comment: str = ""
    children: tuple["TreeNode", ...] = ()

    def child(self, move: Move) -> "TreeNode | None":
        """Return the node of a move that follows, or None if the tree does not contain this move."""
        return next((child for child in self.children if child.move == move), None)

    def walk(self) -> Iterator[tuple[int, "TreeNode"]]:
        """Yield all nodes below this one with their depths, each node before its children."""
        waiting = [(1, child) for child in reversed(self.children)]
        while waiting:
            depth, node = waiting.pop()
            yield depth, node
            waiting += ((depth + 1, child) for child in reversed(node.children))

    # A line of a large game is too deep for the recursive methods that @dataclass generates.

    @cached_property
    def _flat(self) -> tuple[object, ...]:
        return self.move, self.comment, tuple((depth, node.move, node.comment) for depth, node in self.walk())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TreeNode) and self._flat == other._flat

    def __hash__(self) -> int:
        return hash(self._flat)

    def __repr__(self) -> str:
        return f"TreeNode({self.move}, {self.comment!r}, children={[child.move for child in self.children]})"


@dataclass(frozen=True)
class GameTree:
    """A game with variations and comments. `GameTree.of` makes one from a record or a position.

    Attributes:
        head: the record without its moves: the first position, the names of X and O, and how the main line ended.
        root: the node of the first position.
    """

    head: Record
    root: TreeNode = field(default_factory=TreeNode)

    @classmethod
    def of(cls, game: Record | Position) -> "GameTree":
        """Return the tree of a game without variations, or of a position without moves.

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
    def size(self) -> int:
        """The number of moves in the tree, with all variations."""
        return sum(1 for _ in self.root.walk())

    @cached_property
    def is_plain(self) -> bool:
        """Whether the tree has neither variations nor comments, so that its main line is all of it."""
        nodes = [self.root, *(node for _, node in self.root.walk())]
        return not any(node.comment or len(node.children) > 1 for node in nodes)

    @cached_property
    def main_line(self) -> Record:
        """The main line as a record: from every node, the first move."""
        return self.line(())

    def nodes(self, path: Path) -> tuple[TreeNode, ...]:
        """Return the nodes along a path. The first one is the root.

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
        """Return the path, continued by the first move of every node to the end of its line."""
        node, moves = self.node(path), list(path)
        while node.children:
            node = node.children[0]
            moves.append(node.move)
        return tuple(moves)

    def line(self, path: Path) -> Record:
        """Return the record of the line through the end of a path, to the end of that line."""
        moves = self.end(path)
        record = replace(self.head, moves=moves, ended="")
        return ended_by(record, self.head.ended) if moves == self.end(()) else record

    def ended_by(self, ended: Ended) -> "GameTree":
        """Return the tree of a game that the players ended. If the main line is over on the board, nothing changes."""
        if not ended or self.position(self.end(())).is_over:
            return self
        return replace(self, head=replace(self.head, ended=ended))

    @cached_property
    def lines(self) -> tuple[Path, ...]:
        """The paths of all lines to their ends, the main line first."""
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
            return [*filter(None, [name]), *([f"{{{comment}}}"] if comment else [])]

        words = word(self.root)
        waiting = [("follow", self.root)]  # the next step is the last one
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
        """Return the tree with a move at the end of a path. A new move becomes the last variation there.

        Raises:
            IllegalMove: the move is not legal in that position; the message says why.
            NoughtsError: the tree does not contain the path, or is full.
        """
        self.nodes(path)
        before = self.position(path)
        after = before.play(move)
        return self.add((*path, ((after.x | after.o) ^ (before.x | before.o)).bit_length() - 1))

    def add(self, moves: Iterable[Move]) -> "GameTree":
        """Return the tree with a line of moves from the first position. Moves that it already contains are reused.

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
        return self._with(path[:known], replace(node, children=(*node.children, *new)))

    def promote(self, path: Path) -> "GameTree":
        """Return the tree in which the line through the end of a path is the main line. All lines are kept.

        Raises:
            NoughtsError: the tree does not contain the path.
        """
        nodes = self.nodes(path)
        new = nodes[-1]
        for parent in reversed(nodes[:-1]):
            others = (child for child in parent.children if child.move != new.move)
            new = replace(parent, children=(new, *others))
        return replace(self, root=new)

    def delete(self, path: Path) -> "GameTree":
        """Return the tree without the move at the end of a path and everything after it.

        Raises:
            NoughtsError: the tree does not contain the path, or the path is empty.
        """
        nodes = self.nodes(path)
        if not path:
            raise NoughtsError("the first position cannot be deleted: choose a move")
        parent = nodes[-2]
        return self._with(path[:-1], replace(parent, children=tuple(c for c in parent.children if c is not nodes[-1])))

    def set_comment(self, path: Path, text: str) -> "GameTree":
        """Return the tree with a comment on the move at the end of a path. An empty text removes the comment.

        Line breaks are kept. Blank lines are removed, and other white space becomes single spaces.

        Raises:
            NoughtsError: the tree does not contain the path, or the comment is too long.
        """
        return self._with(path, replace(self.node(path), comment=clean_comment(text)))

    def position(self, path: Path) -> Position:
        """Return the position at the end of a path of legal moves. The tree need not contain it.

        Raises:
            IllegalMove: a move is not legal.
        """
        position = self.start
        for move in path:
            position = position.play(move)
        return position

    def _with(self, path: Path, new: TreeNode) -> "GameTree":
        """Return the tree with another node at the end of a path."""
        for parent in reversed(self.nodes(path)[:-1]):
            new = replace(parent, children=tuple(new if c.move == new.move else c for c in parent.children))
        return replace(self, root=new)

    def _names(self, path: Path) -> str:
        names = self.start.game.board.names
        return " ".join(names[move] if 0 <= move < len(names) else "?" for move in path[:40])

    def __repr__(self) -> str:
        return f"read_tree({write_tree(self)!r}, {self.start!r}, {self.names!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.head, write_tree(self))


class TreeBuilder:
    """Builds a game tree move by move, for the parsers. Replaying a move takes the same time at any depth.

    Nodes are numbered. Node 0 is the root.
    """

    def __init__(self, head: Record) -> None:
        self._head = head
        self._nodes = [(-1, -1, head.start)]  # the parent, the move, and the position after it
        self._comments: dict[int, str] = {}
        self._children: list[dict[Move, int]] = [{}]

    def position(self, node: int) -> Position:
        """Return the position at a node."""
        return self._nodes[node][2]

    def parent(self, node: int) -> int:
        """Return the node before a node, or -1 for the root."""
        return self._nodes[node][0]

    def play(self, node: int, move: Move | str, player: Player | None = None) -> int:
        """Add a move at a node if the node does not have it yet, and return the node of the move.

        Args:
            node: the node.
            move: the move.
            player: the player of the move, if known.

        Raises:
            IllegalMove: the move is not legal, or is made by the wrong player; the message gives its number.
            NotationError: there are too many moves.
        """
        before = self.position(node)
        try:
            if player not in (None, before.turn):
                name = before.game.board.names[before.cell(move)]
                raise IllegalMove(f"{player} plays {name}, but {before.turn} is to move")
            after = before.play(move)
        except IllegalMove as error:
            raise IllegalMove(f"move {self._depth(node) + 1}: {error}") from None
        cell = ((after.x | after.o) ^ (before.x | before.o)).bit_length() - 1
        number = self._children[node].setdefault(cell, len(self._nodes))
        if number == len(self._nodes):
            if number > MOST_NODES:
                raise NotationError(f"the game has more than {MOST_NODES:,} moves with its variations")
            self._nodes.append((node, cell, after))
            self._children.append({})
        return number

    def comment(self, node: int, text: str) -> None:
        """Add a comment to a node, after a comment that it has already.

        Raises:
            NoughtsError: the comment is too long.
        """
        self._comments[node] = clean_comment(f"{self._comments.get(node, '')}\n{text}")

    def tree(self) -> GameTree:
        """Return the tree."""
        done: dict[int, TreeNode] = {}
        for number in reversed(range(len(self._nodes))):  # children before parents
            children = tuple(done.pop(child) for child in self._children[number].values())
            done[number] = TreeNode(self._nodes[number][1], self._comments.get(number, ""), children)
        return GameTree(self._head, done[0])

    def _depth(self, node: int) -> int:
        depth = -1
        while node >= 0:
            node, depth = self.parent(node), depth + 1
        return depth


def clean_comment(text: str) -> str:
    """Return a comment without control characters, blank lines and repeated spaces. Other line breaks are kept.

    Raises:
        NoughtsError: the comment is too long.
    """
    if not isinstance(text, str):
        raise NoughtsError(f"expected a comment as text, not {short_repr(text)}")
    if len(text) > 4 * LONGEST_COMMENT:
        raise NoughtsError(f"the comment is too long: expected at most {LONGEST_COMMENT:,} characters")
    lines = [" ".join(_CONTROLS.sub("", line).split()) for line in text.splitlines()]
    comment = "\n".join(filter(None, lines))
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


def read_tree(text: str, start: Position | Game | str | None = None, names: tuple[str, str] = ("", "")) -> GameTree:
    """Parse a game with variations in brackets and comments in braces, such as ``b2 a1 (c1 c3 {good}) c3``.

    Everything that `read_moves` accepts is accepted, too. Numbers in brackets are a row and a column: ``(1, 1)``.

    Args:
        text: the moves. Lines before them can give game, x and o (the players' names) and start.
        start: the first position, or the game to use if the text does not name one. The default is tic-tac-toe.
        names: the names of X and O if the text does not give them.

    Raises:
        NotationError: the text cannot be read.
        IllegalMove: a move is not legal; the message gives its number.
    """
    if not isinstance(text, str):
        raise NotationError(f"expected moves as text, such as 'b2 a1 (c1 c3) c3', not {short_repr(text)}")
    if len(text) > _LONGEST:
        raise NotationError(f"the text has {len(text):,} characters: expected at most {_LONGEST:,}")
    header = match[0] if (match := _HEADER.match(text)) else ""
    body = text[len(header) :]
    if not has_branches(body):
        record = replay_line(start, text, names) if isinstance(start, Position) else read_moves(text, start)
        return GameTree.of(record if any(record.names) else replace(record, names=names))
    head = replay_line(start, "", names) if isinstance(start, Position) else read_moves(header, start)
    builder = TreeBuilder(head if any(head.names) else replace(head, names=names))
    moves, _, end = body.rstrip().rpartition("\n")
    _Reader(builder).read(moves if result_words(end) else body)
    return builder.tree()


def has_branches(text: str) -> bool:
    """Return whether a text contains variations or comments in the form that `read_tree` parses."""
    return re.search(r"[(){}]", _POINT.sub("", text)) is not None


def expect_tree(tree: object) -> None:
    """Check that an argument is a `GameTree`.

    Raises:
        NoughtsError: the argument is something else.
    """
    if not isinstance(tree, GameTree):
        raise NoughtsError(f"expected a GameTree, not {short_repr(tree)}: GameTree.of(record) makes one")


class _Reader:
    """Reads the moves of a text into a builder."""

    def __init__(self, builder: TreeBuilder) -> None:
        self._builder = builder
        self._here = 0  # the node of the last move
        self._open: list[int] = []  # for each open bracket, the node of the move before it

    def read(self, text: str) -> None:
        for token in _TOKEN.finditer(text):
            kind = token.lastgroup
            if kind == "comment":
                self._builder.comment(self._here, re.sub(r"\\(.)", r"\1", token["comment"], flags=re.DOTALL))
            elif kind == "open":
                if not self._here:
                    raise NotationError("a bracket must follow the move that it replaces, as in b2 a1 (c1 c3) c3")
                self._open.append(self._here)
                self._here = self._builder.parent(self._here)
            elif kind == "close":
                if not self._open:
                    raise NotationError("there is a ) without a ( before it")
                self._here = self._open.pop()
            elif kind == "wrong":
                what = "a comment does not end: expected }" if token[0] == "{" else f"{token[0]} is not part of a move"
                raise NotationError(what)
            elif kind:
                self._play(token[0])
        if self._open:
            raise NotationError("a variation does not end: expected )")

    def _play(self, word: str) -> None:
        """Play the move that a word names. Move numbers, results and marks such as ``!`` and ``$1`` are ignored."""
        word = re.sub(r"^[0-9]+[.…]+|[?!]+$|^\$[0-9]+$", "", word)
        if not word or result_words(word):
            return
        try:
            moves = moves_in(word, self._builder.position(self._here))
        except NotationError as error:
            raise NotationError(f"{short_repr(word, 20)} is not a move: {str(error).partition(': ')[2]}") from None
        for move in moves:
            self._here = self._builder.play(self._here, self._builder.position(self._here).cell(move))


def _chain(moves: Path) -> tuple[TreeNode, ...]:
    """Return moves that follow one another as nodes: the first move, or nothing."""
    nodes: tuple[TreeNode, ...] = ()
    for move in reversed(moves):
        nodes = (TreeNode(move, "", nodes),)
    return nodes


def _restored(head: Record, text: str) -> GameTree:
    return replace(read_tree(text, head.start), head=head)


_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x7f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_POINT = re.compile(r"[(\[]\s*[0-9]+(?:[\s,]+[0-9]+)*\s*[)\]]")
"""A row and a column, such as ``(1, 1)``."""

_HEADER = re.compile(r"(?:[ \t]*(?:game|x|o|start)[ \t]*:[^\n]*(?:\n|$)|[ \t\r]*\n)+", re.IGNORECASE)
_TOKEN = re.compile(
    rf"\{{(?P<comment>(?:[^\\}}]|\\.)*)\}}|(?P<point>{_POINT.pattern})[?!]*|(?P<open>\()|(?P<close>\))"
    r"|\#[^\n]*|(?P<word>[^\s,(){}\[\]]+)|[\s,]+|(?P<wrong>.)",
    re.DOTALL,
)
