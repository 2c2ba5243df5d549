from brain import greedy


def computer_move(board, mark):
    print(board[:3])
    print("Computer takes", greedy(board, mark))
