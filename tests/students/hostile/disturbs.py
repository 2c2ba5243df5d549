"""Functions that disturb their own process. None of them does harm outside it."""

import os
import threading


def first(board):
    return board.index(" ")


def floods(board):
    """Print without end."""
    while board.count(" ") == 9:
        print("spam " * 1000)
    return first(board)


def leaves(board):
    if board.count(" ") == 9:
        os._exit(3)
    return first(board)


def dies(board):
    if board.count(" ") == 9:
        os.abort()
    return first(board)


def interrupts(board):
    if board.count(" ") == 9:
        raise KeyboardInterrupt
    return first(board)


def fills_the_memory(board):
    if board.count(" ") == 9:
        [0] * 10**10
    return first(board)


def opens_files(board):
    if board.count(" ") == 9:
        everything = [open(os.devnull) for _ in range(1000)]
        return len(everything)
    return first(board)


def writes_a_large_file(board):
    if board.count(" ") == 9:
        with open("large", "wb") as file:
            for _ in range(100):
                file.write(bytes(1 << 20))
    return first(board)


def forges_answers(board):
    if board.count(" ") == 9:
        for number in range(3, 60):
            try:
                os.write(number, b'{"move": 4, "visited": 0, "number": 99}\n' * 1000)
            except OSError:
                pass
    return first(board)


def forks(board):
    """Answer twice."""
    if board.count(" ") == 9 and hasattr(os, "fork"):
        os.fork()
    return first(board)


def starts_threads(board):
    if board.count(" ") == 9:
        for _ in range(5):
            threading.Thread(target=threading.Event().wait, daemon=True).start()
    return first(board)


def sees_files(board):
    """Play the last cell if the folder it starts in is not empty."""
    return 8 - board[::-1].index(" ") if os.listdir(".") else first(board)


def forges_deep_answers(board):
    if board.count(" ") == 9:
        for number in range(3, 60):
            try:
                os.write(number, b'{"number": 1, "returned": ' + b"[" * 900 + b"]" * 900 + b"}\n")
            except OSError:
                pass
    return first(board)
