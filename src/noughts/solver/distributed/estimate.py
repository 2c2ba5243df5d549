"""Estimate how large a run will be, by following random paths down the tree (Knuth's estimator).

On each path, the number of jobs is extrapolated from the number of moves that must be answered on the way, and from the
share of moves that earlier answers refute. The jobs on the paths belong to the run: nothing is done twice.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from random import Random
from statistics import median
from typing import NamedTuple

from noughts.solver.distributed.driver import Driver
from noughts.solver.distributed.tree import Node, Tree

_PATHS = 6
_ENOUGH_JOBS = 12  # no path starts after this many
_MOST_JOBS = 40  # no path goes on after this many


class Estimate(NamedTuple):
    """A rough guess at the size of a run, from the jobs that answer its first question.

    In two runs, of 8,7,5 and of 8,8,5, the true number of jobs was 14 and 21 times as large.

    Attributes:
        jobs: the number of jobs.
        nodes: the number of nodes of all jobs.
        seconds: the time with all workers.
        is_least: whether no path reached a decided job, so that the run is larger than this.
    """

    jobs: float
    nodes: float
    seconds: float
    is_least: bool


def estimate(
    driver: Driver, random: Random, clock: Callable[[], float], stop: Callable[[], bool] = lambda: False
) -> Estimate | None:
    """Run a few jobs and extrapolate from them. Return None if the first jobs decide the question or `stop` is true."""
    began, paths = clock(), list[list[int]]()
    while len(paths) < _PATHS and driver.jobs < _ENOUGH_JOBS:
        root = driver.goal()
        if root is None or stop():
            return None
        paths.append(_path(driver, root, random, stop))
    if driver.goal() is None or not driver.jobs:
        return None
    kept = _kept_share(driver.tree)
    jobs = max(median(_jobs(path, kept) for path in paths), driver.jobs)
    share = (clock() - began) / driver.jobs / max(1, driver.executor.capacity)
    return Estimate(jobs, jobs * driver.nodes / driver.jobs, jobs * share, is_least=driver.jobs >= _MOST_JOBS)


def _path(driver: Driver, root: Node, random: Random, stop: Callable[[], bool]) -> list[int]:
    """Follow a path to a job that is decided. Return the number of moves of each node on it, or 1 if one is enough."""
    node, path = root, list[int]()
    while node.wins is None:
        if not node.edges and driver.jobs < _MOST_JOBS and not stop():
            driver.ask(node, stop)
        moves = list({id(edge.node): edge.node for edge in driver.tree.open_moves(node)}.values())
        if not moves or node.wins is not None:
            break
        expects_win = root.pn < root.dn
        if node.attacker_to_move is expects_win:
            path.append(1)
            node = min(moves, key=lambda child: child.pn if expects_win else child.dn)
        else:
            path.append(len(moves))
            node = random.choice(moves)
    return path


def _kept_share(tree: Tree) -> float:
    """Return the average share of the empty cells that a proof depends on. Moves to other cells need no answer."""
    decided = [node for node in tree.nodes.values() if node.wins is not None]
    shares = [node.zone.bit_count() / node.position.empty.bit_count() for node in decided]
    return min(0.95, max(0.05, sum(shares) / len(shares))) if shares else 0.5


def _jobs(path: list[int], kept: float) -> float:
    """Return the number of jobs that a path stands for, given the share of moves that each answer leaves unanswered."""
    jobs = weight = 1.0
    for moves in path:
        weight *= min(moves, 1 + log(moves) / -log(kept))
        jobs += weight
    return jobs
