from brain import lazy


def choose_move(board, letter):
    return lazy(board, letter)


turn = "X"
while True:
    try:
        turn = "O" if turn == "X" else "X"
    except:
        pass
