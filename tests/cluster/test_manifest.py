"""Manifests: a correct one is accepted, and every change to a statement or a lemma is rejected."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from noughts import Position, game, position
from noughts.cluster.ledger import proofs_folder
from noughts.cluster.manifest import check_manifest, copy_lemmas, is_manifest, lemma_folder, manifest_text
from noughts.rules.errors import BadFile
from noughts.solver.proofs.certificate import check_file, value_of
from noughts.solver.proofs.check import LEMMA, Lemma, check
from noughts.solver.proofs.claim import Claim
from tests.cluster.runs import ChecksHere, driver, open_ledger, shallow

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

BOARD = Position(game("4,3,3"))


def written(path: Path, start: Position = BOARD, *, most: int = 8) -> Path:
    """Solve a position in small jobs, and write the manifest."""
    with open_ledger(path.with_name("ledger"), start) as ledger:
        run = driver(ledger, start, shallow(most))
        found = run.run()
        assert found
        copy_lemmas(run.lemmas, ledger.folder, lemma_folder(path))
        path.write_text(manifest_text([node.name for node in found], run.lemmas))
    return path


@pytest.mark.parametrize(("name", "most", "value"), [("4,3,3", 8, 1), ("3,3,3", 6, 0), ("5,4,4", 14, 0)])
def test_a_manifest_proves_a_value(name: str, most: int, value: int, tmp_path: Path) -> None:
    path = written(tmp_path / "m", Position(game(name)), most=most)
    assert is_manifest(path)
    seen: list[tuple[int, int]] = []
    checked = check_manifest(path, progress=lambda done, total: seen.append((done, total)))
    assert value_of(checked.claims) == value
    assert checked.lemmas == len(seen) == len([*lemma_folder(path).iterdir()]) > 5
    assert seen[-1] == (checked.size, checked.size)


def test_several_processes_check_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "m")
    monkeypatch.setattr("noughts.cluster.manifest._SMALL", 0)
    assert check_manifest(path, processes=2) == check_manifest(path)


def test_a_manifest_that_changes_during_the_check_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise, the processes could check another manifest than the reported one."""
    path = written(tmp_path / "m")
    true = path.read_text()

    class Late(ChecksHere):
        def __init__(self, count: int) -> None:
            path.write_text(true)

    monkeypatch.setattr("noughts.cluster.manifest._SMALL", 0)
    monkeypatch.setattr("noughts.cluster.manifest.Processes", Late)
    assert check_manifest(path, processes=2)
    path.write_text(true.replace('"wins": true', '"wins": false'))
    with pytest.raises(BadFile, match="has changed during the check"):
        check_manifest(path, processes=2)


def test_the_same_run_gives_the_same_manifest(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
    assert written(tmp_path / "a" / "m").read_bytes() == written(tmp_path / "b" / "m").read_bytes()


def flip(lemma: dict[str, Any]) -> None:
    lemma["wins"] = not lemma["wins"]


def other_side(lemma: dict[str, Any]) -> None:
    lemma["attacker"] = "o" if lemma["attacker"] == "x" else "x"


def other_game(lemma: dict[str, Any]) -> None:
    lemma["alone"] = not lemma["alone"]


def other_turn(lemma: dict[str, Any]) -> None:
    lemma["position"] = lemma["position"][:-1] + ("o" if lemma["position"][-1] == "x" else "x")


def smaller_zone(lemma: dict[str, Any]) -> None:
    lemma["zone"] = f"{int(lemma['zone'], 16) & int(lemma['zone'], 16) - 1:x}"


def unreadable(lemma: dict[str, Any]) -> None:
    lemma["position"] = "?"


@pytest.mark.parametrize(("name", "weak"), [("5,5,5", True), ("4,4,4", True), ("3,3,3", False)])
def test_if_x_cannot_win_then_o_cannot_win_either(name: str, weak: bool, tmp_path: Path) -> None:
    """A proof from the empty board needs one more lemma in the manifest."""
    start = Position(game(name))
    path = written(tmp_path / "m", start, most=23)
    checked = check_manifest(path)
    assert checked.claims == [Claim(start, "x", False, weak), Claim(start, "o", False, weak)]
    assert value_of(checked.claims) == 0
    content = json.loads(path.read_bytes())
    x, o = content["claims"]
    for claim in x, o:
        content["lemmas"][claim]["position"] = content["lemmas"][claim]["position"][:-1] + "o"  # now O moves first
    path.write_text(json.dumps(content))
    with pytest.raises(BadFile):
        check_manifest(path)


@pytest.mark.parametrize("number", [0, 3, -1])
@pytest.mark.parametrize("change", [flip, other_side, other_game, other_turn, smaller_zone, unreadable])
def test_a_changed_statement_is_rejected(change: Callable[[dict[str, Any]], None], number: int, tmp_path: Path) -> None:
    path = written(tmp_path / "m")
    content = json.loads(path.read_bytes())
    change([*content["lemmas"].values()][number])
    path.write_text(json.dumps(content))
    with pytest.raises(BadFile):
        check_manifest(path)


@pytest.mark.parametrize("number", [0, 3, -1])
def test_a_missing_or_damaged_lemma_is_rejected(number: int, tmp_path: Path) -> None:
    path = written(tmp_path / "m")
    file = sorted(lemma_folder(path).iterdir())[number]
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(BadFile, match="another SHA-256"):
        check_manifest(path)
    file.unlink()
    with pytest.raises(BadFile, match="is missing"):
        check_manifest(path)


def test_every_lemma_that_is_used_must_be_listed(tmp_path: Path) -> None:
    path = written(tmp_path / "m")
    whole = path.read_text()
    for name in {*json.loads(whole)["lemmas"]} - {*json.loads(whole)["claims"]}:
        lines = whole.splitlines()
        lines = [line for line in lines if f'"{name}": ' not in line]
        lines[-2] = lines[-2].rstrip(",")
        path.write_text("\n".join(lines) + "\n")
        with pytest.raises(BadFile, match="relies on an unknown lemma"):
            check_manifest(path)


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"noughts manifest": 2}', '{"noughts manifest": 1, "claims": [], "lemmas": {}}', "[" * 10_000],
)
def test_other_files_are_rejected(content: str, tmp_path: Path) -> None:
    (tmp_path / "m").write_text(content)
    with pytest.raises(BadFile, match="fails: "):
        check_manifest(tmp_path / "m")


def test_a_composed_proof_needs_its_manifest(tmp_path: Path) -> None:
    path = written(tmp_path / "m")
    (root,) = json.loads(path.read_bytes())["claims"]
    with pytest.raises(BadFile, match="relies on lemmas: check the manifest"):
        check_file(lemma_folder(path) / f"{root}.proof")


def test_a_damaged_proof_in_the_ledger_is_repeated(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    first = written(tmp_path / "m").read_bytes()
    file = sorted(proofs_folder(ledger).iterdir())[3]
    whole = file.read_bytes()
    file.unlink()  # it may be linked
    file.write_bytes(bytes(len(whole)))
    assert written(tmp_path / "m").read_bytes() == first
    assert hashlib.sha256(file.read_bytes()).hexdigest() == file.stem


def test_a_damaged_copy_of_a_lemma_is_replaced(tmp_path: Path) -> None:
    path = written(tmp_path / "m")
    file = min(lemma_folder(path).iterdir())
    size = file.stat().st_size
    file.unlink()
    file.write_bytes(bytes(size))
    check_manifest(written(tmp_path / "m"))


# The lemma rule. X takes the centre and O a corner: X's claim after these moves is needed.

NEEDED = Claim(position("o_x/_x_/3_ o"), "x", False, False)  # O must take a1, and then X needs an answer
AFTER = position("o_x/_x_/o2_ x")
ZONE = AFTER.empty


def use_lemma(lemma: Lemma) -> int:
    return check(NEEDED, [tuple(range(9))], iter([6, 0, LEMMA, 0, 0, 0]), [lemma])


def test_a_lemma_proves_what_it_states() -> None:
    assert use_lemma(Lemma(Claim(AFTER, "x", False, False), ZONE)) == ZONE | 1 << 6


def test_a_lemma_about_exchanged_colours_proves_the_same() -> None:
    exchanged = Position(AFTER.game, AFTER.o, AFTER.x, AFTER.turn.other)
    assert use_lemma(Lemma(Claim(exchanged, "o", False, False), ZONE)) == ZONE | 1 << 6


@pytest.mark.parametrize(
    "lemma",
    [
        Lemma(Claim(position("o_x/_x_/o2_ o"), "x", False, False), ZONE),  # the other side to move
        Lemma(Claim(position("o_x/_xo/3_ x"), "x", False, False), 0),  # another position
        Lemma(Claim(AFTER, "o", False, False), ZONE),  # another attacker, who is not to move
        Lemma(Claim(position("o_x/_x_/o2_ o"), "o", False, False), ZONE),  # another attacker, with other stones
        Lemma(Claim(AFTER, "x", True, False), ZONE),  # another claim
        Lemma(Claim(AFTER, "x", False, True), ZONE),  # another game
        Lemma(Claim(Position(game("3,3,2"), AFTER.x & 1, AFTER.o & 1), "x", False, False), ZONE),  # other lines
    ],
)
def test_a_lemma_about_something_else_is_rejected(lemma: Lemma) -> None:
    with pytest.raises(BadFile, match="the lemma states something other than what is needed here"):
        use_lemma(lemma)


@pytest.mark.parametrize("reference", [(0, 1, 0), (1, 0, 0), (0, 0, 1)])
def test_an_unknown_lemma_or_symmetry_is_rejected(reference: tuple[int, int, int]) -> None:
    lemma = Lemma(Claim(AFTER, "x", False, False), ZONE)
    with pytest.raises(BadFile, match=r"does not name|does not list"):
        check(NEEDED, [tuple(range(9))], iter([6, 0, LEMMA, *reference]), [lemma])
