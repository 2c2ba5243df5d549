"""Proofs: true claims have proofs, false claims have none, and damage is always detected."""

import ast
import hashlib
import io
import json
import math
import random
import tracemalloc
import zlib
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from noughts import Position, game, position
from noughts.rules.errors import BadFile, NoughtsError
from noughts.rules.game import Player
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.limit import Budget
from noughts.solver.proofs import certificate
from noughts.solver.proofs import check as checker
from noughts.solver.proofs import claim as claim_module
from noughts.solver.proofs.certificate import check_file, value_of
from noughts.solver.proofs.check import check
from noughts.solver.proofs.claim import Claim
from noughts.solver.proofs.proof import prove
from noughts.solver.solve import GameSolver
from noughts.solver.solver import Solver
from tests.solver.forgeries import damaged, other_proof, packed, unpacked

kernel_module = pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

# Values from the literature: solver.md and Winning Ways.
KNOWN = [("3,3,3", 0), ("4,3,3", 1), ("4,4,4", 0), ("5,4,4", 0), ("5,5,4", 0), ("6,5,4", 1), ("6,6,4", 1), ("7,6,5", 0)]


def proved(where: Position, path: Path, *, weak: bool = False) -> list[Claim]:
    """Write a proof of a position's value, check the file, and return the claims that it proves."""
    with path.open("wb") as file:
        claims = prove(file, where, MnkKernel(where.game), Budget(), weak=weak)
    assert check_file(path) == claims
    return claims


@pytest.mark.parametrize(("name", "value"), KNOWN)
def test_known_values_are_proved(name: str, value: int, tmp_path: Path) -> None:
    assert value_of(proved(Position(game(name)), tmp_path / "p")) == value


def test_the_draw_of_7_7_5_is_proved(tmp_path: Path) -> None:
    claims = proved(Position(game("7,7,5")), tmp_path / "p")
    assert value_of(claims) == 0
    assert claims[0].weak, "X cannot win even the weak game"


@pytest.mark.parametrize(("name", "wins"), [("8,4,4", True), ("6,6,5", False), ("7,7,5", False), ("9,8,6", False)])
def test_the_weak_game_is_proved(name: str, wins: bool, tmp_path: Path) -> None:
    (claim,) = proved(Position(game(name)), tmp_path / "p", weak=True)
    assert (claim.attacker, claim.wins, claim.weak) == ("x", wins, True)


def test_a_win_of_the_weak_game_does_not_decide_the_value(tmp_path: Path) -> None:
    """The strong game is a draw."""
    claims = proved(Position(game("5,5,4")), tmp_path / "p", weak=True)
    assert claims[0].wins
    assert value_of(claims) is None


@pytest.mark.parametrize(("name", "moves"), [("3,3,3", 2), ("4,3,3", 4), ("4,4,3", 6), ("4,4,4", 7), ("5,4,4", 9)])
def test_proved_values_agree_with_the_solver(name: str, moves: int, tmp_path: Path) -> None:
    rules, draw = game(name), random.Random(5)
    solver = Solver(rules)
    for _ in range(30):
        where = Position(rules)
        for _ in range(moves):
            if not where.is_over:
                where = where.play(draw.choice(where.moves))
        if where.is_over:
            continue
        score = solver.score(where)
        assert value_of(proved(where, tmp_path / "p")) == (score >= 1) - (score <= -1), where


@pytest.mark.parametrize(("name", "weak"), [("5,5,4", False), ("6,6,5", True)])
def test_if_x_cannot_win_then_o_cannot_win_either(name: str, weak: bool, tmp_path: Path) -> None:
    """From the empty board. The proof about O only refers to the claim about X."""
    path = tmp_path / "p"
    start = Position(game(name))
    assert proved(start, path) == [Claim(start, "x", False, weak), Claim(start, "o", False, weak)]
    head, body = unpacked(path)
    x, o = b'{"attacker":"x"', b'{"attacker":"o"'
    for changed in (
        head.replace(b' x"', b' o"'),  # O moves first
        head.replace(x, b"?").replace(o, x).replace(b"?", o),  # the claim about O comes first
        head.replace(o + b',"wins":false', o + b',"wins":true'),  # O wins
    ):
        assert changed != head
        with pytest.raises(BadFile):
            check_file(packed(path, changed + body))


@pytest.mark.parametrize("number", [0, 1])
def test_a_claim_can_use_only_the_claims_before_it(number: int, tmp_path: Path) -> None:
    path = tmp_path / "p"
    proved(Position(game("4,4,4")), path)
    head, _ = unpacked(path)
    with pytest.raises(BadFile, match="it uses a lemma that the proof does not name"):
        check_file(packed(path, head + bytes([0, checker.LEMMA, 0, number, 0])))


def test_either_player_can_be_to_move(tmp_path: Path) -> None:
    where = position("o_x/x2_/x2o", turn=Player.O)
    assert value_of(proved(where, tmp_path / "p")) == (Solver(where.game).score(where) >= 1) - (
        Solver(where.game).score(where) <= -1
    )


@pytest.mark.parametrize("byte", [1, 32])
def test_a_wrong_checksum_is_rejected(byte: int, tmp_path: Path) -> None:
    path = tmp_path / "p"
    proved(Position(game("3,3,3")), path)
    damaged = bytearray(path.read_bytes())
    damaged[-byte] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(BadFile, match="its checksum is wrong"):
        check_file(path)


@pytest.mark.slow
def test_a_thousand_corruptions_are_rejected(tmp_path: Path) -> None:
    proved(Position(game("7,6,5")), tmp_path / "p")
    whole, draw = (tmp_path / "p").read_bytes(), random.Random(7)
    for _ in range(1000):
        if (changed := damaged(whole, draw)) == whole:
            continue
        (tmp_path / "damaged").write_bytes(changed)
        with pytest.raises(BadFile):
            check_file(tmp_path / "damaged")


@pytest.mark.parametrize(
    ("name", "truth", "lie"),
    [
        ("4,3,3", b'"wins":true', b'"wins":false'),  # X does win
        ("5,5,4", b'"alone":false', b'"alone":true'),  # X wins the weak game
        ("3,3,3", b'"wins":false', b'"wins":true'),
        ("7,6,5", b'"game":"7,6,5"', b'"game":"7,6,4"'),
    ],
)
def test_false_claims_are_rejected(name: str, truth: bytes, lie: bytes, tmp_path: Path) -> None:
    path = tmp_path / "p"
    proved(Position(game(name)), path)
    head, body = unpacked(path)
    assert truth in head
    with pytest.raises(BadFile):
        check_file(packed(path, head.replace(truth, lie) + body))


@pytest.mark.parametrize(("name", "claim"), [("4,3,3", b'"wins":false'), ("3,3,3", b'"wins":true')])
def test_no_bytes_prove_a_false_claim(name: str, claim: bytes, tmp_path: Path) -> None:
    path, draw = tmp_path / "p", random.Random(3)
    proved(Position(game(name)), path)
    head, body = unpacked(path)
    for other in (b'"wins":true', b'"wins":false'):
        head = head.replace(other, claim)
    for _ in range(500):
        changed = bytearray(body)
        for _ in range(draw.randrange(1, 6)):
            changed[draw.randrange(len(changed))] = draw.choice([*range(12), 252, 253, 254, 255])
        with pytest.raises(BadFile):
            check_file(packed(path, head + bytes(changed)))


@pytest.mark.parametrize("changes", [15, pytest.param(500, marks=pytest.mark.slow)])
def test_a_changed_proof_is_rejected_or_still_valid(tmp_path: Path, changes: int) -> None:
    path, draw, rejected = tmp_path / "p", random.Random(11), 0
    proved(Position(game("5,5,4")), path)
    head, body = unpacked(path)
    for _ in range(changes):
        try:
            assert value_of(check_file(packed(path, head + other_proof(body, draw)))) == 0
        except BadFile:
            rejected += 1
    assert rejected > changes / 2, "a changed cell is rarely as good as the original"


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"\n", b"{}\n", b"[]\n", b"\xff\n", b"1\n", b"[" * 50_000, b"0" * 100_000),
        *(b'{"noughts proof":2}\n', b'{"noughts proof":1}\n', b'{"noughts proof":1' + b" " * 100_000),
        b'{"noughts proof":1,"game":1,"position":2}\n',
    ],
)
def test_other_files_are_rejected_in_one_sentence(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"^[^\n]*p is not a proof (written by noughts$|of version 1: it)[^\n]*$"):
        check_file(packed(tmp_path / "p", content))


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["attacker", "wins"]), inner, max_size=2)
    ),
    max_leaves=6,
)


@given(st.sampled_from(["game", "position", "claims", "symmetries", "noughts proof"]), junk | st.just([[math.inf]]))
@example("symmetries", [[math.inf] * 9])
@example("claims", [7])
@example("symmetries", 7)
def test_invalid_first_lines_are_rejected_in_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, key: str, value: object
) -> None:
    head = {
        "noughts proof": 1,
        "game": "3,3,3",
        "position": "3_/3_/3_ x",
        "claims": [{"attacker": "x", "wins": True, "alone": False}],
        "symmetries": [],
    }
    path = packed(tmp_path_factory.mktemp("head") / "p", json.dumps(head | {key: value}).encode() + b"\n\x00\xff")
    with pytest.raises(BadFile, match=r"^[^\n]+$") as rejected:
        check_file(path)
    assert "object" not in str(rejected.value), "no internal error text of Python"


def test_a_long_first_line_takes_little_memory(tmp_path: Path) -> None:
    path, deflate, digest = tmp_path / "p", zlib.compressobj(9), hashlib.sha256()
    with path.open("wb") as file:
        contents = [b'{"noughts proof":', *[bytes(1 << 20)] * 64]
        for piece in [*map(deflate.compress, contents), deflate.flush()]:
            digest.update(piece)
            file.write(piece)
        file.write(digest.digest())
    tracemalloc.start()
    with pytest.raises(BadFile, match="its first line cannot be read"):
        check_file(path)
    assert tracemalloc.get_traced_memory()[1] < 4 << 20
    tracemalloc.stop()


def test_the_memory_for_kept_nodes_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MOST_KEPT", 1)
    with pytest.raises(BadFile, match="keeps too many nodes"):
        proved(Position(game("5,5,4")), tmp_path / "p")


def test_invalid_symmetries_are_rejected() -> None:
    claim = Claim(Position(game("3,3,3")), "x", False, True)
    with pytest.raises(BadFile, match="symmetry"):
        check(claim, [(1, 0, 2, 3, 4, 5, 6, 7, 8)], iter([0, 255]))


@pytest.mark.parametrize("name", ["END", "KEEP", "USE", "PASS", "LEMMA"])
def test_the_page_on_the_format_has_the_bytes_of_the_checker(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "proof-format.md").read_text(encoding="utf-8")
    byte = getattr(checker, name)
    assert f"| {byte} | `{name}` |" in page or (name == "LEMMA" and f"254, 0, {byte}," in page)


def test_every_reply_to_a_winning_move_needs_an_answer() -> None:
    """In tic-tac-toe, X wins from the centre after a reply on an edge, but not after one in a corner."""
    start, after_edge = Position(game("3,3,3")), [0, 3]  # cells that X takes: the first makes a threat, the other two
    check(Claim(start.play(4).play(1), "x", True, False), [], iter(after_edge))
    with pytest.raises(BadFile, match="one of the defender's replies is not answered"):
        check(Claim(start, "x", True, False), [], iter([4, 1, *after_edge, checker.END]))


def test_a_double_threat_does_not_win_if_the_defender_completes_a_line_first() -> None:
    check(Claim(position("x__/_o_/o_x x"), "x", True, False), [], iter([2]))
    with pytest.raises(BadFile, match="the loser completes a line first"):
        check(Claim(position("x__/oo_/__x x"), "x", True, False), [], iter([2]))


@pytest.mark.parametrize("pairs", [[1, 4, 4], [2, 0, 1, 1, 2], [1, 4, 9], [1, 4, 255], [1, 5, 6]])
def test_pairs_must_be_disjoint_and_empty(pairs: list[int]) -> None:
    claim = Claim(position("3_/3_/x_o"), "x", False, True)
    with pytest.raises(BadFile, match="not disjoint pairs of empty cells"):
        check(claim, [], iter(pairs))


@pytest.mark.parametrize("pairs", [[2, 0, 1, 2], [1], [255]])
def test_truncated_pairs_are_rejected(pairs: list[int]) -> None:
    claim = Claim(position("3_/3_/x_o"), "x", False, True)
    with pytest.raises(BadFile, match="truncated"):
        check(claim, [], iter(pairs))


@pytest.mark.parametrize("name", ["3,3,3 misere", "4,4,3 gravity"])
def test_other_games_have_no_proofs(name: str) -> None:
    with pytest.raises(BadFile, match="a proof needs an unfinished game"):
        check(Claim(Position(game(name)), "x", False, False), [], iter([0, 255]))
    with pytest.raises(NoughtsError):
        MnkKernel(game(name))


def test_a_proof_that_is_stopped_claims_nothing() -> None:
    assert prove(io.BytesIO(), Position(game("7,7,5")), MnkKernel(game("7,7,5")), Budget(100)) is None


def test_a_proof_after_a_search_does_not_search_again() -> None:
    solver, fresh, after = GameSolver("7,7,5"), Budget(), Budget()
    start = Position(solver.game)
    prove(io.BytesIO(), start, MnkKernel(solver.game), fresh)
    solver.solve(start, None)
    prove(io.BytesIO(), start, solver.kernel(), after)
    assert after.nodes < fresh.nodes / 2, "the rest is for writing"


def test_the_checker_is_short_and_depends_only_on_the_rules() -> None:
    source = Path(checker.__file__).read_bytes()
    assert source.count(b"\n") < 420, "counted as wc -l does"
    rules = {f"noughts.rules.{name}" for name in ("board", "errors", "game", "position")}
    assert imported(checker) <= rules | {"noughts.solver.proofs.claim"}
    assert imported(claim_module) <= rules


def test_the_certificate_depends_only_on_the_rules_and_the_checker() -> None:
    rules = {f"noughts.rules.{name}" for name in ("board", "errors", "gallery", "game", "notation", "position")}
    assert imported(certificate) <= rules | {f"noughts.solver.proofs.{name}" for name in ("check", "claim")}


def imported(module: ModuleType) -> set[str]:
    """Return the modules of noughts that a module imports."""
    assert module.__file__
    nodes = [*ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8")))]
    names = {node.module or "." for node in nodes if isinstance(node, ast.ImportFrom)}
    names |= {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    return {name for name in names if name.startswith(("noughts", "."))}
