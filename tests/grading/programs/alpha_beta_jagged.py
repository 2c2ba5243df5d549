"""Project 2: adversarial search. State: (board, turn); actions, result, utility as in the lecture."""
import math


class TicTacToeProblem:
    def __init__(self, n=3):
        self.n = n

    def initial(self):
        return (tuple(tuple("." for _ in range(self.n)) for _ in range(self.n)), "x")

    def actions(self, state):
        board, _ = state
        return [(r, c) for r in range(self.n) for c in range(self.n) if board[r][c] == "."]

    def result(self, state, action):
        board, turn = state
        rows = [list(row) for row in board]
        rows[action[0]][action[1]] = turn
        return tuple(map(tuple, rows)), ("o" if turn == "x" else "x")

    def utility(self, state):
        board = state[0]
        columns = list(zip(*board))
        diags = [tuple(board[i][i] for i in range(self.n)), tuple(board[i][self.n - 1 - i] for i in range(self.n))]
        for line in list(board) + columns + diags:
            if line == ("x",) * self.n:
                return 1
            if line == ("o",) * self.n:
                return -1
        return 0

    def is_terminal(self, state):
        return self.utility(state) != 0 or not self.actions(state)


def alpha_beta(problem, state):
    def max_value(state, alpha, beta):
        if problem.is_terminal(state):
            return problem.utility(state), None
        v, best = -math.inf, None
        for a in problem.actions(state):
            v2, _ = min_value(problem.result(state, a), alpha, beta)
            if v2 > v:
                v, best = v2, a
            if v >= beta:
                return v, best
            alpha = max(alpha, v)
        return v, best

    def min_value(state, alpha, beta):
        if problem.is_terminal(state):
            return problem.utility(state), None
        v, best = math.inf, None
        for a in problem.actions(state):
            v2, _ = max_value(problem.result(state, a), alpha, beta)
            if v2 < v:
                v, best = v2, a
            if v <= alpha:
                return v, best
            beta = min(beta, v)
        return v, best

    return (max_value if state[1] == "x" else min_value)(state, -math.inf, math.inf)[1]


def get_action(state):
    return alpha_beta(TicTacToeProblem(), state)
