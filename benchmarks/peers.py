"""Other programs to compare noughts with: OpenSpiel, easyAI and Pascal Pons' solver, if installed."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from random import Random
from typing import Any

from measure import Contender, clock_of_process

from noughts import game

_ALGORITHMS = "open_spiel.python.algorithms"


def open_spiel() -> str | None:
    """Return OpenSpiel's name and version, or None if it is not installed (`make oracle` installs it)."""
    return f"OpenSpiel {version('open_spiel')}" if importlib.util.find_spec("pyspiel") else None


def easy_ai() -> str | None:
    """Return easyAI's name and version, or None if it is not installed (`pip install easyAI`)."""
    return f"easyAI {version('easyAI')}" if importlib.util.find_spec("easyAI") else None


PONS = "NOUGHTS_PONS"
"""The environment variable that holds the path of Pascal Pons' solver."""


def pons() -> str | None:
    """Return the name of Pascal Pons' solver of connect four, or None if `NOUGHTS_PONS` is not set."""
    return "Pascal Pons' solver" if os.environ.get(PONS) and sys.platform == "linux" else None


@contextmanager
def pons_solver() -> Iterator[Callable[[str], tuple[int, float]]]:
    """Run Pascal Pons' solver in a new process, without an opening book.

    Yields a function that takes the columns of the moves so far, such as ``"4435"``. It returns the score of the
    position and the processor time in seconds. A win is worth 22 minus the number of the winner's stones, and a loss
    the negative of that. The solver keeps its table from one position to the next.
    """
    program = os.environ[PONS]
    try:
        process = subprocess.Popen(
            [program, "-b", os.devnull],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise SystemExit(f"{PONS}: {program} cannot be started: {error.strerror}.") from None
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        requests, answers, used = process.stdin, process.stdout, clock_of_process(process.pid)

        def solve(columns: str) -> tuple[int, float]:
            try:
                start = used()
                requests.write(f"{columns}\n".encode())
                _, score = answers.readline().split()
                return int(score), used() - start
            except (OSError, ValueError):
                raise SystemExit(f"{PONS}: {program} does not answer as Pascal Pons' solver does.") from None

        solve("112233")  # wait until the process has started
        yield solve


def searches() -> list[Contender]:
    """Return contenders for OpenSpiel's searches of the empty 3 × 3 board."""
    if not open_spiel():
        return []
    import pyspiel

    search, solver = import_module(f"{_ALGORITHMS}.minimax"), import_module(f"{_ALGORITHMS}.minimax_solver")
    tictactoe = pyspiel.load_game("tic_tac_toe")

    def alpha_beta() -> int:
        search.alpha_beta_search(game=tictactoe)
        return 0

    def solve() -> int:
        solver.MinimaxSolver("tic_tac_toe").solve()
        return 0

    return [
        Contender("OpenSpiel's `alpha_beta_search`, scores ±1", alpha_beta),
        Contender("OpenSpiel's `MinimaxSolver`, scores ±1", solve),
    ]


def solvers() -> dict[str, Callable[[str], Callable[[], int]]]:
    """Return the installed solvers by name.

    Each turns ``m,n,k`` into a function that solves the empty board and returns 1 if X wins and 0 for a draw.
    """
    solvers_by_name: dict[str, Callable[[str], Callable[[], int]]] = {}
    if open_spiel():
        solvers_by_name["OpenSpiel's `alpha_beta_search`"] = _alpha_beta
        solvers_by_name["OpenSpiel's `MinimaxSolver`"] = _minimax_solver
    if easy_ai():
        solvers_by_name["easyAI's `Negamax`, with its table"] = _negamax
        solvers_by_name["easyAI's `solve_with_depth_first_search`, with its table"] = _depth_first
    return solvers_by_name


def _alpha_beta(shape: str) -> Callable[[], int]:
    import pyspiel

    search = import_module(f"{_ALGORITHMS}.minimax")
    loaded = pyspiel.load_game(_mnk(shape))
    return lambda: int(search.alpha_beta_search(game=loaded)[0])


def _minimax_solver(shape: str) -> Callable[[], int]:
    solver = import_module(f"{_ALGORITHMS}.minimax_solver")

    def solve() -> int:
        table = solver.MinimaxSolver(_mnk(shape)).solve()
        return int(next(reversed(table.values())).value)  # the search finishes the empty board last

    return solve


def _mnk(shape: str) -> str:
    return "mnk(m={},n={},k={})".format(*shape.split(","))


def _negamax(shape: str) -> Callable[[], int]:
    import easyAI

    cells = len(game(shape).board)

    def solve() -> int:
        search = easyAI.Negamax(cells, tt=easyAI.TranspositionTable())
        search(_easy_game(shape))
        return int((search.alpha > 0) - (search.alpha < 0))

    return solve


def _depth_first(shape: str) -> Callable[[], int]:
    import easyAI

    def solve() -> int:
        table = easyAI.TranspositionTable()
        return int(easyAI.solve_with_depth_first_search(_easy_game(shape), win_score=100, tt=table))

    return solve


def _easy_game(shape: str) -> Any:
    """Return k in a row as an easyAI game. It uses sets of cells, which are fast."""
    import easyAI

    lines, cells = game(shape).lines, range(len(game(shape).board))
    full = game(shape).board.cells

    class Mnk(easyAI.TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.current_player = 1
            self.stones = [0, 0, 0]  # the cells of each player; easyAI counts players from 1

        def possible_moves(self) -> list[int]:
            taken = self.stones[1] | self.stones[2]
            return [cell for cell in cells if not taken >> cell & 1]

        def make_move(self, move: int) -> None:
            self.stones[self.current_player] |= 1 << move

        def unmake_move(self, move: int) -> None:
            self.stones[self.current_player] ^= 1 << move

        def lose(self) -> bool:
            theirs = self.stones[3 - self.current_player]
            return any(line & theirs == line for line in lines)

        def is_over(self) -> bool:
            return self.stones[1] | self.stones[2] == full or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

        def ttentry(self) -> tuple[int, ...]:
            return tuple(self.stones)

    return Mnk()


def random_games(count: int, random: Random) -> list[Contender]:
    """Return a contender that plays `count` games of random moves on 3 × 3."""
    if not open_spiel():
        return []
    import pyspiel

    tictactoe = pyspiel.load_game("tic_tac_toe")

    def play() -> int:
        for _ in range(count):
            state = tictactoe.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
        return count

    return [Contender("OpenSpiel's states, stepped from Python", play)]
