from brain import perfect


def best_move(board, player):
    return divmod(perfect([c for row in board for c in row], player), 3)


board = [[" "] * 3 for _ in range(3)]
name = input("Your name? ")
print("Hello", name)
while True:
    row = int(input("row: "))
    board[row][0] = "X"
