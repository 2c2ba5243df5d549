"""Compile and run the kernel's own tests in C++ with the installed compiler."""

import os
import re
import shlex
import subprocess
from functools import cache
from pathlib import Path

import pytest

KERNEL = Path(__file__).parents[2] / "kernel"
TESTS = sorted(KERNEL.glob("tests/*_test.cpp"))
"""The tests: programs that take a number of rounds and fail if they find a fault."""


@cache
def compiler() -> tuple[str, ...]:
    """Return the first C++17 compiler in the order of the Makefile, or skip the test if none exists."""
    asked = os.environ.get("CXX")
    for command in [asked] if asked else ["c++", "g++", "clang++"]:
        words = tuple(shlex.split(command))
        if works(*words, "-fsyntax-only"):
            return words
    pytest.skip("needs a C++17 compiler")


@cache
def works(*command: str) -> bool:
    """Return whether a compiler supports these options."""
    try:
        done = subprocess.run(
            [*command, "-std=c++17", "-x", "c++", "-", "-o", os.devnull],
            input="#include <cstdint>\nint main() {}",
            capture_output=True,
            encoding="utf-8",
        )
    except OSError:
        return False
    return done.returncode == 0


def sources(test: Path, kernel: Path) -> list[str]:
    """Return a test and the kernel sources of all headers that it includes, directly or indirectly."""
    files = [test]
    for file in files:
        for name in re.findall(r'#include "([\w/]+)\.hpp"', file.read_text(encoding="utf-8")):
            beside = (kernel / "src" / f"{name}{suffix}" for suffix in (".hpp", ".cpp"))
            files += [path for path in beside if path.exists() and path not in files]
    return [str(path) for path in files if path.suffix == ".cpp"]


def compiled(test: Path, folder: Path, *options: str, kernel: Path = KERNEL) -> Path:
    """Compile a test of a kernel and return the program."""
    program = folder / test.stem
    command = [*compiler(), "-std=c++17", "-pthread", *options, "-I", str(kernel / "src"), *sources(test, kernel)]
    done = subprocess.run([*command, "-o", str(program)], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return program


def run(program: Path, rounds: int) -> None:
    """Run a test program, which must find no fault."""
    done = subprocess.run([program, str(rounds)], capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
