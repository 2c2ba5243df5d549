"""Start an engine process, send it tasks, and kill it."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable
from typing import Self

from noughts.system.child_process import command, environment
from noughts.web.analysis.lines import LONGEST_ANSWER
from noughts.web.server.workers.worker import STEP, STOP

_FIRST_TASK = b'{"do":"choose","game":"tictactoe","position":"3_/3_/3_ x","level":"hard"}\n'
_START_SECONDS = 30.0
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows, SIGTERM kills


class WorkerProcess:
    """A process that runs `noughts.web.server.workers.worker`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin
        assert process.stdout
        self._process, self._stdin, self._stdout = process, process.stdin, process.stdout

    @classmethod
    @contextlib.asynccontextmanager
    async def running(cls, memory: int) -> AsyncIterator[Self]:
        """Start a process, wait until it has chosen a first move, and kill the process at the end of the context.

        The memory is the limit of its address space in bytes.

        Raises:
            OSError: the process cannot be started, or does not answer like an engine.
        """
        starting = asyncio.create_task(
            asyncio.create_subprocess_exec(
                *command("noughts.web.server.workers.worker", f"--memory={memory}"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=environment(),
                limit=LONGEST_ANSWER + 1,
                # Ctrl-C in the terminal reaches only the server. In a session of its own, an engine would have as much
                # processor time as the server: Linux divides it among sessions before it looks at priorities.
                process_group=0,
            )
        )
        try:
            engine = cls(await asyncio.shield(starting))  # asyncio leaves pipes open if this is cancelled half-way
            async with asyncio.timeout(_START_SECONDS):
                if not (await engine.ask(_FIRST_TASK)).startswith(b'{"move"'):
                    raise OSError("the process does not answer like an engine")
            yield engine
        finally:
            ending = asyncio.create_task(cls(await starting)._end())
            try:
                await asyncio.shield(ending)  # also if the pool is closed meanwhile
            finally:
                await ending

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    async def ask(self, line: bytes, show: Callable[[bytes], None] = lambda _: None) -> bytes:
        """Send a task as a line, and return the answer as a line. The answer is empty if the process has ended.

        Before that, call `show` with each intermediate result, as JSON text.
        """
        try:
            self._stdin.write(line)
            await self._stdin.drain()
            while (answer := await self._stdout.readline()).startswith(STEP):
                show(answer.removeprefix(STEP))
        except (ConnectionError, RuntimeError, ValueError):  # the pipe is closed, or the answer is too long
            return b""
        return answer if answer.endswith(b"\n") else b""

    def stop(self) -> None:
        """Ask the process to end its current task early. The process then answers with its result so far."""
        with contextlib.suppress(ConnectionError, RuntimeError):  # the process has ended
            self._stdin.write(STOP)

    async def ended(self) -> None:
        """Wait until the process has ended."""
        await self._process.wait()

    async def _end(self) -> None:
        """Kill the process, and wait until it has ended and its pipes are closed."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, _KILL)  # `Process.kill` may collect the exit status that `wait` is waiting for
        await self._process.wait()
        self._stdin.close()
        with contextlib.suppress(OSError):
            await self._stdin.wait_closed()
        with contextlib.suppress(OSError):
            while await self._stdout.read(1 << 16):
                pass
