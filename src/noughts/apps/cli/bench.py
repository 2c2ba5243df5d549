"""`noughts bench`: solve a fixed list of games, and sign what was found."""

import time
from hashlib import sha256

import click

from noughts.apps.cli.common import echo_json, json_option
from noughts.apps.cli.progress import bar
from noughts.apps.cli.running import effort_words
from noughts.explain.scores import value_words
from noughts.rules.gallery import game
from noughts.rules.position import Position
from noughts.solver.budget import Budget
from noughts.solver.verdict import GameSolver, Verdict

GAMES = [
    *["3,3,3", "3,3,3 misere", "4,3,3", "4,4,3 gravity", "4,4,4", "4,4,4 torus", "3x3x3"],
    *["5,4,4", "5,5,4", "6,5,4", "6,6,4", "7,5,4", "7,4,4", "6,6,5", "7,6,5", "7,7,5", "8,8,6", "9,8,6", "9,9,6"],
]
"""The games that are solved, in this order, each with nothing known before."""


@click.command()
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="How many search together.")
@json_option
def command(threads: int, as_json: bool) -> None:
    """Solve a fixed list of games, and print one signature of all values, best moves and numbers of nodes.

    The signature is the same on every machine. A change of the program that changes nothing in how it searches leaves
    it as it is; one that does, changes it.

    It is of one thread: how many nodes several search together, and which of several best moves of a large board they
    find first, is chance. The answers, which are the values and where all of them are known the best moves, have a
    number of their own, which is the same with any number of threads.
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
    found = [(name, answer) for name, answer, _ in rows]
    mark, same = signature(found) if threads == 1 else None, answers_signature(found)
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
                "answers": same,
                "signature": mark,
            }
        )
        return
    wide = max(map(len, GAMES))
    for name, answer, took in rows:
        value = value_words(answer.bounds.low, answer.distance, shape=False)
        print(f"{name:{wide}}  {value:9}  {answer.nodes:>9,} nodes  {took:8.4f} s")
    print(f"\n{effort_words(nodes, seconds)}.\nAnswers:   {same}")
    if mark:
        print(f"Signature: {mark}")


def solved(name: str, threads: int = 1) -> Verdict:
    """Return the answer to a game, found with nothing known before."""
    start = Position(game(name))
    return GameSolver(start.game, threads=threads).answer(start, Budget())


def signature(answers: list[tuple[str, Verdict]]) -> str:
    """Return a short number of all that was found: values, distances, best moves and numbers of nodes."""
    found = [
        f"{name}: {answer.bounds.value} {answer.distance} {[move.move for move in answer.moves]} {answer.nodes}"
        for name, answer in answers
    ]
    return _hash(found)


def answers_signature(answers: list[tuple[str, Verdict]]) -> str:
    """Return a short number of what is never chance: values, distances, and the best moves where all are known."""
    return _hash(
        [
            f"{name}: {a.bounds.value} {a.distance} {None if a.is_one_of_some else [move.move for move in a.moves]}"
            for name, a in answers
        ]
    )


def _hash(lines: list[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:16]
