"""Conformance checks for your own games and searches."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from noughts.rules.gallery import game
from noughts.rules.position import Position, State
from noughts.search.minimax import minimax
from noughts.search.result import SearchResult


def check_state(start: State, *, random: Random, games: int = 20, longest: int = 1000) -> None:
    """Check that a game follows the `State` protocol by playing random games.

    Args:
        start: the first state of the game.
        random: draws the moves.
        games: the number of games to play.
        longest: the maximum length of a game in plies.

    Raises:
        AssertionError: a rule of the protocol is violated; the message says which, and in which state.
    """
    for _ in range(games):
        state = start
        for ply in range(longest + 1):
            where = f"after {ply} plies, in {state!r}"
            moves = list(state.moves)
            _require(list(state.moves) == moves, f"the moves change when they are read again, {where}")
            _require(all(moves.count(move) == 1 for move in moves), f"a move is listed twice, {where}")
            _require(
                bool(moves) is not bool(state.is_over),
                f"there must be moves if, and only if, the game is not over, {where}",
            )
            if state.is_over:
                score = state.score
                _require(
                    score == 0 or abs(score) >= 1,
                    f"a finished game must score 0, at least 1 or at most -1, not {score}, {where}",
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
    """Check an exact search by comparing its results with the results of minimax.

    Args:
        search: a search to the end of the game.
        states: the states to search. By default, every unfinished position of tic-tac-toe with up to 5 empty cells.

    Raises:
        AssertionError: a result is wrong; the message says in which state, and gives the right result.
    """
    for state in _late_positions() if states is None else states:
        expected, result = minimax(state), search(state)
        where = f"in {state!r}"
        _require(
            list(result.scores) == list(expected.scores),
            f"every legal move must have a score, in the order of the moves, {where}",
        )
        _require(result.visited >= 1, f"the search must visit at least the root, {where}")
        _require(result.exact, f"the result must be exact, {where}")
        _require(result.score == expected.score, f"the score must be {expected.score}, not {result.score}, {where}")
        _require(result.move in expected.best, f"the move must be one of {expected.best}, not {result.move!r}, {where}")
        for move, score in expected.scores.items():
            actual = result.scores[move]
            if move in result.bounds:
                _require(actual >= score, f"{move!r} is worth {score}, more than the bound {actual}, {where}")
            else:
                _require(actual == score, f"{move!r} is worth {score}, not {actual}, {where}")


def _require(kept: bool, broken: str) -> None:
    """Raise an AssertionError if a check fails, even when assert statements are disabled (``python -O``)."""
    if not kept:
        raise AssertionError(broken)


def _late_positions() -> list[Position]:
    tier, late = {Position(game("tictactoe"))}, list[Position]()
    while tier:
        late += sorted((p for p in tier if p.empty.bit_count() <= 5), key=repr)
        following = (position.play(move) for position in tier for move in position.moves)
        tier = {position for position in following if not position.is_over}
    return late


__all__ = ["check_search", "check_state"]
