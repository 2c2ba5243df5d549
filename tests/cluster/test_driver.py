"""Runs in one process: verdicts are right, and no fault of a worker, a driver or the disk changes them."""

import contextlib
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from noughts import Position, game, t3en
from noughts.cluster.driver import Driver
from noughts.cluster.estimate import estimate
from noughts.cluster.executor import Arrival
from noughts.cluster.job import Job, JobResult, Question, run_job
from noughts.cluster.ledger import Ledger, proofs_folder, summary
from noughts.cluster.lemmas import check_lemma
from noughts.cluster.processes import Died
from noughts.rules.errors import BadFile, NoughtsError
from noughts.solver.proofs.certificate import value_of
from noughts.solver.proofs.claim import Claim
from noughts.solver.solver import Solver
from tests.cluster.runs import JOB_NODES, ChecksHere, InProcess, driver, open_ledger, query, shallow, solved

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

START = Position(game("7,7,5"))


@pytest.mark.parametrize(
    ("name", "nodes", "value"),
    [("3,3,3", 100, 0), ("4,3,3", 100, 1), ("6,6,4", 1000, 1), ("7,7,5", 1000, 0)],  # and 5,5,4 below
)
def test_known_values_are_found(name: str, nodes: int, value: int, tmp_path: Path) -> None:
    claims = solved(tmp_path / "ledger", Position(game(name)), nodes=nodes)
    assert claims is not None
    assert value_of(claims) == value


@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(100, 120))])
@pytest.mark.parametrize(
    ("name", "moves", "most"), [("3,3,3", 0, 5), ("4,4,3", 4, 6), ("4,4,4", 5, 7), ("5,4,4", 8, 7)]
)
def test_composed_values_agree_with_the_solver(name: str, moves: int, most: int, seed: int, tmp_path: Path) -> None:
    rules, draw = game(name), random.Random(seed)
    solver = Solver(rules)
    for number in range(6):
        start = Position(rules)
        for _ in range(moves):
            if not start.play(move := draw.choice(start.moves)).is_over:
                start = start.play(move)
        claims = solved(tmp_path / f"{number}", start, shallow(most))
        score = solver.score(start)
        assert claims is not None
        assert value_of(claims) == (score >= 1) - (score <= -1), start


@pytest.fixture(scope="module")
def weak_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Claim]]:
    """The folder of a finished run, and the claims that it proved. Copy it before you change it."""
    folder = tmp_path_factory.mktemp("weak")
    claims = solved(folder / "ledger", START, weak=True)
    assert claims is not None
    assert claims == [Claim(START, "x", False, True)]
    return folder, claims


def test_an_undecided_job_is_replaced_by_smaller_ones(weak_run: tuple[Path, list[Claim]]) -> None:
    assert query(weak_run[0] / "ledger", "SELECT count(*), max(nodes) <= 400 FROM job WHERE split") == [(7, 1)]


def test_a_stopped_run_repeats_nothing_that_transposes(tmp_path: Path) -> None:
    """Many questions come up again after other moves, and also below proven ones."""
    path, start, found = tmp_path / "ledger", Position(game("5,5,4")), None

    def enough(run: Driver) -> bool:
        return run.jobs >= 30

    while found is None:
        with open_ledger(path, start, nodes=600) as ledger:
            run = driver(ledger, start)
            found = run.run(partial(enough, run))
    assert value_of([node.claim for node in found]) == 0
    assert query(path, "SELECT max(runs) FROM job") == [(1,)]


def test_a_stopped_run_continues_where_it_stopped(tmp_path: Path) -> None:
    def enough(run: Driver) -> bool:
        return run.jobs >= 6

    path, sessions = tmp_path / "ledger", 0
    found = None
    while found is None:
        with open_ledger(path, START, weak=True) as ledger:
            run = driver(ledger, START, weak=True)
            found = run.run(partial(enough, run))
            sessions += 1
    assert sessions > 5
    assert query(path, "SELECT max(runs) FROM job") == [(1,)], "no accepted job is repeated"
    assert query(path, "SELECT sum(runs), sum(nodes) FROM job") == [(55, 2877)], "as in one session"


def test_a_crash_at_any_write_loses_at_most_the_jobs_in_flight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    path, draw, left = tmp_path / "ledger", random.Random(9), 0
    for name in ("lease", "split", "proved", "composed", "draft", "keep"):

        def dying(ledger: Ledger, *arguments: object, call: object = getattr(Ledger, name), **named: object) -> object:
            nonlocal left
            left -= 1
            if not left:
                raise Killed
            assert callable(call)
            return call(ledger, *arguments, **named)

        monkeypatch.setattr(Ledger, name, dying)
    crashes, found = 0, None
    while found is None:
        left = draw.randrange(1, 40)
        try:
            found = solved(path, START, weak=True)
        except Killed:
            crashes += 1
    assert crashes > 3
    assert not found[0].wins
    assert query(path, "SELECT max(runs) FROM job") == [(1,)]


def test_a_lying_worker_is_found_and_changes_nothing(tmp_path: Path) -> None:
    asked = 0

    def lie(job: Job) -> JobResult:
        nonlocal asked
        asked += 1
        answer = run_job(job)
        lies = asked % 5 == 0 and answer.wins is not None
        return answer._replace(wins=not answer.wins) if lies else answer

    claims = solved(tmp_path / "ledger", START, lie, weak=True)
    assert claims is not None
    assert not claims[0].wins
    state = summary(tmp_path / "ledger")
    assert state.lost > 3
    assert "lost by this process, its proof was rejected: the proof states something other" in state.events[-1]


@pytest.mark.parametrize("proof", [b"", b"nonsense", "another"])
def test_a_false_proof_is_rejected(proof: bytes | str, tmp_path: Path) -> None:
    other = run_job(Job(empty_board("4,4,4"), 1000, 1)).proof

    def lie(job: Job) -> JobResult:
        return JobResult(True, 1, other if isinstance(proof, str) else proof)

    assert solved(tmp_path / "ledger", Position(game("3,3,3")), lie) is None
    state = summary(tmp_path / "ledger")
    assert state.quarantined == ["can x win the weak game from 3_/3_/3_ x", "can x win from 3_/3_/3_ x"]
    assert "its proof was rejected" in state.events[-2]


def empty_board(name: str) -> Question:
    return Question(name, t3en(Position(game(name))), "x", True)


def test_an_obvious_answer_cannot_be_withheld(tmp_path: Path) -> None:
    """Without this check, a worker could keep a run busy with games that are over."""
    assert (
        solved(tmp_path / "l", Position(game("4,3,3"), 0b11, 0b110000), lambda job: JobResult(None, job.nodes)) is None
    )
    assert "although its answer is obvious" in summary(tmp_path / "l").events[-2]


def test_a_job_that_kills_its_workers_is_quarantined_and_the_run_goes_on(tmp_path: Path) -> None:
    deadly: list[object] = []

    def die(job: Job) -> JobResult:
        if job.token == 5:
            deadly.append(job.question)
        if job.question in deadly:
            raise MemoryError
        return run_job(job)

    found = solved(tmp_path / "ledger", Position(game("6,5,4")), die, nodes=300)
    state = summary(tmp_path / "ledger")
    assert state.quarantined == [str(deadly[0])]
    assert state.lost == 3
    assert state.done > 20
    assert found is not None, "other moves win, too"
    assert value_of(found) == 1


def test_a_run_that_needs_a_quarantined_job_ends_undecided(tmp_path: Path) -> None:
    def die(job: Job) -> JobResult:
        raise MemoryError

    assert solved(tmp_path / "ledger", START, die) is None
    words = ["can x win the weak game", "can x win"]
    assert summary(tmp_path / "ledger").quarantined == [f"{question} from 7_/7_/7_/7_/7_/7_/7_ x" for question in words]


def test_a_worker_does_not_wait_while_its_proof_is_checked(tmp_path: Path) -> None:
    """At most one proof for each worker waits for a check."""
    jobs, steps = list[Job](), iter(range(20))

    def work(job: Job) -> JobResult:
        jobs.append(job)
        return run_job(job)

    class NeverChecks(ChecksHere):
        def submit(self, work: object, /, *arguments: object, **named: object) -> Future[Any]:
            return Future()

    with open_ledger(tmp_path / "ledger", START, weak=True) as ledger:
        run = driver(ledger, START, work, weak=True)
        run.pool = NeverChecks()
        assert run.run(lambda: next(steps, None) is None) is None
    assert len([job for job in jobs if run_job(job).wins is not None]) == 2


class Slow(InProcess):
    """Returns the first answer only after the second one for the same question."""

    late: list[Arrival]

    def wait(self, seconds: float) -> list[Arrival]:
        arrivals = super().wait(seconds)
        if not hasattr(self, "late"):
            self.late = arrivals
            return []
        if arrivals:
            arrivals += self.late
            self.late = []
        return arrivals


def test_an_answer_that_comes_too_late_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    clock = iter(range(0, 1_000_000, 1_000))
    with open_ledger(path, START, weak=True) as ledger:
        executor = Slow()
        run = Driver(
            ledger,
            START,
            weak=True,
            executor=executor,
            pool=ChecksHere(),
            random=lambda: 1.0,
            clock=clock.__next__,
        )
        found = run.run()
    assert found
    assert executor.late == []
    assert query(path, "SELECT lost, runs FROM job ORDER BY id LIMIT 1") == [(1, 1)]
    assert "there was no answer in time" in str(query(path, "SELECT text FROM event"))


@pytest.mark.parametrize(("is_honest", "mismatches"), [(True, 0), (False, 7)])
def test_undecided_jobs_are_audited(is_honest: bool, mismatches: int, tmp_path: Path) -> None:
    def work(job: Job) -> JobResult:
        answer = run_job(job)
        return answer if is_honest or answer.wins is not None or job.is_audit else answer._replace(nodes=7)

    assert solved(tmp_path / "ledger", START, work, weak=True, audited=True)
    assert summary(tmp_path / "ledger").audits == 7
    assert query(tmp_path / "ledger", "SELECT count(*) FROM event WHERE kind = 'mismatch'") == [(mismatches,)]


@pytest.mark.parametrize("damage", ["deleted", "cut short", "changed"])
def test_a_proof_that_was_lost_is_written_again(
    damage: str, weak_run: tuple[Path, list[Claim]], tmp_path: Path
) -> None:
    folder, first = weak_run
    path = shutil.copytree(folder, tmp_path / "run") / "ledger"
    files = sorted(proofs_folder(path).iterdir())
    if damage == "deleted":
        files[4].unlink()
    elif damage == "cut short":
        files[4].write_bytes(files[4].read_bytes()[:-1])
    else:
        files[4].write_bytes(bytes(len(files[4].read_bytes())))
    assert solved(path, START, weak=True) == first
    assert sorted(proofs_folder(path).iterdir()) == files
    assert query(path, "SELECT sum(runs) <= 56 FROM job") == [(1,)], "at most the lost one is repeated"


def update(path: Path, sql: str, values: dict[str, object]) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(sql, values)


SMALL = Position(game("3,3,3"))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Claim], list[str]]:
    """Return the folder of a finished run, its proven claims, and the proofs of jobs that the result relies on."""
    folder = tmp_path_factory.mktemp("finished")
    with open_ledger(folder / "ledger", SMALL) as ledger:
        run = driver(ledger, SMALL, shallow(6))
        nodes = run.run()
        assert nodes
        composed = query(ledger.path, "SELECT sha256 FROM job WHERE split")
        return folder, [node.claim for node in nodes], sorted({*run.lemmas} - {str(name) for (name,) in composed})


Finished = tuple[Path, list[Claim], list[str]]


@pytest.mark.parametrize(
    "change",
    [
        "wins = 1 WHERE position = '3_/3_/3_ x' AND attacker = 'x' AND NOT alone",  # the answer
        "wins = 1 - wins WHERE sha256 = :a",  # an answer that it relies on
        "zone = '0' WHERE sha256 = :a",
        "sha256 = other.sha256 FROM job AS other WHERE (job.sha256, other.sha256) IN ((:a, :b), (:b, :a))",
    ],
)
def test_a_changed_answer_in_the_ledger_is_found_and_repeated(change: str, finished: Finished, tmp_path: Path) -> None:
    folder, first, names = finished
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "ledger"
    update(path, f"UPDATE job SET {change}", {"a": names[0], "b": names[1]})
    with pytest.raises(BadFile, match=r"says more than its proofs show: .*; run the same command again"):
        solved(path, SMALL, shallow(6))
    assert summary(path).result == ""
    assert solved(path, SMALL, shallow(6)) == first


@pytest.mark.parametrize("seed", range(2))
def test_many_changed_answers_do_not_change_the_result(seed: int, finished: Finished, tmp_path: Path) -> None:
    """Each run deletes the damaged records that it finds, and the last run is right."""
    folder, first, _ = finished
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    path, draw, found = tmp_path / "ledger", random.Random(seed), None
    for (number,) in query(path, "SELECT id FROM job WHERE wins NOT NULL"):
        if draw.random() < 0.5:
            update(path, "UPDATE job SET wins = 1 - wins WHERE id = :id", {"id": number})
    while found is None:
        with contextlib.suppress(BadFile):
            found = solved(path, SMALL, shallow(6))
    assert found == first


def test_only_proofs_of_earlier_runs_are_checked_again(tmp_path: Path) -> None:
    path, again = tmp_path / "ledger", list[str]()

    class Counts(ChecksHere):
        def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
            again.extend([arguments[1]] * (work is check_lemma))
            return super().submit(work, *arguments, **named)

    for stop in (6, 1000, 1000):
        with open_ledger(path, SMALL) as ledger:
            run = driver(ledger, SMALL, shallow(6))
            run.pool = Counts()
            before = {row.proof.sha256 for row in ledger.rows().values() if row.proof}
            again.clear()
            found = run.run(partial(lambda run, stop: run.jobs >= stop, run, stop))
        assert {*again} <= before & run.lemmas.keys()
        assert len(again) == len({*again})
    assert found
    assert len(run.lemmas.keys() - {*again}) <= 1, "only the short proof about O is written again"


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("position", value) for value in ("", "x", "7_ x\n", "\0", "[[]]")),
        *(("attacker", value) for value in ("", "X", "z", "xo")),
        *((column, value) for column in ("alone", "split") for value in (2, -1, 1 << 62)),
        *(("lost", value) for value in (-1, 7, 1 << 62)),
        *(("wins", value) for value in (None, 2, -1)),
        *(("zone", value) for value in (None, "", "-1", "g", "0x1", "A", "f" * 99)),
        *(("sha256", value) for value in (None, "", "../x", "0" * 63, "0" * 64, "A" * 64)),
        *(("bytes", value) for value in (None, -1, 1 << 62)),
    ],
)
def test_a_damaged_row_gives_an_error_or_the_right_result(
    column: str, value: object, finished: Finished, tmp_path: Path
) -> None:
    folder, first, _ = finished
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    path, found = tmp_path / "ledger", None
    update(path, f"UPDATE job SET {column} = :value WHERE id = 1", {"value": value})
    with contextlib.suppress(BadFile):
        found = solved(path, SMALL, shallow(6))
    assert found in (first, None)


@pytest.mark.parametrize("name", ["game", "start", "weak", "job_nodes", "token", "result", "numbers", "other"])
def test_a_damaged_value_of_a_run_gives_an_error(name: str, tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    open_ledger(path, SMALL).close()
    for value in ("", "{", "{}", "[]", "[1, 2, 3]", '["a", 1]', "-1", "1.5", "1e999", "NaN", r'"\u001b"', "[" * 9999):
        update(path, "INSERT OR REPLACE INTO run VALUES (:name, :value)", {"name": name, "value": value})
        for read in (lambda: summary(path), lambda: open_ledger(path, SMALL).close()):
            with pytest.raises(BadFile, match="is damaged"):
                read()


def test_a_second_driver_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    with open_ledger(path, START) as ledger:
        with pytest.raises(NoughtsError, match="another driver is working on"):
            open_ledger(path, START)
        assert ledger.job_nodes == JOB_NODES
    open_ledger(path, START).close()


def test_a_ledger_belongs_to_one_position_and_keeps_its_budget(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    open_ledger(path, START, nodes=400).close()
    for nodes, kept in ((None, 400), (500, 500), (None, 500)):
        with open_ledger(path, START, nodes=nodes) as ledger:
            assert ledger.job_nodes == kept
    for start, weak in ((Position(game("6,6,5")), False), (START.play(0), False), (START, True)):
        with pytest.raises(NoughtsError, match="is the ledger of 7,7,5 from"):
            open_ledger(path, start, weak=weak)


@pytest.mark.parametrize("content", [b"a text that is not a database" * 9, None])
def test_other_files_are_not_taken_for_ledgers(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "file"
    if content is None:
        query(path, "CREATE TABLE other (x)")
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(BadFile, match="is not a ledger"):
        open_ledger(path, START)
    with pytest.raises(BadFile, match="is not a ledger"):
        summary(path)
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]
    with pytest.raises(NoughtsError, match="cannot read the ledger"):
        summary(tmp_path / "missing")


ENDLESS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TRIGGER t AFTER INSERT ON run BEGIN UPDATE job SET wins = 1 - wins; END",
        f"DROP TABLE run; CREATE VIEW run AS {ENDLESS} SELECT 'a' || i AS name, '1' AS value FROM n",
        f"DROP TABLE event; CREATE VIEW event AS {ENDLESS} SELECT i AS id, 1.0 AS at, 'a' AS kind, 'a' AS text FROM n",
        "ALTER TABLE job ADD COLUMN more TEXT AS (hex(zeroblob(1 << 26)))",
        "ALTER TABLE job DROP COLUMN worker",
        "CREATE INDEX i ON job (length(hex(zeroblob(1 << 26))))",
        "CREATE TABLE other (x)",
    ],
)
def test_a_ledger_has_no_other_tables_and_no_code(sql: str, tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    open_ledger(path, SMALL).close()
    with closing(sqlite3.connect(path)) as database:
        database.executescript(sql)
    for read in (lambda: summary(path), lambda: open_ledger(path, SMALL).close()):
        with pytest.raises(BadFile, match="is damaged"):
            read()


@pytest.mark.parametrize("end", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("name", ["ledger", "ledger.lock"])
def test_a_pipe_beside_a_ledger_is_refused(name: str, end: str, tmp_path: Path) -> None:
    """SQLite would wait forever for a writer of the pipe."""
    path = tmp_path / "ledger"
    open_ledger(path, SMALL).close()
    os.mkfifo(tmp_path / f"{name}{end}")
    for read in (lambda: summary(path), lambda: open_ledger(path, SMALL).close()):
        with pytest.raises(NoughtsError, match=f"{name}{end} is not a regular file"):
            read()


@pytest.mark.parametrize("name", ["ledger", "ledger.lock", "ledger.proofs"])
@pytest.mark.parametrize("kind", ["dangling link", "link", "pipe"])
def test_a_ledger_is_a_regular_file(kind: str, name: str, tmp_path: Path) -> None:
    """A link could create files elsewhere, and reading a pipe would never end."""
    (tmp_path / "elsewhere").mkdir()
    path = tmp_path / name
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(tmp_path / "elsewhere" / ("" if kind == "link" else "new"))
    with pytest.raises(NoughtsError, match=f"{name} is not a regular"):
        open_ledger(tmp_path / "ledger", START)
    assert {*tmp_path.rglob("*")} == {path, tmp_path / "elsewhere"}
    if name == "ledger" and path.exists():
        with pytest.raises(BadFile, match="is not a ledger"):
            summary(path)


def test_a_proof_whose_check_kills_processes_is_lost(tmp_path: Path) -> None:
    class Dying(ChecksHere):
        def submit(self, work: Callable[..., Any], /, *arguments: object, **named: object) -> Future[Any]:
            self.left = getattr(self, "left", 2) - 1
            if self.left < 0:
                return super().submit(work, *arguments, **named)
            check: Future[Any] = Future()
            check.set_exception(Died("the process died"))
            return check

    with open_ledger(tmp_path / "ledger", START, weak=True) as ledger:
        run = driver(ledger, START, weak=True)
        run.pool = Dying()
        assert run.run()
    state = summary(tmp_path / "ledger")
    assert (state.lost, state.quarantined) == (2, [])
    assert "its proof could not be checked: the process died" in state.events[0]
    assert not [*proofs_folder(tmp_path / "ledger").glob("*.part")]


def test_a_full_disk_stops_the_run_with_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, proofs = tmp_path / "ledger", 0
    draft = Ledger.draft

    def full(ledger: Ledger, content: bytes, token: int) -> Path:
        nonlocal proofs
        proofs += 1
        if proofs == 20:
            raise OSError(28, "No space left on device")
        return draft(ledger, content, token)

    monkeypatch.setattr(Ledger, "draft", full)
    with pytest.raises(NoughtsError, match=r"cannot write to the ledger .*: No space left on device; nothing is lost"):
        solved(path, START, weak=True)
    assert solved(path, START, weak=True)
    assert query(path, "SELECT max(runs) FROM job") == [(1,)]


def test_the_size_of_a_run_is_estimated_from_its_first_jobs(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "ledger", START, weak=True) as ledger:
        run = driver(ledger, START, weak=True)
        guess = estimate(run)
        assert guess
        assert run.jobs == 12
        assert not guess.is_least
        assert run.run()
        assert run.jobs / 3 < guess.jobs < 3 * run.jobs
        assert estimate(run) is None, "nothing is left"
