class Board:
    SIZE = 3

    def __init__(self, rows):
        self.rows = rows

    def moves(self):
        return [(y, x) for y in range(self.SIZE) for x in range(self.SIZE) if self.rows[y][x] == 0]

    def winner(self):
        for i in range(self.SIZE):
            if self.rows[i][0] and len(set(self.rows[i])) == 1:
                return self.rows[i][0]
            column = {row[i] for row in self.rows}
            if len(column) == 1 and 0 not in column:
                return column.pop()
        return 0

    def with_move(self, move, player):
        rows = [row[:] for row in self.rows]
        rows[move[0]][move[1]] = player
        return Board(rows)

    def key(self):
        return tuple(map(tuple, self.rows))


class AI:
    def __init__(self):
        self.memory = {}

    def score(self, board, player):
        """+1 if player, who is to move, can win"""
        k = board.key(), player
        if k not in self.memory:
            if board.winner():
                s = 1 if board.winner() == player else -1
            else:
                s = max([-self.score(board.with_move(m, player), 3 - player) for m in board.moves()], default=0)
            self.memory[k] = s
        return self.memory[k]

    def best(self, board, player):
        return max(board.moves(), key=lambda m: -self.score(board.with_move(m, player), 3 - player))


def solve(rows, player):
    return AI().best(Board(rows), player)
