"""Simulate a run of `noughts cluster solve` with any number of workers, from the recorded lengths of its jobs.

    python benchmarks/workers.py 885.ledger >docs/cluster/workers.csv

Each job takes as long as it took in the recorded run. A job that replaces a larger one can begin when the larger one
has ended. It begins when a worker is free; jobs that were handed out earlier come first. So the simulation has the same
jobs for any number of workers. A real run with many workers also begins jobs that turn out to be unnecessary, and its
driver can be busy, so the times are an estimate for the same jobs. If a run asked about X and then about O, both
questions begin together in the simulation. The critical path is the longest chain of jobs in which each job can begin
only after the one before it has ended. No number of workers is faster than this path.
"""

import argparse
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from pathlib import Path
from typing import NamedTuple

from noughts import game
from noughts.cluster.job import Question
from noughts.cluster.tree import ProofTree
from noughts.rules.game import Player
from noughts.rules.notation import position

WORKERS = (1, 2, 10, 30, 100, 300, 1000)


class Job(NamedTuple):
    """A job of the recorded run, with the jobs by which it was replaced. Jobs are named by their numbers."""

    seconds: float
    children: Sequence[int]


def recorded(ledger: Path) -> tuple[str, dict[int, Job]]:
    """Return the name of the game and the jobs of a ledger. Job numbers grow in the order of the leases."""
    with sqlite3.connect(f"file:{ledger}?mode=ro", uri=True) as database:
        rules = game(dict(database.execute("SELECT name, value FROM run"))["game"].strip('"'))
        rows = database.execute(
            "SELECT id, position, attacker, alone, seconds, split FROM job WHERE runs > 0"
        ).fetchall()
    tree = ProofTree(rules)
    nodes = {id: tree.node(position(text, rules), Player(who), weak=bool(weak)) for id, text, who, weak, _, _ in rows}
    numbers: dict[Question, int] = {node.question: id for id, node in nodes.items()}
    jobs = {}
    for id, _, _, _, seconds, split in rows:
        if split:
            tree.expand(nodes[id])
        below = {edge.node.question for edge in nodes[id].edges} if split else set()
        jobs[id] = Job(seconds, sorted(numbers[question] for question in below & numbers.keys()))
    return rules.name, jobs


def roots(jobs: Mapping[int, Job]) -> set[int]:
    """Return the jobs at the start, which replace no other job."""
    return jobs.keys() - {child for job in jobs.values() for child in job.children}


def elapsed(jobs: Mapping[int, Job], workers: int) -> float:
    """Return how long all jobs take."""
    ready, running = sorted(roots(jobs)), list[tuple[float, int]]()
    seen, now = set(ready), 0.0
    while ready or running:
        while ready and len(running) < workers:
            number = heappop(ready)
            heappush(running, (now + jobs[number].seconds, number))
        now, ended = heappop(running)
        for child in set(jobs[ended].children) - seen:
            seen.add(child)
            heappush(ready, child)
    return now


def critical_path(jobs: Mapping[int, Job]) -> float:
    """Return how long all jobs take if there is always a free worker."""
    return elapsed(jobs, len(jobs))


def table(ledger: Path) -> Iterator[str]:
    """Yield the lines of a CSV table."""
    name, jobs = recorded(ledger)
    alone = elapsed(jobs, 1)
    yield "workers,seconds,speedup"
    for workers in WORKERS:
        seconds = elapsed(jobs, workers)
        yield f"{workers},{seconds:.1f},{alone / seconds:.1f}"
    print(f"{name}: {len(jobs):,} jobs; the critical path takes {critical_path(jobs):.1f} s", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ledger", type=Path, help="the ledger of a run that has ended")
    print(*table(parser.parse_args().ledger), sep="\n")


if __name__ == "__main__":
    main()
