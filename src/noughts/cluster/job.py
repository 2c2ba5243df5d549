"""A job: the question whether one side can force a win from one position, answered within a budget of nodes.

Workers need nothing but the kernel. Every job starts with an empty transposition table, so its answer and its number of
nodes do not depend on the worker, on earlier jobs or on the time.
"""

from __future__ import annotations

import io
from typing import NamedTuple

from noughts.rules.gallery import game
from noughts.rules.game import Player
from noughts.rules.notation import position
from noughts.rules.position import Position
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.limit import Budget
from noughts.solver.proofs.claim import Claim
from noughts.solver.proofs.proof import ProofWriter

MIN_NODES = 100
"""The smallest budget of a job. This budget is enough for a position in which a player can complete a line."""

MOST_NODES = 1 << 62
"""The largest budget of a job."""


class Question(NamedTuple):
    """The question whether a side can force a win. The question identifies a job.

    Attributes:
        game: the name of the game.
        position: the position as T3EN.
        attacker: the side, "x" or "o".
        weak: whether only the attacker can complete lines (the weak game).
    """

    game: str
    position: str
    attacker: str
    weak: bool

    def start(self) -> Position:
        """Return the position that the question is about."""
        return position(self.position, game(self.game))

    def claim(self, wins: bool) -> Claim:
        """Return the claim that answers this question."""
        return Claim(self.start(), self.attacker, wins, self.weak)

    def __str__(self) -> str:
        """Return the question in words, to name a job in messages."""
        return f"can {self.attacker} win{' the weak game' if self.weak else ''} from {self.position}"


class Job(NamedTuple):
    """A question that is handed to a worker.

    Attributes:
        question: the question.
        nodes: the maximum number of nodes for the search, and again for writing the proof.
        token: the number of this lease. An answer with an old token is ignored.
        is_audit: whether an undecided job is repeated, only to compare the number of nodes.
    """

    question: Question
    nodes: int
    token: int
    is_audit: bool = False


class JobResult(NamedTuple):
    """A worker's answer to a job.

    Attributes:
        wins: whether the attacker wins, or None if the budget was too small.
        nodes: the number of nodes of the search.
        proof: the content of the proof file, if the question was decided.
    """

    wins: bool | None
    nodes: int
    proof: bytes = b""


def run_job(job: Job) -> JobResult:
    """Answer a job's question, with a proof.

    Raises:
        NoughtsError: the kernel is not installed.
    """
    question = Question(*job.question)
    start, attacker = question.start(), Player(question.attacker)
    kernel, search, writing = MnkKernel(start.game), Budget(job.nodes), Budget(job.nodes)
    wins = kernel.can_win(start, attacker, search, weak=question.weak)
    if wins is None:
        return JobResult(None, search.nodes)
    claim, file = question.claim(wins), io.BytesIO()
    writer = ProofWriter(file, [claim], kernel.symmetries)
    if not kernel.prove(claim, writing, writer.write):
        return JobResult(None, search.nodes + writing.nodes)
    writer.close()
    return JobResult(wins, search.nodes, file.getvalue())
