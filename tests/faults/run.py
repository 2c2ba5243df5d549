"""Seeded faults: check that the tests find every fault in this folder.

Each patch in this folder adds one plausible fault. Its first line names the test that must fail, and its second line
says what is wrong. The patches are applied one at a time to a copy of the repository.

    python -m tests.faults.run                     all faults, about ten minutes
    python -m tests.faults.run --list              only list them
    python -m tests.faults.run 'columns-*' NAME    some of them
"""

import argparse
import os
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.kernel.compiler import compiled

ROOT = Path(__file__).parents[2]
ROUNDS = 50  # of a test in C++, as under the sanitizers
SECONDS = 300  # for one test


class Fault(NamedTuple):
    """A patch with one fault.

    Attributes:
        name: the name of the patch.
        patch: its file.
        test: the test that must fail: a test program of the kernel, or a test as pytest names it.
        description: one sentence that says what is wrong.
    """

    name: str
    patch: Path
    test: str
    description: str


class CannotRun(Exception):
    """A test neither passes nor fails: for example, it does not compile."""


def all_faults() -> list[Fault]:
    """Return the faults of this folder by name."""
    faults = []
    for patch in sorted(Path(__file__).parent.glob("*.patch")):
        test, description, *_ = patch.read_text(encoding="utf-8").splitlines()
        faults.append(Fault(patch.stem, patch, test.removeprefix("Test: "), description))
    return faults


def git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run git in a folder, as if the folder were in no repository other than its own."""
    environment = os.environ | {"GIT_CEILING_DIRECTORIES": str(folder.parent)}
    return subprocess.run(["git", *arguments], cwd=folder, env=environment, capture_output=True, encoding="utf-8")


def copy_repository(to: Path) -> None:
    """Copy all files that git tracks or would add, as they are now."""
    listed = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in listed.stdout.split("\0"):
        if (source := ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            (to / name).write_bytes(source.read_bytes())


def passes(test: str, copy: Path) -> bool:
    """Return whether a test passes in a copy of the repository.

    Raises:
        CannotRun: the test does not compile, does not exist, does not run, or takes too long.
    """
    try:
        if test.endswith(".cpp"):
            with TemporaryDirectory() as folder:
                try:
                    program = compiled(copy / test, Path(folder), "-O1", kernel=copy / "kernel")
                except AssertionError as error:
                    raise CannotRun(" ".join(["it does not compile:", *str(error).splitlines()[:1]])) from None
                return subprocess.run([program, str(ROUNDS)], capture_output=True, timeout=SECONDS).returncode == 0
        options = ["-x", "-m", "", "-p", "no:cacheprovider", "--hypothesis-profile=noughts-ci"]
        environment = os.environ | {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, test],
            cwd=copy,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise CannotRun(f"it takes more than {SECONDS} seconds") from None
    if done.returncode > 1:  # pytest ends with 1 if a test failed
        raise CannotRun(" ".join((done.stdout + done.stderr).strip().splitlines()[-1:]))
    return done.returncode == 0


def result(fault: Fault, copy: Path) -> str | None:
    """Apply a fault, run its test and take the fault back. Return what went wrong, or None if the fault is found."""
    applied = git(copy, "apply", str(fault.patch))
    if applied.returncode:
        return f"does not apply ({' '.join(applied.stderr.splitlines()[:1])}), so it is NOT FOUND by"
    try:
        return "NOT FOUND by" if passes(fault.test, copy) else None
    except CannotRun as error:
        return f"cannot be judged ({error}), so it is NOT FOUND by"
    finally:
        git(copy, "apply", "--reverse", str(fault.patch)).check_returncode()


def main() -> int:
    """Run the command line. Return 1 if a fault is not found."""
    parser = argparse.ArgumentParser(description="Check that the tests find the faults in tests/faults.")
    parser.add_argument("names", nargs="*", default=["*"], help="faults to seed; * and ? are wildcards (default: all)")
    parser.add_argument("--list", action="store_true", help="list the faults and do nothing else")
    arguments = parser.parse_args()
    faults = [fault for fault in all_faults() if any(fnmatch(fault.name, name) for name in arguments.names)]
    if not faults:
        parser.error("no fault has such a name; --list shows all names")
    if arguments.list:
        for fault in faults:
            print(f"{fault.name}: {fault.description}")
        return 0
    missed = 0
    with TemporaryDirectory() as folder:
        copy = Path(folder).resolve() / "copy"
        copy_repository(copy)
        for test in dict.fromkeys(fault.test for fault in faults):
            try:
                is_passed = passes(test, copy)
            except CannotRun as error:
                parser.error(f"{test} does not run: {error}")
            if not is_passed:
                parser.error(f"{test} fails even without a fault")
        for fault in faults:
            problem = result(fault, copy)
            missed += problem is not None
            print(f"{fault.name}: {problem or 'found by'} {fault.test}", flush=True)
    print(f"{len(faults) - missed} of {len(faults)} faults found")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
