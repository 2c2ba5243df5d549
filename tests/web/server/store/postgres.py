"""A private PostgreSQL server, in a temporary directory, with a Unix socket and no network."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import psycopg

from tests import optional

_SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "fsync": "on",  # the tests are about durability
    "logging_collector": "off",
    "log_min_messages": "fatal",
}


class Postgres:
    """A server. PostgreSQL refuses to run as root, so root starts it as another user."""

    def __init__(self) -> None:
        found = optional.find("postgres")
        assert found, "a test with this server is marked `needs`"
        self._programs = Path(found).resolve().parent
        memory = Path("/dev/shm")  # tests kill the server, not the machine, so files in memory are safe enough
        self._home = Path(tempfile.mkdtemp(prefix="noughts-pg-", dir=memory if memory.is_dir() else None))
        self._as: list[str] = []
        if os.getuid() == 0:
            users = [entry for entry in pwd.getpwall() if entry.pw_name == "postgres"]
            user = (users or [pwd.getpwuid(65534)])[0]  # the usual id of a user without rights
            self._as = ["setpriv", f"--reuid={user.pw_name}", "--clear-groups", "--"]
            os.chown(self._home, user.pw_uid, -1)
        self._data = self._home / "data"
        self._databases = 0
        self._server: subprocess.Popen[bytes] | None = None
        initdb = [str(self._programs / "initdb"), "-D", str(self._data), "-U", "noughts", "-A", "trust", "-E", "UTF8"]
        subprocess.run([*self._as, *initdb, "--no-locale"], check=True, capture_output=True, cwd=self._home)
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
        command = [*self._as, str(self._programs / "postgres"), "-D", str(self._data), "-k", str(self._home), *settings]
        log = (self._home / "log").open("ab")
        self._server = subprocess.Popen(command, cwd=self._home, stdout=log, stderr=log)
        log.close()
        deadline = time.monotonic() + 60
        while True:
            try:
                self.run("SELECT 1")
                return
            except psycopg.OperationalError:
                if self._server.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((self._home / "log").read_text()) from None
                time.sleep(0.05)

    def kill(self) -> None:
        """Kill the server without a clean shutdown."""
        self._stop(signal.SIGQUIT)

    def stop(self) -> None:
        """Stop the server for good, and delete its files."""
        self._stop(signal.SIGQUIT)
        shutil.rmtree(self._home, ignore_errors=True)

    def database(self) -> str:
        """Return the URL of a new, empty database."""
        self._databases += 1
        self.run(f"CREATE DATABASE d{self._databases}")
        return f"postgresql+psycopg://noughts@/d{self._databases}?host={quote(str(self._home), safe='')}"

    def run(self, statement: str, database: str = "postgres") -> None:
        """Run a statement."""
        with psycopg.connect(host=str(self._home), user="noughts", dbname=database, autocommit=True) as connection:
            connection.execute(statement.encode())

    def drop_connections(self) -> None:
        """Close all client connections. The server keeps running."""
        self.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'd%'")

    def _stop(self, number: int) -> None:
        assert self._server
        self._server.send_signal(number)
        self._server.wait(60)
