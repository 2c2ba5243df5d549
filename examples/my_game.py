"""A game that noughts has never heard of. You learn that four members are enough for all of its searches.

Hexapawn (Martin Gardner, 1962) is played with pawns as in chess, on a small board: they step straight ahead onto an
empty cell, and capture one cell ahead to the left or right. Who reaches the far side wins, and who cannot move loses.

At the end, another game with lines to complete: that is no new class, but another `Game`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from noughts import Board, Game, Position, Solver, alphabeta, cell_set, mcts, minimax, trace, transposition

Move: TypeAlias = tuple[int, int]
"""From a cell to a cell."""


@dataclass(frozen=True)
class Hexapawn:
    """A position, seen by the player to move: "P" is a pawn of theirs and moves up, "p" is one of the opponent's.

    Frozen dataclasses compare equal when they are the same and can be hashed: a table and a trace need that.
    """

    board: str = "ppp...PPP"  # three rows, from the opponent's side to one's own

    @property
    def moves(self) -> Sequence[Move]:
        """The legal moves; none when the game is over."""
        columns, cells = len(self.board) // 3, range(len(self.board))
        if "p" in self.board[-columns:]:
            return ()  # the opponent has come through
        return [
            (start, start - columns + aside)
            for start in cells
            if self.board[start] == "P"
            for aside in (-1, 0, 1)
            if 0 <= start % columns + aside < columns and self.board[start - columns + aside] == ("p" if aside else ".")
        ]

    @property
    def is_over(self) -> bool:
        """Whether the player to move has lost, by a pawn that came through or for want of a move."""
        return not self.moves

    @property
    def score(self) -> float:
        """-1 for a loss. A game that wants quick wins gives more for them: 1 plus what was left to play."""
        return -1

    def play(self, move: Move) -> "Hexapawn":
        """Return the position after the move, seen by the other player: the board turns round."""
        if move not in self.moves:
            raise ValueError(f"{move} is not legal here: expected one of {self.moves}")
        start, end = move
        after = list(self.board)
        after[start], after[end] = ".", "P"
        return Hexapawn("".join(reversed(after)).swapcase())


def fano() -> Game:
    """Return tic-tac-toe on the Fano plane: seven points, and seven lines of three points."""
    lines = (cell_set({i, (i + 1) % 7, (i + 3) % 7}) for i in range(7))
    return Game("fano", Board(tuple((point,) for point in range(7))), tuple(lines))


if __name__ == "__main__":
    for columns in (3, 4):
        start = Hexapawn("p" * columns + "." * columns + "P" * columns)
        print(f"Hexapawn with {columns} columns: the {'first' if minimax(start).score > 0 else 'second'} player wins.")
        for search in (minimax, alphabeta, transposition):
            result = search(start)
            print(f"  {search.__name__:14} score {result.score:+} in {result.visited:6,} nodes")
    tree = trace(alphabeta, Hexapawn())
    cut = sum(node.is_cut for node in tree.walk())
    print(f"The tree that alphabeta walks with 3 columns has {len(tree)} nodes, {cut} of them cut off.")
    guess = mcts(Hexapawn(), simulations=500, random=Random(1))
    print(f"mcts guesses {guess.score:+.2f} for the first player there, from 500 games at random.")

    score = Solver(fano()).score(Position(fano()))
    print(f"On the Fano plane {'X wins' if score > 0 else 'nobody wins'}, with {score - 1:.0f} points left empty.")
