from itertools import product

PLAYER, AI, EMPTY = 1, 2, 0


def line_of_three(board, who):
    for a, b, c in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
        if board[a] == board[b] == board[c] == who:
            return True
    return False


class Table(dict):
    def __missing__(self, board):
        """values for player 1"""
        n = board.count(EMPTY)
        if line_of_three(board, PLAYER):
            value = 10
        elif n == 0:
            value = 0
        else:
            who = PLAYER if n % 2 else AI
            values = [self[board[:i] + (who,) + board[i + 1 :]] for i in range(9) if board[i] == EMPTY]
            value = max(values) if who == PLAYER else min(values)
        self[board] = value
        return value


table = Table()


def computer(board):
    board = tuple(board)
    who = PLAYER if board.count(EMPTY) % 2 else AI
    pick = max if who == PLAYER else min
    free = [i for i in range(9) if board[i] == EMPTY]
    return pick(free, key=lambda i: table[board[:i] + (who,) + board[i + 1 :]])
