"""Write your own search. You learn how `@node`, `Watch` and a `SearchResult` turn a function into a search, how to
check the search against minimax, how to look at its tree, and how to let it play a match.

The search is alpha-beta with the killer heuristic: a move that causes a cut-off in one position is likely to cause one
in similar positions, so it is tried first there. Source: S. G. Akl and M. M. Newborn, *The Principal Continuation and
the Killer Heuristic*, 1977.
"""

from math import inf
from random import Random
from typing import Any, TypeAlias

from noughts import (
    Choice,
    Opponent,
    Position,
    Score,
    SearchResult,
    State,
    Watch,
    alphabeta,
    game,
    match,
    minimax,
    node,
    trace,
)

Killers: TypeAlias = dict[int, Any]
"""The killer moves: for each depth, the move that caused the latest cut-off there."""


def killer(state: State, *, nodes: int | None = None) -> SearchResult:
    """Return a score for every move: exact for the best move, possibly only a bound for the others.

    Raises:
        SearchLimit: The search needs more than `nodes` nodes.
    """
    killers: Killers = {}
    scores, bounds, best = {}, set(), -inf
    with Watch(state, nodes) as watch:
        for move in state.moves:
            scores[move] = -killer_value(state.play(move), -inf, -best, 1, killers)
            if scores[move] <= best:
                bounds.add(move)
            best = max(best, scores[move])
    return SearchResult(scores, watch.visited, bounds=frozenset(bounds))


@node
def killer_value(state: State, alpha: Score, beta: Score, depth: int, killers: Killers) -> Score:
    """Return the state's score for the player to move: exact inside the window, a bound outside it."""
    if state.is_over:
        return state.score
    best = -inf
    for move in sorted(state.moves, key=lambda move: move != killers.get(depth)):
        best = max(best, -killer_value(state.play(move), -beta, -max(alpha, best), depth + 1, killers))
        if best >= beta:
            killers[depth] = move
            break
    return best


def after(start: Position, plies: int) -> set[Position]:
    """Return all positions that can be reached in a number of plies."""
    return {start} if not plies else {p.play(move) for p in after(start, plies - 1) for move in p.moves}


def agrees(position: Position) -> bool:
    """Return whether this search and minimax agree on the score and the move."""
    ours, truth = killer(position), minimax(position)
    return (ours.score, ours.move) == (truth.score, truth.move)


def killer_player() -> Opponent:
    """Return a player that plays the best move of this search."""

    def choose(position: Position, random: Random) -> Choice:
        result = killer(position)
        return Choice(result.move, result.visited, result.score, result.exact)

    return Opponent("killer", choose)


if __name__ == "__main__":
    for name in ("tictactoe", "3,3,3 misere", "3,3,3 gravity"):
        positions = [position for position in after(Position(game(name)), 4) if not position.is_over]
        agreed = sum(agrees(position) for position in positions)
        print(f"{name}: agrees with minimax in {agreed} of {len(positions)} positions after 4 plies.")
    start = Position(game("tictactoe"))
    for search in (alphabeta, killer):
        tree = trace(search, start, nodes=30_000)
        cut = sum(node.is_cut for node in tree.walk())
        print(f"{search.__name__:9} searches {len(tree):6,} nodes from the empty board; {cut:,} end with a cut-off.")
    result = match(killer_player(), "hard", games=20, seed=1)
    print(f"Against hard: {result.wins(0)} won, {result.draws} drawn, {result.wins(1)} lost.")
