"""The functions of a popular course: X, O and EMPTY, and the player who is to move follows from the board."""

from brain import perfect, turn_of

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    return turn_of(sum(board, []))


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def terminal(board):
    return not actions(board)


def utility(board):
    return 0


def minimax(board):
    if terminal(board):
        return None
    move = divmod(perfect([c or " " for row in board for c in row], player(board)), 3)
    assert move in actions(board)
    return move
