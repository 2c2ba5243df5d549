import random

from brain import perfect

print("Welcome!")
size = int(input("Size? "))
board = [" "] * (size * size)


def show():
    print(board)


def computer_move(board, mark):
    return perfect(board, mark)


show()
