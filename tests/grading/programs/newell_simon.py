"""The rules of Newell and Simon (1972): win, block, fork, block a fork, centre, opposite corner, corner, side."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
CORNERS = [0, 2, 6, 8]
SIDES = [1, 3, 5, 7]


def empty(board):
    return [i for i in range(9) if board[i] == " "]


def winning_cells(board, mark):
    found = set()
    for line in LINES:
        values = [board[i] for i in line]
        if values.count(mark) == 2 and " " in values:
            found.add(line[values.index(" ")])
    return sorted(found)


def after(board, cell, mark):
    copy = list(board)
    copy[cell] = mark
    return copy


def forks(board, mark):
    return [i for i in empty(board) if len(winning_cells(after(board, i, mark), mark)) >= 2]


def block_forks(board, me, you):
    """Make two in a row such that the answer is not a fork, or take the square of the fork."""
    threats = forks(board, you)
    if not threats:
        return None
    for i in empty(board):
        mine = after(board, i, me)
        wins = winning_cells(mine, me)
        if wins and wins[0] not in forks(mine, you):
            return i
    for i in threats:
        if len(forks(after(board, i, me), you)) == 0:
            return i
    return threats[0]


def choose(board, me):
    you = "O" if me == "X" else "X"
    for cells in (winning_cells(board, me), winning_cells(board, you), forks(board, me)):
        if cells:
            return cells[0]
    blocked = block_forks(board, me, you)
    if blocked is not None:
        return blocked
    if board[4] == " ":
        return 4
    for corner in CORNERS:
        if board[8 - corner] == you and board[corner] == " ":
            return corner
    for cell in CORNERS + SIDES:
        if board[cell] == " ":
            return cell
