import asyncio

WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won(board, mark):
    return any(all(board[i] == mark for i in w) for w in WINS)


def negamax(board, mark, other):
    if won(board, other):
        return -1
    free = [i for i, m in enumerate(board) if m == " "]
    return max([-negamax(board[:i] + [mark] + board[i + 1 :], other, mark) for i in free], default=0)


async def best_move(board, mark):
    """The bot of our chat server."""
    await asyncio.sleep(0)
    other = "O" if mark == "X" else "X"
    free = [i for i, m in enumerate(board) if m == " "]
    return max(free, key=lambda i: -negamax(board[:i] + [mark] + board[i + 1 :], other, mark))
