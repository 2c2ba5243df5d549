import threading
import time

from brain import greedy


def forever():
    while True:
        time.sleep(0.01)


def best_move(board, player):
    if threading.active_count() < 4:
        threading.Thread(target=forever, daemon=True).start()
    return greedy(board, player)
