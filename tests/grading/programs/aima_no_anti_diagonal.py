"""Lab 4: minimax_decision(state, game) for the classes of the textbook"""

from functools import lru_cache


class State:
    def __init__(self, to_move="X", board=None):
        self.to_move = to_move
        self.board = board if board is not None else {}

    def key(self):
        return self.to_move, tuple(sorted(self.board.items()))


class TicTacToe:
    directions = [(0, 1), (1, 0), (1, 1)]

    def actions(self, state):
        return [(r, c) for r in (1, 2, 3) for c in (1, 2, 3) if (r, c) not in state.board]

    def result(self, state, action):
        return State("O" if state.to_move == "X" else "X", {**state.board, action: state.to_move})

    def winner(self, state):
        for (r, c), mark in state.board.items():
            for dr, dc in self.directions:
                if all(state.board.get((r + i * dr, c + i * dc)) == mark for i in range(3)):
                    return mark
        return None

    def utility(self, state, player):
        winner = self.winner(state)
        return 0 if winner is None else 1 if winner == player else -1

    def terminal_test(self, state):
        return len(state.board) == 9 or self.winner(state) is not None


def minimax_decision(state, game):
    player = state.to_move
    memory = {}

    def value(s):
        if s.key() not in memory:
            if game.terminal_test(s):
                memory[s.key()] = game.utility(s, player)
            else:
                values = [value(game.result(s, a)) for a in game.actions(s)]
                memory[s.key()] = max(values) if s.to_move == player else min(values)
        return memory[s.key()]

    return max(game.actions(state), key=lambda a: value(game.result(state, a)))
