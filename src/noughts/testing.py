"""Conformance checks that you can call on your own game and on your own search."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from noughts.rules.gallery import game
from noughts.rules.position import Position, State
from noughts.search.minimax import minimax
from noughts.search.result import SearchResult


def check_state(start: State, *, random: Random, games: int = 20, longest: int = 1000) -> None:
    """Check that a game keeps the promises of `State`, by playing it at random.

    Args:
        start: the game's first state.
        random: draws the moves.
        games: how many games to play.
        longest: how many plies a game may last.

    Raises:
        AssertionError: a promise is broken; the message says which, and where.
    """
    for _ in range(games):
        state = start
        for ply in range(longest + 1):
            where = f"after {ply} plies, in {state!r}"
            moves = list(state.moves)
            _require(list(state.moves) == moves, f"the moves change from one look to the next, {where}")
            _require(all(moves.count(move) == 1 for move in moves), f"a move is listed twice, {where}")
            _require(
                bool(moves) is not bool(state.is_over), f"there are moves exactly while the game goes on, not {where}"
            )
            if state.is_over:
                score = state.score
                _require(
                    score == 0 or abs(score) >= 1,
                    f"a finished game is 0, or 1 or more either way, not {score}, {where}",
                )
                break
            move = random.choice(moves)
            after = state.play(move)
            _require(list(state.moves) == moves, f"playing {move!r} changed the state it was played in, {where}")
            _require(after == state.play(move), f"playing {move!r} twice gives states that are not equal, {where}")
            _require(hash(after) == hash(state.play(move)), f"equal states have different hashes, {where}")
            _require(after != state, f"playing {move!r} changes nothing, {where}")
            state = after
        else:
            raise AssertionError(f"the game did not end within {longest} plies")


def check_search(search: Callable[[Any], SearchResult], states: Iterable[State] | None = None) -> None:
    """Check that an exact search is right, against plain minimax.

    Args:
        search: a search to the end of the game.
        states: where to try it; without them, every unfinished position of tic-tac-toe with up to 5 empty cells.

    Raises:
        AssertionError: an answer is wrong; the message says where, and what is right.
    """
    for state in _late_positions() if states is None else states:
        right, found = minimax(state), search(state)
        where = f"in {state!r}"
        _require(
            list(found.scores) == list(right.scores),
            f"every legal move has a score, in the order of the moves, not {where}",
        )
        _require(found.visited >= 1, f"at least the root is visited, {where}")
        _require(found.exact, f"a search to the end of the game is exact, {where}")
        _require(found.score == right.score, f"the score is {right.score}, not {found.score}, {where}")
        _require(found.move in right.best, f"the best moves are {right.best}, not {found.move!r}, {where}")
        for move, score in right.scores.items():
            told = found.scores[move]
            if move in found.bounds:
                _require(told >= score, f"{move!r} is worth {score}, more than the bound {told}, {where}")
            else:
                _require(told == score, f"{move!r} is worth {score}, not {told}, {where}")


def _require(kept: bool, broken: str) -> None:
    """Raise an AssertionError, also where Python leaves out its assert statements."""
    if not kept:
        raise AssertionError(broken)


def _late_positions() -> list[Position]:
    tier, found = {Position(game("tictactoe"))}, list[Position]()
    while tier:
        found += sorted((p for p in tier if p.empty.bit_count() <= 5), key=repr)
        following = (position.play(move) for position in tier for move in position.moves)
        tier = {position for position in following if not position.is_over}
    return found


__all__ = ["check_search", "check_state"]
