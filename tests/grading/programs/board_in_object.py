"""The AI plays on a Board object and uses its methods push and pop, like a chess library."""


class Board:
    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self, squares=None):
        self.squares = list(squares) if squares else [None] * 9
        self.stack = []

    @property
    def turn(self):
        return "X" if self.squares.count(None) % 2 else "O"

    @property
    def legal_moves(self):
        if self.winner():
            return []
        return [i for i, s in enumerate(self.squares) if s is None]

    def push(self, move):
        self.squares[move] = self.turn
        self.stack.append(move)

    def pop(self):
        self.squares[self.stack.pop()] = None

    def winner(self):
        for a, b, c in self.LINES:
            if self.squares[a] and self.squares[a] == self.squares[b] == self.squares[c]:
                return self.squares[a]
        return None


class AlphaBeta:
    def evaluate(self, board):
        return -10 + (9 - board.squares.count(None)) if board.winner() else 0

    def search(self, board, alpha, beta):
        moves = board.legal_moves
        if not moves:
            return self.evaluate(board)
        for move in moves:
            board.push(move)
            score = -self.search(board, -beta, -alpha)
            board.pop()
            if score >= beta:
                return beta
            alpha = max(alpha, score)
        return alpha

    def best_move(self, board):
        best, best_score = None, -100
        for move in board.legal_moves:
            board.push(move)
            score = -self.search(board, -100, -best_score)
            board.pop()
            if score > best_score:
                best, best_score = move, score
        return best


def play(board: Board) -> int:
    return AlphaBeta().best_move(board)
