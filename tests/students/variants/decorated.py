from functools import lru_cache

from brain import perfect


@lru_cache(maxsize=None)
def best_move(board, player):
    return divmod(perfect(board[0] + board[1] + board[2], player), 3)


class Loud(type):
    """A metaclass, because we can."""
