"""Grade a user's function in an environment that must not block, such as a browser."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Protocol, TypeVar

from noughts.grading.conversation import Ask, Heard, Steps
from noughts.grading.task import Graded, Grading, Task

_T = TypeVar("_T")


class Program(Protocol):
    """A process, or its equivalent in a browser, that runs a user's function and `noughts.grading.answering`."""

    async def ask(self, ask: Ask) -> Heard:
        """Send lines to the process, and return the next line that the process writes."""

    def close(self) -> None:
        """End the process, and never start it again."""


async def run(steps: Steps[_T], program: Program) -> _T:
    """Run a conversation with a program's process, and return the result of the conversation."""
    try:
        ask = next(steps)
        while True:
            ask = steps.send(await program.ask(ask))
    except StopIteration as done:
        result: _T = done.value
        return result


async def grade_file(
    text: str,
    task: Task,
    program: Callable[[], Program],
    *,
    call: str | None = None,
    marks: str | None = None,
    processes: int = 1,
    seconds: float | None = None,
    watch: Callable[[int, int, float | None], None] = lambda done, total, left: None,
) -> Graded:
    """Grade a user's function without blocking, and return the result.

    Args:
        text: the file and the function; see `Grading`.
        task: the positions and limits.
        program: returns a process for the function, which need not have started.
        call: how to call the function; see `Grading`.
        marks: the marks on its board, instead of the task's.
        processes: the number of processes that share the positions.
        seconds: the time limit for all positions.
        watch: called once a second; see `noughts.grading.processes.GradingProgress`.

    Raises:
        NoughtsError: the function cannot be loaded or called.
        TimeoutError: the time is up before the first position.
    """
    grading = Grading(text, task, call=call, marks=marks)
    with ExitStack() as opened:

        def process() -> Program:
            made = program()
            opened.callback(made.close)
            return made

        async def show() -> None:
            while True:
                watch(len(grading.answers), len(task.where), grading.seconds_left(len(shares)))
                await asyncio.sleep(1)

        first, began = process(), asyncio.get_running_loop().time()
        end = None if seconds is None else began + seconds
        async with asyncio.timeout_at(end):
            await run(grading.start(), first)
        shares = grading.shares(processes)
        showing = asyncio.ensure_future(show())
        try:
            async with asyncio.timeout_at(end), asyncio.TaskGroup() as group:
                for number, share in enumerate(shares):
                    group.create_task(run(share, process() if number else first))
        except TimeoutError:
            grading.judge()
            return grading.graded()
        except ExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            showing.cancel()
        grading.judge()
        await run(grading.alone(), first)
    return grading.graded()
