"""The patches with seeded faults still apply. `tests.faults.run` checks that their tests find them."""

import re
import shutil

import pytest

from tests.faults.run import ROOT, Fault, all_faults, git

pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is not a Git repository"),
]


def test_there_are_thirty_faults() -> None:
    assert len(all_faults()) >= 30


@pytest.mark.parametrize("fault", all_faults(), ids=lambda fault: fault.name)
def test_a_fault_applies_and_names_a_test(fault: Fault) -> None:
    applied = git(ROOT, "apply", "--check", str(fault.patch))
    assert applied.returncode == 0, applied.stderr
    file, _, name = fault.test.partition("::")
    source = (ROOT / file).read_text(encoding="utf-8")
    assert not name or re.search(rf"def {re.escape(name.partition('[')[0])}\(", source)
    assert fault.description.endswith(".")
