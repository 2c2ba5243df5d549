import functools
import time


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        result = function(*args, **kwargs)
        print(f"{function.__name__} took {time.perf_counter() - start:.3f} s")
        return result

    return wrapper


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@functools.cache
def score(board, me, you):
    if any(board[a] == board[b] == board[c] == you for a, b, c in LINES):
        return -1 - board.count(None)
    return max((-score(put(board, i, me), you, me) for i in range(9) if board[i] is None), default=0)


def put(board, i, mark):
    return tuple(mark if j == i else m for j, m in enumerate(board))


@timed
def best_move(board, me):
    print("Thinking about", board)
    you = "O" if me == "X" else "X"
    board = tuple(board)
    moves = [i for i in range(9) if board[i] is None]
    print("I have", len(moves), "moves")
    return max(moves, key=lambda i: -score(put(board, i, me), you, me))
