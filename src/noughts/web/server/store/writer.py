"""Group commit, in which a single thread makes all changes and commits waiting changes together.

While a commit waits for the disk, further changes queue up, and the next commit writes them all. So a busy server needs
few commits, and the event loop never waits for a disk. (DeWitt et al., "Implementation techniques for main memory
database systems", SIGMOD 1984.)
"""

import asyncio
import contextlib
import math
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from noughts.web.model.errors import StoreFault
from noughts.web.server.store.faults import store_fault

T = TypeVar("T")

_GROUP = 256  # the most changes in one commit
_RETRY_ALONE = {"40001", "40P01"}  # PostgreSQL: serialization_failure, deadlock_detected


@dataclass(frozen=True, slots=True)
class _WriteRequest:
    """A change that waits to be committed, with the future for its result."""

    order: str
    change: Callable[[Connection], Any]
    on_commit: Callable[[Any], None]
    future: asyncio.Future[Any]


class Writer:
    """The only writer of a process, which makes all changes to the database.

    Args:
        engine: begins transactions that may write.
        check: called before and after each commit, in the writer's thread. If it raises StoreFault, nothing is
            acknowledged.
        waiting: the most changes that may wait.
        timeout: the most seconds for which a caller waits for a commit.

    Attributes:
        fault: why the latest commit failed, or an empty string if it succeeded.
        tried: when the latest commit ended, by `time.monotonic`.
        failed: when the latest commit that failed ended.
        commit_ms: how long the latest commit took, in milliseconds.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        check: Callable[[], None] = lambda: None,
        waiting: int = 5000,
        timeout: float = 10.0,
    ) -> None:
        self._engine = engine
        self._check = check
        self._most_waiting = waiting
        self._timeout = timeout
        self._loop = asyncio.get_running_loop()
        self._requests = queue.SimpleQueue[_WriteRequest | None]()
        self._closing = False
        self.fault = ""
        self.tried = self.failed = -math.inf
        self.commit_ms = 0.0
        self._thread = threading.Thread(target=self._work, name="noughts-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """The number of changes that wait for the next commit."""
        return self._requests.qsize()

    async def run(
        self,
        change: Callable[[Connection], T],
        *,
        order: str = "",
        on_commit: Callable[[T], None] = lambda _: None,
    ) -> T:
        """Make a change and return its result once it is committed.

        Args:
            change: called in the writer's thread within a transaction. Called again if the transaction is repeated.
            order: the sort key of the change. Each commit sorts its changes, so that two processes do not deadlock.
            on_commit: called with the result in the event loop after the commit, even if the caller was cancelled.

        Raises:
            StoreFault: the change is not stored, or it is unknown whether it is.
        """
        if self._closing:
            raise StoreFault("the game could not be saved: the server is stopping; try again")
        if self.waiting >= self._most_waiting:
            raise StoreFault("the game could not be saved: the server is too busy; try again")
        future: asyncio.Future[T] = self._loop.create_future()
        self._requests.put(_WriteRequest(order, change, on_commit, future))
        try:
            async with asyncio.timeout(self._timeout):
                return await future
        except TimeoutError:  # if the change is committed later, its `on_commit` is still called
            raise StoreFault("the game could not be saved: the database does not answer; try again") from None

    async def close(self) -> None:
        """Commit the waiting changes, then end the thread."""
        self._closing = True
        self._requests.put(None)  # wakes the thread
        await asyncio.to_thread(self._thread.join)

    # In the writer's thread.

    def _work(self) -> None:
        while not (self._closing and self._requests.empty()):
            if not (group := self._next_group()):
                continue
            outcomes = self._outcomes(group)
            with contextlib.suppress(RuntimeError):  # the event loop has ended, and so have all callers
                self._loop.call_soon_threadsafe(_acknowledge, group, outcomes)

    def _next_group(self) -> list[_WriteRequest]:
        """Wait for changes, and return the changes of the next commit."""
        requests = [self._requests.get()]
        with contextlib.suppress(queue.Empty):
            while len(requests) < _GROUP:
                requests.append(self._requests.get_nowait())
        return sorted(filter(None, requests), key=lambda request: request.order)

    def _outcomes(self, group: list[_WriteRequest]) -> list[Any]:
        """Return the result of each change, or an exception. A change that fails does not affect the others."""
        started = time.monotonic()
        outcomes: list[Any]
        fault = ""
        try:
            outcomes = self._commit(group)
        except Exception as error:
            if len(group) > 1 and not _concerns_all(error):
                return [outcome for request in group for outcome in self._outcomes([request])]
            outcome = store_fault(error) if isinstance(error, DBAPIError) else error
            fault = str(outcome) if isinstance(outcome, StoreFault) else ""
            outcomes = [outcome] * len(group)
        self.fault, self.tried = fault, time.monotonic()
        self.failed = self.tried if fault else self.failed
        self.commit_ms = 1000 * (self.tried - started)
        return outcomes

    def _commit(self, group: list[_WriteRequest]) -> list[Any]:
        """Make the changes in one transaction. If the connection is lost before the commit, try once more."""
        retried = committing = False
        while True:
            self._check()
            with self._engine.connect() as connection:
                try:
                    with connection.begin() as transaction:
                        results = [request.change(connection) for request in group]
                        committing = True
                        transaction.commit()
                    break
                except DBAPIError as error:
                    connection.invalidate()  # the connection may be broken: the next commit opens another
                    if retried or committing or not error.connection_invalidated:
                        raise
                    retried = True
        self._check()
        return results


def _concerns_all(error: Exception) -> bool:
    """Return whether an error affects all changes of a commit, as a full disk or a lost connection does."""
    if isinstance(error, StoreFault):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if getattr(error.orig, "sqlstate", None) in _RETRY_ALONE:
        return False
    return error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)


def _acknowledge(group: list[_WriteRequest], outcomes: list[Any]) -> None:
    """Give the results of a commit to all callers, in the event loop."""
    for request, outcome in zip(group, outcomes, strict=True):
        if not isinstance(outcome, Exception):
            request.on_commit(outcome)
        if not request.future.done():
            if isinstance(outcome, Exception):
                request.future.set_exception(outcome)
            else:
                request.future.set_result(outcome)
