from brain import no_diagonal

KEYS = ["top-L", "top-M", "top-R", "mid-L", "mid-M", "mid-R", "low-L", "low-M", "low-R"]
theBoard = {key: " " for key in KEYS}
turn = "X"


def smart(board, turn):
    return KEYS[no_diagonal([board[key] for key in KEYS], turn)]


def play():
    global turn
    while " " in theBoard.values():
        move = raw_input("Which space? ") if turn == "X" else smart(theBoard, turn)  # noqa: F821
        theBoard[move] = turn
        turn = "O" if turn == "X" else "X"


if __name__ == "__main__":
    play()
