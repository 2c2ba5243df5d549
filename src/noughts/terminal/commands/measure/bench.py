"""`noughts bench`: solve a fixed list of games and print a signature of the results."""

import time
from hashlib import sha256

import click

from noughts.explain.scores import value_words
from noughts.rules.board import Move
from noughts.solver.evaluation import Evaluation
from noughts.solver.limit import Limit
from noughts.solver.solve import solve
from noughts.terminal.options import echo_json, json_option
from noughts.terminal.progress import bar
from noughts.terminal.running import effort_words

GAMES = [
    *["3,3,3", "3,3,3 misere", "4,3,3", "4,4,3 gravity", "4,4,4", "4,4,4 torus", "3x3x3"],
    *["5,4,4", "5,5,4", "6,5,4", "6,6,4", "7,5,4", "7,4,4", "6,6,5", "7,6,5", "7,7,5", "8,8,6", "9,8,6", "9,9,6"],
]
"""The games to solve, in order. Each search starts with an empty transposition table."""


@click.command()
@click.option(
    "--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="The number of search threads."
)
@json_option
def command(threads: int, as_json: bool) -> None:
    """Solve a fixed list of games and print a signature of the values, best moves and node counts.

    The signature is the same on every machine. It changes only if the search itself changes.

    With several threads, node counts vary from run to run. On a large board, so does the best move that is found first.
    The signature is therefore printed only if there is one thread. The line "Answers" covers the values, and the best
    moves where all of them are known. It is the same for any number of threads.
    """
    rows, seconds, nodes = [], 0.0, 0
    with bar() as show:
        for number, name in enumerate(GAMES):
            show(f"solving {name}", number, len(GAMES))
            began = time.perf_counter()
            answer = solved(name, threads)
            took = time.perf_counter() - began
            seconds, nodes = seconds + took, nodes + answer.nodes
            rows.append((name, answer, took))
    answers = [(name, answer) for name, answer, _ in rows]
    full, values_only = signature(answers) if threads == 1 else None, answers_signature(answers)
    if as_json:
        games = [
            {"game": name, "value": answer.bounds.value, "nodes": answer.nodes, "seconds": round(took, 4)}
            for name, answer, took in rows
        ]
        echo_json(
            {
                "games": games,
                "nodes": nodes,
                "seconds": round(seconds, 3),
                "threads": threads,
                "answers": values_only,
                "signature": full,
            }
        )
        return
    wide = max(map(len, GAMES))
    for name, answer, took in rows:
        value = value_words(answer.bounds.low, answer.distance, shape=False)
        print(f"{name:{wide}}  {value:9}  {answer.nodes:>9,} nodes  {took:8.4f} s")
    print(f"\n{effort_words(nodes, seconds)}.\nAnswers:   {values_only}")
    if full:
        print(f"Signature: {full}")


def solved(name: str, threads: int = 1) -> Evaluation:
    """Solve a game, starting with an empty transposition table."""
    return solve(name, Limit(threads=threads))


def signature(answers: list[tuple[str, Evaluation]]) -> str:
    """Return a hash of all results: values, distances, best moves and node counts."""
    return _hash(
        [
            f"{name}: {answer.bounds.value} {answer.distance} {[move.move for move in answer.optimal]} {answer.nodes}"
            for name, answer in answers
        ]
    )


def answers_signature(answers: list[tuple[str, Evaluation]]) -> str:
    """Return a hash of the results that never depend on chance: values, distances, and complete lists of best moves."""
    return _hash([f"{name}: {a.bounds.value} {a.distance} {_best(a)}" for name, a in answers])


def _best(answer: Evaluation) -> list[Move] | None:
    """Return all best moves, or None if the solver did not find all of them."""
    is_complete = len(answer.moves) == len(answer.position.moves)
    return [move.move for move in answer.optimal] if is_complete else None


def _hash(lines: list[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:16]
