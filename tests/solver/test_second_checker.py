"""The second checker, which was written from the page on the proof format alone, decides every file as noughts does."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.solver import forgeries
from tests.terminal.terminal import Terminal

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

CHECKER = Path(__file__).with_name("second_checker.mjs")
EXAMPLES = Path(__file__).parents[2] / "examples" / "proofs"
SEED = 1


def accepted(files: list[Path]) -> list[bool]:
    """Return which files the second checker accepts."""
    run = subprocess.run(["node", CHECKER, *files], capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line)["accepted"] for line in run.stdout.splitlines()]


@pytest.mark.needs("node")
def test_both_checkers_decide_the_same(tmp_path: Path) -> None:
    proofs = [tmp_path / f"{name}.proof" for name in ("3,3,3", "4,3,3", "4,4,4", "5,5,4", "6,5,4")]
    for proof in proofs:
        assert Terminal.run("solve", proof.stem, "--proof", str(proof)).status == 0
    proofs.append(EXAMPLES / "7,7,5.proof")
    assert all(accepted(proofs))
    forgeries.main(SEED, 50, tmp_path, *proofs)
    files = sorted(tmp_path.glob("*/*.proof"))
    decisions = {file.parent.name for file in files}
    assert decisions == {"accept", "reject"}
    assert accepted(files) == [file.parent.name == "accept" for file in files]
