from dataclasses import dataclass, field
from typing import List, Optional, Tuple

WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class State:
    """A game state. Immutable, so we can put it in a dict."""
    cells: Tuple[Optional[str], ...] = (None,) * 9
    to_move: str = "X"

    def legal_moves(self) -> List[int]:
        return [i for i in range(9) if self.cells[i] is None]

    def apply(self, move: int) -> "State":
        new = list(self.cells)
        new[move] = self.to_move
        return State(tuple(new), "O" if self.to_move == "X" else "X")

    def winner(self) -> Optional[str]:
        for a, b, c in WINS:
            if self.cells[a] is not None and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]
        return None

    def is_terminal(self) -> bool:
        return self.winner() is not None or len(self.legal_moves()) == 0

    def show(self):
        for r in range(0, 9, 3):
            print(" ".join(c or "." for c in self.cells[r:r + 3]))
        print()


@dataclass
class Agent:
    name: str = "Computer"
    nodes: int = 0
    table: dict = field(default_factory=dict)

    def value(self, state: State) -> int:
        """+1 if X wins, -1 if O wins, 0 draw"""
        if state in self.table:
            return self.table[state]
        self.nodes += 1
        w = state.winner()
        if w == "X":
            v = 1
        elif w == "O":
            v = -1
        elif not state.legal_moves():
            v = 0
        else:
            children = [self.value(state.apply(m)) for m in state.legal_moves()]
            v = max(children) if state.to_move == "X" else min(children)
        self.table[state] = v
        return v

    def act(self, state: State) -> int:
        pick = max if state.to_move == "X" else min
        return pick(state.legal_moves(), key=lambda m: self.value(state.apply(m)))


def play():
    state = State()
    agent = Agent()
    human = input("X or O? ").strip().upper()
    while not state.is_terminal():
        state.show()
        if state.to_move == human:
            move = int(input("0-8: "))
            if move not in state.legal_moves():
                print("illegal")
                continue
        else:
            move = agent.act(state)
            print(agent.name, "plays", move, "after", agent.nodes, "nodes")
        state = state.apply(move)
    state.show()
    print("winner:", state.winner() or "nobody")


if __name__ == "__main__":
    play()
