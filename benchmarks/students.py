"""Tic-tac-toe as students write it in a first course: nested lists, and minimax that tries every cell.

This is the baseline that noughts is compared with. A win scores 10 minus the depth, so quick wins score more.
"""

from collections.abc import Callable
from copy import deepcopy
from random import Random

Grid = list[list[str]]


def empty_grid() -> Grid:
    return [[" ", " ", " "], [" ", " ", " "], [" ", " ", " "]]


def winner(board: Grid) -> str | None:
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] != " ":
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] != " ":
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] != " ":
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] != " ":
        return board[1][1]
    return None


def is_full(board: Grid) -> bool:
    return all(cell != " " for row in board for cell in row)


class InPlace:
    """Minimax that puts a mark on the board, searches, and removes the mark again."""

    def __init__(self) -> None:
        self.nodes = 0

    def best_move(self, board: Grid) -> tuple[int, int]:
        self.nodes += 1
        best, move = -100, (-1, -1)
        for row in range(3):
            for column in range(3):
                if board[row][column] == " ":
                    board[row][column] = "X"
                    score = self.minimax(board, 1, False)
                    board[row][column] = " "
                    if score > best:
                        best, move = score, (row, column)
        return move

    def minimax(self, board: Grid, depth: int, is_max: bool) -> int:
        self.nodes += 1
        won = winner(board)
        if won == "X":
            return 10 - depth
        if won == "O":
            return depth - 10
        if is_full(board):
            return 0
        if is_max:
            best = -100
            for row in range(3):
                for column in range(3):
                    if board[row][column] == " ":
                        board[row][column] = "X"
                        best = max(best, self.minimax(board, depth + 1, False))
                        board[row][column] = " "
            return best
        best = 100
        for row in range(3):
            for column in range(3):
                if board[row][column] == " ":
                    board[row][column] = "O"
                    best = min(best, self.minimax(board, depth + 1, True))
                    board[row][column] = " "
        return best


class Copying:
    """Minimax that copies the board for every move."""

    def __init__(self, copy: Callable[[Grid], Grid] = deepcopy) -> None:
        self.nodes = 0
        self.copy = copy

    def best_move(self, board: Grid) -> tuple[int, int]:
        self.nodes += 1
        return max(self.moves(board), key=lambda move: self.minimax(self.result(board, move, "X"), 1, False))

    def minimax(self, board: Grid, depth: int, is_max: bool) -> int:
        self.nodes += 1
        won = winner(board)
        if won == "X":
            return 10 - depth
        if won == "O":
            return depth - 10
        if is_full(board):
            return 0
        mark = "X" if is_max else "O"
        scores = [self.minimax(self.result(board, m, mark), depth + 1, not is_max) for m in self.moves(board)]
        return max(scores) if is_max else min(scores)

    def moves(self, board: Grid) -> list[tuple[int, int]]:
        return [(row, column) for row in range(3) for column in range(3) if board[row][column] == " "]

    def result(self, board: Grid, move: tuple[int, int], mark: str) -> Grid:
        after = self.copy(board)
        after[move[0]][move[1]] = mark
        return after


def new_lists(board: Grid) -> Grid:
    return [row[:] for row in board]


def random_game(random: Random) -> str | None:
    """Play one game of random moves and return the winner."""
    board, mark = empty_grid(), "X"
    while winner(board) is None and not is_full(board):
        free = [(row, column) for row in range(3) for column in range(3) if board[row][column] == " "]
        row, column = random.choice(free)
        board[row][column] = mark
        mark = "O" if mark == "X" else "X"
    return winner(board)
