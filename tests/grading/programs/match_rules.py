"""Rules with match/case. A line is compared as a text of three marks."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def gap(board: str, mark: str) -> int | None:
    for a, b, c in LINES:
        match (board[a], board[b], board[c]):
            case (".", x, y) if x == y == mark:
                return a
            case (x, y, ".") if x == y == mark:
                return c
    return None


def suggest(board: str, mark: str) -> int:
    other = {"X": "O", "O": "X"}[mark]
    match gap(board, mark), gap(board, other):
        case (int(win), _):
            return win
        case (_, int(block)):
            return block
    match board:
        case "....O....":
            return 0
        case _ if board[4] == ".":
            return 4
        case _:
            return next(i for i in (0, 2, 6, 8, 1, 3, 5, 7) if board[i] == ".")
