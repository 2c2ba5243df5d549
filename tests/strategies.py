"""Random games and their positions. A game is data, so it can be drawn: any lines, any needs, misère or not."""

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
    ]
).map(game)


@st.composite
def boards(draw: st.DrawFn, most: int = 8) -> Board:
    """A board of any shape: some cells of a grid, without the grid's empty margins."""
    shape = draw(st.sampled_from(SHAPES))
    everywhere = [tuple(reversed(point)) for point in product(*map(range, reversed(shape)))]
    some = draw(st.sets(st.sampled_from(everywhere), min_size=1, max_size=most))
    least = [min(axis) for axis in zip(*some, strict=True)]
    points = [tuple(x - low for x, low in zip(point, least, strict=True)) for point in some]
    return Board(tuple(sorted(points, key=lambda point: point[::-1])))


@st.composite
def games(draw: st.DrawFn, most: int = 8) -> Game:
    """A game of at most `most` cells with any lines, with or without needs, misère, and a winner of full boards."""
    board = draw(boards(most))
    cells = range(len(board))
    shortest = min(draw(st.sampled_from([2, 3, 1])), len(board))  # rows of one cell end games soon
    some_cells = st.sets(st.sampled_from(cells), min_size=shortest, max_size=4)
    lines = draw(st.lists(some_cells, max_size=12, unique_by=cell_set))
    made = Game("drawn", board, tuple(map(cell_set, lines)), misere=draw(st.booleans()))
    made = Game(made.name, board, made.lines, misere=made.misere, full=draw(st.sampled_from([None, *Player])))
    kind = draw(st.sampled_from(["no needs", "gravity", "any needs"]))
    if kind == "gravity":
        made = gravity(made)
    elif kind == "any needs":  # a cell needs only cells that come before it in some order, so no circles
        order = draw(st.permutations(cells))
        needs = [0] * len(board)
        for place, cell in enumerate(order):
            if place:
                needs[cell] = cell_set(draw(st.sets(st.sampled_from(order[:place]), max_size=2)))
        made = Game("drawn", board, made.lines, tuple(needs), made.misere, made.full)
    return made


@st.composite
def played(draw: st.DrawFn, game: Game, unfinished: bool = False) -> Position:
    """A position that comes up in the game."""
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
    """A position that somebody has set up: the counts of stones need not fit, but nothing else is wrong."""
    stones = {Player.X: 0, Player.O: 0}
    for player, choice in draw(st.lists(st.tuples(st.sampled_from(Player), st.integers(0, 10**6)))):
        taken = stones[Player.X] | stones[Player.O]
        free = [c for c in cells_in(game.board.cells & ~taken) if not game.needs or not game.needs[c] & ~taken]
        if not free:
            break
        cell = free[choice % len(free)]
        theirs = stones[player.other]
        if any(theirs & line == line for line in game.lines):
            player = player.other  # a line is there: only its owner may own more
        stones[player] |= 1 << cell
    return Position(game, stones[Player.X], stones[Player.O], draw(st.sampled_from(Player)))


def positions(games: st.SearchStrategy[Game]) -> st.SearchStrategy[Position]:
    """Positions of such games, reachable or set up."""
    return games.flatmap(lambda game: st.one_of(played(game), placed(game)))


def random_games(text: str, count: int, seed: int) -> list[list[Position]]:
    """So many games played at random: the positions of each."""
    random, start = Random(seed), Position(game(text))
    found = []
    for _ in range(count):
        line = [start]
        while not line[-1].is_over:
            line.append(line[-1].play(random.choice(line[-1].moves)))
        found.append(line)
    return found


def in_sets(game: Game) -> Rules:
    """The same game for the oracle."""

    def places(cells: int) -> frozenset[int]:
        return frozenset(place for place, bit in enumerate(reversed(f"{cells:b}")) if bit == "1")

    size = len(game.board)
    needs = tuple(map(places, game.needs or (0,) * size))
    return Rules(size, tuple(map(places, game.lines)), needs, game.misere, game.full and game.full.value)


def mark(player: Player) -> str:
    """How the oracle calls a player."""
    return "x" if player is Player.X else "o"


def result_and_plies(score: float, position: Position) -> tuple[int, int]:
    """A score of noughts as the oracle says it: +1, 0 or -1, and the plies to the end."""
    empty = position.empty.bit_count()
    left = abs(score) - 1 if score else 0  # cells still empty at the end
    assert left == int(left)
    assert 0 <= left <= empty
    return (score > 0) - (score < 0), int(empty - left)
