"""The kernel as WebAssembly, in Pyodide under Node, is the same as the native kernel."""

import ast
import json
import subprocess
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

from tests.kernel import test_stack
from tests.kernel.compiler import KERNEL
from tests.kernel.wasm import calls, limits
from tests.optional import ROOT, find

needs_wasm = pytest.mark.needs("node", "pyodide", "kernel-wasm")
HERE = Path(__file__).parent / "wasm"

PROGRAM = f"""
import calls, contextlib, io, json, limits

def printed(program):
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(program, {{}})
    return output.getvalue()

print(json.dumps([calls.all_results(), printed({test_stack.SEARCHES.format(size=0)!r}), limits.failures()]))
"""


class Found(NamedTuple):
    """The results of the checks in Pyodide."""

    results: dict[str, str]  # of all calls
    deepest: str  # the output of the searches that need the largest stack
    failures: dict[str, str]  # of each check of limits


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    folder, pyodide = Path(find("kernel-wasm") or ""), find("pyodide") or ""
    packages = tmp_path_factory.mktemp("wasm") / "packages.zip"
    with zipfile.ZipFile(packages, "w") as archive:
        for file in (ROOT / "src").rglob("*.*"):
            if "__pycache__" not in file.parts:
                archive.write(file, file.relative_to(ROOT / "src"))
        for file in [*HERE.glob("*.py"), folder / "noughts_kernel.py"]:
            archive.write(file, file.name)
    command = ["node", *map(str, [HERE / "pyodide.mjs", pyodide, folder / "noughts_kernel.wasm", packages])]
    done = subprocess.run(command, input=PROGRAM, capture_output=True, encoding="utf-8", timeout=900)
    assert done.returncode == 0, done.stderr
    return Found(*json.loads(done.stdout.splitlines()[-1]))


@needs_wasm
def test_two_hundred_positions_have_the_same_scores_and_nodes(found: Found) -> None:
    expected = calls.all_results()
    assert calls.POSITIONS >= 200
    assert len(expected) > 1500
    assert found.results == expected


@needs_wasm
def test_no_search_overflows_the_stack(found: Found) -> None:
    assert found.deepest == test_stack.answers(0)


@needs_wasm
@pytest.mark.parametrize("name", [check.__name__ for check in limits.CHECKS])
def test_limits_work_without_threads(name: str, found: Found) -> None:
    assert found.failures[name] == ""


def test_both_kernels_have_the_same_interface() -> None:
    expected = interface(KERNEL / "noughts_kernel" / "_kernel.pyi")
    expected["Control.__init__"] = "self, budget=_WORD, *, should_stop=None"
    expected["General.make"] = expected["General.make"].replace("symmetries=...", "symmetries=()")
    assert interface(KERNEL / "wasm" / "noughts_kernel.py") == expected


def interface(file: Path) -> dict[str, str]:
    """Return the decorators and the parameters of the public methods of all classes in a file."""
    found = {}
    for cls in ast.parse(file.read_text(encoding="utf-8")).body:
        if not isinstance(cls, ast.ClassDef) or cls.name[0] == "_":
            continue
        for member in cls.body:
            if isinstance(member, ast.FunctionDef) and (member.name == "__init__" or member.name[0] != "_"):
                for parameter in [*member.args.args, *member.args.kwonlyargs]:
                    parameter.annotation = None
                decorators = [ast.unparse(decorator) for decorator in member.decorator_list]
                found[f"{cls.name}.{member.name}"] = " ".join([*decorators, ast.unparse(member.args)])
            elif isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
                found[f"{cls.name}.{member.target.id}"] = "property self"
    return found
