"""Games in SGF (Smart Game Format, version FF[4]), with variations and comments. In SGF, X is black and O is white.

Source: Arno Hollosi, *SGF File Format FF[4]*, red-bean.com/sgf. ``RU`` holds the name of the game in a form that
`noughts.game` accepts. A point has one letter for each axis, the column first; ``aa`` is the top left cell. Three
letters for a point of a three-dimensional board are our own extension. Games are written with the type ``GM[4]``
(Gomoku) and read with any type or none, because many programs write the type of the game that they were made for.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from noughts.rules.board import Board, Cells, Point, cell_set, cells_in
from noughts.rules.errors import NotationError, NoughtsError, RulesError, UnknownGame, cut
from noughts.rules.files.encoding import decoded
from noughts.rules.files.faults import Faults
from noughts.rules.files.rule_names import five_in_a_row, is_exact, is_known
from noughts.rules.files.sgf_parser import Property, SgfGame, SgfNode, sgf_games
from noughts.rules.files.sgf_text import BOARD_KEYS, ROOT_KEYS, escaped, find, key_of, simple, simple_value, unescaped
from noughts.rules.gallery import game as named_game
from noughts.rules.gallery import game_or_none
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.record import Ended, Record, ended_in, expect_record, way_of
from noughts.rules.tree import GameTree, TreeNode
from noughts.rules.tree_reader import TreeBuilder

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COLOURS = {"B": Player.X, "W": Player.O}
_STONES = ("AB", "AW", "AE")
_GAME_KEYS = ROOT_KEYS | {"AP", "RU", "RE"}
_WON = re.compile(r"(b|w)(?:lack|hite)?(?: *\+(.*)| wins?| won)?")
_WAYS = {
    **dict.fromkeys(("r", "res", "resign", "resigned", "resignation"), "resigned"),
    **dict.fromkeys(("t", "time", "timeout"), "lost on time"),
    **dict.fromkeys(("f", "forfeit"), "forfeited"),
}
_LETTER = {"resigned": "R", "lost on time": "T", "forfeited": "F"}


def write_sgf(game: Record | GameTree) -> str:
    """Return a game with its variations, comments and properties as SGF, which `read_sgf` can parse.

    The result and the name of the rules are written as they were read, as long as they are true.

    Raises:
        RulesError: a side of the board has more cells than SGF has letters.
    """
    if not isinstance(game, GameTree):
        expect_record(game)
        game = GameTree.of(game)
    start, record, root = game.start, game.main_line, game.root
    rules, board = start.game, start.game.board
    shape = _shape(board)
    sides = (*shape, 1) if len(shape) == 1 else shape
    size = str(shape[0]) if len(set(sides)) == 1 and len(sides) == 2 else ":".join(map(str, sides))
    told = {key_of(raw) for raw in root.properties}
    if "RU" in told and not _means(find(root.properties, "RU"), sides, rules):
        told.remove("RU")
    if "RE" in told and not record.position.is_over and _ended(find(root.properties, "RE")) != record.ended:
        told.remove("RE")
    text = "(;FF[4]GM[4]CA[UTF-8]" + ("" if told & {"AP", "RU"} else "AP[noughts]") + f"SZ[{size}]"
    text += "" if "RU" in told else f"RU[{escaped(simple(rules.name))}]"
    for key, name in zip(("PB", "PW"), record.names, strict=True):
        text += f"{key}[{escaped(simple(name))}]" if name.strip() else ""
    text += "" if "RE" in told else _result(record)
    for key, stones in (("AB", start.x), ("AW", start.o)):
        text += key + "".join(f"[{_point(board, cell)}]" for cell in cells_in(stones)) if stones else ""
    if start.turn is Player.O or start.x or start.o:
        text += f"PL[{'B' if start.turn is Player.X else 'W'}]"
    others = "".join(raw for raw in root.properties if key_of(raw) in told)
    return text + others + _comment(root) + "".join(_moves(game)) + ")\n"


def _result(record: Record) -> str:
    """Return the SGF property that states a game's result, or an empty string if the game is not over."""
    if not record.is_over:
        return ""
    if record.winner:
        return f"RE[{'B' if record.winner is Player.X else 'W'}+{_LETTER.get(way_of(record.ended), '')}]"
    return "RE[Void]" if record.ended == "void" else "RE[0]"


def _moves(tree: GameTree) -> Iterator[str]:
    """Yield the moves of a tree with their variations, properties and comments."""
    board, first = tree.start.game.board, tree.start.turn
    waiting = [(0, "", tree.root)]  # the number of a move, a bracket and the node; the last item comes next
    while waiting:
        ply, bracket, node = waiting.pop()
        if bracket == ")":
            yield bracket
            continue
        if ply:
            player = first if ply % 2 else first.other
            yield "\n(" if bracket else "\n" if ply % 10 == 1 else ""
            yield f";{'B' if player is Player.X else 'W'}[{_point(board, node.move)}]"
            yield "".join(node.properties) + _comment(node)
        branches = len(node.children) > 1
        for child in reversed(node.children):
            waiting += [(0, ")", child), (ply + 1, "(", child)] if branches else [(ply + 1, "", child)]


def read_sgf(data: str | bytes, game: Game | str | None = None, *, lenient: bool = False) -> GameTree:
    """Parse a game in SGF. Keep its variations, its comments, and all properties that noughts itself does not use.

    Bytes are decoded as ``CA`` says, or else as UTF-8 or Latin-1. If the game is not over on the board, ``RE`` says how
    it ended. `GameTree.notes` names rules that are not applied.

    Args:
        data: the SGF. Text before and after the game is ignored.
        game: the game. By default it is read from ``RU``. If that is missing, the board is read from ``SZ``, and a line
            has five cells, or as many as the shortest side if that is fewer.
        lenient: read as much as possible of a damaged game. `GameTree.notes` says what was skipped.

    Raises:
        NotationError: there is no game or more than one, or the text is not SGF for this kind of game; the message says
            where, and what is expected.
        IllegalMove: a move of any variation is not legal in its position.
        RulesError: the set-up stones are impossible in the game.
    """
    faults = Faults(lenient)
    games = list(sgf_games(decoded(data, faults), faults))
    if not games:
        raise NotationError("this text contains no game: expected SGF that begins with (;")
    if len(games) > 1:
        raise NotationError(f"there are {len(games):,} games in this text: noughts.read_games reads all games")
    return tree_of(games[0], game)


def tree_of(sgf: SgfGame, game: Game | str | None = None) -> GameTree:
    """Convert a parsed SGF game to a tree with the same content as the tree that `read_sgf` returns.

    Raises:
        NoughtsError: the game is invalid; the message says where, and what is expected.
    """
    if sgf.error:
        raise sgf.error
    return _Reader(sgf).tree(game)


class _Reader:
    """Turns the nodes of an SGF game into a game tree."""

    def __init__(self, sgf: SgfGame) -> None:
        self._source, self._nodes, self._faults = sgf.source, sgf.nodes, sgf.faults
        self._roots = _roots(sgf.nodes)  # the number of nodes that describe the first position
        self._root = dict[str, Property]()
        for node in self._nodes[: self._roots]:
            for found in node.properties:
                self._root.setdefault(found.key, found)

    def tree(self, given: Game | str | None) -> GameTree:
        """Return the game tree."""
        game = named_game(given) if given else self._game()
        _shape(game.board)
        head = Record(self._start(game), (), (self._value("PB"), self._value("PW")))
        builder = TreeBuilder(head)
        places = list[int | None]()  # for each node of the text, the node of the tree, or None after an error
        for number, node in enumerate(self._nodes):
            before = places[node.parent] if node.parent >= 0 else 0
            places.append(None if before is None else self._read(builder, before, number))
        tree = builder.tree(_ended(self._value("RE")), tuple(self._faults.notes))
        written = ("AP[noughts]", f"RU[{escaped(simple(game.name))}]", _result(tree.main_line))
        kept = tuple(raw for raw in tree.root.properties if raw not in written)
        return tree if kept == tree.root.properties else replace(tree, root=replace(tree.root, properties=kept))

    def _read(self, builder: TreeBuilder, before: int, number: int) -> int | None:
        """Add an SGF node to the game tree. Return the new node's number, or None if its move cannot be read."""
        here, node = before, self._nodes[number]
        after: int | None = here
        for found in sorted((each for each in node.properties if each.key in _COLOURS), key=lambda each: each.key):
            try:
                cell = self._cell(builder.position(here).game.board, found)
                after = here = builder.play(here, cell, _COLOURS[found.key])
            except NoughtsError as error:
                self._meet(found, error, "skipped, with the moves after it")
                after = None
                break
        for found in node.properties:
            try:
                if found.key == "C":
                    for value in found.values:
                        builder.comment(here, unescaped(value))
                elif found.key in _STONES and number >= self._roots:
                    message = "stones are set up in the middle of the game: expected AB and AW in the first node"
                    raise NotationError(message)
                elif here == 0 and number >= self._roots and found.key in _GAME_KEYS:
                    raise NotationError(f"{found.key} is in a variation: expected this property in the first node")
                elif found.key not in BOARD_KEYS | (ROOT_KEYS if number < self._roots else frozenset()):
                    builder.keep(0 if number < self._roots else here, found.raw)
            except NoughtsError as error:
                self._meet(found, error, "skipped")
                after = None if found.key in _STONES else after
        return after

    def _meet(self, found: Property, error: NoughtsError, skipped: str) -> None:
        self._faults.meet(error.at(self._source.where(found.place)), skipped=skipped)

    def _value(self, key: str) -> str:
        return simple_value(self._root[key].values[0]) if key in self._root else ""

    def _game(self) -> Game:
        size = self._value("SZ")
        try:
            return _game(self._value("RU"), _size(size), self._value("AP"))
        except NoughtsError as error:
            error = NotationError(str(error)).at(f"SZ[{cut(size, 20)}]") if isinstance(error, RulesError) else error
            self._meet(self._root["SZ" if "SZ" in self._root else "RU"], error, "the usual game is assumed")
            return _game("", (19, 19), "")

    def _start(self, game: Game) -> Position:
        stones, room, turn = dict.fromkeys(_STONES, 0), dict.fromkeys(_STONES, len(game.board)), None
        for found in (found for node in self._nodes[: self._roots] for found in node.properties):
            try:
                if found.key in _STONES:
                    cells, room[found.key] = _listed(game.board, found, room[found.key])
                    stones[found.key] |= cells
                elif found.key == "PL":
                    turn = _player(found)
            except NoughtsError as error:
                self._meet(found, error, "skipped")
                room[found.key] = 0
        if turn is None:
            later = stones["AB"].bit_count() > stones["AW"].bit_count()
            moves = (found.key for node in self._nodes for found in node.properties if found.key in _COLOURS)
            turn = _COLOURS[next(moves, "W" if later else "B")]
        try:
            return Position(game, stones["AB"], stones["AW"], turn)
        except NoughtsError as error:
            self._meet(self._root.get("AB") or self._root["AW"], error, "skipped")
            return Position(game, turn=turn)

    def _cell(self, board: Board, found: Property) -> int:
        """Return the cell that an SGF move names."""
        values = found.values
        if len(values) > 1:
            raise NotationError(f"{cut(found.raw, 20)} has {len(values):,} points: expected one")
        if not values[0].strip() or (values[0].strip() == "tt" and max(board.shape) <= 19 and len(board.shape) == 2):
            raise NotationError(f"{cut(found.raw, 20)} is a pass: this game has no passes")
        cell, *others = cells_in(_cells(board, values[0]))
        if others:
            raise NotationError(f"{cut(found.raw, 20)} is a rectangle: expected one point")
        return cell


def _roots(nodes: list[SgfNode]) -> int:
    """Count the nodes before the first move or variation, whichever comes first. The root always counts."""
    children = [0] * len(nodes)
    for node in nodes[1:]:
        children[node.parent] += 1
    number = 1
    while number < len(nodes) and children[number - 1] == 1 and nodes[number].parent == number - 1:
        if any(found.key in _COLOURS for node in nodes[number - 1 : number + 1] for found in node.properties):
            break
        number += 1
    return number


def _ended(result: str) -> Ended:
    """Parse an SGF result (``RE``) that the board does not show, such as a resignation."""
    words = result.lower()
    if words in ("0", "draw", "jigo", "tie", "1/2-1/2"):
        return "draw agreed"
    if words == "void":
        return "void"
    won = _WON.fullmatch({"1-0": "b+", "0-1": "w+"}.get(words, words))
    if not won:
        return ""
    way = _WAYS.get((won[2] or "").strip())
    if way is None:
        return "x won" if won[1] == "b" else "o won"
    return ended_in(Player.O if won[1] == "b" else Player.X, way)


def is_sgf(text: str) -> bool:
    """Return whether the text looks like SGF rather than moves such as ``(1, 1) (0, 2)``."""
    return re.match(r"\s*\((?!\s*[0-9])", text) is not None


def _size(text: str) -> list[int]:
    """Return the lengths of the board's sides, given the value of the SGF property ``SZ``."""
    size = text.strip() or "19"
    if not re.fullmatch(r"[0-9]{1,3}(:[0-9]{1,3})*", size):
        raise NotationError(f"SZ[{cut(size, 20)}] is not the size of a board: expected SZ[3] or SZ[columns:rows]")
    shape = [int(side) for side in size.split(":")]
    return shape * 2 if len(shape) == 1 else shape


def _game(rules: str, shape: Sequence[int], program: str) -> Game:
    """Return the game that ``RU`` names on a board of this shape. A file that noughts wrote can name a custom game."""
    named = None if is_exact(rules) else game_or_none(rules)
    if named and _thick(named.board.shape) == _thick(shape):
        return named
    if program == "noughts" and not (named or is_known(rules)):
        problem = f"unknown game RU[{cut(rules)}]: pass the game as well (in the terminal, with --game)"
        raise UnknownGame(problem, rules)
    return five_in_a_row(rules, shape)


def _means(name: str, shape: Sequence[int], game: Game) -> bool:
    """Return whether noughts reads this name in ``RU`` as a game."""
    try:
        return _game(name, shape, "") == game
    except RulesError:
        return False


def _thick(shape: Iterable[int]) -> list[int]:
    """Return the board dimensions that are greater than 1. (In SGF, a line of five cells is a board of 5 × 1.)"""
    return [side for side in shape if side > 1]


def _listed(board: Board, found: Property, room: int) -> tuple[Cells, int]:
    """Return the cells that the property ``AB``, ``AW`` or ``AE`` lists, and how many more cells it may list.

    Points that are listed twice count twice, so that the time does not exceed what a full board takes.
    """
    stones = 0
    for value in found.values:
        cells = _cells(board, value) if room > 0 else 0
        room -= max(1, cells.bit_count())
        if room < 0:
            raise NotationError(f"{found.key} lists more points than the {len(board):,} of the board")
        stones |= cells
    return stones, room


def _player(found: Property) -> Player:
    value = found.values[0]
    side = value.strip()[:1].upper()
    if side not in _COLOURS:
        raise NotationError(f"PL[{cut(value, 10)}] is not a player: expected PL[B] or PL[W]")
    return _COLOURS[side]


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
    return f"C[{escaped(node.comment)}]" if node.comment else ""
