"""Compiles the kernel's own tests, in C++, with whatever compiler is there."""

import os
import re
import shlex
import subprocess
from functools import cache
from pathlib import Path

import pytest

KERNEL = Path(__file__).parents[2] / "kernel"
TESTS = sorted(KERNEL.glob("tests/*_test.cpp"))
"""Each is a program: it takes how much to test, and fails where it finds a fault."""


@cache
def compiler() -> tuple[str, ...]:
    """The first compiler that knows C++17, as the Makefile finds it; skips the test where there is none."""
    asked = os.environ.get("CXX")
    for command in [asked] if asked else ["c++", "g++", "clang++"]:
        words = tuple(shlex.split(command))
        if works(*words, "-fsyntax-only"):
            return words
    pytest.skip("needs a compiler of C++17")


@cache
def works(*command: str) -> bool:
    """Whether a compiler takes these options, and finds what they need."""
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


def sources(test: Path) -> list[str]:
    """A test, and the sources of the kernel whose headers it includes, directly or through others."""
    found = [test]
    for file in found:
        for name in re.findall(r'#include "([\w/]+)\.hpp"', file.read_text(encoding="utf-8")):
            beside = (KERNEL / "src" / f"{name}{suffix}" for suffix in (".hpp", ".cpp"))
            found += [path for path in beside if path.exists() and path not in found]
    return [str(path) for path in found if path.suffix == ".cpp"]


def compiled(test: Path, folder: Path, *options: str) -> Path:
    """The program of a test."""
    program = folder / test.stem
    command = [*compiler(), "-std=c++17", "-pthread", *options, "-I", str(KERNEL / "src"), *sources(test)]
    done = subprocess.run([*command, "-o", str(program)], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return program


def run(program: Path, rounds: int) -> None:
    """Runs a test's program, which must find no fault, and nothing that a sanitizer objects to."""
    done = subprocess.run([program, str(rounds)], capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
