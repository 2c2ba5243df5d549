"""A game that noughts does not know yet. You learn that every search can play a class with just four members.

Hexapawn (Martin Gardner, 1962) is played with chess pawns on a small board. A pawn steps straight ahead onto an empty
cell, or captures diagonally ahead. A player who reaches the far side wins, and a player who cannot move loses.

The last part shows a different case: a new game of completing lines needs no class of its own, only another `Game`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from noughts import Board, Game, Position, Solver, alphabeta, cell_set, mcts, minimax, trace, transposition

Move: TypeAlias = tuple[int, int]
"""The cells that a pawn moves from and to."""


@dataclass(frozen=True)
class Hexapawn:
    """A position from the point of view of the player to move: "P" is their own pawn and moves up, "p" the opponent's.

    A frozen dataclass can be compared and hashed, which transposition tables and traces need.
    """

    board: str = "ppp...PPP"  # three rows, the opponent's side first

    @property
    def moves(self) -> Sequence[Move]:
        """The legal moves, or an empty sequence when the game is over."""
        columns, cells = len(self.board) // 3, range(len(self.board))
        if "p" in self.board[-columns:]:
            return ()  # an opponent's pawn has reached the far side
        return [
            (start, start - columns + aside)
            for start in cells
            if self.board[start] == "P"
            for aside in (-1, 0, 1)
            if 0 <= start % columns + aside < columns and self.board[start - columns + aside] == ("p" if aside else ".")
        ]

    @property
    def is_over(self) -> bool:
        """Whether the player to move has lost: the opponent reached the far side, or there is no legal move."""
        return not self.moves

    @property
    def score(self) -> float:
        """The score of a finished game: always -1, because the player to move has lost.

        To make searches prefer quick wins, return a larger number for an earlier end.
        """
        return -1

    def play(self, move: Move) -> "Hexapawn":
        """Return the position after the move, from the other player's point of view: the board is rotated."""
        if move not in self.moves:
            raise ValueError(f"{move} is not legal here. Expected one of {self.moves}.")
        start, end = move
        after = list(self.board)
        after[start], after[end] = ".", "P"
        return Hexapawn("".join(reversed(after)).swapcase())


def fano() -> Game:
    """Return tic-tac-toe on the Fano plane, which has seven points and seven lines of three points each."""
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
    print(f"The tree that alphabeta searches with 3 columns has {len(tree)} nodes; {cut} of them end with a cut-off.")
    estimate = mcts(Hexapawn(), simulations=500, random=Random(1))
    print(f"mcts estimates {estimate.score:+.2f} for the first player, from 500 simulated games.")

    score = Solver(fano()).score(Position(fano()))
    print(f"On the Fano plane X wins with {score - 1:.0f} points left empty.")
