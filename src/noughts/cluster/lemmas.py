"""Check lemmas: proofs in files that are named by their SHA-256. A lemma's proof can rely on other lemmas."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import file_digest
from pathlib import Path

from noughts.rules.board import Cells
from noughts.rules.errors import BadFile
from noughts.solver.proofs.certificate import check_with_lemmas
from noughts.solver.proofs.check import Lemma
from noughts.solver.proofs.claim import Claim


def lemma_file(folder: Path, name: str) -> Path:
    """Return the file of a lemma. The name of the file is the SHA-256 of its content."""
    return folder / f"{name}.proof"


def is_whole(folder: Path, name: str) -> bool:
    """Return whether a lemma's file exists and has the SHA-256 in its name."""
    file = lemma_file(folder, name)
    if not file.is_file():
        return False
    with file.open("rb") as content:
        return file_digest(content, "sha256").hexdigest() == name


def proved_zone(file: Path, claim: Claim, lemmas: Mapping[str, Lemma]) -> Cells:
    """Check that a file proves one claim, and return the cells that the proof depends on.

    Args:
        file: the file.
        claim: the claim.
        lemmas: the lemmas that the proof can rely on. The caller must check the proof of each lemma, too.

    Raises:
        BadFile: the file does not prove the claim; the message names the first fault.
    """

    def lemma(name: str) -> Lemma:
        if name not in lemmas:
            raise BadFile(f"the proof relies on an unknown lemma {name}")
        return lemmas[name]

    proved = check_with_lemmas(file, lemma)
    if [one.claim for one in proved] != [claim]:
        raise BadFile("the proof states something other than the answer")
    return proved[0].zone


def check_lemma(folder: Path, name: str, stated: Lemma, lemmas: Mapping[str, Lemma]) -> str:
    """Check that a lemma's file proves the lemma's statement, and return the lemma's name.

    Args:
        folder: the folder of the lemmas.
        name: the name of the lemma.
        stated: the statement. Its zone must equal the zone that the checker finds.
        lemmas: the statements of the lemmas that the proof can rely on. The caller must check each of these lemmas,
            too.

    Raises:
        BadFile: the file does not prove the statement; the message names the first fault.
    """
    if not is_whole(folder, name):
        raise BadFile(f"the content of {name}.proof has another SHA-256")
    try:
        zone = proved_zone(lemma_file(folder, name), stated.claim, lemmas)
    except BadFile as error:
        raise BadFile(f"{name}.proof: {error}") from None
    if zone != stated.zone:
        raise BadFile(f"{name}.proof depends on cells other than the stated cells")
    return name
