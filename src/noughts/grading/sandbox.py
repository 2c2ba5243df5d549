"""Run a user's program in an empty folder, with limits on resources and, with bubblewrap, in a sandbox.

The limits stop accidents, such as a program that fills the memory or the disk. Only bubblewrap keeps a malicious
program from the network and from the user's files.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import noughts
from noughts.grading.imports import imported_files
from noughts.system.child_process import command, environment

NO_SANDBOX = (
    "bubblewrap is not available, so programs run with limits on time, memory and files, but not in a sandbox: this is "
    "no security boundary, so use only programs that you would also run yourself."
)
"""The message if `bubblewrap` returns None."""

_MEMORY = 2 << 30  # bytes of memory
_FILE = 16 << 20  # bytes of a file that the code writes
_OPEN_FILES = 64
_PROCESSES = 64  # only in a sandbox, because elsewhere the limit would include the user's other processes
_ISOLATED = ("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL")
_SMALL = ("--size", str(_FILE), "--tmpfs")  # a folder in memory; older versions of bubblewrap have no --size
_START = "/start"  # the empty folder in a sandbox; the user's file may lie below /tmp
_SYSTEM = (
    "/usr",
    "/bin",
    "/lib",
    "/lib32",
    "/lib64",
    "/sbin",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/localtime",
)


@cache
def bubblewrap() -> str | None:
    """Return the path of ``bwrap`` if it is installed and works on this system."""
    program = shutil.which("bwrap")
    if not program or sys.platform != "linux":
        return None
    try:
        done = subprocess.run(
            [program, *_ISOLATED, "--ro-bind", "/", "/", *_SMALL, "/tmp", "true"],
            capture_output=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return program if done.returncode == 0 else None


class Sandbox:
    """An empty folder in which to run a module of noughts that calls a user's code.

    Args:
        file: the user's file. The code can read it, and the modules that it imports from its own folder.
        folder: a folder that the code can read, too.

    Attributes:
        place: the empty folder in which the code starts.
    """

    def __init__(self, file: Path, folder: Path | None = None) -> None:
        self.place = Path(tempfile.mkdtemp(prefix="noughts-"))
        self._file, self._folder = file, folder

    def close(self) -> None:
        """Remove the folder of the sandbox."""
        shutil.rmtree(self.place, ignore_errors=True)

    def start(self, module: str) -> "subprocess.Popen[bytes]":
        """Start a module in a process of its own, with pipes for standard input and output."""
        words, variables = command(module), {**environment(), "PYTHONHASHSEED": "0"}
        if program := bubblewrap():
            words = [program, *self._sandbox(), *words]
            root = str(Path(noughts.__file__).parents[1])
            variables = {"PYTHONPATH": root, "PYTHONHASHSEED": "0", "HOME": _START, "NOUGHTS_SANDBOX": "1"}
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self.place,
            env=variables,
            start_new_session=True,  # Ctrl-C must reach only the parent
        )

    def _sandbox(self) -> Iterator[str]:
        """Yield bubblewrap's arguments for a sandbox with few files, and without the network and other processes."""
        yield from _ISOLATED
        for path in _SYSTEM:
            yield from ("--ro-bind-try", path, path)
        yield from ("--proc", "/proc", "--dev", "/dev", *_SMALL, "/dev/shm", *_SMALL, "/tmp", *_SMALL, _START)
        package = str(Path(noughts.__file__).parent)
        libraries = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
        reads = [self._folder] if self._folder else [self._file, *imported_files(self._file)]
        for path in dict.fromkeys([sys.base_prefix, sys.prefix, *libraries, package, *map(str, reads)]):
            if not path.startswith("/usr/") and os.path.exists(path):
                yield from ("--ro-bind", path, path)
        yield from ("--chdir", _START)


def limit_resources() -> None:
    """Limit the memory and the files of this process and its child processes and, in a sandbox, the number of
    processes.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    limits = {"RLIMIT_DATA": _MEMORY, "RLIMIT_FSIZE": _FILE, "RLIMIT_NOFILE": _OPEN_FILES, "RLIMIT_CORE": 0}
    if os.environ.pop("NOUGHTS_SANDBOX", ""):
        limits["RLIMIT_NPROC"] = _PROCESSES
    for name, most in limits.items():
        with contextlib.suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (most, most))
