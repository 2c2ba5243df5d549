"""Perfect tic-tac-toe on one page, importing nothing. You learn that it takes four things: a board, the moves, who has
won, and minimax, which looks at every way the game can go on.

A board is a string, row by row, with "." for an empty cell; a cell is its place in the string:

    o . x      0 1 2
    x . .      3 4 5      is the board "o.xx..xoo"
    x o o      6 7 8
"""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER = {"x": "o", "o": "x"}


def winner(board: str) -> str:
    """Return who has three in a row: "x", "o", or "" for nobody."""
    return next((board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != "."), "")


def moves(board: str) -> list[int]:
    """Return the cells that may be taken: the empty ones, or none when somebody has won."""
    return [] if winner(board) else [cell for cell in range(9) if board[cell] == "."]


def play(board: str, cell: int, player: str) -> str:
    """Return the board with one more stone."""
    return board[:cell] + player + board[cell + 1 :]


def score(board: str, player: str) -> int:
    """Return what the board is worth to the player to move when both play their best: the minimax value.

    A draw is 0. A win is 1 plus the cells left empty at its end, so that a sooner win is worth more, and a loss is as
    much below 0: what is good for one player is as bad for the other.
    """
    if (board, player) not in known:
        if won := winner(board):
            size = 1 + board.count(".")
            known[board, player] = size if won == player else -size
        else:
            known[board, player] = max(scores(board, player).values(), default=0)  # none on a full board: a draw
    return known[board, player]


known: dict[tuple[str, str], int] = {}  # a board comes up in many games: 5,478 boards are 549,946 without this


def scores(board: str, player: str) -> dict[int, int]:
    """Return what every move is worth to the player who makes it."""
    return {cell: -score(play(board, cell, player), OTHER[player]) for cell in moves(board)}


def best_moves(board: str, player: str) -> list[int]:
    """Return the moves that are worth most."""
    worth = scores(board, player)
    return [cell for cell in worth if worth[cell] == max(worth.values())]


if __name__ == "__main__":
    print("x to move on o.x x.. xoo: each cell's worth is", scores("o.xx..xoo", "x"))
    print("Two perfect players meet:")
    board, player = "." * 9, "x"
    while moves(board):
        board, player = play(board, best_moves(board, player)[0], player), OTHER[player]
        print("   ", board[0:3], board[3:6], board[6:9])
    print(f"{winner(board)} has won." if winner(board) else "A draw, as always.")
