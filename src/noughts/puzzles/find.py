"""Find puzzles in one position, or in all positions of a game."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from noughts.puzzles.puzzle import Goal, Puzzle
from noughts.puzzles.rate import looks_right, rating
from noughts.puzzles.themes import themes_of
from noughts.puzzles.tries import VALUES, Try, keeping, tries
from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.rules.record import Record
from noughts.rules.tactics import immediate_wins, line_wins, with_turn
from noughts.search.forcing_wins import is_for, threat_sequence
from noughts.search.result import SearchLimit
from noughts.solver.equivalent_moves import equivalent_moves
from noughts.solver.solver import Solver

MOST_EXACT = 25
"""The largest number of empty cells at which puzzles are about exact values instead of wins by fours."""

FARTHEST = 11
"""The maximum number of plies to the win in a puzzle, or to the loss after a wrong move."""

_LONGEST = 6  # the maximum number of the solver's moves
_LOOK = 2  # plies that a person looks ahead, to count the moves that look right after a reply
_OPEN_FOUR = 3  # plies to a win by an open four, which is obvious on a large board
_SMALL_CELLS = 9  # on boards of up to this size, a win in one and a forced block are puzzles for children


def find(record: Record, *, solver: Solver | None = None) -> Iterator[Puzzle]:
    """Yield the puzzles in a game, in order: its positions with exactly one right move.

    Args:
        record: the game, which need not be finished.
        solver: a solver of the game, whose earlier results are used. By default, a new one is created.
    """
    solver = solver or Solver(record.start.game)
    for position in record.positions:
        if puzzle := puzzle_at(position, solver=solver):
            yield puzzle


def puzzle_at(position: Position, *, solver: Solver | None = None) -> Puzzle | None:
    """Return the puzzle in a position, with its themes and its rating, or None if the position is not a puzzle.

    The player to move must have exactly one move, up to symmetry, that wins or that saves the draw. In a position with
    more than 25 empty cells, it must be the only move that begins a win by fours. The game must be decided within
    eleven plies. If the right move is an obvious one, an immediate win or block, the position is a puzzle only on a
    board of at most nine cells.
    """
    if position.is_over or len(position.moves) < 2 or _is_obvious(position):
        return None
    solver = solver or Solver(position.game)
    goal: Goal = "win"
    if position.empty.bit_count() > MOST_EXACT:
        if not is_for(position.game) or not threat_sequence(position):
            return None
        goal = "fours"
    try:
        known = tries(position, goal, solver)
        if not known or only_move(position, known) is None:
            return None
        best = max(each.value for each in known.values())
        goal = "draw" if best == 0 else goal
        ends = [each.plies for each in known.values() if (each.value < 0 if goal == "draw" else each.value > 0)]
        if best < 0 or max(ends) > FARTHEST or (goal == "fours" and min(ends) <= _OPEN_FOUR):
            return None
        puzzle = Puzzle(position, goal, only_line(position, goal, solver))
        puzzle = replace(puzzle, themes=themes_of(puzzle, solver))
        return replace(puzzle, rating=rating(puzzle, solver))
    except SearchLimit:
        return None


def only_move(position: Position, known: Mapping[Move, Try]) -> Move | None:
    """Return the only move with the best value, up to symmetry, or None if several moves or all moves have this value.

    Args:
        position: the position.
        known: what each move leads to.
    """
    best = keeping(known)
    if len(best) == len(position.moves):
        return None
    groups = [group for group in equivalent_moves(position) if group & best]
    return min(groups[0]) if len(groups) == 1 else None


def only_line(position: Position, goal: Goal, solver: Solver) -> tuple[Move, ...]:
    """Return the solution from a position: the only right moves of the solver, and the replies that hold out longest.

    If several replies hold out equally long, the line has a reply that leaves a single right move and many tempting
    moves, if there is such a reply. The line ends with the solver's last only move. It is empty if there is no such
    move, or if too little is known.
    """
    line = list[Move]()
    while len(line) < 2 * _LONGEST and not position.is_over:
        known = tries(position, goal, solver)
        move = only_move(position, known) if known else None
        if not known or move is None or known[move].value != VALUES[goal]:
            break
        line.append(move)
        position = position.play(move)
        reply = _defence(position, goal, solver)
        if reply is None:
            break
        line.append(reply)
        position = position.play(reply)
    return tuple(line[: len(line) - (len(line) + 1) % 2])


def _defence(position: Position, goal: Goal, solver: Solver) -> Move | None:
    """Return the reply of the opponent, who is to move, or None if the game is over or every reply loses at once."""
    if position.is_over:
        return None
    if goal == "fours":
        answers = line_wins(position, position.turn.other)
        return answers[0] if len(answers) == 1 else None
    known = tries(position, goal, solver)
    if not known:
        return None
    best = keeping(known)
    longest = max(known[move].plies for move in best)

    def demand(move: Move) -> tuple[bool, int]:
        after = position.play(move)
        next_known = None if after.is_over else tries(after, goal, solver)
        if not next_known:
            return False, 0
        return only_move(after, next_known) is not None, len(looks_right(next_known, _LOOK))

    return max((move for move in sorted(best) if known[move].plies == longest), key=demand)


def _is_obvious(position: Position) -> bool:
    """Return whether the player to move can win at once or has to block, except on the smallest boards."""
    if len(position.game.board) <= _SMALL_CELLS:
        return False
    return bool(immediate_wins(position) or immediate_wins(with_turn(position, position.turn.other)))
