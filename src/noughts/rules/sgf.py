"""Games in SGF (Smart Game Format, version FF[4]), with variations and comments. X is black, and O is white.

Source: Arno Hollosi, *SGF File Format FF[4]*, red-bean.com/sgf. ``RU`` holds the name of the game in a form that
`noughts.game` accepts. A point has one letter for each axis, the column first; ``aa`` is the top left cell. Three
letters for a point of a three-dimensional board are our own extension. Games are written with the type ``GM[4]``
(Gomoku) and read with any type or none, because many programs write the type of the game that they were made for.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product, takewhile

from noughts.rules.board import Board, Cells, Point, cell_set, cells_in
from noughts.rules.errors import NotationError, RulesError, cut, short_repr
from noughts.rules.gallery import game as named_game
from noughts.rules.gallery import game_or_none
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.record import Ended, Record, expect_record
from noughts.rules.tree import GameTree, TreeNode
from noughts.rules.tree_reader import TreeBuilder

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COLOURS = {"B": Player.X, "W": Player.O}
_LONGEST = 2_000_000
_MOST_NODES = 10_000
_BEGIN = re.compile(r"\(\s*;")
_VALUE = r"[^\]\\]*(?:\\.[^\]\\]*)*"  # up to an unescaped bracket, in a single step of the regular expression
# No two alternatives begin with the same character, so nothing is read twice.
_TOKEN = re.compile(rf"\s*(?:([();])|([A-Za-z]+\s*(?:\[{_VALUE}\]\s*)+))", re.DOTALL)

Properties = dict[str, list[str]]


@dataclass(frozen=True)
class _Node:
    """A node of SGF text: its properties, and the number of the node before it (-1 for the root)."""

    parent: int
    properties: Properties


def write_sgf(game: Record | GameTree) -> str:
    """Return a game as SGF, which `read_sgf` can parse. `read_sgf_tree` also parses its variations and comments.

    Raises:
        RulesError: a side of the board has more cells than SGF has letters.
    """
    if isinstance(game, GameTree):
        return _written(game.main_line, game)
    expect_record(game)
    return _written(game, GameTree.of(game))


def _written(record: Record, tree: GameTree) -> str:
    start, game, board = record.start, record.start.game, record.start.game.board
    shape = _shape(board)
    sides = (*shape, 1) if len(shape) == 1 else shape
    size = str(shape[0]) if len(set(sides)) == 1 and len(sides) == 2 else ":".join(map(str, sides))
    text = f"(;FF[4]GM[4]CA[UTF-8]AP[noughts]SZ[{size}]RU[{_escaped(game.name)}]"
    for key, name in zip(("PB", "PW"), record.names, strict=True):
        text += f"{key}[{_escaped(name)}]" if name.strip() else ""
    if record.is_over:
        reason = "R" if record.ended.endswith("resigned") else ""
        text += f"RE[{'B' if record.winner is Player.X else 'W'}+{reason}]" if record.winner else "RE[0]"
    for key, stones in (("AB", start.x), ("AW", start.o)):
        text += key + "".join(f"[{_point(board, cell)}]" for cell in cells_in(stones)) if stones else ""
    if start.turn is Player.O or start.x or start.o:
        text += f"PL[{'B' if start.turn is Player.X else 'W'}]"
    return text + _comment(tree.root) + "".join(_moves(tree)) + ")\n"


def _moves(tree: GameTree) -> Iterator[str]:
    """Yield the moves of a tree with their variations and comments."""
    board, first = tree.start.game.board, tree.start.turn
    waiting = [(0, "", tree.root)]  # the number of a move, a bracket and the node; the next one is last
    while waiting:
        ply, bracket, node = waiting.pop()
        if bracket == ")":
            yield bracket
            continue
        if ply:
            player = first if ply % 2 else first.other
            yield "\n(" if bracket else "\n" if ply % 10 == 1 else ""
            yield f";{'B' if player is Player.X else 'W'}[{_point(board, node.move)}]{_comment(node)}"
        branches = len(node.children) > 1
        for child in reversed(node.children):
            waiting += [(0, ")", child), (ply + 1, "(", child)] if branches else [(ply + 1, "", child)]


def read_sgf(text: str, game: Game | str | None = None) -> Record:
    """Return the main line of the first game in SGF text.

    If the game is not over on the board, ``RE[B+R]``, ``RE[W+R]`` and ``RE[0]`` or ``RE[Draw]`` set `Record.ended`.

    Args:
        text: the SGF. Unknown properties and variations are ignored.
        game: the game. By default it is read from ``RU``. If that is missing, the board is read from ``SZ``, and a line
            has five cells, or as many as the shortest side if that is fewer.

    Raises:
        NotationError: the text is not SGF for this kind of game; the message says where, and what is expected.
        IllegalMove: a move is not legal in its position.
        RulesError: the set-up stones are impossible in the game.
    """
    return _read(_nodes(text, variations=False), game, comments=False).main_line


def read_sgf_tree(text: str, game: Game | str | None = None) -> GameTree:
    """Return the first game in SGF text with its variations and comments.

    Args:
        text: the SGF. Unknown properties are ignored.
        game: the game, as for `read_sgf`.

    Raises:
        NotationError: the text is not SGF for this kind of game; the message says where, and what is expected.
        IllegalMove: a move of any variation is not legal in its position.
        RulesError: the set-up stones are impossible in the game.
    """
    return _read(_nodes(text), game)


def _read(nodes: list[_Node], game: Game | str | None, *, comments: bool = True) -> GameTree:
    main = [node.properties for _, node in takewhile(lambda item: item[1].parent == item[0] - 1, enumerate(nodes))]
    root = {key: values for node in reversed(main) for key, values in node.items() if key not in "BW"}
    board_game = named_game(game) if game else _game(root)
    board = board_game.board
    _shape(board)
    start = _start([node.properties for node in nodes], board_game)
    builder = TreeBuilder(Record(start, (), (_plain(_one(root, "PB")), _plain(_one(root, "PW")))))
    places = list[int]()  # for each node of the text, the node of the tree
    for node in nodes:
        here = places[node.parent] if node.parent >= 0 else 0
        for colour in "BW":
            if colour in node.properties:
                point = node.properties[colour][0]
                cell, *others = cells_in(_cells(board, point))
                if others:
                    raise NotationError(f"{colour}[{cut(point, 20)}] is a rectangle: expected one point")
                here = builder.play(here, cell, _COLOURS[colour])
        for text in node.properties.get("C", []) if comments else []:
            builder.comment(here, _unescaped(text))
        places.append(here)
    return builder.tree().ended_by(_ended(_one(root, "RE")))


def _ended(result: str) -> Ended:
    """Return how a game with this ``RE`` ended if the board does not show it."""
    result = result.strip().lower()
    if result in ("0", "draw"):
        return "draw agreed"
    if result in ("b+r", "b+resign"):
        return "o resigned"
    return "x resigned" if result in ("w+r", "w+resign") else ""


def is_sgf(text: str) -> bool:
    """Return whether the text looks like SGF rather than moves such as ``(1, 1) (0, 2)``."""
    return re.match(r"\s*\((?!\s*[0-9])", text) is not None


def split_sgf(text: str) -> Iterator[str]:
    """Yield the games of an SGF collection one by one, each as text for `read_sgf`.

    Text outside the games is ignored. A damaged game extends to the end of the text; `read_sgf` then reports what is
    wrong with it.

    Raises:
        NotationError: the text is too long.
    """
    _check_length(text)
    begin = _BEGIN.search(text)
    while begin:
        end = _end(text, begin.start())
        yield text[begin.start() : end]
        begin = _BEGIN.search(text, end)


def _end(text: str, begin: int) -> int:
    """Return the end of the game that starts at `begin`, or the length of the text if the game is malformed."""
    depth = 0
    with suppress(NotationError):
        for token, place in _tokens(text, begin):
            depth += {"(": 1, ")": -1}.get(token, 0)
            if depth == 0:
                return place + 1
    return len(text)


def _check_length(text: str) -> None:
    if len(text) > _LONGEST:
        raise NotationError(f"the SGF is {len(text)} characters long: expected at most {_LONGEST}")


def _nodes(text: str, *, variations: bool = True) -> list[_Node]:
    """Return the nodes of the first game, each before the nodes that follow it."""
    if not isinstance(text, str):
        raise NotationError(f"expected SGF as text, not {short_repr(text)}")
    _check_length(text)
    nodes, last, closed = list[_Node](), -1, False
    opened = list[int]()  # for each open bracket, the node before it
    begin = _BEGIN.search(text)
    for token, place in _tokens(text, begin.start() if begin else 0):
        if token == "(":
            opened.append(last)
        elif token == ")":
            closed = True  # the first variation has ended; others follow
            last = opened.pop() if opened else -1
            if not opened:
                break
        elif closed and not variations:
            continue
        elif not opened:
            raise NotationError(f"character {place + 1} is {token[:1]!r}: expected SGF that begins with (;")
        elif token == ";":
            nodes.append(_Node(last, {}))
            last = len(nodes) - 1
            if len(nodes) > _MOST_NODES:
                raise NotationError(f"the SGF has more than {_MOST_NODES:,} nodes: expected one node for each move")
        elif last < 0:
            raise NotationError(f"character {place + 1}: expected ; before the first property")
        else:
            key, values = token.split("[", 1)
            key = "".join(c for c in key if c.isupper())
            nodes[last].properties.setdefault(key, []).extend(_values("[" + values))
    if not nodes:
        raise NotationError("this text contains no game: expected SGF that begins with (;")
    if opened:
        raise NotationError("the SGF ends in the middle of a game: expected )")
    return nodes


def _tokens(text: str, begin: int) -> Iterator[tuple[str, int]]:
    place = begin
    while match := _TOKEN.match(text, place):
        yield match[1] or match[2], match.start(1) if match[1] else match.start(2)
        place = match.end()
    if rest := text[place:].lstrip():
        raise NotationError(
            f"character {len(text) - len(rest) + 1} is {rest[:1]!r}: expected ';', ')' or a property such as B[bb]"
        )


def _values(text: str) -> list[str]:
    return re.findall(rf"\[({_VALUE})\]", text, re.DOTALL)


def _one(root: Properties, key: str) -> str:
    return root.get(key, [""])[0].strip()


def _game(root: Properties) -> Game:
    size = _one(root, "SZ") or "19"
    if not re.fullmatch(r"[0-9]{1,3}(:[0-9]{1,3})*", size):
        raise NotationError(f"SZ[{cut(size, 20)}] is not the size of a board: expected SZ[3] or SZ[columns:rows]")
    shape = [int(side) for side in size.split(":")]
    shape = shape * 2 if len(shape) == 1 else shape
    try:
        name = _plain(_one(root, "RU"))
        named = game_or_none(name)
        if named and _thick(named.board.shape) == _thick(shape):
            return named
        if _one(root, "AP") == "noughts":
            raise NotationError(f"unknown game RU[{cut(name)}]: pass the game as well")
        return named_game("x".join(map(str, shape)) + f",{min(5, *shape)}")
    except RulesError as error:
        raise NotationError(f"SZ[{cut(size, 20)}]: {error}") from None


def _thick(shape: Iterable[int]) -> list[int]:
    """Return the board dimensions that are greater than 1. (In SGF, a line of five cells is a board of 5 × 1.)"""
    return [side for side in shape if side > 1]


def _start(nodes: list[Properties], game: Game) -> Position:
    stones, turn = {"AB": 0, "AW": 0, "AE": 0}, None
    for number, node in enumerate(nodes):
        if number and any(key in node for key in stones):
            raise NotationError("stones are set up in the middle of the game: expected AB and AW in the first node")
        for key in stones.keys() & node.keys():
            listed = 0
            for value in node[key]:
                cells = _cells(game.board, value)
                stones[key] |= cells
                listed += cells.bit_count()
                if listed > len(game.board):
                    raise NotationError(f"{key} lists more points than the {len(game.board):,} of the board")
        if "PL" in node and not number:
            side = node["PL"][0].strip()[:1].upper()
            if side not in _COLOURS:
                raise NotationError(f"PL[{cut(node['PL'][0], 10)}] is not a player: expected PL[B] or PL[W]")
            turn = _COLOURS[side]
    if turn is None:
        later = stones["AB"].bit_count() > stones["AW"].bit_count()
        first = next((colour for node in nodes for colour in "BW" if colour in node), "W" if later else "B")
        turn = _COLOURS[first]
    return Position(game, stones["AB"], stones["AW"], turn)


def _cells(board: Board, value: str) -> Cells:
    """Return the cell at a point such as ``bb``, or the cells of a rectangle such as ``aa:cc``."""
    corners = [tuple(_LETTERS.find(letter) for letter in corner.strip()) for corner in value.split(":", 1)]
    if len(corners) == 1 and corners[0] in board.at:
        return 1 << board.at[corners[0]]
    cells = 0
    if len(corners[0]) == len(corners[-1]) == len(board.shape) and min(*corners[0], *corners[-1], 0) == 0:
        sides = zip(corners[0], corners[-1], board.shape, strict=True)
        points = product(*(range(a, min(b, side - 1) + 1) for a, b, side in sides))
        cells = cell_set(board.at[point] for point in points if point in board.at)
    if not cells:
        last = "".join(_LETTERS[side - 1] for side in board.shape)
        raise NotationError(f"[{cut(value, 20)}] is not a point on this board: expected {'a' * len(last)} to {last}")
    return cells


def _shape(board: Board) -> Point:
    """Return the number of cells along each side of a board.

    Raises:
        RulesError: a side of the board has more cells than SGF has letters.
    """
    if max(board.shape) > len(_LETTERS):
        raise RulesError(f"SGF allows at most {len(_LETTERS)} cells a side, not {max(board.shape)}")
    return board.shape


def _point(board: Board, cell: int) -> str:
    return "".join(_LETTERS[x] for x in board.points[cell])


def _comment(node: TreeNode) -> str:
    return "C[" + re.sub(r"([\]\\:])", r"\\\1", node.comment) + "]" if node.comment else ""


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\:])", r"\\\1", " ".join(text.split()))


def _unescaped(text: str) -> str:
    """Return a text without its escapes. A backslash before a line break removes both."""
    return re.sub(r"\\(\r\n|\n\r|[\s\S])", lambda escaped: "" if escaped[1][0] in "\r\n" else escaped[1], text)


def _plain(text: str) -> str:
    return " ".join(_unescaped(text).split())
