"""The list of moves on the Analyse page, with the main line in two columns, and comments and variations
between rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypedDict

from noughts.rules.game import Player
from noughts.rules.tree import TreeNode
from noughts.web.model.study import Study
from noughts.web.pages.columns import move_name


@dataclass(frozen=True)
class MoveRow:
    """A move in the list of moves.

    Attributes:
        ply: its number.
        player: the player who made it.
        name: the name of the move.
        go: the line and the ply of the position after the move, for the field ``go`` of a URL.
        here: whether that position is shown.
        mark: the mark, such as ``?``.
        meaning: the meaning of the mark.
        story: sentences about the move.
        value: the value of the position after the move.
    """

    ply: int
    player: str
    name: str
    go: str
    here: bool
    mark: str = ""
    meaning: str = ""
    story: tuple[str, ...] = ()
    value: str = ""


@dataclass(frozen=True)
class Pair:
    """A row of the main line, with X's move and O's move. A row is split where a comment or a variation follows X's
    move.

    Attributes:
        x, o: the moves. None stands for a missing move.
        gap: the player whose move stands in another row because this one is split, or None.
    """

    x: MoveRow | None = None
    o: MoveRow | None = None
    gap: Player | None = None


@dataclass(frozen=True)
class Token:
    """A part of a variation, which is a move, a comment, or a bracket around a nested variation."""

    kind: Literal["move", "comment", "(", ")"]
    move: MoveRow | None = None
    text: str = ""


@dataclass(frozen=True)
class Aside:
    """The text between two rows of the main line, with a comment on the move above, and the variations to that move."""

    comment: str
    lines: tuple[tuple[Token, ...], ...]


class ReviewFields(TypedDict):
    """The review of a move, as fields of its `MoveRow`."""

    mark: str
    meaning: str
    story: tuple[str, ...]
    value: str


class MoveList:
    """A study's list of moves.

    Args:
        study: the study.
        marks: the review of each move of the main line.
    """

    def __init__(self, study: Study, marks: Sequence[ReviewFields] = ()) -> None:
        self._study = study
        self._lines = dict[int, int]()  # the number of the first line through each node
        leaves = 0
        for _, node in study.tree.root.walk():
            self._lines[id(node)] = leaves
            leaves += not node.children
        self._nodes = study.tree.nodes(study.record.moves)
        rows = [self._row(node, ply) for ply, node in enumerate(self._nodes[1:], 1)]
        if marks:
            rows = [replace(row, **mark) for row, mark in zip(rows, marks, strict=True)]
        self.main = tuple(rows)
        """The moves of the main line."""

    def rows(self) -> tuple[Pair | Aside, ...]:
        """Return the main line in rows, with its comments and variations."""
        rows: list[Pair | Aside] = [Aside(self._nodes[0].comment, ())] if self._nodes[0].comment else []
        open_pair: Pair | None = None
        for parent, node, row in zip(self._nodes, self._nodes[1:], self.main, strict=False):
            is_x = row.player == "X"
            if is_x:
                open_pair = Pair(x=row)
            else:
                gap = Player.X if open_pair is None and row.ply > 1 else None
                rows.append(replace(open_pair, o=row) if open_pair else Pair(o=row, gap=gap))
                open_pair = None
            if node.comment or len(parent.children) > 1:
                if open_pair:
                    rows.append(replace(open_pair, gap=Player.O if node.children else None))
                    open_pair = None
                rows.append(Aside(node.comment, tuple(self._tokens(other, row.ply) for other in parent.children[1:])))
        return (*rows, open_pair) if open_pair else tuple(rows)

    def _row(self, node: TreeNode, ply: int) -> MoveRow:
        start = self._study.tree.start
        player = start.turn if ply % 2 else start.turn.other
        go = f"{self._lines[id(node)]}.{ply}"
        return MoveRow(ply, str(player), move_name(start.game, node.move), go, node is self._study.node)

    def _tokens(self, first: TreeNode, ply: int) -> tuple[Token, ...]:
        """Return the parts of the variation that begins with a node."""

        def move(node: TreeNode, ply: int) -> list[Token]:
            comment = [Token("comment", text=node.comment)] if node.comment else []
            return [Token("move", self._row(node, ply)), *comment]

        tokens = move(first, ply)
        waiting = [("follow", first, ply)]  # a stack: the last step is next
        while waiting:
            step, node, ply = waiting.pop()
            if step == "close":
                tokens.append(Token(")"))
                continue
            if step == "open":
                tokens += [Token("("), *move(node, ply)]
            if node.children:
                main, *others = node.children
                tokens += move(main, ply + 1)
                waiting.append(("follow", main, ply + 1))
                for other in reversed(others):
                    waiting += [("close", other, 0), ("open", other, ply + 1)]
        return tuple(tokens)
