"""A single engine process: its resources, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import pytest

from noughts.system.child_process import command, environment
from noughts.web.analysis.lines import LONGEST_ANSWER, answer_line
from noughts.web.model.errors import Exhausted
from noughts.web.model.task import EngineAnswer
from tests.web.server.workers.processes import QUICK, endless, is_running, needs_proc

ERROR = b'{"error":"a task is a line of JSON"}\n'


def as_line(task: dict[str, Any]) -> bytes:
    return json.dumps(task).encode() + b"\n"


@contextmanager
def worker(*options: str) -> Iterator[tuple["subprocess.Popen[bytes]", IO[bytes], IO[bytes]]]:
    """Start an engine process, and yield it with its standard input and output."""
    pipe = subprocess.PIPE
    run = command("noughts.web.server.workers.worker", *options)
    with subprocess.Popen(run, stdin=pipe, stdout=pipe, stderr=pipe, env=environment()) as process:
        assert process.stdin
        assert process.stdout
        try:
            yield process, process.stdin, process.stdout
        finally:
            process.kill()


@pytest.mark.parametrize("line", [b"\n", b"{\n", b"\xff\xfe\n", b"[" * 100_000, b"1" * 10_000, b"nul"])
def test_invalid_json_is_an_error(line: bytes) -> None:
    assert answer_line(lambda task: {}, line) == ERROR


def test_a_bug_is_reported_with_its_traceback() -> None:
    answer = json.loads(answer_line(lambda task: {"": 1 / 0}, b"{}"))
    assert [*answer] == ["fault"]
    assert "ZeroDivisionError" in answer["fault"]


def test_too_little_memory_is_not_an_invalid_task() -> None:
    def exhausted(task: object) -> EngineAnswer:
        raise Exhausted("too much")

    assert json.loads(answer_line(exhausted, b"{}")) == {"exhausted": "too much"}


def test_the_length_of_an_answer_is_limited() -> None:
    answer = json.loads(answer_line(lambda task: {"text": "x" * LONGEST_ANSWER}, b"{}"))
    assert answer == {"error": "the answer is too long: choose a smaller board"}


@needs_proc
def test_resources_are_limited_and_ctrl_c_is_ignored() -> None:
    import resource

    with worker(f"--memory={1 << 30}") as (process, questions, answers):
        questions.write(b"\n")
        questions.flush()
        assert answers.readline() == ERROR
        assert resource.prlimit(process.pid, resource.RLIMIT_AS) == (1 << 30, 1 << 30)
        assert resource.prlimit(process.pid, resource.RLIMIT_CORE) == (0, 0)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(os.getpriority(os.PRIO_PROCESS, 0) + 5, 19)
        process.send_signal(signal.SIGINT)
        questions.write(as_line(QUICK))
        questions.flush()
        assert b'"move":' in answers.readline()


@pytest.mark.parametrize("task", [QUICK, endless()], ids=["idle", "working"])
def test_an_engine_ends_when_its_input_is_closed(task: dict[str, Any]) -> None:
    with worker() as (process, questions, answers):
        questions.write(b"\n" + as_line(task))
        questions.flush()
        assert answers.readline() == ERROR
        questions.close()
        assert process.wait(20) == 0
        assert process.stderr
        assert process.stderr.read() == b""


def test_an_engine_ends_silently_when_its_output_is_closed() -> None:
    """The pipes of a killed server close one after the other, and the engine can write an answer in between."""
    with worker() as (process, questions, answers):
        questions.write(b"\n")
        questions.flush()
        assert answers.readline() == ERROR
        answers.close()
        questions.write(as_line(QUICK))
        questions.flush()
        assert process.wait(20) == 0
        assert process.stderr
        assert process.stderr.read() == b""


@needs_proc
@pytest.mark.slow
def test_no_engine_outlives_a_killed_server() -> None:
    code = f"""
import asyncio
from noughts.web.server.workers.pool import WorkerPool

async def main():
    engines = WorkerPool(2)
    await engines.start()
    asked = asyncio.create_task(engines.ask({endless()!r}))
    while not engines.state["running"]:
        await asyncio.sleep(0.01)
    print(*engines.pids, flush=True)
    await asked

asyncio.run(main())
"""
    pipe = subprocess.PIPE
    run = [sys.executable, "-c", code]
    with subprocess.Popen(run, stdout=pipe, stderr=pipe, env=environment(), encoding="utf-8") as server:
        assert server.stdout
        assert server.stderr
        pids = [int(word) for word in server.stdout.readline().split()]
        assert len(pids) == 3
        assert all(map(is_running, pids))
        server.kill()
        deadline = time.monotonic() + 20
        while any(map(is_running, pids)) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not any(map(is_running, pids))
        assert server.stderr.read() == ""
