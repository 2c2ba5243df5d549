"""The documentation is true: every block of code in it runs, and prints what it says.

- ``python``: the blocks of a page run in order, in one namespace. A ``text`` block right after one is its
  output. A block with ``>>>`` runs as a doctest.
- ``console``: each line ``$ command`` runs in a shell (lines ``> …`` after it go on with it), and the lines
  after it are its output. Where none are shown, it only has to succeed.
- ``sh``: the same, and where no line has a ``$``, each is a command.
- ``…`` in an output stands for any text, and alone on its line, as ``...`` does, for any number of lines.

Other languages must be named in SHOWN, so that no block is forgotten.
"""

import contextlib
import difflib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
KERNEL = ROOT / "kernel" / "README.md"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", KERNEL, *sorted((ROOT / "docs").rglob("*.md"))]

SERVER = "http://localhost:8321"
SHOWN = {"text", "toml", "json", "sgf", "makefile"}  # languages that are shown and not run
RUN = {"noughts", "python", "printf", "echo", "cat"}  # commands that are run
CHANGES_THE_MACHINE = {"git", "cd", "pip", ".ci/run"}  # commands that are not


class Block(NamedTuple):
    """A fenced block: what, where, and whether nothing but empty lines parts it from the one before."""

    language: str
    text: str
    page: Path
    line: int
    follows: bool

    @property
    def place(self) -> str:
        """The file and the line, as tracebacks give them."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path, text: str) -> list[Block]:
    """All fenced blocks of a page with this text, also those in lists."""
    found: list[Block] = []
    indent = fence = language = ""  # of the block that we are in, if any
    start, follows = 0, False
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if fence:
            if line.strip() == fence:
                text = "".join(inside.removeprefix(indent) + "\n" for inside in lines[start : number - 1])
                found.append(Block(language, text, page, start + 1, follows))
                fence, follows = "", True
        elif mark := re.match(r"(\s*)(`{3,}|~{3,})\s*(.*)", line):
            (indent, fence, language), start = mark.groups(), number
        elif line.strip():
            follows = False
            assert "```" not in line, f"{page.name}:{number}: a block must begin on a line of its own"
    assert not fence, f"{page.name}:{start}: this block does not end"
    return found


def same(expected: str, actual: str) -> bool:
    """Whether an output is as shown, but for ``…`` and blanks at the ends of lines."""
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() in {"…", "..."} else ".*".join(map(re.escape, line.split("…"))) + r"\n"
        for line in stripped(expected)
    )
    return re.fullmatch(pattern, "".join(line + "\n" for line in stripped(actual))) is not None


def stripped(output: str) -> list[str]:
    """The lines of an output without blanks at their ends, and without empty lines at its end."""
    return [line.rstrip() for line in output.rstrip().splitlines()]


def compare(expected: str, actual: str, place: str) -> None:
    """Fail, and show the difference, unless an output is as shown."""
    if not same(expected, actual):
        difference = difflib.unified_diff(stripped(expected), stripped(actual), "shown", "printed", lineterm="")
        pytest.fail(f"{place} shows another output than is printed\n" + "\n".join(difference), pytrace=False)


def run_python(block: Block, names: dict[str, Any]) -> str:
    """Run a block and return what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        source = "\n" * (block.line - 1) + block.text
        exec(compile(source, block.page, "exec", dont_inherit=True), names)
    return printed.getvalue()


def run_doctest(block: Block, names: dict[str, Any]) -> None:
    """Run a block with prompts and compare what it prints."""
    test = doctest.DocTestParser().get_doctest(block.text, {}, block.place, str(block.page), block.line - 1)
    test.globs = names
    report: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(test, out=report.append, clear_globs=False)
    if report:
        pytest.fail("".join(report), pytrace=False)


def commands(block: Block) -> list[tuple[str, str]]:
    """The commands of a block, each with the output that is shown."""
    lines = block.text.splitlines()
    if block.language == "sh" and not any(line.startswith("$ ") for line in lines):
        return [(line, "") for line in lines if line.strip() and not line.startswith("#")]
    found: list[tuple[str, str]] = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], ""))
            continue
        assert found or not line.strip(), f"{block.place} does not begin with a command"
        if found:
            command, output = found.pop()
            goes_on = line.startswith("> ") and not output
            found.append((f"{command}\n{line[2:]}", "") if goes_on else (command, f"{output}{line}\n"))
    return found


def run_command(command: str, shown: str, place: str) -> None:
    """Run a command in a shell as a reader would, and compare what it prints, errors too."""
    words = [word for word in shlex.split(command, comments=True) if not re.match(r"[A-Z_]+=", word)]
    if words[0] in CHANGES_THE_MACHINE:
        assert not shown.strip(), f"{place}: nobody checks this output"
        return
    if words[0] == "make":  # `.ci/run` runs these
        targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
        assert targets.issuperset(word for word in words[1:] if "=" not in word), f"{place}: no such target"
        return
    if words[:2] == ["noughts", "web"]:  # serves until it is stopped: are these its options?
        command += " --help"
    assert words[0] in RUN, f"{place}: {words[0]} is neither run nor known to change the machine"
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
        timeout=120,
    )
    if shown.strip():
        compare(shown, done.stdout, place)
        assert "Traceback" not in done.stdout, f"{place}\n{done.stdout}"
    else:
        assert done.returncode == 0, f"{place}\n{done.stdout}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_the_page_says_is_true(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page == KERNEL:
        pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    monkeypatch.chdir(tmp_path)  # a page may write files
    for folder in ("examples", "docs"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    names: dict[str, Any] = {"__name__": "__main__"}
    with served(page, tmp_path) as text:
        run(blocks(page, text), names)


@contextlib.contextmanager
def served(page: Path, folder: Path) -> Iterator[str]:
    """The text of a page; if it asks the server of ``noughts web``, there is one, with its address in the text."""
    text = page.read_text(encoding="utf-8")
    if SERVER not in text:
        yield text
        return
    web_server = pytest.importorskip("tests.apps.web.web_server", reason="needs the extra [web]").web_server
    with web_server(folder) as server:
        yield text.replace(SERVER, server.address)


def run(blocks: list[Block], names: dict[str, Any]) -> None:
    """Run all blocks of a page, and compare what they print."""
    printed: str | None = None  # by the block before
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
            assert block.language in SHOWN, f"{block.place}: {block.language or 'no language'} is not run"


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
def test_same(shown: str, printed: str, answer: bool) -> None:
    assert same(shown, printed) is answer
