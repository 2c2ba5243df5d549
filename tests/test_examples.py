"""The examples run, say what you learn from them, and do what they say."""

import ast
import importlib.util
import os
import re
import signal
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from noughts import (
    Player,
    Position,
    SearchLimit,
    Solver,
    alphabeta,
    cell_string,
    cells_in,
    game,
    match,
    mcts,
    minimax,
    negamax,
    player,
    position,
    trace,
    transposition,
)

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))
LEARNING = sorted((Path(__file__).parents[1] / "examples" / "rl").glob("*.py"))
CELLS = [column + row for row in "123" for column in "abc"]


def path(name: str) -> Path:
    return next(file for file in [*EXAMPLES, *LEARNING] if file.stem == name)


@pytest.fixture(scope="module")
def example() -> Any:
    """Return a function that imports an example by its name, once."""
    modules: dict[str, ModuleType] = {}

    def load_example(name: str) -> ModuleType:
        if name not in modules:
            spec = importlib.util.spec_from_file_location(f"example_{name}", path(name))
            assert spec
            assert spec.loader
            modules[name] = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(modules[name])
        return modules[name]

    yield load_example
    for module in modules.values():
        del sys.modules[module.__name__]


def run(name: str, *words: str, typed: str = "", timeout: float = 60) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", str(path(name)), *words]
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    return subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", timeout=timeout, env=environment)


def positions(start: Position) -> set[Position]:
    """Return all positions that can be reached."""
    seen, pending = {start}, [start]
    while pending:
        here = pending.pop()
        new = {here.play(move) for move in here.moves} - seen
        seen |= new
        pending += new
    return seen


@pytest.mark.parametrize("file", [*EXAMPLES, *LEARNING], ids=lambda file: file.stem)
def test_the_docstring_says_what_you_learn(file: Path) -> None:
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    assert "You learn" in docstring.split("\n\n")[0]


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("one_page", ["{1: -2, 4: 3, 5: -2}", "A draw, as always."]),
        ("my_game", ["with 3 columns: the second player wins", "252 nodes", "On the Fano plane X wins"]),
        ("my_search", ["agrees with minimax in 756 of 756", "20,866 nodes", "0 lost."]),
        ("my_frontend", ["a1 b1 c1", "Your move: \nGoodbye."]),
    ],
)
def test_the_example_runs(name: str, printed: list[str]) -> None:
    done = run(name)
    assert (done.returncode, done.stderr) == (0, "")
    for text in printed:
        assert text in done.stdout


# one_page.py


def test_one_page_is_one_page_and_imports_nothing() -> None:
    source = path("one_page").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 70
    assert not [part for part in ast.walk(ast.parse(source)) if isinstance(part, ast.Import | ast.ImportFrom)]


def test_one_page_agrees_with_the_package_everywhere(example: Any) -> None:
    page, start = example("one_page"), Position(game("tictactoe"))
    solver, everywhere = Solver(start.game), positions(start)
    assert len(everywhere) == 5_478
    for here in everywhere:
        board, player = cell_string(here, "."), here.turn.value
        assert page.score(board, player) == solver.score(here)
        assert tuple(page.moves(board)) == here.moves
        best = solver.solve(here).best if here.moves else ()
        assert tuple(page.best_moves(board, player)) == best
    page.known.clear()
    page.score("." * 9, "x")
    assert len(page.known) == 5_478


def test_one_page_reads_any_board(example: Any) -> None:
    page = example("one_page")
    assert page.best_moves("ox.oxx.ox", "x") == [2]  # four x and three o, but x is to move
    assert page.score("xxx.o..o.", "x") == 5  # it is the winner's turn


# my_game.py


def test_every_search_agrees_on_hexapawn(example: Any) -> None:
    start = example("my_game").Hexapawn()
    seen, pending = {start}, [start]
    while pending:
        state = pending.pop()
        assert state.is_over == (not state.moves)
        assert state.score == -1
        if not state.is_over:
            assert minimax(state).scores == negamax(state).scores
            for search in (alphabeta, transposition):
                assert (search(state).score, search(state).move) == (minimax(state).score, minimax(state).move)
            assert mcts(state, simulations=3, random=Random(1)).scores.keys() == set(state.moves)
        new = {state.play(move) for move in state.moves} - seen
        seen |= new
        pending += new
    assert len(seen) > 100
    assert minimax(start).score == -1  # as Gardner found
    assert len(trace(minimax, start)) == minimax(start).visited == 252


@pytest.mark.parametrize("move", [(6, 4), (6, 2), (3, 0), (0, 3), (6, 0), (9, 6), (0, -3)])
def test_hexapawn_rejects_an_illegal_move(example: Any, move: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="is not legal here"):
        example("my_game").Hexapawn().play(move)


def test_hexapawn_follows_the_rules_for_chess_pawns(example: Any) -> None:
    hexapawn = example("my_game").Hexapawn
    assert hexapawn().play((7, 4)) == hexapawn("p.p.p.PPP")
    assert set(hexapawn("p.p.p.PPP").moves) == {(6, 3), (6, 4), (8, 5), (8, 4)}
    assert hexapawn("...P...p.").is_over  # a pawn has reached the far side
    assert hexapawn(".p..P....").is_over  # the last pawn is blocked
    assert hexapawn("p.....P..").moves == [(6, 3)]
    assert hexapawn("..pP.....").moves == [(3, 0)]  # a capture does not wrap around the edge


def test_fano_is_a_win_for_x(example: Any) -> None:
    fano = example("my_game").fano()
    for pair in combinations(range(7), 2):
        assert sum(set(pair) <= set(cells_in(line)) for line in fano.lines) == 1
    assert Solver(fano).score(Position(fano)) == minimax(Position(fano)).score == 1


# my_search.py


@pytest.mark.parametrize("name", ["3,3,3 misere", "3,3,3 torus", "3,3,2 full=o"])  # itself, it tries three games
def test_my_search_agrees_with_minimax(example: Any, name: str) -> None:
    search = example("my_search")
    for here in search.after(Position(game(name)), 5):
        if not here.is_over:
            assert search.agrees(here)
            result, truth = search.killer(here), minimax(here)
            for move, score in result.scores.items():
                assert score >= truth.scores[move] if move in result.bounds else score == truth.scores[move]


def test_my_search_needs_fewer_nodes_than_alphabeta_and_respects_its_limit(example: Any) -> None:
    start, search = Position(game("tictactoe")), example("my_search").killer
    visited = search(start).visited
    assert visited < alphabeta(start).visited / 2
    assert len(trace(search, start, nodes=visited)) == visited
    with pytest.raises(SearchLimit, match=f"{visited - 1:,} nodes"):
        search(start, nodes=visited - 1)


def test_my_search_plays_any_state_and_never_loses(example: Any) -> None:
    search = example("my_search")
    hexapawn = example("my_game").Hexapawn("pppp....PPPP")
    assert search.killer(hexapawn).score == minimax(hexapawn).score
    for opponent in ("hard", "perfect"):
        assert match(search.killer_player(), player(opponent), games=6, seed=2).wins(1) == 0


# my_frontend.py


@pytest.mark.parametrize("level", ["random", "beginner", "easy", "medium", "hard", "perfect"])
def test_my_frontend_plays_a_game_to_its_end(level: str) -> None:
    done = run("my_frontend", "tictactoe", level, typed="\n".join([*CELLS, *CELLS]))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith(("A draw.", "You win!", f"{level} wins."))


def test_my_frontend_plays_every_game() -> None:
    done = run("my_frontend", "4,4,3 gravity", "random", typed="a\nb\nc\nd\n" * 5)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith(("A draw.", "You win!", "random wins."))


def test_my_frontend_explains_an_illegal_move_and_continues() -> None:
    done = run("my_frontend", typed="b2\nb2\nz9\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "No: b2 is taken: X has a stone there." in done.stdout
    assert "No: 'z9' is not a cell of this board" in done.stdout
    assert done.stdout.endswith("Goodbye.\n")


@pytest.mark.parametrize("words", [["tictacto"], ["tictactoe", "unbeatable"]])
def test_my_frontend_explains_a_wrong_argument(words: list[str]) -> None:
    done = run("my_frontend", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C in another way")
def test_my_frontend_ends_cleanly_on_ctrl_c() -> None:
    command = [sys.executable, str(path("my_frontend"))]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout
        shown = ""
        while not shown.endswith("Your move: "):
            letter = process.stdout.read(1)
            assert letter, process.communicate()
            shown += letter
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=300)
    assert (process.returncode, rest, errors) == (0, "\nGoodbye.\n", "")


def test_my_frontend_names_the_winner(example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    frontend = example("my_frontend")
    start, random = Position(game("tictactoe")), Random(1)
    computer = player("random")
    endings = set()
    for seed in range(30):
        typed = Random(seed)
        monkeypatch.setattr("builtins.input", lambda prompt, typed=typed: typed.choice(CELLS))
        endings.add(frontend.play(start, Player.X, computer, random))
    assert endings == {"A draw.", "You win!", "random wins."}


def test_my_frontend_draws_the_board(example: Any) -> None:
    picture = example("my_frontend").picture
    assert picture(position("2xo/o2x/x2o o")) == "\n  X  X  O\n  O  X  X\n  X  O  O"
    assert picture(Position(game("2,2,2")).play("b1")) == "\n a1  X\n a2 b2"


# rl: a curve of "moves,exploitability,optimal_rate,loses_to_random", then what the policy is worth. The test of
# docs/guide/learning.md runs q_learning.py and compares every line.


def curve(output: str) -> list[tuple[float, ...]]:
    """Return the rows of the learning curve that an example printed."""
    return [tuple(map(float, row)) for row in re.findall(r"^(\d+),([\d.]+),([\d.]+),([\d.]+)$", output, re.M)]


@pytest.mark.slow
@pytest.mark.needs("torch", "sb3_contrib")
@pytest.mark.parametrize("name", ["dqn", "maskable_ppo"])
def test_networks_learn_to_draw_against_everyone(name: str) -> None:
    done = run(name, timeout=1_200)
    assert done.returncode == 0, done.stderr
    rows = curve(done.stdout)
    assert rows[0][1] == 1
    assert 0 in [worst for _, worst, _, _ in rows[-5:]]  # rounding differs between processors
    assert rows[-1][2] > 0.8
