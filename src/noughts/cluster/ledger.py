"""The ledger: one SQLite file with every answer of a run, and a folder of proofs beside it.

The file is all that a run needs to continue after a crash. Only one driver at a time may write to it, and any number of
programs may read it at the same time. A row says that a question is proved only after the proof is complete on disk.

Every value that is read is verified to have the right form, but it can still be wrong: anyone can change an SQLite
file. So the driver checks a stored proof again before a result relies on it.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from noughts.cluster.job import MOST_NODES, Question
from noughts.cluster.lemmas import lemma_file
from noughts.rules.errors import BadFile, NoughtsError
from noughts.rules.untrusted import expect_regular
from noughts.solver.proofs.certificate import is_name

_APPLICATION = 0x6E6F6C67  # the number in the file that marks it as a ledger
_VERSION = 1
_SCHEMA = f"""
    PRAGMA application_id = {_APPLICATION};
    PRAGMA user_version = {_VERSION};
    CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE job (
        id INTEGER PRIMARY KEY,
        position TEXT NOT NULL,
        attacker TEXT NOT NULL,
        alone INTEGER NOT NULL,
        token INTEGER, -- of the current lease
        lease_until REAL,
        worker TEXT, -- that has the job, or answered it
        lost INTEGER NOT NULL DEFAULT 0, -- leases that ended without a valid answer
        runs INTEGER NOT NULL DEFAULT 0, -- valid answers: more than one if a proof was lost
        nodes INTEGER NOT NULL DEFAULT 0,
        seconds REAL NOT NULL DEFAULT 0,
        split INTEGER NOT NULL DEFAULT 0, -- whether it was replaced by the questions after each move
        wins INTEGER,
        zone TEXT,
        sha256 TEXT,
        bytes INTEGER,
        UNIQUE (position, attacker, alone)
    ) STRICT;
    CREATE TABLE event (id INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL) STRICT;
"""

JOB_NODES = 1_000_000
"""The budget of a job in a new ledger, unless another one is given."""

NEVER = 1 << 60
"""The proof number of a question whose answer cannot be yes, or the disproof number if it cannot be no."""

MOST_LOST = 3
"""A job that loses this many leases is quarantined."""

_PROOF = "wins = ?, zone = ?, sha256 = ?, bytes = ?"  # assigns the columns of a proof; see `_columns`
_THIS = "position = ? AND attacker = ? AND alone = ?"  # selects the row of a question, by the fields after the game


class Proof(NamedTuple):
    """A stored proof.

    Attributes:
        wins: the answer that it proves.
        zone: the cells that it depends on.
        sha256: its name.
        size: its size in bytes.
    """

    wins: bool
    zone: int
    sha256: str
    size: int


class Row(NamedTuple):
    """The stored facts about a question.

    Attributes:
        question: the question.
        lost: the number of leases that ended without a valid answer.
        split: whether the question was replaced by the questions after each move.
        proof: the proof of the answer, or None if it is not proved.
    """

    question: Question
    lost: int
    split: bool
    proof: Proof | None

    @property
    def is_quarantined(self) -> bool:
        """Whether the job has lost too many workers, and no answer is known."""
        return self.lost >= MOST_LOST and not self.split and self.proof is None


class Summary(NamedTuple):
    """The state of a run.

    Attributes:
        game: the name of the game.
        start: the position as T3EN.
        weak: whether the weak game is being solved.
        job_nodes: the budget of a job.
        result: the claims that the driver has recorded as proved, or "" if there are none yet.
        numbers: the question being worked on, and its proof and disproof numbers. They are empty before the first job.
        proved: jobs whose question was decided.
        split: jobs that were replaced by other jobs.
        lost: leases that ended without a valid answer.
        nodes: the nodes of all jobs.
        seconds: the processor time of all jobs.
        proof_bytes: the size of all proofs.
        running: the questions of the jobs that are leased.
        quarantined: the questions of the abandoned jobs.
        audits: the number of undecided jobs that were repeated.
        events: the last errors and repeated jobs, newest last.
    """

    game: str
    start: str
    weak: bool
    job_nodes: int
    result: str
    numbers: tuple[str, int, int] | None
    proved: int
    split: int
    lost: int
    nodes: int
    seconds: float
    proof_bytes: int
    running: list[str]
    quarantined: list[str]
    audits: int
    events: list[str]

    @property
    def done(self) -> int:
        """The number of jobs that were answered."""
        return self.proved + self.split

    @property
    def left(self) -> list[int]:
        """The lowest and the highest estimate of the number of remaining jobs. The tuple is empty if the number is
        unknown or no jobs remain.
        """
        return [] if self.numbers is None or self.result else sorted(n for n in self.numbers[1:] if n < NEVER)


def is_ledger(path: Path) -> bool:
    """Return whether a file's first bytes mark it as an SQLite database, as every ledger is.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def proofs_folder(ledger: Path) -> Path:
    """Return the folder of a ledger's proofs."""
    return ledger.with_name(f"{ledger.name}.proofs")


class Ledger:
    """A ledger that is open for writing.

    Args:
        path: the file. It is created if it does not exist.
        game: the name of the game.
        start: the position to solve, as T3EN.
        weak: whether to solve the weak game.
        job_nodes: the budget of a job. By default, an existing ledger keeps its own.

    Raises:
        NoughtsError: another driver has the ledger open, the ledger is for another position, or the file cannot be
            opened.
    """

    def __init__(self, path: Path, *, game: str, start: str, weak: bool, job_nodes: int | None = None) -> None:
        self.path, self.folder, self._is_ready = path, proofs_folder(path), False
        with self._in_words():
            if not path.parent.is_dir():
                raise NoughtsError(f"cannot write {path}: there is no folder {path.parent}")
            _expect_no_links(path, self.folder)
            # if the file is not a ledger, do not put a lock beside it
            with contextlib.closing(sqlite3.connect(path)) as database:
                if _definitions(database):
                    _expect_ledger(database, path)
            self._lock = _lock(path)
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            with self._in_words():
                self._open(game, start, weak, job_nodes)
        except BaseException:
            self.close()
            raise

    def _open(self, game: str, start: str, weak: bool, job_nodes: int | None) -> None:
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        if not _definitions(self._database):
            self._database.executescript(f"BEGIN; {_SCHEMA}")
            self._set(game=game, start=start, weak=weak, job_nodes=JOB_NODES, token=0)
            self._database.execute("COMMIT")
        run = _run_of(self._database, self.path)
        if (run.game, run.start, run.weak) != (game, start, weak):
            kind = "the weak game of " if run.weak else ""
            raise NoughtsError(f"{self.path} is the ledger of {kind}{run.game} from {run.start}: name another file")
        if job_nodes is not None:
            self._set(job_nodes=job_nodes)
        self.game, self.job_nodes, self._token = game, job_nodes or run.job_nodes, run.token
        self.is_new = not self._token
        self.folder.mkdir(exist_ok=True)
        for draft in self.folder.glob("*.part"):
            draft.unlink()
        self._release_all()
        self._is_ready = True

    def _release_all(self) -> None:
        """End all leases. Jobs of a stopped driver are repeated, and the lost leases do not count against the jobs."""
        self._database.execute("UPDATE job SET token = NULL, lease_until = NULL WHERE token NOT NULL")

    def _set(self, **values: object) -> None:
        rows = [(name, json.dumps(value)) for name, value in values.items()]
        self._database.executemany("INSERT OR REPLACE INTO run VALUES (?, ?)", rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Apply all changes made in the body of a ``with`` statement or, if an error occurs, none of them.

        Raises:
            NoughtsError: the disk is full, or the ledger cannot be written for another reason.
        """
        with self._in_words():
            self._database.execute("BEGIN")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):  # SQLite itself rolls back if the disk is full
                    self._database.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the ledger, so that another driver can open it."""
        with contextlib.suppress(sqlite3.Error):
            if self._is_ready:
                self._release_all()
        with contextlib.suppress(sqlite3.Error):
            self._database.close()
        self._lock.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _in_words(self) -> AbstractContextManager[None]:
        hint = "; nothing is lost: remove the cause, and run the same command again"
        return _in_words(f"cannot write to the ledger {self.path}", self.path, hint)

    def expect(self, holds: bool) -> None:
        """Raise an error if the ledger violates a condition that every valid ledger must meet.

        Raises: BadFile: the condition is false.
        """
        if not holds:
            raise _damaged(self.path)

    # Jobs

    def rows(self) -> dict[Question, Row]:
        """Return the stored facts about every question.

        Raises:
            BadFile: a row cannot be read, or two rows name the same proof.
        """
        rows = [
            _row(self.game, values, self.path)
            for values in self._database.execute(
                "SELECT position, attacker, alone, lost, split, wins, zone, sha256, bytes FROM job"
            )
        ]
        names = [row.proof.sha256 for row in rows if row.proof]
        self.expect(len({*names}) == len(names))
        return {row.question: row for row in rows}

    def lease(self, question: Question, until: float) -> int:
        """Hand out a job until a given time. Return the token of the lease, which is larger than all earlier tokens."""
        self._token += 1
        self._database.execute(
            "INSERT INTO job (position, attacker, alone, token, lease_until) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT DO UPDATE SET token = excluded.token, lease_until = excluded.lease_until",
            [*question[1:], self._token, until],
        )
        self._set(token=self._token)
        return self._token

    def overdue(self, now: float) -> set[int]:
        """Return the token of each lease that ended before `now`."""
        rows = self._database.execute("SELECT token FROM job WHERE token NOT NULL AND lease_until < ?", [now])
        return {token for (token,) in rows}

    def lose(self, question: Question, token: int, times: int = 1) -> int:
        """Record that a lease ended without a valid answer. Return how many leases of the job have failed."""
        row = self._database.execute(
            "UPDATE job SET token = NULL, lease_until = NULL, lost = lost + ? "
            f"WHERE {_THIS} AND token = ? RETURNING lost",
            [times, *question[1:], token],
        ).fetchone()
        return int(row[0]) if row else 0

    def split(self, question: Question, token: int, nodes: int, seconds: float, worker: str) -> None:
        """Record that the questions after each move replace a question, and add the work of a worker to the total."""
        self._finish(question, token, nodes, seconds, worker, "split = 1")

    def proved(self, question: Question, token: int, nodes: int, seconds: float, worker: str, proof: Proof) -> None:
        """Record that a question is proved, and add the work of a worker. The proof is already stored."""
        self._finish(question, token, nodes, seconds, worker, _PROOF, *_columns(proof))

    def _finish(
        self, question: Question, token: int, nodes: int, seconds: float, worker: str, change: str, *values: object
    ) -> None:
        self._database.execute(
            f"UPDATE job SET {change}, token = NULL, lease_until = NULL, runs = runs + 1, nodes = nodes + ?, "
            f"seconds = seconds + ?, worker = ? WHERE {_THIS} AND token = ?",
            [*values, nodes, seconds, worker, *question[1:], token],
        )

    def composed(self, question: Question, proof: Proof) -> None:
        """Record that the answer to a question follows from other answers. The proof is already stored."""
        self._database.execute(
            "INSERT INTO job (position, attacker, alone, split) VALUES (?, ?, ?, 1) ON CONFLICT DO NOTHING",
            question[1:],
        )
        self._database.execute(f"UPDATE job SET {_PROOF} WHERE {_THIS}", [*_columns(proof), *question[1:]])

    def forget(self, name: str) -> None:
        """Record that a proof is lost. The lost proof and all composed proofs will be written again."""
        self._database.execute(
            "UPDATE job SET wins = NULL, zone = NULL, sha256 = NULL, bytes = NULL WHERE sha256 = ? OR split", [name]
        )
        self._set(result="")

    def progress(self, question: Question, pn: int, dn: int) -> None:
        """Record the proof and disproof numbers of the current question, for readers of the ledger."""
        self._set(numbers=[str(question), pn, dn])

    def finish(self, result: str) -> None:
        """Record the result."""
        self._set(result=result)

    def event(self, now: float, kind: str, text: str) -> None:
        """Record that something went wrong, or that a job was audited."""
        self._database.execute("INSERT INTO event (at, kind, text) VALUES (?, ?, ?)", [now, kind, text])

    # Proofs

    def draft(self, content: bytes, token: int) -> Path:
        """Write a proof under a temporary name, completely and durably, and return the file."""
        draft = self.folder / f"{token}.part"
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        return draft

    def keep(self, draft: Path, content: bytes, *, wins: bool, zone: int) -> Proof:
        """Give a checked proof its name, the SHA-256 of its content."""
        name = sha256(content).hexdigest()
        draft.replace(self.file(name))
        if os.name == "posix":
            folder = os.open(self.folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        return Proof(wins, zone, name, len(content))

    def file(self, name: str) -> Path:
        """Return the file of a proof."""
        return lemma_file(self.folder, name)


def summary(path: Path) -> Summary:
    """Read the state of a run. A driver may be writing to the ledger at the same time.

    Raises:
        BadFile: the file is not a ledger, or it is damaged.
        NoughtsError: the file cannot be read.
    """
    if path.exists() and not path.is_file():
        raise BadFile(f"{path} is not a ledger")
    uri = f"{path.absolute().as_uri()}?mode=rw"
    with (
        _in_words(f"cannot read the ledger {path}", path),
        contextlib.closing(sqlite3.connect(uri, uri=True)) as database,
    ):
        _expect_no_links(path, proofs_folder(path))
        database.execute("BEGIN")
        _expect_ledger(database, path)
        run = _run_of(database, path)
        numbers = proved, split, lost, nodes, seconds, size = database.execute(
            "SELECT count(*) FILTER (WHERE runs AND NOT split), count(*) FILTER (WHERE runs AND split), "
            "coalesce(sum(lost), 0), coalesce(sum(nodes), 0), coalesce(sum(seconds), 0.0), coalesce(sum(bytes), 0) "
            "FROM job"
        ).fetchone()

        def questions(where: str) -> list[str]:
            rows = database.execute(f"SELECT position, attacker, alone FROM job WHERE {where} ORDER BY id")
            return [str(Question(run.game, position, who, bool(weak))) for position, who, weak in rows]

        (audits,) = database.execute("SELECT count(*) FROM event WHERE kind = 'audit'").fetchone()
        events = database.execute("SELECT text FROM event WHERE kind != 'audit' ORDER BY id DESC LIMIT 5").fetchall()
        state = Summary(
            run.game,
            run.start,
            run.weak,
            run.job_nodes,
            run.result,
            None if run.numbers is None else (run.numbers[0], run.numbers[1], run.numbers[2]),
            proved,
            split,
            lost,
            nodes,
            seconds,
            size,
            questions("token NOT NULL"),
            questions(f"lost >= {MOST_LOST} AND NOT split AND wins IS NULL"),
            audits,
            [text for (text,) in reversed(events)],
        )
    if not all(type(number) in (int, float) and math.isfinite(number) and number >= 0 for number in numbers):
        raise _damaged(path)
    if not all(type(text) is str for text in state.events):
        raise _damaged(path)
    return state


@contextmanager
def _in_words(problem: str, path: Path, hint: str = "") -> Iterator[None]:
    """Turn errors of SQLite and the operating system into errors with a readable message."""
    try:
        yield
    except UnicodeDecodeError:
        raise _damaged(path) from None
    except (OSError, sqlite3.Error) as error:
        code = getattr(error, "sqlite_errorcode", 0) & 255
        if code == sqlite3.SQLITE_NOTADB:
            raise BadFile(f"{path} is not a ledger") from None
        if isinstance(error, sqlite3.Error) and code not in _CAUSES:
            raise _damaged(path) from None
        raise NoughtsError(f"{problem}: {getattr(error, 'strerror', None) or error}{hint}") from None


_CAUSES = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
"""The errors of SQLite that lie outside the file."""


def _damaged(path: Path) -> BadFile:
    return BadFile(f"the ledger {path} is damaged: continue from a copy of it, or start again with another file")


def _columns(proof: Proof) -> list[object]:
    return [proof.wins, f"{proof.zone:x}", proof.sha256, proof.size]


class _Run(NamedTuple):
    """The content of the table `run`."""

    game: str
    start: str
    weak: bool
    job_nodes: int
    token: int
    result: str = ""
    numbers: list[Any] | None = None  # a question, its proof number and its disproof number


def _run_of(database: sqlite3.Connection, path: Path) -> _Run:
    """Read the table `run`, and verify every value."""
    try:
        run = _Run(**{name: json.loads(value) for name, value in database.execute("SELECT name, value FROM run")})
        question, *numbers = ("", 0, 0) if run.numbers is None else run.numbers
        is_valid = (
            all(type(text) is str and text.isprintable() for text in (run.game, run.start, run.result, question))
            and type(run.weak) is bool
            and [*map(type, (run.job_nodes, run.token, *numbers))] == [int] * 4
            and 0 < run.job_nodes <= MOST_NODES
            and 0 <= run.token <= MOST_NODES
            and all(0 <= number <= NEVER for number in numbers)
        )
    except (RecursionError, TypeError, ValueError):
        is_valid = False
    if not is_valid:
        raise _damaged(path)
    return run


def _row(game: str, values: tuple[Any, ...], path: Path) -> Row:
    """Return a row of the table `job`, and verify every value."""
    position, attacker, weak, lost, split, *stored = values
    wins, zone, name, size = stored
    try:
        is_valid = (
            bool(re.fullmatch(r"[0-9xo_/]+ [xo]", position))
            and attacker in ("x", "o")
            and {type(number) for number in (weak, lost, split)} == {int}
            and {weak, split} <= {0, 1}
            and lost >= 0
        )
        if stored == [None] * 4:
            proof = None
        else:
            proof = Proof(bool(wins), int(zone, 16), name, size)
            is_valid = is_valid and _columns(proof) == stored and is_name(name) and type(size) is int
    except (TypeError, ValueError):
        is_valid = False
    if not is_valid:
        raise _damaged(path)
    return Row(Question(game, position, attacker, bool(weak)), lost, bool(split), proof)


def _definitions(database: sqlite3.Connection) -> list[tuple[str]]:
    """Return the statements that define the tables of a database, and everything else in its schema."""
    return database.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY sql").fetchall()


def _expect_ledger(database: sqlite3.Connection, path: Path) -> None:
    """Raise an error unless a database is a ledger of this version.

    It has our tables and nothing else: a trigger changes rows as they are written, and a view can run without end.
    """
    application, version = (
        database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    )
    if application != _APPLICATION:
        raise BadFile(f"{path} is not a ledger")
    if version != _VERSION:
        raise BadFile(f"{path} is a ledger of another version of noughts")
    with contextlib.closing(sqlite3.connect(":memory:")) as new:
        new.executescript(_SCHEMA)
        if _definitions(database) != _definitions(new):
            raise _damaged(path)


def _lock_file(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def _expect_no_links(ledger: Path, folder: Path) -> None:
    """Raise an error if a ledger, its folder, or a file that SQLite puts beside the ledger is a link or of the wrong
    kind.

    Through a symbolic link, one ledger could be opened twice under two names.
    """
    for database in (ledger, _lock_file(ledger)):
        for end in ("", "-journal", "-wal", "-shm"):
            expect_regular(database.with_name(database.name + end))
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise NoughtsError(f"{folder} is not a regular folder: move it away, or choose another name")


def _lock(path: Path) -> sqlite3.Connection:
    """Lock a ledger until the connection is closed. The operating system releases the lock if this process ends."""
    held = sqlite3.connect(_lock_file(path), timeout=0, isolation_level=None)
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        held.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise NoughtsError(f"another driver is working on {path}: wait until it has ended, or stop it") from None
        raise
    return held
