"""The board is always seen by the player to move: 1 = my stone, -1 = the other's stone, 0 = empty."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
visited = {}


def flip(board):
    return tuple(-x for x in board)


def lost(board):
    return any(board[i] + board[j] + board[k] == -3 for i, j, k in LINES)


def q_values(board):
    """the value of every move"""
    q = {}
    for a in range(9):
        if board[a] == 0:
            q[a] = -v(flip(board[:a] + (1,) + board[a + 1 :]))
    return q


def v(board):
    if board not in visited:
        if lost(board):
            visited[board] = -1
        elif 0 not in board:
            visited[board] = 0
        else:
            visited[board] = 0.9 * max(q_values(board).values())
    return visited[board]


def act(board):
    q = q_values(tuple(board))
    return max(q, key=q.get)
