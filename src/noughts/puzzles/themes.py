"""The themes of puzzles: the ideas in their solutions. For each theme, a function tests the solving line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.tries import Try, keeping, tries
from noughts.rules.board import Move, cells_in
from noughts.rules.game import Player
from noughts.rules.position import Position, sides
from noughts.rules.tactics import completed_lines, completing_cells, forks, immediate_wins, line_wins, with_turn
from noughts.search.forcing_wins import fours, is_for
from noughts.solver.solver import Solver

_ALMOST = 2  # cells that a row lacks before a move that leaves it lacking one
_FOUR = 4  # the minimum length of a row, in cells, for a theme about threes


@dataclass(frozen=True)
class Solution:
    """The line that solves a puzzle, and the positions and values that its moves lead to.

    Attributes:
        puzzle: the puzzle.
        solver: a solver of the game.
    """

    puzzle: Puzzle
    solver: Solver

    @property
    def start(self) -> Position:
        """The position of the puzzle."""
        return self.puzzle.position

    @property
    def first(self) -> Move:
        """The first right move of the puzzle."""
        return self.puzzle.line[0]

    @cached_property
    def known(self) -> dict[Move, Try]:
        """The result of each possible first move."""
        return dict(tries(self.start, self.puzzle.goal, self.solver) or {})

    @cached_property
    def after(self) -> Position:
        """The position after the first right move."""
        return self.start.play(self.first)

    @cached_property
    def turns(self) -> list[tuple[Position, Move]]:
        """The positions in which the solver is to move, with the right moves."""
        return self._along(self.puzzle.line)[::2]

    @cached_property
    def full(self) -> list[tuple[Position, Move]]:
        """All positions and moves up to the win, with best play after the line. If no player wins, only the line."""
        line, position = list(self.puzzle.line), self.start
        for move in line:
            position = position.play(move)
        while self.puzzle.goal == "win" and not position.is_over:
            known = tries(position, "win", self.solver)
            if not known:
                break
            soonest = 1 if position.turn is self.start.turn else -1
            move = min(sorted(keeping(known)), key=lambda move: soonest * known[move].plies)
            line.append(move)
            position = position.play(move)
        return self._along(line)

    def _along(self, line: Sequence[Move]) -> list[tuple[Position, Move]]:
        turns, position = list[tuple[Position, Move]](), self.start
        for move in line:
            turns.append((position, move))
            position = position.play(move)
        return turns


def _win_in(least: int, most: int) -> Callable[[Solution], bool]:
    """Return a test for a win in `least` to `most` moves of the solver. A misère game never passes the test."""

    def test(solution: Solution) -> bool:
        found = solution.known[solution.first]
        return not solution.start.game.misere and found.value > 0 and least <= (found.plies + 1) // 2 <= most

    return test


def _threats(solution: Solution, move: Move) -> bool:
    """Return whether the solver threatens to complete a row after a first move."""
    after = solution.start.play(move)
    return not after.is_over and bool(line_wins(after, solution.start.turn))


def _blocks(solution: Solution) -> bool:
    return bool(line_wins(solution.start, solution.start.turn.other)) and bool(
        completed_lines(solution.start, solution.first, solution.start.turn.other)
    )


def _fork(solution: Solution) -> bool:
    return any(move in forks(position) for position, move in solution.turns)


def _four_three(solution: Solution) -> bool:
    """Return whether a move makes a four, and the answer leaves a double four that was not there before."""
    game = solution.start.game
    if not is_for(game) or any(line.bit_count() < _FOUR for line in game.lines):
        return False
    for position, move in solution.turns:
        answers = fours(position).get(move, ())
        if len(answers) == 1 and not _has_double_four(position):
            after = position.play(move).play(answers[0])
            if not immediate_wins(after) and _has_double_four(after):
                return True
    return False


def _has_double_four(position: Position) -> bool:
    return any(len(answers) > 1 for answers in fours(position).values())


def _quiet(solution: Solution) -> bool:
    is_over = solution.after.is_over
    return solution.puzzle.goal == "win" and not (
        solution.start.game.misere or is_over or _threats(solution, solution.first) or _blocks(solution)
    )


def _only_defence(solution: Solution) -> bool:
    passed = with_turn(solution.start, solution.start.turn.other)
    return solution.puzzle.goal == "draw" and bool(immediate_wins(passed) or forks(passed))


def _block_that_threatens(solution: Solution) -> bool:
    return _blocks(solution) and _threats(solution, solution.first)


def _bait(solution: Solution) -> bool:
    """Return whether the right move makes no threat, although a wrong move would."""
    if solution.start.game.misere or solution.after.is_over or _threats(solution, solution.first):
        return False
    wrong = (move for move, found in solution.known.items() if found.value < solution.known[solution.first].value)
    return any(_threats(solution, move) for move in wrong)


def _misere_escape(solution: Solution) -> bool:
    wrong = [found.value for move, found in solution.known.items() if move not in solution.puzzle.answers]
    return solution.start.game.misere and all(value < 0 for value in wrong)


def _zugzwang(solution: Solution) -> bool:
    """Return whether every move of the opponent lets the solver win at once, although nothing is threatened."""
    solver = solution.start.turn
    return any(
        position.turn is not solver
        and not line_wins(position, solver)
        and all(map(_loses_at_once(position), position.moves))
        for position, _ in solution.full
    )


def _loses_at_once(position: Position) -> Callable[[Move], bool]:
    def test(move: Move) -> bool:
        after = position.play(move)
        return after.winner is position.turn.other if after.is_over else bool(immediate_wins(after))

    return test


def _claimeven(solution: Solution) -> bool:
    """Return whether the second player wins on an even row, in the column that the first player has just used."""
    game, solver = solution.start.game, solution.start.turn
    if not game.needs or len(game.board.shape) > 2 or solver is Player.X or len(solution.full) < 2:
        return False
    (_, below), (position, last) = solution.full[-2:]
    if position.play(last).winner is not solver:
        return False
    row = game.board.shape[-1] - game.board.points[last][1]
    return row % 2 == 0 and game.needs[last] == 1 << below


def _sacrifice(solution: Solution) -> bool:
    """Return whether the opponent takes a cell where the solver was waiting to complete a row."""
    puzzle = solution.puzzle
    replies = [(solution.turns[number], reply) for number, reply in enumerate(puzzle.line[1::2])]
    for (position, move), reply in replies:
        mine = sides(position, position.turn)[0]
        opened = position.game.needs[reply] >> move & 1 if position.game.needs else 0
        if opened and completing_cells(position.game, mine) >> reply & 1:
            return True
    return False


def _layers(solution: Solution) -> bool:
    """Return whether the last move of the line completes or threatens a row that goes through the layers."""
    board, (position, move) = solution.start.game.board, solution.turns[-1]
    mine, theirs = sides(position, position.turn)
    rows = [row for row in position.game.lines_at[move] if not row & theirs and (row & ~mine).bit_count() <= _ALMOST]
    return len(board.shape) > 2 and any(len({board.points[cell][2:] for cell in cells_in(row)}) > 1 for row in rows)


@dataclass(frozen=True)
class Theme:
    """An idea that solutions have in common.

    Attributes:
        title: the name that people see.
        words: an explanation in a few words.
        test: returns whether a solution has it.
    """

    title: str
    words: str
    test: Callable[[Solution], bool]


THEMES: dict[str, Theme] = {
    "win-in-1": Theme("Win in one", "win with your next move", _win_in(1, 1)),
    "win-in-2": Theme("Win in two", "win with your second move", _win_in(2, 2)),
    "win-in-3": Theme("Win in three", "win with your third move", _win_in(3, 3)),
    "long-win": Theme("Long win", "win with your fourth move or later", _win_in(4, 999)),
    "fork": Theme("Fork", "make two threats at once", _fork),
    "four-three": Theme("Four-three", "make a four and an open three with one move", _four_three),
    "quiet": Theme("Quiet move", "win without an immediate threat", _quiet),
    "draw": Theme("Save the draw", "every other move loses", lambda solution: solution.puzzle.goal == "draw"),
    "defence": Theme("Only defence", "stop a threat or a fork", _only_defence),
    "block-threat": Theme("Block that threatens", "stop a threat and make one", _block_that_threatens),
    "bait": Theme("Refuse the bait", "the move that makes a threat is wrong", _bait),
    "misere": Theme("Misère escape", "every other move leads into a row of your own", _misere_escape),
    "zugzwang": Theme("Zugzwang", "the opponent must move, and every move loses at once", _zugzwang),
    "claimeven": Theme("Claimeven", "O answers above X, and wins on an even row", _claimeven),
    "sacrifice": Theme("Sacrifice", "give up a row that lacks one disc", _sacrifice),
    "layers": Theme("Through the layers", "use a row that goes through the layers", _layers),
}
"""The themes by name, in the order of display."""


def themes_of(puzzle: Puzzle, solver: Solver) -> tuple[str, ...]:
    """Return the names of a puzzle's themes."""
    solution = Solution(puzzle, solver)
    return tuple(name for name, theme in THEMES.items() if theme.test(solution))
