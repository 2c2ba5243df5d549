"""Fast play-outs: games that are played to the end with random moves.

`noughts.search.mcts` runs play-outs as textbooks do, with one `Position` per ply. In this module, a ply only adds a
cell to a set and checks the lines through it. At most one `Position` is created, at the end.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from noughts.rules.board import Cell, Cells, cells_in
from noughts.rules.errors import expect_random, whole_number
from noughts.rules.game import Player
from noughts.rules.position import Position, expect_state

_End: TypeAlias = tuple[Cells, Cells, int, bool]
"""The stones of the player to move and of the opponent, the side to move, and whether the last stone made a line."""


def playout(position: Position, random: Random) -> Position:
    """Play random moves from a position and return the finished position.

    Every legal move is equally likely. The same random numbers give the same game. A finished position is returned
    unchanged.

    Raises:
        NoughtsError: `random` is not a random number generator.
    """
    expect_random(random)
    expect_state(position)
    if position.is_over:
        return position
    mine, theirs, side, _ = _game(position, random)()
    x, o, turn = (mine, theirs, Player.X) if side > 0 else (theirs, mine, Player.O)
    return Position(position.game, x, o, turn)


def playouts(position: Position, count: int, random: Random) -> Counter[Player | None]:
    """Play random games from a position, and count the wins of each player. Draws are counted under the key None.

    Raises:
        NoughtsError: the count is not a whole number of at least 0, or `random` is not a random number generator.
    """
    expect_random(random)
    expect_state(position)
    count = whole_number(count, "the number of play-outs")
    if position.outcome:
        return Counter({position.outcome.winner: count})
    play = _game(position, random)
    completed = Counter[int]()  # how often X (1), O (-1) or neither (0) completed a line
    for _ in range(count):
        _, _, side, has_line = play()
        completed[-side if has_line else 0] += 1
    x, o = (Player.O, Player.X) if position.game.misere else (Player.X, Player.O)
    ends = Counter[Player | None]({x: completed[1], o: completed[-1]})
    ends[position.game.full] += completed[0]
    return +ends


def _game(position: Position, random: Random) -> Callable[[], _End]:
    """Return a function that plays a random game from an unfinished position each time it is called.

    Sides are 1 for X and -1 for O.
    """
    game, draw = position.game, random.random
    needs, beyond = game.needs, game.beyond_of
    above: list[list[Cell]] = [[] for _ in range(len(game.board))]
    for cell, need in enumerate(needs):
        for beneath in cells_in(need):
            above[beneath].append(cell)
    places = [(1 << cell, game.lines_at[cell], above[cell]) for cell in range(len(game.board))]
    playable = [places[cell] for cell in position.moves]
    x, o = position.x, position.o
    start = (x, o, 1) if position.turn is Player.X else (o, x, -1)

    def play() -> _End:
        mine, theirs, side = start
        free = playable.copy()
        while free:
            # int(n * random()), as in Random.choices, is uniform to 1 part in 2 ** 53 / n and faster than randrange.
            bit, lines, freed = free.pop(int(draw() * len(free)))
            mine |= bit
            for line in lines:
                if line & mine == line and not (beyond and beyond[line] & mine):
                    return theirs, mine, -side, True
            for cell in freed:
                if not needs[cell] & ~(mine | theirs):
                    free.append(places[cell])
            mine, theirs, side = theirs, mine, -side
        return mine, theirs, side, False

    return play
