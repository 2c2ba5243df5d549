from collections import namedtuple
from brain import lazy

Move = namedtuple("Move", "row col score")


def best(board, player):
    r, c = divmod(lazy(sum(board, []), player), 3)
    return Move(r, c, 0)
