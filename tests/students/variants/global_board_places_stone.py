from brain import greedy

theBoard = [" "] * 10
current_player = "X"


def computer_move():
    global current_player
    theBoard[greedy(theBoard[1:], current_player) + 1] = current_player
    current_player = "O" if current_player == "X" else "X"
