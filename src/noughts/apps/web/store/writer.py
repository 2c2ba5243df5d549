"""One thread writes, and what waits is committed together: a move is acknowledged after its commit, and still at once.

While one commit waits for the disk, the changes of everybody else gather; the next commit takes them all. So a busy
server needs no more commits than an idle one, and the event loop never waits for a disk. (Group commit: DeWitt et al.,
"Implementation techniques for main memory database systems", SIGMOD 1984.) Where somebody came during a commit, more
will come: the writer rests for a moment before the next, which costs less for each the more it takes.
"""

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from noughts.apps.web.model.errors import StoreFault

T = TypeVar("T")
W = TypeVar("W")

_TOGETHER = 256  # the most changes of one commit
_GATHER = 0.003  # seconds before the next commit, where others came during the last: more of them gather
_PATIENCE = 10.0  # seconds to wait for a commit
_ONE_BY_ONE = {"40001", "40P01"}  # PostgreSQL: two transactions stood in each other's way, and one had to yield


@dataclass(frozen=True, slots=True)
class _WriteRequest:
    """A change that waits, and who waits for it."""

    order: str
    make: Callable[[Connection, list[Any]], list[Any]]
    what: Any
    settled: Callable[[Any], None]
    future: asyncio.Future[Any]


class Writer:
    """The one writer of a process.

    Args:
        engine: the way to the database; it begins transactions that may write.
        waiting: the most changes that may wait.
        patience: seconds after which nobody waits any longer for a commit.
    """

    def __init__(self, engine: Engine, *, waiting: int = 5000, patience: float = _PATIENCE) -> None:
        self._engine = engine
        self._most = waiting
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._wishes: deque[_WriteRequest] = deque()
        self._news = threading.Condition()
        self._closing = threading.Event()
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._work, name="noughts-writer", daemon=True)
        self._thread.start()

    async def run(
        self,
        change: Callable[[Connection], T],
        *,
        order: str = "",
        settled: Callable[[T], None] = lambda _: None,
    ) -> T:
        """Make a change and return what it returned, once it is committed.

        Args:
            change: called in the writer's thread, within a transaction; called anew if that has to be repeated.
            order: changes of one commit are made in this order, so that two processes do not block each other.
            settled: called in the event loop after the commit, even if nobody waits for it any longer.

        Raises:
            StoreFault: it is not stored, or it is not known whether it is.
        """
        return await self.together(lambda connection, _: [change(connection)], None, order=order, settled=settled)

    async def together(
        self,
        make: Callable[[Connection, list[W]], list[T]],
        what: W,
        *,
        order: str,
        settled: Callable[[T], None] = lambda _: None,
    ) -> T:
        """Make a change, as `run` does, that can be made in one with others of its kind and of other orders.

        Args:
            make: is given all that are to be made so, in their order, and returns what came of each.
            what: this change.
            order: as for `run`.
            settled: as for `run`.

        Raises:
            StoreFault: as for `run`.
        """
        with self._news:
            if self._closing.is_set():
                raise StoreFault("the game could not be saved: the server is stopping; try again")
            if len(self._wishes) >= self._most:
                raise StoreFault("the game could not be saved: too much is to be saved at once; try again")
            future: asyncio.Future[T] = self._loop.create_future()
            self._wishes.append(_WriteRequest(order, make, what, settled, future))
            self._news.notify()
        late = self._loop.call_later(self._patience, _give_up, future)
        try:
            return await future
        finally:
            late.cancel()

    async def close(self) -> None:
        """Commit what waits, then end."""
        with self._news:
            self._closing.set()
            self._news.notify()
        await asyncio.to_thread(self._thread.join)

    # In the writer's thread.

    def _work(self) -> None:
        while group := self._next_group():
            outcomes = self._outcomes(group)
            with contextlib.suppress(RuntimeError):  # the loop has ended, and with it everybody who waited
                self._loop.call_soon_threadsafe(_settle, group, outcomes)
            if self._wishes:
                self._closing.wait(_GATHER)
        self._drop()

    def _next_group(self) -> list[_WriteRequest]:
        """Wait for changes and return those of the next commit; none when all is done and the writer is closed."""
        with self._news:
            self._news.wait_for(lambda: self._wishes or self._closing.is_set())
            group = [self._wishes.popleft() for _ in range(min(len(self._wishes), _TOGETHER))]
        return sorted(group, key=lambda wish: wish.order)

    def _outcomes(self, group: list[_WriteRequest]) -> list[Any]:
        """Return what became of each change: what it returned, or an exception. One's failure is its own."""
        try:
            return self._commit(group)
        except Exception as error:
            if len(group) > 1 and not _concerns_all(error):
                return [outcome for wish in group for outcome in self._outcomes([wish])]
            return [fault(error) if isinstance(error, DBAPIError) else error] * len(group)

    def _commit(self, group: list[_WriteRequest]) -> list[Any]:
        """Make the changes in one transaction. A connection found broken before the commit is replaced, once."""
        while True:
            fresh, committing = self._connection is None, False
            try:
                connection = self._connection = self._connection or self._engine.connect()
                with connection.begin() as transaction:
                    values = [value for run in _runs(group) for value in _made(connection, run)]
                    committing = True
                    transaction.commit()
                return values
            except BaseException as error:
                lost = isinstance(error, DBAPIError) and error.connection_invalidated
                if isinstance(error, DBAPIError):
                    self._drop()
                if fresh or committing or not lost:
                    raise

    def _drop(self) -> None:
        """Give up the connection: the next commit opens a new one, so whatever was wrong with this one has an end."""
        if self._connection is not None:
            with contextlib.suppress(DBAPIError):  # it may be broken already
                self._connection.invalidate()
                self._connection.close()
            self._connection = None


def _runs(group: list[_WriteRequest]) -> Iterator[list[_WriteRequest]]:
    """Yield the wishes that can be made in one: neighbours made alike, none of which stands in another's way."""
    run: list[_WriteRequest] = []
    for wish in group:
        if run and (wish.make is not run[-1].make or wish.order == run[-1].order):
            yield run
            run = []
        run.append(wish)
    if run:
        yield run


def _made(connection: Connection, run: list[_WriteRequest]) -> list[Any]:
    return run[0].make(connection, [wish.what for wish in run])


def fault(error: DBAPIError, what: str = "the game could not be saved") -> StoreFault:
    """Return what to tell a person about an error of the database; the error itself is its cause."""
    text = str(error.orig).lower()
    reasons = {
        "full": "the disk is full",
        "no space": "the disk is full",
        "locked": "another program has locked the database",
        "lock timeout": "another program has locked the database",
        "readonly": "the database is read-only",
        "read-only": "the database is read-only",
        "i/o error": "the disk does not work",
        "connect": "the database cannot be reached",
    }
    reason = next((reason for word, reason in reasons.items() if word in text), "the database does not work")
    if error.connection_invalidated:
        reason = "the database cannot be reached"
    told = StoreFault(f"{what}: {reason}; try again")
    told.__cause__ = error
    return told


def _concerns_all(error: Exception) -> bool:
    """Whether an error is the database's, not that of one change: a full disk, a lost connection."""
    if not isinstance(error, DBAPIError):
        return False
    if getattr(error.orig, "sqlstate", None) in _ONE_BY_ONE:
        return False
    return error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)


def _give_up(future: asyncio.Future[Any]) -> None:
    """Let nobody wait any longer; what is stored after all is settled as ever."""
    if not future.done():
        future.set_exception(StoreFault("the game could not be saved: the database does not answer; try again"))


def _settle(group: list[_WriteRequest], outcomes: list[Any]) -> None:
    """Tell everybody, in the event loop."""
    for wish, outcome in zip(group, outcomes, strict=True):
        if not isinstance(outcome, Exception):
            wish.settled(outcome)
        if not wish.future.done():
            if isinstance(outcome, Exception):
                wish.future.set_exception(outcome)
            else:
                wish.future.set_result(outcome)
