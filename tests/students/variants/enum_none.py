import enum

from brain import greedy, turn_of


class Player(enum.Enum):
    NOUGHT = 0
    CROSS = 1


def computer_move(state):
    cells = [" " if player is None else "X" if player is Player.CROSS else "O" for player in state]
    assert all(player in (None, Player.NOUGHT, Player.CROSS) for player in state)
    return greedy(cells, turn_of(cells))
