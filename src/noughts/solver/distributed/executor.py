"""Where jobs run: on Dask workers of this machine, or on an existing Dask cluster.

An executor only executes. It may lose any job at any time; the ledger stores everything that matters.
"""

from __future__ import annotations

import ipaddress
import logging
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from noughts.rules.errors import NoughtsError
from noughts.solver.distributed.job import Job, JobResult, Question, run_job

MISSING = 'this needs Dask: pip install "noughts[cluster]"'
"""The error message if Dask is not installed."""


_TRANSFER = 5  # seconds to wait for a result that a worker holds


class Arrival(NamedTuple):
    """What came back for a job.

    Attributes:
        job: the job.
        answer: the answer, or None if the job was lost.
        worker: the name of the worker.
        seconds: the processor time that the job took on the worker.
        reason: why the job was lost, otherwise an empty string.
        times: the number of workers that the job was lost on.
    """

    job: Job
    answer: JobResult | None
    worker: str = ""
    seconds: float = 0.0
    reason: str = ""
    times: int = 1


class Executor(Protocol):
    """Runs jobs."""

    @property
    def capacity(self) -> int:
        """The number of jobs that can run at the same time."""

    def submit(self, job: Job) -> None:
        """Start a job."""

    def wait(self, seconds: float) -> list[Arrival]:
        """Return what has arrived, or wait for it for at most this many seconds.

        Raises:
            NoughtsError: no more jobs can be run.
        """


def _run_on_worker(job: tuple[Any, ...]) -> tuple[tuple[Any, ...], str, float]:
    """Answer a job on a Dask worker. Only plain values travel, so worker and driver need not be of the same version."""
    from distributed import get_worker

    began = time.thread_time()
    answer = run_job(Job(Question(*job[0]), *job[1:]))
    return tuple(answer), get_worker().address, time.thread_time() - began


class OnDask:
    """Runs jobs on the workers of a Dask scheduler.

    Args:
        client: a `distributed.Client`.
        name: the address of the scheduler for error messages.
        work: the function that answers a job on a worker.
    """

    def __init__(self, client: Any, name: str, work: Callable[[tuple[Any, ...]], Any] | None = None) -> None:
        self._client, self._name, self._work = client, name, work or _run_on_worker
        self._futures: dict[Job, Any] = {}
        self._ended: SimpleQueue[Job] = SimpleQueue()

    @property
    def capacity(self) -> int:
        """The number of threads of all workers at this moment."""
        with self._in_words():
            return sum(self._client.nthreads().values())

    def submit(self, job: Job) -> None:
        """Send a job to the scheduler."""
        key = f"noughts-{job.token}{'-audit' if job.is_audit else ''}-{secrets.token_hex(4)}"
        with self._in_words():
            future = self._client.submit(self._work, (tuple(job.question), *job[1:]), key=key, pure=False, retries=0)
        self._futures[job] = future
        future.add_done_callback(partial(self._end, job))

    def _end(self, job: Job, future: Any) -> None:
        self._ended.put(job)

    def wait(self, seconds: float) -> list[Arrival]:
        """Return the jobs that have ended, or wait for one."""
        if self._client.status != "running":
            raise self._gone()
        arrivals: list[Arrival] = []
        try:
            while True:
                job = self._ended.get(timeout=0 if arrivals else seconds)
                future = self._futures[job]
                try:
                    arrivals.append(self._arrival(job, future))
                    del self._futures[job]
                except TimeoutError:  # the result was lost with its worker, and the scheduler repeats the job
                    future.add_done_callback(partial(self._end, job))
        except Empty:
            return arrivals

    def _arrival(self, job: Job, future: Any) -> Arrival:
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        if future.status == "pending":
            raise TimeoutError
        if future.status == "finished":
            try:
                answer, worker, seconds = future.result(timeout=_TRANSFER)
            except FutureCancelledError:
                return Arrival(job, None, reason="the scheduler forgot it", times=0)
            return Arrival(job, JobResult(*answer), worker, seconds)
        if future.status != "error":
            return Arrival(job, None, reason="the scheduler forgot it", times=0)
        error = future.exception()
        if isinstance(error, KilledWorker):
            return Arrival(
                job, None, error.last_worker.address, reason="the worker died", times=1 + error.allowed_failures
            )
        return Arrival(job, None, reason=f"it failed with {error!r}")

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        from distributed.client import FutureCancelledError

        try:
            yield
        except (OSError, TimeoutError, FutureCancelledError, RuntimeError) as error:
            raise self._gone() from error

    def _gone(self) -> NoughtsError:
        return NoughtsError(
            f"the connection to the Dask scheduler {self._name} is lost: "
            "start the scheduler again, and run the same command to continue"
        )


@contextmanager
def local_cluster(workers: int) -> Iterator[OnDask]:
    """Start worker processes on this machine, which end with this process, and return a context manager for them.

    Raises:
        NoughtsError: Dask is not installed.
    """
    distributed = load_dask()
    import dask

    options = {
        "n_workers": workers,
        "threads_per_worker": 1,
        "host": "127.0.0.1",
        "dashboard_address": "127.0.0.1:0",
        "worker_dashboard_address": "127.0.0.1:0",
        "memory_limit": 0,
        "silence_logs": logging.CRITICAL,
    }
    with ExitStack() as stack:
        with _ignoring_ctrl_c():  # workers inherit this: Ctrl-C is for the driver
            stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": 0}))
            cluster = stack.enter_context(distributed.LocalCluster(**options))
            client = stack.enter_context(distributed.Client(cluster))
        yield OnDask(client, "on this machine")


@contextmanager
def _ignoring_ctrl_c() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def existing_cluster(address: str) -> Iterator[OnDask]:
    """Connect to a Dask scheduler, and return a context manager for the connection.

    Certificates for TLS come from Dask's own configuration (``distributed.comm.tls``).

    Raises:
        NoughtsError: Dask is not installed, the connection would not be protected, or there is no scheduler.
    """
    expect_protected(address)
    distributed = load_dask()
    try:
        client = distributed.Client(address, timeout=10)
    except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
        reason = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
        if isinstance(error, TypeError):  # Dask expects a key and a certificate
            reason = "set the certificates for TLS in Dask's configuration, under distributed.comm.tls"
        raise NoughtsError(f"cannot reach a Dask scheduler at {address}: {reason}") from None
    with client:
        yield OnDask(client, f"at {address}")


def expect_protected(address: str) -> None:
    """Raise an error unless an address is on this machine or uses TLS. Whoever reaches a scheduler can run any code.

    Raises:
        NoughtsError: the address is another one.
    """
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    host = parts.hostname or ""
    try:
        is_loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    if not host or not (parts.scheme == "tls" or (parts.scheme == "tcp" and is_loopback)):
        raise NoughtsError(
            f"{address} is refused: without TLS, anyone on the network could run code on the workers. "
            "Expected an address on this machine, such as tcp://127.0.0.1:8786, or one with TLS, such as tls://host:8786"
        )


def load_dask() -> Any:
    """Import Dask's package `distributed`, and return it.

    Raises:
        NoughtsError: it is not installed.
    """
    try:
        import distributed
    except ImportError:
        raise NoughtsError(MISSING) from None
    for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # the driver reports what matters
    return distributed
