"""Helpers for tests of runs: drivers in this process, with workers that can be told to fail."""

import contextlib
import itertools
import os
import sqlite3
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import closing
from pathlib import Path
from typing import Any

from noughts import Position, t3en
from noughts.cluster.driver import Driver
from noughts.cluster.executor import Arrival
from noughts.cluster.job import Job, JobResult, run_job
from noughts.cluster.ledger import Ledger
from noughts.solver.proofs.claim import Claim

ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, sys.path)])}
"""The environment of programs that tests start."""

JOB_NODES = 200
"""The limit of each job. With it, the weak game of 7,7,5 takes 54 jobs, and 6 of them are split."""

Worker = Callable[[Job], JobResult]


class InProcess:
    """An executor that runs one job at a time in this process."""

    capacity = 1

    def __init__(self, run: Worker = run_job) -> None:
        self._run, self._jobs = run, deque[Job]()

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def wait(self, seconds: float) -> list[Arrival]:
        if not self._jobs:
            return []
        job = self._jobs.popleft()
        try:
            return [Arrival(job, self._run(job), "this process")]
        except MemoryError as error:
            return [Arrival(job, None, "this process", reason=repr(error))]


class ChecksHere(Executor):
    """Checks proofs in this process."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        check: Future[Any] = Future()
        try:
            check.set_result(work(*arguments, **named))
        except Exception as error:
            check.set_exception(error)
        return check


def die(job: object) -> tuple[JobResult, str, float]:
    """End the process that works on a job."""
    os._exit(1)


def open_ledger(path: Path, start: Position, *, weak: bool = False, nodes: int | None = JOB_NODES) -> Ledger:
    return Ledger(path, game=start.game.name, start=t3en(start), weak=weak, job_nodes=nodes)


def driver(
    ledger: Ledger, start: Position, worker: Worker = run_job, *, weak: bool = False, audited: bool = False
) -> Driver:
    """Return a driver whose clock counts its calls."""
    return Driver(
        ledger,
        start,
        weak=weak,
        executor=InProcess(worker),
        pool=ChecksHere(),
        random=lambda: 0.0 if audited else 1.0,
        clock=itertools.count().__next__,
    )


def solved(
    path: Path,
    start: Position,
    worker: Worker = run_job,
    *,
    weak: bool = False,
    nodes: int = JOB_NODES,
    audited: bool = False,
) -> list[Claim] | None:
    """Solve a position with a ledger, and return the proven claims."""
    with open_ledger(path, start, weak=weak, nodes=nodes) as ledger:
        found = driver(ledger, start, worker, weak=weak, audited=audited).run()
    return None if found is None else [node.claim for node in found]


def shallow(most: int) -> Worker:
    """Return a worker that solves only positions with at most this many empty cells, or with an obvious answer."""

    def work(job: Job) -> JobResult:
        is_shallow = job.question.start().empty.bit_count() <= most
        return run_job(job._replace(nodes=100_000 if is_shallow else 20))

    return work


def query(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(sql).fetchall()


def wait_for_jobs(folder: Path, run: subprocess.Popen[str], jobs: int) -> None:
    """Wait until a run has done this many jobs."""
    while run.poll() is None:
        with contextlib.suppress(Exception):  # the ledger may not exist yet
            if query(folder / "ledger", f"SELECT count(*) >= {jobs} FROM job WHERE runs")[0][0]:
                return
        time.sleep(0.005)
