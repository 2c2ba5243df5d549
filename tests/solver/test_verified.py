"""The proof checker that is proved sound in Rocq decides every file as the checker of noughts does."""

import random
import re
import subprocess
from pathlib import Path

import pytest

from noughts import Position, game
from noughts.rules.errors import BadFile
from noughts.solver.limit import Budget
from noughts.solver.proofs.certificate import check_file, value_of
from noughts.solver.proofs.claim import Claim
from noughts.solver.proofs.proof import prove
from tests.optional import ROOT
from tests.solver.forgeries import FALSE, false_proof, file_of, forged, unpacked
from verified.check import Rejected, check

pytestmark = pytest.mark.needs("verified")

PROOFS = ROOT / "examples" / "proofs"
SLOW = ("9,9,6", "9,4,4", "10,4,4")  # the checker of noughts needs seconds for these
SAYS = {
    (True, False): "{} can force a win.",
    (False, False): "{} cannot force a win.",
    (True, True): "{0} can force a win if {1} only blocks.",
    (False, True): "{0} cannot force a win, even if {1} only blocks.",
}


def expected(file: Path) -> list[str] | None:
    """Return what the checker of noughts accepts, in the words of the proved checker."""
    try:
        claims = check_file(file)
    except BadFile:
        return None
    said = [SAYS[claim.wins, claim.weak].format(*_sides(claim)) for claim in claims]
    match value_of(claims):
        case 0:
            return [*said, "It is a draw."]
        case 1 | -1:
            return [*said, f"{next(claim.attacker for claim in claims if claim.wins).upper()} wins."]
    return said


def _sides(claim: Claim) -> tuple[str, str]:
    """Return the names of the attacker and the other player."""
    return ("X", "O") if claim.attacker == "x" else ("O", "X")


def proved(file: Path) -> list[str] | None:
    """Return what the proved checker accepts, without the position."""
    try:
        return check(file).splitlines()[1:]
    except Rejected:
        return None


def write(where: Position, file: Path, *, weak: bool = False) -> None:
    kernel = pytest.importorskip("noughts.solver.kernels.mnk", reason="the kernel is not built: make kernel")
    with file.open("wb") as out:
        assert prove(out, where, kernel.MnkKernel(where.game), Budget(), weak=weak)


@pytest.mark.parametrize("file", sorted(PROOFS.glob("*.proof")), ids=lambda path: path.stem)
def test_a_published_proof_is_accepted(file: Path) -> None:
    printed = check(file)
    assert printed.startswith(f"{file.stem}: X to move in ")
    if file.stem not in SLOW:
        assert printed.splitlines()[1:] == expected(file)


@pytest.mark.parametrize("weak", [False, True])
@pytest.mark.parametrize("name", ["3,3,3", "4,3,3", "4,4,4", "5,5,4", "6,5,4"])
def test_a_proof_and_its_forgeries_are_decided_as_by_noughts(name: str, weak: bool, tmp_path: Path) -> None:
    draw, proof, file = random.Random(39), tmp_path / "p", tmp_path / "forged"
    write(Position(game(name)), proof, weak=weak)
    assert proved(proof) == expected(proof) is not None
    for _ in range(15):
        file.write_bytes(forged(proof, draw))
        assert proved(file) == expected(file)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["8,7,5", "8,8,5"])
def test_a_large_proof_is_accepted(name: str, tmp_path: Path) -> None:
    proof = tmp_path / "p"
    write(Position(game(name)), proof)
    assert "It is a draw." in (proved(proof) or [])


@pytest.mark.parametrize(("name", "moves"), [("3,3,3", 2), ("4,3,3", 3), ("4,4,3", 6), ("4,4,4", 7)])
def test_a_proof_about_another_position_is_accepted(name: str, moves: int, tmp_path: Path) -> None:
    draw, proof = random.Random(name), tmp_path / "p"
    for _ in range(10):
        where = Position(game(name))
        for _ in range(moves):
            where = where if where.is_over else where.play(draw.choice(where.moves))
        if not where.is_over:
            write(where, proof)
            assert proved(proof) == expected(proof) is not None


@pytest.mark.parametrize("name", ["9,8,6", "7,7,5"])
def test_a_forgery_of_a_published_proof_is_decided_as_by_noughts(name: str, tmp_path: Path) -> None:
    draw, file = random.Random(39), tmp_path / "forged"
    for _ in range(20):
        file.write_bytes(forged(PROOFS / f"{name}.proof", draw))
        assert proved(file) == expected(file)


@pytest.mark.parametrize("forgery", FALSE, ids=[forgery["breaks"] for forgery in FALSE])
def test_a_false_proof_is_rejected(forgery: dict[str, object], tmp_path: Path) -> None:
    file = tmp_path / "false"
    file.write_bytes(false_proof(forgery))
    assert proved(file) is None


def test_a_rejection_has_a_reason(tmp_path: Path) -> None:
    proof, file = (PROOFS / "9,8,6.proof").read_bytes(), tmp_path / "forged"
    head, body = unpacked(PROOFS / "9,8,6.proof")
    longer = b"".join(unpacked(PROOFS / "9,9,6.proof"))
    for content, reason in [
        (proof[:-1] + bytes([proof[-1] ^ 1]), "damaged or truncated"),
        (proof[:100], "damaged or truncated"),
        (b"no proof" * 9, "not a proof file"),
        (file_of(head + body[:-1]), "rejects the unpacked proof at byte"),
        (file_of(head + longer), "rejects the unpacked proof at byte"),  # the checker stops reading early
    ]:
        file.write_bytes(content)
        with pytest.raises(Rejected, match=reason):
            check(file)


def test_the_first_line_is_read_as_strictly_as_by_noughts(tmp_path: Path) -> None:
    """Remove, repeat or replace one byte of the first line at a time."""
    head, body = unpacked(PROOFS / "9,8,6.proof")
    draw, file = random.Random(39), tmp_path / "forged"
    for place in range(0, 90, 2):  # the symmetries begin at byte 155
        piece = draw.choice([b"", head[place : place + 1] * 2, b"0", b" ", b"_", b'"'])
        file.write_bytes(file_of(head[:place] + piece + head[place + 1 :] + body))
        assert proved(file) == expected(file)


def test_the_theorems_assume_only_the_machine_words(tmp_path: Path) -> None:
    theorems = ["Head.check_sound", "Value.value_sound", "Agree.check_agrees"]
    file = tmp_path / "assumptions.v"
    file.write_text(
        "From Noughts Require Head Value Agree.\n" + "".join(f"Print Assumptions {name}.\n" for name in theorems)
    )
    command = ["coqc", "-Q", str(ROOT / "build" / "verified"), "Noughts", str(file)]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    axioms = re.findall(r"^(\S+)(?=\s*:)(?<!Axioms)", shown, re.MULTILINE)
    assert shown.count("Axioms:") == len(theorems)
    assert {axiom.split(".")[0] for axiom in axioms} == {"PrimInt63", "Uint63"}
