"""Compare the speed of learning environments: the environments of noughts, PettingZoo, OpenSpiel and pgx, if
installed."""

import importlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

import numpy as np
from report import Bench, Table

from noughts.players.levels import LEVELS

clock = time.process_time
BATCHES = 1024, 16384
SINGLES = 16

WORDS = """\
The environments play games of random moves. The processor time covers the moves, and the observations and masks after
each move. The time for choosing the moves is left out."""

WORDS_ON_OPPONENTS = """\
The agent plays random moves on 3 × 3. A step is the agent's move and the reply, or the beginning of the next game. The
second column is Gymnasium's batch of single environments. The time for choosing the agent's moves is left out."""

Steps = Iterator[tuple[int, float]]
"""Yields the moves made in one turn and the seconds that the environment took."""


def batch(game: str, count: int, opponent: str = "self") -> Steps:
    from noughts.adapters.gymnasium import TicTacToeVector

    return batches(TicTacToeVector(count, game, opponent), count)


def singles(game: str, count: int, opponent: str) -> Steps:
    """Step Gymnasium's batch of single environments."""
    from gymnasium.vector import SyncVectorEnv

    from noughts.adapters.gymnasium import TicTacToe

    return batches(SyncVectorEnv([partial(TicTacToe, game, opponent)] * count), count)


def batches(env: Any, count: int) -> Steps:
    """Step a batch."""
    random = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    over = np.zeros(count, bool)
    while True:
        masks = info["action_mask"]
        moves = (random.random(masks.shape, np.float32) * masks).argmax(axis=1)
        made = count - int(over.sum())  # a reset is not a move
        start = clock()
        _, _, over, _, info = env.step(moves)
        yield made, clock() - start


def plain_boards(game: str, count: int) -> Steps:
    from noughts.adapters.boards import Boards

    boards, random = Boards(game, count), np.random.default_rng(1)
    while True:
        masks = boards.masks
        moves = (random.random(masks.shape, np.float32) * masks).argmax(axis=1)
        start = clock()
        _, over = boards.play(moves)
        boards.reset(np.flatnonzero(over))
        boards.observations()
        yield count, clock() - start


def single(game: str, opponent: str = "self") -> Steps:
    from noughts.adapters.gymnasium import TicTacToe

    env, random = TicTacToe(game, opponent), Random(1)
    env.reset()
    while True:
        move = random.choice(env.position.moves)
        start = clock()
        if env.step(move)[2]:
            env.reset()
        yield 1, clock() - start


def agents(env: Any) -> Steps:
    """Step an environment of PettingZoo."""
    random = Random(1)
    env.reset()
    while True:
        start = clock()
        observed, _, over, _, _ = env.last()
        if over:
            env.reset()
            observed, *_ = env.last()
        spent = clock() - start
        move = random.choice(np.flatnonzero(observed["action_mask"]).tolist())
        start = clock()
        env.step(move)
        yield 1, spent + clock() - start


def noughts_pettingzoo(game: str) -> Steps:
    from noughts.adapters.pettingzoo import env

    return agents(env(game))


def pettingzoo(name: str) -> Steps:
    return agents(importlib.import_module(f"pettingzoo.classic.{name}").env())


def openspiel(name: str) -> Steps:
    import pyspiel

    game, random = pyspiel.load_game(name), Random(1)
    state = game.new_initial_state()
    legal = state.legal_actions()
    while True:
        move = random.choice(legal)
        start = clock()
        state.apply_action(move)
        if state.is_terminal():
            state.returns()
            state = game.new_initial_state()
        np.asarray(state.observation_tensor(0))
        legal = state.legal_actions()
        yield 1, clock() - start


def pgx(name: str, count: int) -> Steps:
    """Step pgx like a program that learns outside JAX: each call runs one compiled step with arrays of NumPy."""
    jax: Any = importlib.import_module("jax")
    env, random = importlib.import_module("pgx").make(name), np.random.default_rng(1)
    keys = jax.random.split(jax.random.PRNGKey(1), count)
    state = jax.jit(jax.vmap(env.init))(keys)
    auto = importlib.import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)
    step = jax.jit(jax.vmap(auto))
    while True:
        masks = np.asarray(state.legal_action_mask)
        moves = (random.random(masks.shape, np.float32) * masks).argmax(axis=1)
        start = clock()
        state = step(state, moves, keys)
        np.asarray(state.observation), np.asarray(state.legal_action_mask)
        yield count, clock() - start


GAMES = {  # the name in noughts, and elsewhere
    "3,3,3": {"pettingzoo": "tictactoe_v3", "pyspiel": "tic_tac_toe", "pgx": "tic_tac_toe"},
    "7,6,4 gravity": {"pettingzoo": "connect_four_v3", "pyspiel": "connect_four", "pgx": "connect_four"},
    "15,15,5": {"pyspiel": "mnk(m=15,n=15,k=5)"},
}


Contenders = dict[tuple[str, int], Callable[[], Steps]]
"""Environments by name and number of boards."""


def contenders(game: str) -> Contenders:
    """Return the environments for a game."""
    found: Contenders = {("noughts, one game in Gymnasium", 1): partial(single, game)}
    for count in BATCHES:
        found["noughts, batch in Gymnasium", count] = partial(batch, game, count)
    for count in BATCHES:
        found["noughts, `Boards`", count] = partial(plain_boards, game, count)
    found["noughts, PettingZoo", 1] = partial(noughts_pettingzoo, game)
    others = {name: there for name, there in GAMES[game].items() if find_spec(name)}
    if "pettingzoo" in others and find_spec("pygame"):
        found[f"PettingZoo {version('pettingzoo')}, its own games", 1] = partial(pettingzoo, others["pettingzoo"])
    if "pyspiel" in others:
        found[f"OpenSpiel {version('open_spiel')}", 1] = partial(openspiel, others["pyspiel"])
    for count in BATCHES if "pgx" in others else ():
        found[f"pgx {version('pgx')}, one compiled step a call", count] = partial(pgx, others["pgx"], count)
    return found


def speeds(making: Contenders, bench: Bench) -> dict[tuple[str, int], float]:
    """Let all environments take turns, and return the medians of their moves per second of processor time."""
    rounds, turn = bench.rounds(5), 0.02 if bench.quick else 0.3
    running = {name: make() for name, make in making.items()}
    for steps in running.values():
        next(steps)  # imports and compilation
    measured: dict[tuple[str, int], list[float]] = {name: [] for name in running}
    for _ in range(rounds):
        for name, steps in running.items():
            made, spent = 0, 0.0
            until = clock() + turn
            while clock() < until:
                moves, seconds = next(steps)
                made, spent = made + moves, spent + seconds
            measured[name].append(made / spent)
    return {name: median(each) for name, each in measured.items()}


def table(bench: Bench, title: str) -> Table:
    """Measure the environments of all games."""
    found = {game: speeds(contenders(game), bench) for game in GAMES}
    result = Table(title, ("moves a second", "boards", *GAMES), words=WORDS)
    for name, count in dict.fromkeys(row for each in found.values() for row in each):
        cells = (each.get((name, count)) for each in found.values())
        result.rows.append((name, f"{count:,}", *("–" if speed is None else f"{speed:,.0f}" for speed in cells)))
    for game, least in zip(GAMES, (10_000_000, 2_000_000, 2_000_000), strict=True):
        speed = found[game]["noughts, batch in Gymnasium", BATCHES[0]]
        bench.judge(f"{BATCHES[0]:,} boards of {game} in Gymnasium: moves a second", speed, least=least)
    return result


def opponents(bench: Bench, title: str) -> Table:
    """Measure games against each level."""
    making: Contenders = {}
    for level in LEVELS:
        making[level, 1] = partial(single, "3,3,3", level)
        making[level, SINGLES] = partial(singles, "3,3,3", SINGLES, level)
        making[level, BATCHES[0]] = partial(batch, "3,3,3", BATCHES[0], level)
    found = speeds(making, bench)
    heads = ("one game", f"{SINGLES} games, SyncVectorEnv", f"{BATCHES[0]:,} games, one batch")
    result = Table(title, ("steps a second against", *heads), words=WORDS_ON_OPPONENTS)
    for level in LEVELS:
        result.rows.append((level, *(f"{speed:,.0f}" for (name, _), speed in found.items() if name == level)))
        bench.judge(f"one game against {level}: steps a second", found[level, 1], least=30_000)
        bench.judge(f"{heads[-1]}, against {level}: steps a second", found[level, BATCHES[0]], least=1_000_000)
    return result
