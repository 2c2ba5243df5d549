"""Class Board, version with the magic square.

The cells are numbered like a magic square

    2 7 6
    9 5 1
    4 3 8

so a player has three in a row exactly if three of his numbers add up to 15.
A Board only remembers the list of moves; X made the moves 0, 2, 4, ...
"""
from itertools import combinations

MAGIC = (2, 7, 6, 9, 5, 1, 4, 3, 8)


class Board:
    def __init__(self, moves=()):
        self.moves = list(moves)

    def numbers(self, who):
        return self.moves[0::2] if who == "X" else self.moves[1::2]

    def to_move(self):
        return "X" if len(self.moves) % 2 == 0 else "O"

    def free(self):
        return [n for n in MAGIC if n not in self.moves]

    def full(self):
        return len(self.moves) == 9

    def won(self, who):
        return any(sum(t) == 15 for t in combinations(self.numbers(who), 3))

    def after(self, n):
        return Board(self.moves + [n])

    def __str__(self):
        text = ""
        for pos, n in enumerate(MAGIC):
            if n in self.numbers("X"):
                text += " X"
            elif n in self.numbers("O"):
                text += " O"
            else:
                text += " " + str(pos + 1)
            if pos % 3 == 2:
                text += "\n"
        return text


class Engine:
    def __init__(self, who):
        self.who = who
        self.opp = "O" if who == "X" else "X"

    def value(self, board, low=-2, high=2):
        if board.full():
            return 0
        if board.won(self.who):
            return 1
        if board.won(self.opp):
            return -1
        if board.to_move() == self.who:
            v = -2
            for n in board.free():
                v = max(v, self.value(board.after(n), low, high))
                low = max(low, v)
                if low >= high:
                    break
        else:
            v = 2
            for n in board.free():
                v = min(v, self.value(board.after(n), low, high))
                high = min(high, v)
                if low >= high:
                    break
        return v

    def move(self, board):
        """Returns the new board after the best move."""
        # winning at once is always right
        for n in board.free():
            new = board.after(n)
            if new.won(self.who):
                return new
        return max((board.after(n) for n in board.free()), key=self.value)


def human(board):
    while True:
        s = input("Field 1-9: ")
        if s in tuple("123456789") and MAGIC[int(s) - 1] in board.free():
            return board.after(MAGIC[int(s) - 1])
        print("?")


def main():
    me = "O" if input("Shall I begin? (y/n) ").lower() == "n" else "X"
    engine = Engine(me)
    board = Board()
    while True:
        print(board)
        who = board.to_move()
        board = engine.move(board) if who == me else human(board)
        if board.won(who):
            print(board)
            print("I win!" if who == me else "You win!")
            break
        if board.full():
            print(board)
            print("Draw!")
            break


if __name__ == "__main__":
    main()
