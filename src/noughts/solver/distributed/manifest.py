"""Manifests: a proof of a position's value in many files, each of which is a lemma named by its SHA-256.

A manifest is a JSON file. It lists the statement of every lemma: position, attacker, claim and zone, the empty cells
that the proof of the lemma depends on. The proofs are in a folder beside it. A proof can rely on other lemmas of the
manifest; together they form the tree of moves from the position down. Each proof is checked once, in any order, against
the statements of the lemmas that it names, so several processes can do it. If all statements are proved, the claims
of the manifest follow, because a lemma relies only on lemmas later in the game: those with fewer empty cells, or those
after the defender passed.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import cached_property, lru_cache
from hashlib import file_digest
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

from noughts.rules.errors import BadFile, NoughtsError
from noughts.rules.gallery import game
from noughts.rules.notation import position
from noughts.solver.certificate import Claim, check_with_lemmas, lemmas_of
from noughts.solver.check import Lemma
from noughts.solver.distributed.ledger import Ledger
from noughts.solver.distributed.processes import Processes
from noughts.solver.distributed.tree import Node

VERSION = 1

_MAGIC = b'{"noughts manifest":'
_SMALL = 1 << 20  # bytes of proofs that one process checks without help
_MOST = 1 << 30  # bytes of a manifest


class Checked(NamedTuple):
    """The result of checking a manifest.

    Attributes:
        claims: the claims that are proved.
        lemmas: the number of lemmas.
        size: the size of all proofs in bytes.
    """

    claims: list[Claim]
    lemmas: int
    size: int


def is_manifest(path: Path) -> bool:
    """Return whether a file's first bytes mark it as a manifest of any version.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def lemma_folder(manifest: Path) -> Path:
    """Return the folder of a manifest's lemmas."""
    return manifest.with_name(f"{manifest.name}.lemmas")


def manifest_text(ledger: Ledger, roots: Iterable[Node], folder: Path) -> str:
    """Copy all lemmas that some proved nodes rely on to a folder, and return the text of the manifest.

    Args:
        ledger: the ledger.
        roots: the nodes.
        folder: the folder, which is created if necessary.

    Raises:
        NoughtsError: a proof in the ledger is damaged. The ledger forgets it, so that the next run repeats it.
        OSError: a file cannot be read or written.
    """
    proved = {row.proof.sha256: (row.question, row.proof) for row in ledger.rows().values() if row.proof}
    claims = [node.proof.sha256 for node in roots if node.proof]
    todo, lemmas = [*claims], dict[str, Any]()
    folder.mkdir(exist_ok=True)
    while todo:
        name = todo.pop()
        if name in lemmas:
            continue
        source, (question, proof) = ledger.file(name), proved[name]
        if _digest(source) != name:
            with ledger.transaction():
                ledger.forget(name)
                source.unlink()
            raise NoughtsError(f"the proof {source} is damaged: run the same command again to repeat its job")
        _copy(source, folder / source.name)
        lemmas[name] = {
            "position": question.position,
            "attacker": question.attacker,
            "wins": proof.wins,
            "alone": question.alone,
            "zone": f"{proof.zone:x}",
        }
        todo += lemmas_of(source)
    head = {"noughts manifest": VERSION, "game": ledger.game, "claims": claims}
    lines = [f"{json.dumps(name)}: {json.dumps(statement)}" for name, statement in sorted(lemmas.items())]
    return json.dumps(head)[:-1] + ', "lemmas": {\n' + ",\n".join(lines) + "\n}}\n"


def check_manifest(path: Path, *, processes: int = 1, progress: Callable[[int, int], object] | None = None) -> Checked:
    """Check a manifest and all its lemmas, and return what it proves.

    Args:
        path: the manifest.
        processes: the number of processes that check lemmas.
        progress: called with the number of bytes checked and the size of all proofs.

    Raises:
        BadFile: the manifest does not prove its claims; the message names the first fault that was found.
        OSError: a file cannot be read.
    """
    manifest = _Manifest(path)
    sizes = {name: manifest.size(name) for name in manifest.lemmas}
    total, done = sum(sizes.values()), 0
    names = sorted(sizes, key=lambda name: -sizes[name])
    with ExitStack() as stack:
        checked: Iterator[str] = map(manifest.check, names)
        if processes > 1 and total > _SMALL:
            checked = stack.enter_context(Processes(processes)).map(_check, repeat(path), names)
        for name in checked:
            done += sizes[name]
            if progress:
                progress(done, total)
    return Checked(manifest.claims, len(sizes), total)


@lru_cache(maxsize=1)
def _loaded(path: Path) -> _Manifest:
    return _Manifest(path)


def _check(path: Path, name: str) -> str:
    """Check a lemma of a manifest, in a process that does so for many."""
    return _loaded(path).check(name)


class _Manifest:
    """A manifest that has been read.

    Attributes:
        path: its file.
        lemmas: the statement of each lemma.
        claims: what the manifest claims to prove.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            content: Any = json.loads(path.read_bytes()) if path.stat().st_size <= _MOST else None
        except (ValueError, RecursionError):
            content = None
        self._expect(isinstance(content, dict) and "noughts manifest" in content, "it cannot be read")
        self._expect(content["noughts manifest"] == VERSION, "it has a different version")
        statements, names = content.get("lemmas"), content.get("claims")
        self._expect(isinstance(statements, dict) and isinstance(names, list) and names, "it does not list any lemmas")
        self._game = str(content.get("game"))
        self.lemmas = {str(name): self._lemma(statement) for name, statement in statements.items()}
        self._expect(all(name in self.lemmas for name in names), "a claim is not among its lemmas")
        self.claims = [Claim(self.lemmas[name].position, *self.lemmas[name].claim) for name in names]
        is_one = len({claim.position for claim in self.claims}) == 1
        self._expect(is_one, "its claims are about different positions")

    @cached_property
    def _rules(self) -> Any:
        return game(self._game)

    def _lemma(self, statement: Any) -> Lemma:
        try:
            where = position(str(statement["position"]), self._rules)
            attacker, wins, alone = (statement[key] for key in ("attacker", "wins", "alone"))
            zone = int(statement["zone"], 16)
        except (NoughtsError, LookupError, TypeError, ValueError) as error:
            raise self._fault(f"the statement of a lemma cannot be read: {error}") from None
        is_valid = attacker in ("x", "o") and isinstance(wins, bool) and isinstance(alone, bool)
        self._expect(is_valid, "the statement of a lemma has an unknown side or claim")
        return Lemma(where, (attacker, wins, alone), zone)

    def file(self, name: str) -> Path:
        """Return the file of a lemma."""
        return lemma_folder(self.path) / f"{name}.proof"

    def size(self, name: str) -> int:
        """Return the size of a lemma's proof in bytes."""
        try:
            return self.file(name).stat().st_size
        except FileNotFoundError:
            raise self._fault(f"the lemma {name} is missing from {lemma_folder(self.path)}") from None

    def check(self, name: str) -> str:
        """Check a lemma, and return its name."""
        stated, file = self.lemmas[name], self.file(name)
        self._expect(_digest(file) == name, f"the content of {file.name} has another SHA-256")

        def lemma(other: str) -> Lemma:
            self._expect(other in self.lemmas, f"{file.name} relies on the lemma {other}, which it does not list")
            below = self.lemmas[other]
            self._expect(_height(below) < _height(stated), f"{file.name} relies on a lemma that is not below it")
            return below

        try:
            proved = check_with_lemmas(file, lemma)
        except RecursionError:
            raise self._fault(f"{file.name} is nested too deeply") from None
        claim = Claim(stated.position, *stated.claim)
        self._expect([one.claim for one in proved] == [claim], f"{file.name} proves something else than is stated")
        self._expect(not proved[0].zone & ~stated.zone, f"{file.name} depends on more cells than is stated")
        return name

    def _expect(self, holds: object, fault: str) -> None:
        if not holds:
            raise self._fault(fault)

    def _fault(self, fault: str) -> BadFile:
        return BadFile(f"{self.path} fails: {fault}")


def _height(lemma: Lemma) -> tuple[int, bool]:
    """Return a measure that each move makes smaller. A defender who passes makes it smaller, too."""
    return lemma.position.empty.bit_count(), lemma.position.turn.value != lemma.claim[0]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _copy(source: Path, target: Path) -> None:
    """Link or copy a proof. A complete copy is left alone."""
    if target.exists() and target.stat().st_size == source.stat().st_size:
        return
    draft = target.with_suffix(".part")
    draft.unlink(missing_ok=True)
    try:
        os.link(source, draft)
    except OSError:  # another disk, or a file system without links
        shutil.copyfile(source, draft)
    draft.replace(target)
