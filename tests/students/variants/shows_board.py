from brain import perfect

board = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]


def frei(b):
    return [s for s in b if s not in ("X", "O")]


def computerzug(b, ki):
    return b[perfect([s if s in ("X", "O") else " " for s in b], ki)]


def zeige(b):
    print(b[0:3])
    print(b[3:6])
    print(b[6:9])


zeige(board)
while frei(board):
    z = input("Zahl: ")
    board[board.index(z)] = "X"
    board[board.index(computerzug(board, "O"))] = "O"
    zeige(board)
