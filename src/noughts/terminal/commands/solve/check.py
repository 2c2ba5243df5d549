"""`noughts check FILE`: check a proof or a manifest, without trusting the solver."""

import time
from collections.abc import Sequence
from pathlib import Path

import click

from noughts.cluster.ledger import is_ledger
from noughts.cluster.manifest import check_manifest, is_manifest
from noughts.explain.words import game_words, plural
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.notation import t3en
from noughts.solver.proofs.certificate import check_file, value_of
from noughts.solver.proofs.claim import Claim
from noughts.terminal.options import FileName, echo_json, json_option, processors
from noughts.terminal.progress import bar
from noughts.terminal.prose import say

VALUES = {1: "win", 0: "tie", -1: "lose", None: None}
"""The names of values in JSON."""


@click.command()
@click.argument("file", type=FileName(path_type=Path, dir_okay=False))
@json_option
def command(file: Path, as_json: bool) -> None:
    """Check the proof in FILE by replaying its moves according to the rules of the game.

    The check does not trust the solver. It rejects a damaged file, or a proof that does not show what it claims,
    and reports the first error. If FILE is a manifest, each of its lemmas is checked once, on all processors.

    \b
    noughts solve 7,7,5 --proof 775.proof
    noughts check 775.proof
    """
    began, lemmas, size = time.perf_counter(), 0, 0
    try:
        with bar() as show:
            if is_ledger(file):
                advice = f"to write its proof, run noughts cluster solve GAME {file} --proof MANIFEST"
                raise NoughtsError(f"{file} is a ledger: {advice}")
            if is_manifest(file):
                claims, lemmas, size = check_manifest(
                    file, processes=processors(), progress=lambda done, total: show("checking", done, total)
                )
            else:
                claims = check_file(file, lambda done, total: show("checking", done, total))
                size = file.stat().st_size
    except OSError as error:
        raise NoughtsError(f"cannot read {file}: {error.strerror or error}") from None
    seconds = time.perf_counter() - began
    if as_json:
        echo_json(
            {
                "game": claims[0].position.game.name,
                "position": t3en(claims[0].position),
                "positionValue": VALUES[value_of(claims)],
                "claims": [claim.stated() for claim in claims],
                **({"lemmas": lemmas} if lemmas else {}),
                "seconds": round(seconds, 3),
            }
        )
        return
    what = f"{plural(lemmas, 'lemma')}, " if lemmas else ""
    say(f"{claims_text(claims)} Checked by the rules alone: {what}{size:,} bytes in {seconds:.1f} s.")


def claims_text(claims: Sequence[Claim]) -> str:
    """Return a sentence that says what a proof shows about the value of a position."""
    start = claims[0].position
    where = "" if start.empty == start.game.board.cells else f", {t3en(start)}"
    sentences = [_claim(claim) for claim in claims]
    if value_of(claims) == 0:
        sentences.append("So it is a draw.")
    return f"{game_words(start.game)}{where}, {start.turn} to move. {' '.join(sentences)}"


def _claim(claim: Claim) -> str:
    attacker = Player(claim.attacker)
    even = f", even if {attacker.other} only blocks" if claim.weak else ""
    if claim.wins:
        return f"{attacker} wins{f' if {attacker.other} only blocks' if claim.weak else ''}."
    return f"{attacker} cannot win{even}."
