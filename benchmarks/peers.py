"""Other people's programs, measured beside noughts where they are installed."""

import importlib.util
import subprocess
from importlib import import_module
from importlib.metadata import version
from random import Random

from measure import Contender, run_python


def open_spiel() -> str | None:
    """Return OpenSpiel's name and version, or None where it is not installed (`make oracle` installs it)."""
    return f"OpenSpiel {version('open_spiel')}" if importlib.util.find_spec("pyspiel") else None


def searches() -> list[Contender]:
    """Return OpenSpiel's searches of the empty 3 × 3 board."""
    if not open_spiel():
        return []
    import pyspiel

    algorithms = "open_spiel.python.algorithms"
    search, solver = import_module(f"{algorithms}.minimax"), import_module(f"{algorithms}.minimax_solver")
    game = pyspiel.load_game("tic_tac_toe")

    def alpha_beta() -> int:
        search.alpha_beta_search(game=game)
        return 0

    def solve() -> int:
        solver.MinimaxSolver("tic_tac_toe").solve()
        return 0

    return [
        Contender("OpenSpiel's `alpha_beta_search`, scores ±1", alpha_beta),
        Contender("OpenSpiel's `MinimaxSolver`, scores ±1", solve),
    ]


def seconds_for_value(shape: str, timeout: float) -> float | None:
    """Return how long OpenSpiel's alpha-beta needs for the empty board of ``m,n,k``, or None if longer than that."""
    m, n, k = shape.split(",")
    code = (
        "import pyspiel, time\n"
        "from open_spiel.python.algorithms.minimax import alpha_beta_search\n"
        f"game = pyspiel.load_game('mnk(m={m},n={n},k={k})')\n"
        "start = time.process_time()\n"
        "alpha_beta_search(game=game)\n"
        "print(time.process_time() - start)"
    )
    try:
        return float(run_python(["-c", code], timeout))
    except subprocess.TimeoutExpired:
        return None


def random_games(count: int, random: Random) -> list[Contender]:
    """Return a contender that plays so many games on 3 × 3 by moves drawn at random."""
    if not open_spiel():
        return []
    import pyspiel

    game = pyspiel.load_game("tic_tac_toe")

    def play() -> int:
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
        return count

    return [Contender("OpenSpiel's states, stepped from Python", play)]
