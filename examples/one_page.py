"""Perfect tic-tac-toe on one page, without a single import. You learn that it takes four things: a board, its moves,
its winner, and minimax, which looks at every possible continuation.

A board is a string of nine characters, row by row, with "." for an empty cell. A cell is an index into that string:

    o . x      0 1 2
    x . .      3 4 5      is the board "o.xx..xoo"
    x o o      6 7 8
"""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER = {"x": "o", "o": "x"}


def winner(board: str) -> str:
    """Return the player with three in a row, "x" or "o", or "" if none exists."""
    return next((board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != "."), "")


def moves(board: str) -> list[int]:
    """Return the legal moves: all empty cells, or none once a player has won."""
    return [] if winner(board) else [cell for cell in range(9) if board[cell] == "."]


def play(board: str, cell: int, player: str) -> str:
    """Return a new board with one more stone."""
    return board[:cell] + player + board[cell + 1 :]


def score(board: str, player: str) -> int:
    """Return the minimax score of the board for the player to move.

    A draw scores 0. A win scores 1 plus the number of cells left empty, so that a quick win is worth more than a slow
    one. A loss scores the negative of a win, because a gain for one player is an equal loss for the other.
    """
    if (board, player) not in known:
        if won := winner(board):
            size = 1 + board.count(".")
            known[board, player] = size if won == player else -size
        else:
            known[board, player] = max(scores(board, player).values(), default=0)  # a full board is a draw
    return known[board, player]


known: dict[tuple[str, str], int] = {}  # a cache: 5,478 searched positions instead of 549,946


def scores(board: str, player: str) -> dict[int, int]:
    """Return the score of every legal move for the player to move."""
    return {cell: -score(play(board, cell, player), OTHER[player]) for cell in moves(board)}


def best_moves(board: str, player: str) -> list[int]:
    """Return the moves with the highest score."""
    all_scores = scores(board, player)
    return [cell for cell in all_scores if all_scores[cell] == max(all_scores.values())]


if __name__ == "__main__":
    print("Scores of x's moves on o.x x.. xoo:", scores("o.xx..xoo", "x"))
    print("Two perfect players play a game:")
    board, player = "." * 9, "x"
    while moves(board):
        board, player = play(board, best_moves(board, player)[0], player), OTHER[player]
        print("   ", board[0:3], board[3:6], board[6:9])
    print(f"{winner(board)} wins." if winner(board) else "A draw, as always.")
