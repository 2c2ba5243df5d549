"""Run jobs in processes on this machine, or on the workers of a Dask cluster.

An executor stores nothing. It may lose any job at any time, because the ledger stores everything that matters.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from noughts.cluster.job import Job, JobResult, Question, run_job
from noughts.cluster.processes import Died, Processes
from noughts.rules.errors import NoughtsError, short_repr

MISSING = 'this needs Dask: pip install "noughts[cluster]"'
"""The error message if Dask is not installed."""


_TRANSFER = 5  # seconds to wait for a result that a worker holds
_PATIENCE = 10  # seconds to wait for a scheduler


class Arrival(NamedTuple):
    """The result of a job, or a notice that the job was lost.

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
        """Return the jobs that have ended. If no job has ended, wait for at most this many seconds.

        Raises:
            NoughtsError: no more jobs can be run.
        """


def _timed(job: Job) -> tuple[JobResult, str, float]:
    """Answer a job. Return the answer, the name of the process, and the processor time in seconds."""
    began = time.thread_time()
    return run_job(job), f"process {os.getpid()}", time.thread_time() - began


class InProcesses:
    """Runs jobs in processes on this machine.

    Args:
        processes: the processes. They run each job once: the driver decides whether to repeat a lost job.
        work: the function that answers a job there.
    """

    def __init__(self, processes: Processes, work: Callable[[Job], tuple[JobResult, str, float]] = _timed) -> None:
        self._processes, self._work = processes, work
        self._ended: SimpleQueue[tuple[Job, Future[tuple[JobResult, str, float]]]] = SimpleQueue()

    @property
    def capacity(self) -> int:
        """The number of processes."""
        return self._processes.count

    def submit(self, job: Job) -> None:
        """Start a job as soon as a process is free."""
        self._processes.submit(self._work, job).add_done_callback(lambda future: self._ended.put((job, future)))

    def wait(self, seconds: float) -> list[Arrival]:
        """Return the jobs that have ended, or wait for one."""
        arrivals: list[Arrival] = []
        try:
            while True:
                arrivals.append(self._arrival(*self._ended.get(timeout=0 if arrivals else seconds)))
        except Empty:
            return arrivals

    def _arrival(self, job: Job, future: Future[tuple[JobResult, str, float]]) -> Arrival:
        try:
            return Arrival(job, *future.result())
        except Died:
            return Arrival(job, None, reason="the worker died")
        except NoughtsError:  # the processes have ended, or the kernel is missing
            raise
        except Exception as error:
            return Arrival(job, None, reason=f"it failed with {error!r}")


@contextmanager
def local_workers(count: int) -> Iterator[InProcesses]:
    """Return a context manager for worker processes on this machine, which end with this process."""
    with Processes(count, tries=1) as processes:
        yield InProcesses(processes)


def _run_on_worker(job: tuple[Any, ...]) -> tuple[tuple[Any, ...], str, float]:
    """Answer a job on a Dask worker. Only plain values are sent, so that driver and worker can differ in version."""
    from distributed import get_worker

    answer, _, seconds = _timed(Job(Question(*job[0]), *job[1:]))
    return tuple(answer), get_worker().address, seconds


class OnDask:
    """Runs jobs on the workers of a Dask scheduler.

    Args:
        client: a `distributed.Client`.
        name: the address of the scheduler for error messages.
        work: the function that answers a job on a worker.
    """

    def __init__(self, client: Any, name: str, work: Callable[[tuple[Any, ...]], Any] | None = None) -> None:
        self.client, self._name, self._work = client, name, work or _run_on_worker
        self._futures: dict[Job, Any] = {}
        self._ended: SimpleQueue[Job] = SimpleQueue()

    @property
    def capacity(self) -> int:
        """The current number of threads in all workers together."""
        with self._in_words():
            return sum(self.client.nthreads().values())

    def submit(self, job: Job) -> None:
        """Send a job to the scheduler."""
        key = f"noughts-{job.token}{'-audit' if job.is_audit else ''}-{secrets.token_hex(4)}"
        with self._in_words():
            future = self.client.submit(self._work, (tuple(job.question), *job[1:]), key=key, pure=False, retries=0)
        self._futures[job] = future
        future.add_done_callback(partial(self._end, job))

    def _end(self, job: Job, future: Any) -> None:
        self._ended.put(job)

    def wait(self, seconds: float) -> list[Arrival]:
        """Return the jobs that have ended, or wait for one."""
        if self.client.status != "running":
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
def existing_cluster(address: str) -> Iterator[OnDask]:
    """Connect to a Dask scheduler, and return a context manager for the connection.

    Certificates for TLS come from Dask's own configuration (``distributed.comm.tls``).

    Raises:
        NoughtsError: Dask is not installed, the connection would not be protected, or there is no scheduler.
    """
    address = protected(address)
    distributed = load_dask()

    async def greet() -> None:
        """Check that a scheduler answers. With any other kind of server, Dask's client would wait forever."""
        certificates = distributed.Security().get_connection_args("client")
        hello = distributed.comm.connect(address, timeout=_PATIENCE, **certificates)
        (await asyncio.wait_for(hello, _PATIENCE)).abort()

    try:
        asyncio.run(greet())
        client = distributed.Client(address, timeout=_PATIENCE)
    except Exception as error:  # Dask raises many kinds of errors for a wrong address, certificate or server
        reason = "it does not answer like one"
        if isinstance(error, TypeError):  # Dask expects a key and a certificate
            reason = "set the certificates for TLS in Dask's configuration, under distributed.comm.tls"
        elif isinstance(error, (OSError, ImportError)) and str(error):
            reason = str(error).partition("\n")[0].rstrip(".")
        raise NoughtsError(f"cannot reach a Dask scheduler at {address}: {reason}") from None
    with client:
        yield OnDask(client, f"at {address}")


def protected(address: str) -> str:
    """Return an address in full if it is on this machine or uses TLS. Anyone who can connect to a scheduler can run any
    code on its workers.

    Raises: NoughtsError: the address is on another machine and does not use TLS.
    """
    try:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    examples = "tcp://127.0.0.1:8786 on this machine, or tls://host:8786 with TLS"
    if not host or not port:
        raise NoughtsError(f"{short_repr(address)} is not the address of a scheduler: expected one such as {examples}")
    try:
        is_loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    if parts.scheme != "tls" and not (parts.scheme == "tcp" and is_loopback):
        raise NoughtsError(
            f"{short_repr(address)} is refused: without TLS, anyone on the network could run code on the workers. "
            f"Expected an address such as {examples}"
        )
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}:{port}"


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
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # the driver reports all important errors
    return distributed
