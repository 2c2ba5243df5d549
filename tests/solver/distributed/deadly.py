"""Run a job that kills every worker, as a program of its own: python -m tests.solver.distributed.deadly LEDGER."""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from noughts import Position, game
from noughts.solver.distributed.executor import OnDask, local_cluster
from tests.solver.distributed.runs import driver, open_ledger


def die(job: tuple[Any, ...]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    start = Position(game("3,3,3"))
    with local_cluster(1) as executor, open_ledger(Path(sys.argv[1]), start, weak=True) as ledger:
        run = driver(ledger, start, weak=True)
        run.executor = OnDask(executor._client, "here", die)
        assert run.run() is None
