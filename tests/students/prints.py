"""Prints text in every way that Python offers, and plays the first empty cell."""

import os
import sys

print("Welcome to TIC TAC TOE!")


def move(board):
    print("thinking", board)
    sys.stderr.write("thinking hard\n")
    os.system("echo thinking harder")
    return board.index(" ")
