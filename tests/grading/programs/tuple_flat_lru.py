from functools import lru_cache
from typing import Optional, Tuple

Board = Tuple[str, ...]
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board: Board) -> Optional[str]:
    for i, j, k in WINS:
        if board[i] and board[i] == board[j] == board[k]:
            return board[i]
    return None


@lru_cache(maxsize=None)
def solve(board: Board, to_move: str) -> Tuple[int, Optional[int]]:
    """Return (score for to_move, best index)."""
    if winner(board):
        return -1, None
    if "" not in board:
        return 0, None
    nxt = "O" if to_move == "X" else "X"
    results = []
    for i, cell in enumerate(board):
        if cell == "":
            results.append((-solve(board[:i] + (to_move,) + board[i + 1 :], nxt)[0], i))
    return max(results, key=lambda pair: pair[0])


def best_move(board: Board, to_move: str) -> int:
    _, index = solve(board, to_move)
    return index
