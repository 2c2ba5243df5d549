"""The health check tells an operator what does not work. The tests of the store cover faults of the database."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.web.web_server import application


def test_engines_that_cannot_be_started_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with application(tmp_path / "games.sqlite3") as app:
        well = app.request("GET", "/health")
        assert (well.status_code, well.json()["status"]) == (200, "well")

        async def killed() -> None:
            monkeypatch.setattr("noughts.web.server.workers.process.command", lambda *_: ["/nowhere/python"])
            for pid in app.engines.pids:
                os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
            async with asyncio.timeout(10):
                while not app.engines.trouble:
                    await asyncio.sleep(0.001)

        app.run(killed())
        ill = app.request("GET", "/health")
        assert (ill.status_code, ill.json()["status"]) == (503, "ill")
        assert ill.json()["store"]["writable"]
        assert ill.json()["engines"]["reason"].startswith("cannot start an engine: ")
