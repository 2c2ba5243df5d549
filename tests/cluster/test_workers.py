"""The simulation of a distributed run with many workers."""

from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

SCRIPT: dict[str, Any] = run_path(str(Path(__file__).parents[2] / "benchmarks" / "workers.py"))
Job, critical_path, elapsed = (SCRIPT[name] for name in ("Job", "critical_path", "elapsed"))
SPLIT = {1: Job(1, (2, 3, 4)), 2: Job(2, ()), 3: Job(4, (5,)), 4: Job(1, ()), 5: Job(3, ())}


@pytest.mark.parametrize(("workers", "seconds"), [(1, 11), (2, 8), (3, 8), (1000, 8)])
def test_a_job_waits_for_the_job_that_it_replaces_and_for_a_worker(workers: int, seconds: float) -> None:
    assert elapsed(SPLIT, workers) == seconds
    assert critical_path(SPLIT) == 1 + 4 + 3


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 100)), min_size=1, max_size=40), st.integers(1, 50))
def test_the_time_lies_within_the_bounds_of_graham(shape: list[tuple[int, int]], workers: int) -> None:
    children: dict[int, list[int]] = {number: [] for number in range(len(shape))}
    for number, (_, above) in enumerate(shape):
        if number:
            children[above % number].append(number)
    jobs = {number: Job(seconds, children[number]) for number, (seconds, _) in enumerate(shape)}
    total, longest = sum(job.seconds for job in jobs.values()), critical_path(jobs)
    assert max(longest, total / workers) <= elapsed(jobs, workers) <= longest + total / workers
    assert elapsed(jobs, 1) == total
