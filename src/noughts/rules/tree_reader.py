"""Reads game trees from text, move by move.

In the text ``b2 a1 (c1 c3 {good}) c3``, the moves ``c1 c3`` are a variation: they replace the move before the bracket,
``a1``. The text in braces is a comment on the move before it. Variations can contain variations. Properties as SGF
writes them, such as ``BL[12.5]``, belong to the move before them, too.

Source: *Portable Game Notation Specification*, section 8.2.5 (recursive annotation variations).
"""

import re
from dataclasses import replace

from noughts.rules.board import Move
from noughts.rules.errors import IllegalMove, NotationError, short_repr
from noughts.rules.files.sgf_text import KEY, PROPERTY, expect_property
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.record import (
    Ended,
    Record,
    bare_move,
    ending_of,
    moves_in,
    read_head,
    read_moves,
    replay_line,
    result_words,
)
from noughts.rules.tree import MOST_NODES, GameTree, TreeNode, clean_comment

_LONGEST = 1_000_000  # the maximum number of characters in a text


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
    head = replay_line(start, "", names) if isinstance(start, Position) else read_head(header, start)
    builder = TreeBuilder(head if any(head.names) else replace(head, names=names))
    moves, _, end = body.rstrip().rpartition("\n")
    result = result_words(end)
    _Reader(builder).read(moves if result else body)
    return builder.tree(ending_of(result) if result else "")


def has_branches(text: str) -> bool:
    """Return whether a text contains variations, comments or properties in the form that `read_tree` parses.

    Names of players, in lines such as ``x: Ada (12)``, do not count.
    """
    text = re.sub(_HEADER_LINE, "", text, flags=re.IGNORECASE | re.MULTILINE)
    return _HAS_PROPERTY.search(text) is not None or re.search(r"[(){}]", _POINT.sub("", text)) is not None


class TreeBuilder:
    """Builds a game tree move by move, for the parsers. Replaying a move takes the same time at any depth.

    Nodes are numbered. Node 0 is the root.
    """

    def __init__(self, head: Record) -> None:
        self._head = head
        self._nodes = [(-1, -1, head.start, 0)]  # the parent, the move, the position after it, and the depth
        self._comments: dict[int, str] = {}
        self._properties: dict[int, dict[str, None]] = {}  # the keys are the properties, in order
        self._children: list[dict[Move, int]] = [{}]

    def position(self, node: int) -> Position:
        """Return the position at a node."""
        return self._nodes[node][2]

    def parent(self, node: int) -> int:
        """Return the node before a node, or -1 for the root."""
        return self._nodes[node][0]

    def play(self, node: int, move: Move | str, player: Player | None = None) -> int:
        """Add a move after a node if the move is new there, and return the node of the move.

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
                name = before.name(move)
                raise IllegalMove(f"{player} plays {name}, but {before.turn} is to move")
            after = before.play(move)
        except IllegalMove as error:
            raise error.at(f"move {self._nodes[node][3] + 1}") from None
        cell = ((after.x | after.o) ^ (before.x | before.o)).bit_length() - 1
        number = self._children[node].setdefault(cell, len(self._nodes))
        if number == len(self._nodes):
            if number > MOST_NODES:
                raise NotationError(f"the game has more than {MOST_NODES:,} moves with its variations")
            self._nodes.append((node, cell, after, self._nodes[node][3] + 1))
            self._children.append({})
        return number

    def comment(self, node: int, text: str) -> None:
        """Add a comment to a node, after the comment that the node already has.

        Raises:
            NoughtsError: the comment is too long.
        """
        self._comments[node] = clean_comment(text, self._comments.get(node, ""))

    def keep(self, node: int, raw: str) -> None:
        """Add a property to a node, unless the node has it already.

        Raises:
            NotationError: the text is not a property that a node can keep.
        """
        expect_property(raw, root=node == 0)
        self._properties.setdefault(node, {})[raw] = None

    def tree(self, ended: Ended = "", skipped: tuple[str, ...] = ()) -> GameTree:
        """Return the tree. If the main line is not over on the board, record in the tree how the game ended."""
        done: dict[int, TreeNode] = {}
        for number in reversed(range(len(self._nodes))):  # children before parents
            children = tuple(done.pop(child) for child in self._children[number].values())
            properties = tuple(self._properties.get(number, ()))
            done[number] = TreeNode(self._nodes[number][1], self._comments.get(number, ""), children, properties)
        return GameTree(self._head, done[0], skipped).ended_by(ended)


class _Reader:
    """Reads the moves in a text, and adds them to a `TreeBuilder`."""

    def __init__(self, builder: TreeBuilder) -> None:
        self._builder = builder
        self._here = 0  # the node of the last move
        self._open: list[int] = []  # for each open bracket, the node of the move before it

    def read(self, text: str) -> None:
        for token in _TOKEN.finditer(text):
            kind = token.lastgroup
            if kind == "comment":
                self._builder.comment(self._here, re.sub(r"\\(.)", r"\1", token["comment"], flags=re.DOTALL))
            elif kind == "property":
                self._builder.keep(self._here, token[0])
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
        """Play the move that a word names. Ignore move numbers, results and annotations such as ``!`` and ``$1``."""
        word = bare_move(word)
        if not word or result_words(word) or re.fullmatch(r"\$[0-9]+", word):
            return
        try:
            moves = moves_in(word, self._builder.position(self._here))
        except NotationError as error:
            raise NotationError(f"{short_repr(word, 20)} is not a move", error.expected) from None
        for move in moves:
            self._here = self._builder.play(self._here, self._builder.position(self._here).cell(move))


_POINT = re.compile(r"\(\s*[0-9]+(?:[\s,]+[0-9]+)*\s*\)|\[\s*[0-9]+(?:[\s,]+[0-9]+)*\s*\]")
"""A row and a column, such as ``(1, 1)``."""

_HAS_PROPERTY = re.compile(rf"(?<![A-Za-z]){KEY}\s*\[")
_HEADER_LINE = r"^[ \t]*(?:game|x|o|start)[ \t]*:[^\n]*(?:\n|\Z)"
_HEADER = re.compile(rf"(?:{_HEADER_LINE}|^[ \t\r]*\n)+", re.IGNORECASE | re.MULTILINE)
_TOKEN = re.compile(
    rf"\{{(?P<comment>[^\\}}]*(?:\\.[^\\}}]*)*)\}}|(?P<property>{PROPERTY})|(?P<point>{_POINT.pattern})[?!]*"
    r"|(?P<open>\()|(?P<close>\))|\#[^\n]*|(?P<word>[^\s,(){}\[\]]+)|[\s,]+|(?P<wrong>.)",
    re.DOTALL,
)
