"""Run every code block of the documentation and compare its output with the output shown on the page.

- ``python``: the blocks of a page run in order, in one namespace. A ``text`` block directly after one is its
  expected output. A block with ``>>>`` runs as a doctest.
- ``console``: each line ``$ command`` runs in a shell (lines that start with ``>`` continue it). The lines after it
  are its expected output. Without them, the command only has to succeed.
- ``sh``: the same. If no line starts with ``$``, every line is a command.
- ``…`` in an expected output stands for any text. Alone on a line, ``…`` or ``...`` stands for any lines.

Any other language must be listed in SHOWN, so that no block is overlooked.
"""

import contextlib
import difflib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from noughts.grading.sandbox import NO_SANDBOX
from noughts.terminal.program import run as program

ROOT = Path(__file__).parents[1]
KERNEL = ROOT / "kernel" / "README.md"
NOTEBOOKS = ROOT / "docs" / "guide" / "notebooks.md"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", KERNEL, *sorted((ROOT / "docs").rglob("*.md"))]

SERVER = "http://localhost:8321"
SHOWN = {"text", "toml", "json", "sgf", "js", "makefile"}  # languages that are only shown
RUN = {"noughts", "python", "printf", "echo", "cat"}  # commands that the test runs
SLOW = {"docs/teachers/in-code.md", "docs/guide/learning.md"}  # they grade seven programs, and train players
CHANGES_THE_MACHINE = {"git", "cd", "npm", "pip", ".ci/run"}  # commands that it does not run


class Block(NamedTuple):
    """A fenced block and its place; `follows` is true if only empty lines separate it from the block before."""

    language: str
    text: str
    page: Path
    line: int
    follows: bool

    @property
    def place(self) -> str:
        """The file and the line, as in a traceback."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path, text: str) -> list[Block]:
    """Return all fenced blocks of a page with this text, including those inside lists."""
    page_blocks: list[Block] = []
    indent = fence = language = ""  # of the current block, if any
    start, follows = 0, False
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if fence:
            if line.strip() == fence:
                text = "".join(inside.removeprefix(indent) + "\n" for inside in lines[start : number - 1])
                page_blocks.append(Block(language, text, page, start + 1, follows))
                fence, follows = "", True
        elif mark := re.match(r"(\s*)(`{3,}|~{3,})\s*(.*)", line):
            (indent, fence, language), start = mark.groups(), number
        elif line.strip():
            follows = False
            assert "```" not in line, f"{page.name}:{number}: a block must start on a line of its own"
    assert not fence, f"{page.name}:{start}: this block has no end"
    return page_blocks


def same(expected: str, actual: str) -> bool:
    """Return whether an output matches the expected one, ignoring ``…`` and trailing blanks."""
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() in {"…", "..."} else ".*".join(map(re.escape, line.split("…"))) + r"\n"
        for line in stripped(expected)
    )
    return re.fullmatch(pattern, "".join(line + "\n" for line in stripped(actual))) is not None


def stripped(output: str) -> list[str]:
    """Return the lines of an output without trailing blanks and trailing empty lines."""
    return [line.rstrip() for line in output.rstrip().splitlines()]


def compare(expected: str, actual: str, place: str) -> None:
    """Fail with a diff unless an output matches the expected one."""
    if not same(expected, actual):
        difference = difflib.unified_diff(stripped(expected), stripped(actual), "shown", "printed", lineterm="")
        pytest.fail(f"{place} shows a different output\n" + "\n".join(difference), pytrace=False)


def run_python(block: Block, names: dict[str, Any]) -> str:
    """Run a block and return its output."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        source = "\n" * (block.line - 1) + block.text
        exec(compile(source, block.page, "exec", dont_inherit=True), names)
    return printed.getvalue()


def run_doctest(block: Block, names: dict[str, Any]) -> None:
    """Run a block with ``>>>`` prompts and compare its output."""
    test = doctest.DocTestParser().get_doctest(block.text, {}, block.place, str(block.page), block.line - 1)
    test.globs = names
    report: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(test, out=report.append, clear_globs=False)
    if report:
        pytest.fail("".join(report), pytrace=False)


def commands(block: Block) -> list[tuple[str, str]]:
    """Return the commands of a block, each with its expected output."""
    lines = block.text.splitlines()
    if block.language == "sh" and not any(line.startswith("$ ") for line in lines):
        return [(line, "") for line in lines if line.strip() and not line.startswith("#")]
    pairs: list[tuple[str, str]] = []
    for line in lines:
        if line.startswith("$ "):
            pairs.append((line[2:], ""))
            continue
        assert pairs or not line.strip(), f"{block.place} does not start with a command"
        if pairs:
            command, output = pairs.pop()
            continues = line.startswith("> ") and not output
            pairs.append((f"{command}\n{line[2:]}", "") if continues else (command, f"{output}{line}\n"))
    return pairs


def run_command(command: str, shown: str, place: str) -> None:
    """Run a command, and compare its output and its errors."""
    words = [word for word in shlex.split(command, comments=True) if not re.match(r"[A-Z_]+=", word)]
    if words[0] in CHANGES_THE_MACHINE:
        assert not shown.strip(), f"{place}: the test cannot check this output"
        return
    if words[0] == "make":  # `.ci/run` runs the targets; here they only have to exist
        targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
        assert targets.issuperset(word for word in words[1:] if "=" not in word), f"{place}: no such target"
        return
    if words[:2] in (
        ["noughts", "web"],
        ["noughts", "site"],
    ):  # a server does not end, and a site needs npm, so only check that its options exist
        command, words = f"{command} --help", [*words, "--help"]
    assert words[0] in RUN, f"{place}: {words[0]} is neither in RUN nor in CHANGES_THE_MACHINE"
    status, output = (
        run_program(words[1:]) if command.startswith("noughts ") and is_plain(command) else run_shell(command)
    )
    if shown.strip():
        compare(shown, output.replace(f"Note: {NO_SANDBOX}\n", ""), place)  # as if bubblewrap were installed
        if words[0] != "python":  # a failing unit test prints one
            assert "Traceback" not in output, f"{place}\n{output}"
    else:
        assert status == 0, f"{place}\n{output}"


def is_plain(command: str) -> bool:
    """Return whether the shell would only split a command into words."""
    return not re.search(r"[|&;<>()$`\\*?~\n]", re.sub(r"'[^']*'", "", command))


def run_program(words: list[str]) -> tuple[int, str]:
    """Run the terminal program in this process, which is much faster. Return its exit status and its output."""
    output = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n")
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(output),
    ):
        patch.setattr("sys.stdin", io.StringIO())
        patch.setenv("COLUMNS", "80")
        for name in ("FORCE_COLOR", "CLICOLOR_FORCE"):
            patch.delenv(name, raising=False)
        status = program(words)
    output.seek(0)
    return status, output.read()


def run_shell(command: str) -> tuple[int, str]:
    """Run a command in a shell, as a reader would. Return its exit status and its output."""
    python = shlex.quote(sys.executable)
    shell = f'noughts() {{ {python} -m noughts "$@"; }}\npython() {{ {python} "$@"; }}\n{command}\n'
    plain = {name: value for name, value in os.environ.items() if name not in {"FORCE_COLOR", "CLICOLOR_FORCE"}}
    done = subprocess.run(
        ["sh", "-c", shell],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=plain | {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80"},
        timeout=300,
    )
    return done.returncode, done.stdout


def parameter(page: Path) -> Any:
    """Return a page with its marks."""
    is_slow = page.relative_to(ROOT).as_posix() in SLOW
    return pytest.param(page, marks=[pytest.mark.slow] * is_slow + [pytest.mark.needs("IPython")] * (page == NOTEBOOKS))


@pytest.mark.parametrize("page", [parameter(page) for page in PAGES], ids=lambda page: str(page.relative_to(ROOT)))
def test_code_on_the_page_runs_as_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page == KERNEL:
        pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    monkeypatch.chdir(tmp_path)  # the code on a page may write files
    for folder in ("examples", "docs"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    if page.name == "README.md" and page.parent.is_relative_to(ROOT / "docs"):  # a folder to hand out
        monkeypatch.chdir(shutil.copytree(page.parent, tmp_path / "handout"))
    names: dict[str, Any] = {"__name__": "__main__"}
    with served(page, tmp_path) as text:
        run(blocks(page, text), names)


@contextlib.contextmanager
def served(page: Path, folder: Path) -> Iterator[str]:
    """Yield the text of a page; if it uses the server of ``noughts web``, start one and insert its address."""
    text = page.read_text(encoding="utf-8")
    if SERVER not in text:
        yield text
        return
    from tests.web.web_server import web_server

    with web_server(folder) as server:
        yield text.replace(SERVER, server.address)


def run(blocks: list[Block], names: dict[str, Any]) -> None:
    """Run all blocks of a page and compare their outputs."""
    printed: str | None = None  # the output of the block before
    for block in blocks:
        before, printed = printed, None
        if block.language in {"python", "pycon"}:
            if ">>>" in block.text:
                run_doctest(block, names)
            else:
                printed = run_python(block, names)
        elif block.language in {"console", "sh"}:
            for command, shown in commands(block):
                run_command(command, shown, block.place)
        elif block.language == "text" and before is not None and block.follows:
            compare(block.text, before, block.place)
        else:
            assert block.language in SHOWN, f"{block.place}: {block.language or 'no language'} is not in SHOWN"


@pytest.mark.parametrize(
    ("shown", "printed", "answer"),
    [
        ("a\nb", "a\nb\n", True),
        ("a\nb", "a\n", False),
        ("in … ms", "in 0.4 ms", True),
        ("in … ms", "in 0.4 s", False),
        ("a\n…\nz", "a\nz", True),
        ("a\n...\nz", "a\nb\nc\nz", True),
        ("a\n…\nz", "a\nb", False),
        ("a.c", "abc", False),
    ],
)
def test_same_allows_ellipses(shown: str, printed: str, answer: bool) -> None:
    assert same(shown, printed) is answer
