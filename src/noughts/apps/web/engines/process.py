"""One engine process, as the server sees it: started, asked a line, killed."""

import asyncio
import contextlib
import os
import signal
from typing import Self

from noughts.apps.pipes import command, environment
from noughts.apps.web.engines.worker import LONGEST, STOP

_FIRST = b'{"do":"choose","game":"tictactoe","position":"3_/3_/3_ x","level":"hard"}\n'
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # which Windows takes for the same


class EngineProcess:
    """A process that runs `noughts.apps.web.engines.worker`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._reading = asyncio.Lock()
        self._killed = False

    @classmethod
    async def start(cls, memory: int) -> Self:
        """Start a process that may take so many bytes of address space, and let it choose a first move.

        Raises:
            OSError: it cannot be started, or does not answer as an engine does.
        """
        making = asyncio.create_task(_made(memory))
        try:
            engine = cls(await asyncio.shield(making))
        except asyncio.CancelledError:  # a loop that is interrupted here may leave a process behind
            await cls(await making)._end()
            raise
        try:
            if not (await engine.ask(_FIRST)).startswith(b'{"move"'):
                raise OSError("an engine does not answer")
        except BaseException:
            await engine._end()
            raise
        return engine

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    async def ask(self, line: bytes) -> bytes:
        """Return the line that answers a line; an empty one when the process has ended."""
        assert self._process.stdin
        assert self._process.stdout
        async with self._reading:
            try:
                self._process.stdin.write(line)
                await self._process.stdin.drain()
                answer = await self._process.stdout.readline()
            except (ConnectionError, ValueError):  # it has ended, or says more than it may
                return b""
        return answer if answer.endswith(b"\n") else b""

    def stop(self) -> None:
        """Tell it that nobody needs the answer it is working on: it will soon give one, whatever is known by then."""
        assert self._process.stdin
        with contextlib.suppress(ConnectionError, RuntimeError):  # it has ended
            self._process.stdin.write(STOP)

    def runs(self) -> bool:
        """Return whether the process still runs, as far as can be seen without waiting."""
        if self._process.returncode is not None or not hasattr(os, "waitid"):
            return self._process.returncode is None
        try:  # the status is left to who waits for it
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
        except ChildProcessError:  # who has it already, and will soon say so
            return False

    def kill(self) -> None:
        """Let the process end at once, also one that is stopped."""
        if not self._killed:
            self._killed = True
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, _KILL)  # asyncio's own would sometimes take the status away from who waits for it

    async def ended(self) -> int:
        """Wait until the process has ended, and return its status."""
        assert self._process.stdin
        assert self._process.stdout
        status = await self._process.wait()
        self._process.stdin.close()
        with contextlib.suppress(OSError):
            await self._process.stdin.wait_closed()
        async with self._reading:
            while await self._process.stdout.read(1 << 16):  # what it had still said: then the pipe is closed
                pass
        return status

    async def _end(self) -> None:
        self.kill()
        await self.ended()


async def _made(memory: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *command("noughts.apps.web.engines.worker", f"--memory={memory}"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=environment(),
        limit=LONGEST + 1,
        start_new_session=True,  # what a terminal sends is for the server
    )
