import sys
from brain import greedy


def ai_move(board, mark):
    return greedy(board, mark)


def main():
    board = [" "] * 9
    while True:
        board[int(input()) - 1] = "X"
        board[ai_move(board, "O")] = "O"


main()
sys.exit(0)
