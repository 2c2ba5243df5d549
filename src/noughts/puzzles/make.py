"""Make puzzles of a game from games between two players of ordinary strength."""

from collections.abc import Callable, Hashable, Iterator
from random import Random

from noughts.puzzles.find import puzzle_at
from noughts.puzzles.puzzle import Puzzle
from noughts.rules.board import Move
from noughts.rules.errors import whole_number
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.rules.tactics import immediate_wins, with_turn
from noughts.search.evaluate import move_weights
from noughts.search.order import canonical
from noughts.solver.solver import Solver

POOL = 5
"""The number of puzzles to find for each puzzle to choose."""

_CARE = 0.4  # the probability that a player chooses the move that looks best
_OTHERS = 6  # the number of moves that look nearly as good, from which the player otherwise chooses
_TRIES = 1_000  # after this many games in a row without a new puzzle, the search ends


def make(game: Game | str, count: int, *, seed: int = 0, progress: Callable[[int], None] | None = None) -> list[Puzzle]:
    """Return puzzles of a game, the easiest first. No two puzzles are equal up to symmetry.

    The puzzles are chosen from a larger number of puzzles, so that rare themes occur as often as possible. The same
    game, count and seed always give the same puzzles. If the game has too few puzzles, the result is shorter.

    Args:
        game: the game or its name.
        count: the number of puzzles.
        seed: the seed of the games that the puzzles come from.
        progress: called after every game with the number of puzzles found so far. The goal is `POOL` times `count`
            puzzles.

    Raises:
        NotationError: no game has this name.
        NoughtsError: the number is negative.
    """
    game, count = named_game(game), whole_number(count, "the number of puzzles")
    chosen, by_themes = list[Puzzle](), dict[tuple[str, ...], list[Puzzle]]()
    for puzzle in _pool(game, POOL * count, Random(seed), progress or (lambda found: None)):
        by_themes.setdefault(puzzle.themes, []).append(puzzle)
    while len(chosen) < count and any(by_themes.values()):
        chosen += [alike.pop(0) for alike in by_themes.values() if alike][: count - len(chosen)]
    return sorted(chosen, key=lambda puzzle: (puzzle.rating, puzzle.id))


def _pool(game: Game, count: int, random: Random, progress: Callable[[int], None]) -> Iterator[Puzzle]:
    solver, seen, found, in_vain = Solver(game), set[Hashable](), 0, 0
    while found < count and in_vain < _TRIES:
        in_vain += 1
        for position in _game(game, random):
            key = canonical(position)
            if key in seen:
                continue
            seen.add(key)
            if puzzle := puzzle_at(position, solver=solver):
                found, in_vain = found + 1, 0
                yield puzzle
                if puzzle.moves_left > 1:
                    break  # the next positions of the game would give the end of the same puzzle
        progress(found)


def _game(game: Game, random: Random) -> Iterator[Position]:
    """Yield the positions of a game between two players of ordinary strength."""
    position = Position(game)
    while not position.is_over:
        yield position
        position = position.play(_move(position, random))


def _move(position: Position, random: Random) -> Move:
    """Choose a move: an immediate win, else a block, else a move with promising open lines."""
    urgent = immediate_wins(position) or immediate_wins(with_turn(position, position.turn.other))
    if urgent:
        return random.choice(urgent)
    weights = move_weights(position)
    best = sorted(position.moves, key=lambda move: (-weights[move], random.random()))
    return best[0] if random.random() < _CARE else random.choice(best[:_OTHERS])
