import copy


class State:
    def __init__(self, board, player):
        self.board = board
        self.player = player

    def legal(self):
        return [(i, j) for i in range(3) for j in range(3) if self.board[i][j] is None]

    def next(self, action):
        board = copy.deepcopy(self.board)
        board[action[0]][action[1]] = self.player
        return State(board, "O" if self.player == "X" else "X")

    def won_by(self, mark):
        b = self.board
        return (
            any(all(b[i][j] == mark for j in range(3)) for i in range(3))
            or any(all(b[i][j] == mark for i in range(3)) for j in range(3))
            or all(b[i][i] == mark for i in range(3))
            or all(b[i][2 - i] == mark for i in range(3))
        )


class MinimaxAgent:
    def __init__(self):
        self.cache = {}

    def value(self, state, me):
        key = str(state.board), me
        if key not in self.cache:
            if state.won_by(me):
                v = 1
            elif not state.legal():
                v = 0
            else:
                values = [self.value(state.next(a), me) for a in state.legal()]
                v = max(values) if state.player == me else min(values)
            self.cache[key] = v
        return self.cache[key]

    def get_action(self, state):
        me = state.player
        return max(state.legal(), key=lambda a: self.value(state.next(a), me))


def agent_move(board, player):
    return MinimaxAgent().get_action(State(board, player))
