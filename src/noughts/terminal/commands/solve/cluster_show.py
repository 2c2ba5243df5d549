"""`noughts cluster show LEDGER`: show the progress of a run."""

import sys
import time
from pathlib import Path
from typing import Any

import click

from noughts.cluster.ledger import NEVER, Summary, summary
from noughts.explain.words import plural
from noughts.rules.errors import NoughtsError
from noughts.terminal.options import FileName, echo_json, json_option

_TICK = 1.0  # seconds between two updates


@click.command("show")
@click.argument("ledger", type=FileName(path_type=Path, exists=True, dir_okay=False))
@click.option("--watch", is_flag=True, help="Keep the progress on the screen until the run is decided.")
@json_option
def show_command(ledger: Path, watch: bool, as_json: bool) -> None:
    """Show the progress of the run that keeps its answers in LEDGER. The run may be under way.

    The proof number estimates how many jobs must be done to show that the side in question wins, and the disproof
    number how many to show that it does not.

    \b
    noughts cluster show 885.ledger --watch
    """
    if watch and (as_json or not sys.stdout.isatty()):
        raise NoughtsError("--watch needs a terminal: leave out --watch to print the state once")
    state = summary(ledger)
    if as_json:
        echo_json(ledger_json(state))
    elif not watch:
        print(ledger_text(state))
    else:
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        with Live(Text(ledger_text(state)), console=Console(), auto_refresh=False) as live:
            while not state.result:
                time.sleep(_TICK)
                state = summary(ledger)
                live.update(Text(ledger_text(state)), refresh=True)


def ledger_text(state: Summary) -> str:
    """Describe the state of a run in a few lines."""
    lines = [f"{state.game}{', the weak game' if state.weak else ''} from {state.start}"]
    if state.result:
        lines.append(f"Recorded:     {state.result} (noughts cluster solve checks the proofs and prints the result)")
    elif state.numbers:
        question, pn, dn = state.numbers
        lines += [f"Question:     {question}", f"Proof number: {_number(pn)}, disproof number: {_number(dn)}"]
    lines += [
        f"Jobs:         {state.proved:,} proved, {state.split:,} split, {len(state.running):,} running, "
        f"{state.lost:,} lost, {len(state.quarantined):,} quarantined; at most {state.job_nodes:,} nodes each",
        f"Work:         {state.nodes:,} nodes, {_time(state.seconds)} of processor time",
        f"Proofs:       {state.proof_bytes:,} bytes",
        f"Audits:       {plural(state.audits, 'undecided job')} repeated",
    ]
    if state.left and state.done:
        least, guess = state.left[0], state.left[-1]
        left = _time(guess * state.seconds / state.done)
        lines.append(f"Left:         at least {plural(least, 'job')}, perhaps {guess:,}: {left} of processor time")
    lines += [f"Quarantined:  {question}" for question in state.quarantined]
    lines += [f"Event:        {event}" for event in state.events]
    return "\n".join(line if line.isprintable() else ascii(line) for line in lines)


def ledger_json(state: Summary) -> dict[str, Any]:
    """Return the state of a run as JSON data."""
    question, pn, dn = state.numbers or (None, None, None)
    return {
        "game": state.game,
        "position": state.start,
        "weak": state.weak,
        "result": state.result or None,
        "question": question,
        "proofNumber": pn,
        "disproofNumber": dn,
        "jobNodes": state.job_nodes,
        "proved": state.proved,
        "split": state.split,
        "running": state.running,
        "lost": state.lost,
        "quarantined": state.quarantined,
        "nodes": state.nodes,
        "seconds": round(state.seconds, 3),
        "proofBytes": state.proof_bytes,
        "audits": state.audits,
        "jobsLeft": min(state.left, default=None),
        "events": state.events,
    }


def _number(number: int) -> str:
    return f"{number:,}" if number < NEVER else "unknown"


def _time(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
