"""The proofs in examples/proofs prove what the guide says, and can be checked without the kernel."""

from pathlib import Path

import pytest

from noughts.solver.proofs.certificate import check_file, value_of

PROOFS = Path(__file__).parents[2] / "examples" / "proofs"
GUIDE = (Path(__file__).parents[2] / "docs" / "guide" / "proofs.md").read_text(encoding="utf-8")

VALUES = {
    "7,7,5": 0,  # Hsu and others, 2020
    "9,4,4": 1,  # Charatsidis, 2017
    "10,4,4": 1,  # Charatsidis, 2017
    "9,8,6": 0,  # no source is known for this and the others: the proof is the source
    "9,9,6": 0,
    "10,8,6": 0,
}


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n in ("9,9,6", "9,4,4", "10,4,4"))) for n in VALUES]
)
def test_the_published_proof_holds(name: str) -> None:
    claims = check_file(PROOFS / f"{name}.proof")
    assert {(claim.position.game.name, claim.position.x | claim.position.o) for claim in claims} == {(name, 0)}
    assert value_of(claims) == VALUES[name]


def test_all_published_proofs_are_listed_in_the_guide() -> None:
    assert {path.stem for path in PROOFS.iterdir()} == set(VALUES)
    for name, value in VALUES.items():
        assert f"| {name} | {'X wins' if value else 'draw'} |" in GUIDE
