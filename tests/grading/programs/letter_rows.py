"""Squares are called A1 … C3: the letter is the row, the number is the column."""

ROWS, COLS = "ABC", "123"
NAMES = [r + c for r in ROWS for c in COLS]
LINES = [[r + c for c in COLS] for r in ROWS] + [[r + c for r in ROWS] for c in COLS]
LINES += [["A1", "B2", "C3"], ["A3", "B2", "C1"]]


class Player:
    def __init__(self, symbol):
        self.symbol = symbol
        self.rival = "O" if symbol == "X" else "X"

    def lookahead(self, board, symbol):
        rival = "O" if symbol == "X" else "X"
        free = [n for n in NAMES if board[n] == ""]
        if any(all(board[n] == rival for n in line) for line in LINES):
            return -1
        if not free:
            return 0
        best = -1
        for name in free:
            board[name] = symbol
            best = max(best, -self.lookahead(board, rival))
            board[name] = ""
            if best == 1:
                break
        return best

    def move(self, board):
        best, square = -2, None
        for name in NAMES:
            if board[name] == "":
                board[name] = self.symbol
                score = -self.lookahead(board, self.rival)
                board[name] = ""
                if score > best:
                    best, square = score, name
        return square
