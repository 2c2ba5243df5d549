"""The truth of a claim by brute force, without the solver and the checker."""

from functools import cache

from noughts.rules.board import Cells, cells_in
from noughts.solver.proofs.claim import Claim


def is_true(claim: Claim, zone: Cells = -1) -> bool:
    """Return whether a claim holds, even if the loser owns all empty cells outside a zone."""
    position, attacker, wins, weak = claim
    lines, board = position.game.lines, position.game.board.cells
    mine, theirs = (position.x, position.o) if attacker == "x" else (position.o, position.x)
    if wins:
        theirs |= position.empty & ~zone
    else:
        mine |= position.empty & ~zone

    @cache
    def attacker_wins(mine: Cells, theirs: Cells, attacks: bool) -> bool:
        if any(line & mine == line for line in lines):
            return True
        if not weak and any(line & theirs == line for line in lines):
            return False
        moves = [1 << cell for cell in cells_in(board & ~(mine | theirs))]
        if attacks:
            return any(attacker_wins(mine | move, theirs, False) for move in moves)
        return bool(moves) and all(attacker_wins(mine, theirs | move, True) for move in moves)

    return attacker_wins(mine, theirs, position.turn.value == attacker) is wins
