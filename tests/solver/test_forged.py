"""Forged proofs: whatever is changed in a proof file or a manifest, noughts accepts only what is true."""

import contextlib
import hashlib
import io
import itertools
import json
import random
import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from noughts import Position, game, position
from noughts.cluster.lemmas import lemma_file, proved_zone
from noughts.cluster.manifest import check_manifest, lemma_folder, manifest_text
from noughts.rules.board import Cells, cell_set, cells_in
from noughts.rules.errors import BadFile, NoughtsError
from noughts.rules.game import Game, Player
from noughts.solver.proofs.certificate import check_file
from noughts.solver.proofs.check import END, LEMMA, PASS, Lemma, check
from noughts.solver.proofs.claim import Claim
from noughts.solver.proofs.proof import ProofWriter
from tests.solver.forgeries import FALSE, false_proof, packed
from tests.solver.truth import is_true


def holds(where: Position) -> Claim:
    return Claim(where, "x", False, False)


def wins(where: Position) -> Claim:
    return Claim(where, "x", True, False)


def identity(rules: Game) -> tuple[int, ...]:
    return tuple(range(len(rules.board)))


def proof_file(claim: Claim, proof: Sequence[int], below: Sequence[str] = ()) -> bytes:
    file = io.BytesIO()
    writer = ProofWriter(file, [claim], [identity(claim.position.game)], below)
    writer.write(bytes(proof))
    writer.close()
    return file.getvalue()


class Forgery:
    """A manifest that is put together by hand."""

    def __init__(self, path: Path) -> None:
        self.path, self.lemmas = path, dict[str, Lemma]()
        lemma_folder(path).mkdir()

    def lemma(self, stated: Lemma, proof: Sequence[int], below: Sequence[str] = ()) -> str:
        """Add a lemma, whether it is true or not, and return its name."""
        content = proof_file(stated.claim, proof, below)
        name = hashlib.sha256(content).hexdigest()
        lemma_file(lemma_folder(self.path), name).write_bytes(content)
        self.lemmas[name] = stated
        return name

    def claims(self, *names: str) -> list[Claim]:
        """Write the manifest, check it, and return what it proves."""
        self.path.write_text(manifest_text(names, self.lemmas))
        return check_manifest(self.path).claims


# A lemma about a position after a threat and the forced reply. The threat comes too late: the other side completes a
# line at once.
LATE = [
    pytest.param(
        holds(position("xox/2ox/o2_ x")), [0, 7], [END], holds(position("xox/2ox/ox_ o")), [8, 0, END], id="hold"
    ),
    pytest.param(
        wins(position("_xo_/2_xo/o_xo x", "4,3,3")), [3], [], wins(position("_xox/2_xo/2oxo x", "4,3,3")), [5], id="win"
    ),
]


@pytest.mark.parametrize("zone", [-1, 0b1111_1111_1111, 1 << 1, 1 << 130, 0], ids=bin)
@pytest.mark.parametrize(("claim", "begin", "end", "below", "proof"), LATE)
def test_an_occupied_cell_in_the_zone_of_a_lemma_proves_nothing(
    claim: Claim, begin: list[int], end: list[int], below: Claim, proof: list[int], zone: Cells, tmp_path: Path
) -> None:
    """It would count as a cell that the loser lacks on a line, although the loser has a stone there."""
    assert is_true(below)
    assert not is_true(claim)
    symmetries = [identity(claim.position.game)]
    honest = check(below, symmetries, iter(proof))
    lemma, root = Lemma(below, honest | zone), [*begin, LEMMA, 0, 0, 0, *end]
    with pytest.raises(BadFile):
        check(claim, symmetries, iter(root), [lemma])
    forgery = Forgery(tmp_path / "m")
    name = forgery.lemma(lemma, proof)
    assert zone or forgery.claims(name)
    with pytest.raises(BadFile):
        forgery.claims(forgery.lemma(Lemma(claim, claim.position.empty | zone), root, [name]))


def test_a_lemma_does_not_prove_itself() -> None:
    """A SHA-256 cannot be chosen, so no file names itself. But the checker does not rely on that."""
    start = Position(game("4,3,3"))
    false = Lemma(holds(start), start.empty)
    with pytest.raises(BadFile, match="not below"):
        check(holds(start), [identity(start.game)], iter([0, LEMMA, 0, 0, 0]), [false])
    passed = Lemma(holds(Position(start.game, turn=Player.O)), start.empty)
    with pytest.raises(BadFile, match="not below"):
        check(passed.claim, [identity(start.game)], iter([LEMMA, 0, 0, 0]), [passed])
    with pytest.raises(BadFile, match="something other"):
        check(holds(start), [identity(start.game)], iter([0, LEMMA, 0, 0, 0]), [passed])


# Every field of a manifest and of a proof file

TRUE, HELD = holds(position("xox/2ox/ox_ o")), [8, 0, END]
CONTENT = proof_file(TRUE, HELD)
NAME = hashlib.sha256(CONTENT).hexdigest()
JUNK = [
    "null",
    "[]",
    "{}",
    "0",
    "1",
    "-1",
    "1.0",
    "NaN",
    "1e999",
    "9" * 5000,
    '""',
    '"1"',
    "[[]]",
    "[null]",
    "[" * 9999,
]
GAMES = ["tictactoe", "3,3,3 misere", "3,3,3 torus", "3,3,3 gravity", "3,3,3 full=o", "4,3,3", "3,3,3 ", "40,40,5", "x"]
STARTS = ["xox/2ox/ox_ x", "3_/3_/3_ x", "start", "xox/2ox/ox_", "xoxooxox_ o", ["xox", "oox", "ox_"], "[[]", "[{[]}]"]
SIDES = ["o", "X", "z", "xo", True]
FLAGS = [True, "false", "true"]
ZONES = ["-1", "-100", "0", "1ff", "101", "0x100", "+100", "0100", " 100", "1_00", "١٠٠", "g", "f" * 5000, 256]
NAMES = ["0" * 64, NAME.upper(), "../m", "../../etc/passwd", "/dev/zero", "\0", "\ud800", "a" * 300]
SYMMETRIES = [[[*range(9), 9]], [[*range(8)]], [[0] * 9], [[1, 0, *range(2, 9)]], [[True, *range(1, 9)]], [[0.0] * 9]]

MANIFEST: dict[str, list[Any]] = {
    "noughts manifest": [2, True],
    "game": GAMES,
    "claims": [NAME, [NAME, NAME], *([name] for name in NAMES)],
    "position": STARTS,
    "attacker": SIDES,
    "wins": FLAGS,
    "alone": FLAGS,
    "zone": ZONES,
}
CLAIM = {"attacker": "x", "wins": False, "alone": False}
FILE: dict[str, list[Any]] = {
    "noughts proof": [2, True],
    "game": GAMES,
    "position": STARTS,
    "claims": [[CLAIM, CLAIM], [CLAIM, CLAIM | {"alone": True}], CLAIM, [CLAIM | {"value": 1}]],
    "attacker": SIDES,
    "wins": FLAGS,
    "alone": ["false", "true"],  # true would be right: X cannot win that game either
    "symmetries": SYMMETRIES,
}


def forged(text: str, field: str, values: list[Any]) -> Iterator[str]:
    """Yield JSON text with each other value of a field, without the field, and with the field twice."""
    key = re.search(f'"{field}": ?', text)
    assert key
    _, end = json.JSONDecoder().raw_decode(text, key.end())
    before, value, after = text[: key.end()], text[key.end() : end], text[end:]
    for other in [*map(json.dumps, values), *(junk for junk in JUNK if junk != value)]:
        yield before + other + after
    yield text[: key.start()] + f'"{field}s": ' + value + after
    yield before + f'1, "{field}": ' + value + after


@pytest.mark.parametrize("field", MANIFEST)
def test_a_forged_field_of_a_manifest_is_rejected(field: str, tmp_path: Path) -> None:
    forgery = Forgery(tmp_path / "m")
    assert forgery.claims(forgery.lemma(Lemma(TRUE, TRUE.position.empty), HELD))
    for text in forged(forgery.path.read_text(), field, MANIFEST[field]):
        forgery.path.write_text(text)
        with pytest.raises(BadFile, match=r"^[^\n]+$"):
            check_manifest(forgery.path)


@pytest.mark.parametrize("name", NAMES)
def test_a_lemma_with_another_name_is_rejected(name: str, tmp_path: Path) -> None:
    forgery = Forgery(tmp_path / "m")
    assert forgery.claims(forgery.lemma(Lemma(TRUE, TRUE.position.empty), HELD))
    (tmp_path / "m.proof").write_bytes(CONTENT)
    forgery.path.write_text(forgery.path.read_text().replace(json.dumps(NAME), json.dumps(name)))
    with pytest.raises(BadFile, match=r"missing from|not a SHA-256"):
        check_manifest(forgery.path)


@pytest.mark.parametrize("field", FILE)
def test_a_forged_field_of_a_proof_file_is_rejected(field: str, tmp_path: Path) -> None:
    head, _, proof = zlib.decompress(CONTENT).partition(b"\n")
    assert check_file(packed(tmp_path / "p", head + b"\n" + proof))
    for text in forged(head.decode(), field, FILE[field]):
        if '"symmetries":[]' in text:
            continue  # right, too: the proof uses none
        with pytest.raises(BadFile, match=r"^[^\n]+$"):
            check_file(packed(tmp_path / "p", text.encode() + b"\n" + proof))


@pytest.mark.parametrize("lemmas", [[], [1], [None], ["../m"], [NAME.upper()], {}, NAME, [NAME] * 2000])
def test_forged_names_of_lemmas_in_a_proof_file_are_rejected(lemmas: object, tmp_path: Path) -> None:
    forgery = Forgery(tmp_path / "m")
    forgery.lemma(Lemma(TRUE, TRUE.position.empty), HELD)
    head, _, proof = zlib.decompress(CONTENT).partition(b"\n")
    file = packed(tmp_path / "p", head[:-1] + b',"lemmas":' + json.dumps(lemmas).encode() + b"}\n" + proof)
    with pytest.raises(BadFile, match=r"first line cannot be read|not a SHA-256"):
        proved_zone(file, TRUE, forgery.lemmas)


@pytest.mark.parametrize("extra", [b"\0", bytes(1 << 20), zlib.compress(b"more"), CONTENT])
def test_bytes_after_the_end_are_rejected(extra: bytes, tmp_path: Path) -> None:
    path = tmp_path / "p"
    for content in (CONTENT[:-32] + extra, zlib.compress(zlib.decompress(CONTENT) + extra)):
        path.write_bytes(content + hashlib.sha256(content).digest())
        with pytest.raises(BadFile, match=r"extra bytes|its checksum is wrong"):
            check_file(path)


def test_the_deepest_proof_does_not_exhaust_the_stack() -> None:
    """It has a level for each cell of the largest board. X completes a line on the last one."""
    proof = [value for cell in range(128) for value in (0, cell, PASS)]
    with pytest.raises(BadFile, match=r"at byte 38[34]: the attacker completes a line"):
        check(holds(Position(game("line 128,128"))), [], iter(proof))


@pytest.mark.parametrize("forgery", FALSE, ids=[forgery["breaks"] for forgery in FALSE])
def test_a_false_proof_that_breaks_one_rule_is_rejected(forgery: dict[str, Any], tmp_path: Path) -> None:
    """Each was found with a checker without that rule, which accepts it."""
    where = position(forgery["position"], forgery["game"])
    if len(where.moves) < 10:  # brute force takes too long with more
        assert not is_true(Claim(where, forgery["attacker"], forgery["wins"], forgery["alone"]))
    (tmp_path / "p").write_bytes(false_proof(forgery))
    with pytest.raises(BadFile, match="the unpacked proof fails at byte"):
        check_file(tmp_path / "p")


# Whatever the checker accepts is true. Each case is one node with random moves that relies on true lemmas, whose zones
# are as small as possible or larger. As all proofs consist of such nodes, the result holds for all.


class Case:
    """A random claim about a position with few empty cells, and a random node that may prove it."""

    def __init__(self, draw: random.Random) -> None:
        self.draw, self.lemmas = draw, list[Lemma]()
        rules = game(draw.choice(["3,3,3", "4,3,3", "3,3,2", "4,4,3", "3,3,3 torus"]))
        while True:
            cells = draw.sample(range(len(rules.board)), len(rules.board) - draw.randint(1, 5))
            middle = draw.randint(0, len(cells))
            with contextlib.suppress(NoughtsError):  # both have a line
                self.start = Position(rules, cell_set(cells[:middle]), cell_set(cells[middle:]), draw.choice([*Player]))
                if not self.start.is_over:
                    break
        self.claim = Claim(self.start, draw.choice("xo"), draw.random() < 0.5, draw.random() < 0.3)
        self.attacker, self.defender = Player(self.claim.attacker), Player(self.claim.attacker).other
        self.attacks = self.start.turn is self.attacker
        self.empty = draw.sample(cells_in(self.start.empty), self.start.empty.bit_count())

    def cite(self, attack: Sequence[int], defence: Sequence[int], turn: Player) -> list[int]:
        """Cite a lemma about the position after some moves, if it is true."""
        if {*attack} & {*defence}:
            return []
        mine, theirs = cell_set(attack), cell_set(defence)
        x, o = (mine, theirs) if self.attacker is Player.X else (theirs, mine)
        try:
            after = Position(self.start.game, self.start.x | x, self.start.o | o, turn)
        except NoughtsError:
            return []
        claim = self.claim._replace(position=after)
        if after.is_over or not is_true(claim):
            return []
        zone = after.empty
        for cell in cells_in(zone):
            if self.draw.random() < 0.8 and is_true(claim, zone & ~(1 << cell)):
                zone &= ~(1 << cell)
        self.lemmas.append(Lemma(claim, zone))
        return [LEMMA, 0, len(self.lemmas) - 1, 0]

    def proof(self) -> list[int]:
        some = self.empty if self.draw.random() < 0.7 else self.empty[: self.draw.randint(1, len(self.empty))]
        if not self.claim.wins:
            if not self.attacks:
                return self.reply([])
            return [0, *itertools.chain.from_iterable([move, *self.reply([move])] for move in some), END]
        moves = self.empty[:1] if self.attacks else []
        if moves and self.draw.random() < 0.3:
            return moves
        if moves and self.draw.random() < 0.5:
            return moves + self.cite(moves, [self.draw.choice(self.empty)], self.attacker)
        replies = [
            [reply, *(self.cite(moves, [reply], self.attacker) or [self.draw.choice(self.empty)])] for reply in some
        ]
        return [*moves, *itertools.chain.from_iterable(replies), END]

    def reply(self, moves: list[int]) -> list[int]:
        reply = self.draw.choice(self.empty)
        return self.draw.choice(
            [
                self.cite(moves, [], self.defender),
                [PASS, *self.hold(moves, [])],
                [reply],
                [reply, *self.hold(moves, [reply])],
                [reply, *self.hold(moves, [reply])],
            ]
        )

    def hold(self, attack: list[int], defence: list[int]) -> list[int]:
        pairs = [cell for cell in self.empty if cell not in attack + defence][: 2 * self.draw.randrange(3)]
        cited = self.cite(attack, defence, self.attacker)
        if cited and self.draw.random() < 0.7:
            return [0, *cited]
        return [len(pairs) // 2, *pairs, END]


@pytest.mark.parametrize("cases", [200, pytest.param(30_000, marks=pytest.mark.slow)])
def test_random_nodes_prove_only_what_is_true(cases: int) -> None:
    draw, accepted = random.Random(cases), 0
    for _ in range(cases):
        case = Case(draw)
        proof = case.proof()
        try:
            zone = check(case.claim, [identity(case.start.game)], iter(proof), case.lemmas)
        except BadFile:
            continue
        accepted += 1
        assert not zone & ~case.start.empty
        assert is_true(case.claim, zone), (case.claim, proof, case.lemmas)
    assert accepted > cases / 20
