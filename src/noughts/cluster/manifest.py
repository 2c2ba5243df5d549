"""Manifests: a proof of a position's value in many files, each of which contains a lemma and is named by its SHA-256.

A manifest is a JSON file. It lists the statement of every lemma: position, attacker, claim and zone, the empty cells
that the proof of the lemma depends on. The proofs are in a folder beside it. A proof can rely on other lemmas of the
manifest; together they form the tree of moves from the position down. Each proof is checked once, in any order, against
the statements of the lemmas that it names, so several processes can share the work. If all statements are proved, the
claims of the manifest follow: `noughts.solver.proofs.check` makes sure that no lemma relies on itself.

A manifest must be byte for byte the same as noughts writes for its statements, so every byte is checked.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import lru_cache
from hashlib import sha256
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

from noughts.cluster.lemmas import check_lemma, is_whole, lemma_file
from noughts.cluster.processes import Processes
from noughts.rules.errors import BadFile
from noughts.rules.gallery import game
from noughts.rules.game import Game
from noughts.rules.notation import position, t3en
from noughts.solver.proofs.certificate import is_name
from noughts.solver.proofs.check import MOST_CELLS, MOST_LINES, Lemma
from noughts.solver.proofs.claim import Claim

VERSION = 1

_MAGIC = b'{"noughts manifest":'
_SMALL = 1 << 20  # with fewer bytes of proofs, one process checks them alone
_MOST = 1 << 27  # the maximum size of a manifest in bytes; reading it takes up to 25 times as much memory


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


def manifest_text(claims: Sequence[str], lemmas: Mapping[str, Lemma]) -> str:
    """Return the text of a manifest.

    Args:
        claims: the names of the lemmas that state what the manifest claims.
        lemmas: the statement of each lemma, by its name.
    """
    head = {"noughts manifest": VERSION, "game": lemmas[claims[0]].claim.position.game.name, "claims": claims}
    lines = [f"{json.dumps(name)}: {json.dumps(_statement(lemma))}" for name, lemma in sorted(lemmas.items())]
    return json.dumps(head)[:-1] + ', "lemmas": {\n' + ",\n".join(lines) + "\n}}\n"


def _statement(lemma: Lemma) -> dict[str, Any]:
    return {"position": t3en(lemma.claim.position), **lemma.claim.stated(), "zone": f"{lemma.zone:x}"}


def copy_lemmas(lemmas: Iterable[str], source: Path, target: Path) -> None:
    """Copy the files of some lemmas to a folder, which is created if necessary. Where possible, create links instead of
    copies.

    Raises:
        OSError: a file cannot be read or written.
    """
    target.mkdir(exist_ok=True)
    for name in lemmas:
        if is_whole(target, name):
            continue
        file = lemma_file(target, name)
        draft = file.with_suffix(".part")
        draft.unlink(missing_ok=True)
        try:
            os.link(lemma_file(source, name), draft)
        except OSError:  # the folder is on another disk or on a file system without links
            shutil.copyfile(lemma_file(source, name), draft)
        draft.replace(file)


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
            pool = stack.enter_context(Processes(processes))
            checked = pool.map(_check, repeat(path), repeat(manifest.sha256), names)
        for name in checked:
            done += sizes[name]
            if progress:
                progress(done, total)
    return Checked(manifest.claims, len(sizes), total)


@lru_cache(maxsize=1)
def _loaded(path: Path) -> _Manifest:
    return _Manifest(path)


def _check(path: Path, sha256: str, name: str) -> str:
    """Check one lemma of a manifest, and return its name. Raise an error if the manifest does not have the given
    SHA-256.
    """
    manifest = _loaded(path)
    if manifest.sha256 != sha256:
        raise BadFile(f"{path} has changed during the check")
    return manifest.check(name)


class _Manifest:
    """A manifest that has been read.

    Attributes:
        path: its file.
        sha256: the SHA-256 of its content.
        lemmas: the statement of each lemma.
        claims: what the manifest claims to prove.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._expect(path.stat().st_size <= _MOST, "it is too large")
        content = path.read_bytes()
        self.sha256 = sha256(content).hexdigest()
        try:
            read: Any = json.loads(content)
            self._expect(read["noughts manifest"] == VERSION, "it has a different version")
            rules, names = game(read["game"]), [str(name) for name in read["claims"]]
            is_small = len(rules.board) <= MOST_CELLS and len(rules.lines) <= MOST_LINES
            self._expect(is_small, "the board is too large")
            self.lemmas = {str(name): _lemma(stated, rules) for name, stated in read["lemmas"].items()}
            self.claims = [self.lemmas[name].claim for name in names]
            is_exact = manifest_text(names, self.lemmas).encode() == content
        except BadFile:
            raise
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
            is_exact = False
        self._expect(is_exact, "it cannot be read, or is not written as noughts writes it")
        self._expect(all(map(is_name, self.lemmas)), "the name of a lemma is not a SHA-256")
        self._expect(len({*names}) == len(names), "it states a claim twice")
        is_one = len({claim.position for claim in self.claims}) == 1
        self._expect(is_one, "its claims are about different positions")

    def size(self, name: str) -> int:
        """Return the size of a lemma's proof in bytes."""
        folder = lemma_folder(self.path)
        file = lemma_file(folder, name)
        self._expect(file.is_file(), f"the lemma {name} is missing from {folder}")
        return file.stat().st_size

    def check(self, name: str) -> str:
        """Check a lemma, and return its name."""
        try:
            return check_lemma(lemma_folder(self.path), name, self.lemmas[name], self.lemmas)
        except BadFile as error:
            raise self._fault(str(error)) from None

    def _expect(self, holds: object, fault: str) -> None:
        if not holds:
            raise self._fault(fault)

    def _fault(self, fault: str) -> BadFile:
        return BadFile(f"{self.path} fails: {fault}")


def _lemma(stated: Any, rules: Game) -> Lemma:
    """Return a lemma from its statement in a manifest."""
    return Lemma(Claim.read(position(stated["position"], rules), stated), int(stated["zone"], 16))
