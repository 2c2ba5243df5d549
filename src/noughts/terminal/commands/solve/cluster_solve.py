"""`noughts cluster solve GAME LEDGER`: solve a game by splitting it into jobs for several processes or machines."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from random import SystemRandom
from typing import Any, TypeVar

import click

from noughts.cluster.driver import Driver
from noughts.cluster.estimate import Estimate, estimate
from noughts.cluster.executor import existing_cluster, local_workers
from noughts.cluster.job import MIN_NODES, MOST_NODES
from noughts.cluster.ledger import Ledger, Summary, summary
from noughts.cluster.manifest import copy_lemmas, lemma_folder, manifest_text
from noughts.cluster.processes import Processes
from noughts.cluster.tree import ProofNode
from noughts.explain.words import plural
from noughts.rules.game import Game, Player
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.limit import Budget
from noughts.solver.proofs.certificate import value_of
from noughts.solver.proofs.proof import expect_provable
from noughts.system.writing import check_target, writing
from noughts.terminal.commands.solve.check import VALUES, claims_text
from noughts.terminal.options import (
    OUTPUT,
    FileName,
    Seconds,
    echo_json,
    expect_plain,
    force_option,
    game_option,
    game_or_position,
    json_option,
    processors,
    turn_option,
)
from noughts.terminal.prose import say
from noughts.terminal.running import INTERRUPTED, Run, effort_words

_T = TypeVar("_T")

_LONG = 3600  # seconds after which a run needs the user's consent
_FACTOR = 20  # the factor by which an estimate can be too low


@click.command("solve")
@click.argument("what", metavar="GAME|POSITION")
@click.argument("ledger", type=FileName(path_type=Path, dir_okay=False))
@game_option
@turn_option
@click.option("--weak", is_flag=True, help="Solve the weak game (Maker–Breaker): only X can win, and O only blocks.")
@click.option("--workers", type=click.IntRange(1, 1024), help="The number of processes on this machine.  [default: 1]")
@click.option("--scheduler", metavar="ADDRESS", help="An existing Dask scheduler, over TLS or on this machine.")
@click.option(
    "--job-nodes",
    type=click.IntRange(MIN_NODES, MOST_NODES),
    metavar="NODES",
    help="The maximum number of nodes of a job, from now on.  [default for a new ledger: 1000000]",
)
@click.option("--budget", type=click.IntRange(min=0), metavar="NODES", help="The maximum number of nodes of this run.")
@click.option("--time", "seconds", type=Seconds(), help="The time limit of this run in seconds.")
@click.option("--proof", type=OUTPUT, metavar="FILE", help="Write a manifest of the proof for `noughts check`.")
@force_option
@click.option("--yes", "-y", is_flag=True, help="Do not ask before a run that may take an hour.")
@json_option
def solve_command(
    what: str,
    ledger: Path,
    game: Game | None,
    turn: Player | None,
    weak: bool,
    workers: int | None,
    scheduler: str | None,
    job_nodes: int | None,
    budget: int | None,
    seconds: float | None,
    proof: Path | None,
    force: bool,
    yes: bool,
    as_json: bool,
) -> int:
    """Solve GAME, or a POSITION of the game in --game, and keep every answer in LEDGER.

    The work is split into jobs. After Ctrl-C or a crash, the same command continues.

    The exit status is 1 if a requested proof was not completed, 2 after an error, and 130 after Ctrl-C.

    \b
    noughts cluster solve 8,8,5 885.ledger --workers 4 --proof 885.manifest
    noughts cluster solve 9,8,5 985.ledger --scheduler tls://scheduler.example:8786
    """
    if workers and scheduler:
        raise click.UsageError("choose either --workers or --scheduler")
    start = game_or_position(what, game, turn)
    expect_plain(start.game, "noughts cluster solve")
    expect_provable(start, MnkKernel(start.game))
    if proof:
        check_target(proof, force=force, is_regular=True)
    began, text = time.monotonic(), None
    with _driver(start, ledger, weak, workers or 1, scheduler, job_nodes, budget) as driver:
        nodes, interrupted = _solve(driver, budget, seconds, yes)
        took = time.monotonic() - began
        if nodes is not None and proof is not None:
            copy_lemmas(driver.lemmas, driver.ledger.folder, lemma_folder(proof))
            text = manifest_text([node.name for node in nodes], driver.lemmas)
        state = summary(ledger)
    if proof and text is not None:
        with writing(proof, force=force) as file:
            file.write(text.encode())
    if as_json:
        echo_json(_facts(start, nodes, state, took, proof, text))
    else:
        _report(ledger, nodes, state, proof, text)
    if interrupted:
        return INTERRUPTED
    return int(nodes is None and bool(proof or state.quarantined))


@contextmanager
def _driver(
    start: Position,
    file: Path,
    weak: bool,
    workers: int,
    scheduler: str | None,
    job_nodes: int | None,
    budget: int | None,
) -> Iterator[Driver]:
    """Open the ledger, start workers or connect to a cluster, and yield the driver of the run."""
    with (
        nullcontext() if scheduler is None else existing_cluster(scheduler) as cluster,
        Ledger(file, game=start.game.name, start=t3en(start), weak=weak, job_nodes=job_nodes) as ledger,
        nullcontext(cluster) if cluster else local_workers(workers) as executor,
        Processes(processors() if cluster else workers) as pool,
    ):
        if scheduler and not scheduler.lower().startswith("tls://"):
            say("Warning: without TLS, other users of this machine can run code as you.", sys.stderr)
        if budget is not None:
            ledger.job_nodes = max(MIN_NODES, min(ledger.job_nodes, budget))  # the smaller budget is for this run only
        yield Driver(
            ledger, start, weak=weak, executor=executor, pool=pool, random=SystemRandom().random, clock=time.time
        )


def _solve(driver: Driver, budget: int | None, seconds: float | None, yes: bool) -> tuple[list[ProofNode] | None, bool]:
    """If the run is new, estimate its size. Then solve. Return what was proved, if anything, and whether Ctrl-C was
    pressed.
    """
    if driver.ledger.is_new:
        sizing = _watched(driver, budget, lambda stop: estimate(driver, stop))
        expected = sizing.answer(seconds)
        if sizing.interrupted:
            return None, True
        if expected is not None:
            announce(expected, yes)
        seconds = None if seconds is None else max(0.0, seconds - sizing.seconds)
    run = _watched(driver, budget, driver.run)
    return run.answer(seconds), run.interrupted


def _watched(driver: Driver, budget: int | None, work: Callable[[Callable[[], bool]], _T]) -> Run[_T]:
    """Return a search for a part of the run. The search shows its progress, and ends early after Ctrl-C or if its
    budget is spent.
    """
    effort = Budget()

    def stop() -> bool:
        return effort.stopped or (budget is not None and driver.nodes >= budget)

    def status(seconds: float) -> str:
        return f"{plural(driver.jobs, 'job')}, {effort_words(driver.nodes, seconds)}"

    return Run(lambda: work(stop), effort, status)


def announce(expected: Estimate, yes: bool) -> None:
    """Say how large the run will be. On a terminal, ask before a long run starts."""
    work = f"{plural(expected.jobs, 'job')}, {expected.nodes:,.0f} nodes, {_duration(expected.seconds)}"
    if expected.is_least:
        say(f"Estimate: more than {work}, because none of the first jobs was decided.", sys.stderr)
    else:
        say(f"Estimate: {work}. This is a rough guess: the run may be {_FACTOR} times as long.", sys.stderr)
    if (expected.is_least or _FACTOR * expected.seconds > _LONG) and sys.stdin.isatty() and not yes:
        click.confirm("Start? The run can be interrupted and continued at any time.", abort=True, err=True)


def _duration(seconds: float) -> str:
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size:
            return f"about {plural(round(seconds / size), name)}"
    return f"about {plural(round(seconds), 'second')}"


def _report(ledger: Path, nodes: list[ProofNode] | None, state: Summary, proof: Path | None, text: str | None) -> None:
    """Say what a run has found, how much work it took, and where the proof is."""
    if nodes:
        print(claims_text([node.claim for node in nodes]))
    else:
        print("Not decided yet.")
    print(f"{plural(state.done, 'job')}, {effort_words(state.nodes, state.seconds)} on one worker.")
    for question in state.quarantined:
        print(f"Quarantined, because it lost its worker several times: {question}")
    if not nodes and not state.quarantined:
        say(f"To continue, run the same command again. To see the progress of the run: noughts cluster show {ledger}")
    if proof and text is not None:
        say(f"{proof}: the manifest of the proof, with its lemmas in {lemma_folder(proof)}.")
        print(f"SHA-256: {sha256(text.encode()).hexdigest()}")
        say(f"To check it: noughts check {proof}")
    elif proof:
        say(f"{proof} was not written: the run ended before the proof was complete.", sys.stderr)


def _facts(
    start: Position, nodes: list[ProofNode] | None, state: Summary, seconds: float, proof: Path | None, text: str | None
) -> dict[str, Any]:
    """Return the result of a run as JSON data."""
    claims = [node.claim for node in nodes or ()]
    facts: dict[str, Any] = {
        "game": start.game.name,
        "position": t3en(start),
        "positionValue": VALUES[value_of(claims) if claims else None],
        "claims": [claim.stated() for claim in claims],
        "jobs": state.done,
        "lost": state.lost,
        "quarantined": state.quarantined,
        "nodes": state.nodes,
        "seconds": round(seconds, 3),
    }
    if proof:
        name = None if text is None else sha256(text.encode()).hexdigest()
        facts["proof"] = {"file": str(proof), "complete": text is not None, "sha256": name}
    return facts
