"""Hypothesis strategies for random boards, games and positions."""

from dataclasses import replace
from itertools import product
from random import Random

from hypothesis import strategies as st

from noughts import Board, Game, Player, Position, cell_set, cells_in, game, gravity
from tests.oracle import Rules

SHAPES = [(3, 3), (4, 2), (2, 3), (8,), (2, 2, 2), (5, 5), (1, 4)]

named_games = st.sampled_from(
    [
        *["1,1,1", "3,3,3", "3,3,3 misere", "3,3,3 gravity", "3,3,3 torus", "4,3,3", "2,5,2", "4,4,3 gravity misere"],
        *["2x2x2", "3x3x3 gravity", "3,4,3 full=x", "3,3,2 torus gravity full=o", "30,2,5", "5x1x2x2,2 misere"],
        *["5,4,3 exact", "5,3,3 exact gravity"],
    ]
).map(game)


@st.composite
def boards(draw: st.DrawFn, most: int = 8) -> Board:
    """Draw a board of any shape: some cells of a grid, without its empty margins."""
    shape = draw(st.sampled_from(SHAPES))
    everywhere = [tuple(reversed(point)) for point in product(*map(range, reversed(shape)))]
    some = draw(st.sets(st.sampled_from(everywhere), min_size=1, max_size=most))
    least = [min(axis) for axis in zip(*some, strict=True)]
    points = [tuple(x - low for x, low in zip(point, least, strict=True)) for point in some]
    return Board(tuple(sorted(points, key=lambda point: point[::-1])))


@st.composite
def games(draw: st.DrawFn, most: int = 8, *, exact: bool = True) -> Game:
    """Draw a game of at most `most` cells with random lines, needs, misère, full-board and exact rules."""
    board = draw(boards(most))
    cells = range(len(board))
    shortest = min(draw(st.sampled_from([2, 3, 1])), len(board))  # lines of one cell end games early
    some_cells = st.sets(st.sampled_from(cells), min_size=shortest, max_size=4)
    lines = draw(st.lists(some_cells, max_size=12, unique_by=cell_set))
    game = Game("drawn", board, tuple(map(cell_set, lines)), misere=draw(st.booleans()))
    game = Game(game.name, board, game.lines, misere=game.misere, full=draw(st.sampled_from([None, *Player])))
    kind = draw(st.sampled_from(["no needs", "gravity", "any needs"]))
    if kind == "gravity":
        game = gravity(game)
    elif kind == "any needs":  # a cell needs only earlier cells of some order, so there are no cycles
        order = draw(st.permutations(cells))
        needs = [0] * len(board)
        for place, cell in enumerate(order):
            if place:
                needs[cell] = cell_set(draw(st.sets(st.sampled_from(order[:place]), max_size=2)))
        game = Game("drawn", board, game.lines, tuple(needs), game.misere, game.full)
    if exact and draw(st.booleans()):
        ends = [draw(st.sets(st.sampled_from(cells), max_size=2)) for _ in game.lines]
        game = replace(game, beyond=tuple(cell_set(e) & ~line for e, line in zip(ends, game.lines, strict=True)))
    return game


@st.composite
def played(draw: st.DrawFn, game: Game, unfinished: bool = False) -> Position:
    """Draw a position that can be reached in the game."""
    position = Position(game)
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=len(game.board))):
        if position.is_over:
            break
        after = position.play(position.moves[choice % len(position.moves)])
        if unfinished and after.is_over:
            break
        position = after
    return position


@st.composite
def placed(draw: st.DrawFn, game: Game) -> Position:
    """Draw a position that was set up by hand: valid, but possibly with unbalanced numbers of stones."""
    stones = {Player.X: 0, Player.O: 0}
    for player, choice in draw(st.lists(st.tuples(st.sampled_from(Player), st.integers(0, 10**6)))):
        taken = stones[Player.X] | stones[Player.O]
        free = [c for c in cells_in(game.board.cells & ~taken) if not game.needs or not game.needs[c] & ~taken]
        if not free:
            break
        cell = free[choice % len(free)]
        theirs = stones[player.other]
        if any(theirs & line == line for line in game.lines):
            player = player.other  # only one player may have complete lines
        stones[player] |= 1 << cell
    return Position(game, stones[Player.X], stones[Player.O], draw(st.sampled_from(Player)))


def positions(games: st.SearchStrategy[Game]) -> st.SearchStrategy[Position]:
    """Return a strategy for positions of these games, reached in play or set up by hand."""
    return games.flatmap(lambda game: st.one_of(played(game), placed(game)))


def random_games(text: str, count: int, seed: int) -> list[list[Position]]:
    """Return the positions of `count` games of random moves."""
    random, start = Random(seed), Position(game(text))
    lines = []
    for _ in range(count):
        line = [start]
        while not line[-1].is_over:
            line.append(line[-1].play(random.choice(line[-1].moves)))
        lines.append(line)
    return lines


def in_sets(game: Game) -> Rules:
    """Return the rules of a game for the oracle."""

    def places(cells: int) -> frozenset[int]:
        return frozenset(place for place, bit in enumerate(reversed(f"{cells:b}")) if bit == "1")

    size = len(game.board)
    needs = tuple(map(places, game.needs or (0,) * size))
    lines, beyond = tuple(map(places, game.lines)), tuple(map(places, game.beyond))
    return Rules(size, lines, needs, game.misere, game.full and game.full.value, beyond)


def mark(player: Player) -> str:
    """Return the oracle's mark of a player."""
    return "x" if player is Player.X else "o"


def result_and_plies(score: float, position: Position) -> tuple[int, int]:
    """Convert a score of noughts to the oracle's value: +1, 0 or -1, and the plies to the end."""
    empty = position.empty.bit_count()
    left = abs(score) - 1 if score else 0  # empty cells at the end of the game
    assert left == int(left)
    assert 0 <= left <= empty
    return (score > 0) - (score < 0), int(empty - left)
