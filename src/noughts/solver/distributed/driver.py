"""The driver of a run: hands out jobs, checks every proof that comes back, and stores it in the ledger.

The driver does not trust workers. A proof counts only after the checker has accepted it, so a wrong answer costs time
but never changes a result. An undecided job has no proof; a sample of these jobs is repeated, and must take the same
number of nodes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor as CheckPool
from concurrent.futures import Future
from functools import cached_property
from pathlib import Path

from noughts.rules.errors import BadFile
from noughts.rules.game import Player
from noughts.rules.position import Position
from noughts.solver.certificate import Claim, check_with_lemmas
from noughts.solver.check import PASS, Lemma
from noughts.solver.distributed.executor import Arrival, Executor
from noughts.solver.distributed.job import Job, Question
from noughts.solver.distributed.ledger import MOST_LOST, Ledger, Row
from noughts.solver.distributed.processes import Died
from noughts.solver.distributed.tree import Edge, Node, Tree
from noughts.solver.proof import ProofWriter

AUDITED = 0.02
"""The share of undecided jobs that are repeated."""

_LEASE = 600  # seconds that every job gets, however small
_SLOWEST = 500  # nodes a second on the slowest worker, with time to check the proof
_TICK = 0.2  # seconds to wait for an answer at a time
_SHORT_TICK = 0.02  # the same while proofs are being checked


class Driver:
    """Solves one position with the help of a ledger. Call `run`.

    Args:
        ledger: the ledger of this position.
        start: the position.
        weak: whether to solve the weak game.
        executor: runs the jobs.
        pool: runs the checks of proofs.
        random: returns a number from 0 to 1. If it is less than `AUDITED`, an undecided job is repeated.
        clock: returns the current time in seconds.
    """

    def __init__(
        self,
        ledger: Ledger,
        start: Position,
        *,
        weak: bool,
        executor: Executor,
        pool: CheckPool,
        random: Callable[[], float],
        clock: Callable[[], float],
    ) -> None:
        self.ledger, self.executor, self.pool = ledger, executor, pool
        self.nodes, self.jobs, self.seconds = 0, 0, 0.0
        self._start, self._weak = start, weak
        self._random, self._clock = random, clock
        self._skips_weak = False  # whether to do without the weak game, because it cannot be decided
        self.tree = Tree(start.game)
        self._leases: dict[Job, Node] = {}
        self._audits: dict[Job, tuple[int, str]] = {}  # the number of nodes that is expected, and the first worker
        self._checks: dict[Future[int], tuple[Arrival, Path]] = {}
        self._restored: set[Question] = set()

    def run(self, stop: Callable[[], bool] = lambda: False) -> list[Node] | None:
        """Work until the value of the position is proved, and return the nodes whose answers prove it.

        Args:
            stop: returns whether to stop early.

        Returns:
            The proved nodes. None if the run was stopped, or if it cannot go on without quarantined jobs.

        Raises:
            NoughtsError: the ledger cannot be written, or no more jobs can be run.
        """
        while not stop():
            with self.ledger.transaction():
                root = self.goal()
                if root is None:
                    nodes = self._goals()
                    self.ledger.finish(result_words([node_claim(node) for node in nodes]))
                    return nodes
                self._fill(root)
                if not (self._leases or self._audits) and self.tree.select(root) is None:
                    if self._weak or self._skips_weak:
                        break
                    self._skips_weak = True
            self._step()
        return None

    def goal(self) -> Node | None:
        """Return the question to be answered now, or None if the value is proved."""
        return next((node for node in self._goals() if node.wins is None), None)

    def _step(self) -> None:
        """Wait a moment for answers and checks, and store those that have arrived."""
        arrivals = self.executor.wait(_SHORT_TICK if self._checks else _TICK)
        with self.ledger.transaction():
            for arrival in arrivals:
                if arrival.job.is_audit:
                    self._compare(arrival)
                elif arrival.job in self._leases:
                    self._receive(arrival)
            for check in [check for check in self._checks if check.done()]:
                self._accept(check, *self._checks.pop(check))
            overdue = self.ledger.overdue(self._clock())
            for job in [job for job in self._leases if job.token in overdue]:
                self._lose(Arrival(job, None, reason="there was no answer in time"))

    # Goals

    def _goals(self) -> list[Node]:
        """Return the questions that decide the value, as far as they are known. The weak game comes first."""
        alone = self._root(Player.X, alone=True)
        if self._weak or (alone.wins is None and not self._skips_weak):
            return [alone]
        against = alone if alone.wins is False else self._root(Player.X, alone=False)
        if against.wins is not False:
            return [against]
        if against.attacker_to_move and not self._start.x | self._start.o:
            return [against, self._same_for_o(against)]
        return [against, self._root(Player.O, alone=False)]

    def _same_for_o(self, against: Node) -> Node:
        """Prove that O cannot win from the empty board, because X, who moves first, cannot win."""
        node = self.tree.node(self._start, Player.O, alone=against.question.alone)
        if node.proof is None:
            node.edges = [Edge(PASS, None, against, 0)]
            self._settle(node)
        return node

    def _root(self, attacker: Player, *, alone: bool) -> Node:
        node = self.tree.node(self._start, attacker, alone=alone)
        self._restore([node])
        return node

    @cached_property
    def _rows(self) -> dict[Question, Row]:
        """What the ledger knew when this driver began."""
        for row in self.ledger.rows().values():  # a proof that was deleted or cut short is written again
            if row.proof is not None:
                file = self.ledger.file(row.proof.sha256)
                if not (file.is_file() and file.stat().st_size == row.proof.size):
                    self.ledger.forget(row.proof.sha256)
        return self.ledger.rows()

    def _restore(self, nodes: Iterable[Node]) -> None:
        """Set what the ledger knew about nodes that are new in the tree, and about all nodes below them."""
        todo, known = list(nodes), list[Node]()
        while todo:
            node = todo.pop()
            row = self._rows.get(node.question) if node.question not in self._restored else None
            self._restored.add(node.question)
            if row is None:
                continue
            known.append(node)
            node.is_quarantined = row.is_quarantined
            if row.proof is not None:
                node.proof = row.proof
            elif row.split and self.tree.expand(node):
                todo += (edge.node for edge in node.edges)
        for node in sorted(known, key=lambda node: node.position.empty.bit_count()):
            self._settle(node)

    # Jobs

    def _fill(self, root: Node) -> None:
        """Hand out jobs until every worker has one, unless as many proofs wait to be checked."""
        workers, running = self.executor.capacity, len(self._leases) - len(self._checks) + len(self._audits)
        for _ in range(min(workers - running, 2 * workers - len(self._leases))):
            node = self.tree.select(root)
            if node is None:
                break
            self._lease(node)

    def _lease(self, node: Node) -> None:
        nodes = self.ledger.job_nodes
        token = self.ledger.lease(node.question, self._clock() + _LEASE + nodes / _SLOWEST)
        job = Job(node.question, nodes, token)
        self._leases[job] = node
        node.is_busy = True
        self._settle(node)
        self.executor.submit(job)

    def _receive(self, arrival: Arrival) -> None:
        """Handle an answer: have its proof checked, or replace an undecided question by those after each move."""
        job, answer = arrival.job, arrival.answer
        node = self._leases[job]
        if answer is None:
            self._lose(arrival)
        elif answer.wins is not None:
            draft = self.ledger.draft(answer.proof, job.token)
            self._checks[self.pool.submit(checked_zone, draft, job.question, answer.wins)] = arrival, draft
        elif not node.edges and not self.tree.expand(node):
            self._lose(arrival._replace(reason="it was returned undecided, although its answer is obvious"))
        else:
            self.ledger.split(job.question, job.token, answer.nodes, arrival.seconds, arrival.worker)
            self._count(arrival)
            self._restore(edge.node for edge in node.edges)
            self._release(job)
            if self._random() < AUDITED:
                audit = job._replace(is_audit=True)
                self._audits[audit] = answer.nodes, arrival.worker
                self.executor.submit(audit)

    def _accept(self, check: Future[int], arrival: Arrival, draft: Path) -> None:
        """Store a proof that the checker has accepted."""
        job, answer = arrival.job, arrival.answer
        assert answer is not None
        assert answer.wins is not None
        if job not in self._leases:  # the lease ended during the check
            draft.unlink()
            return
        try:
            zone = check.result()
        except (BadFile, RecursionError) as error:
            draft.unlink()
            self._lose(arrival._replace(reason=f"its proof was rejected: {error}"))
            return
        except Died as error:
            draft.unlink()
            self._lose(arrival._replace(reason=f"its proof could not be checked: {error}"))
            return
        proof = self.ledger.keep(draft, answer.proof, wins=answer.wins, zone=zone)
        self.ledger.proved(job.question, job.token, answer.nodes, arrival.seconds, arrival.worker, proof)
        self._count(arrival)
        self._leases[job].proof = proof
        self._release(job)

    def _count(self, arrival: Arrival) -> None:
        self.jobs += 1
        self.nodes += arrival.answer.nodes if arrival.answer else 0
        self.seconds += arrival.seconds

    def _lose(self, arrival: Arrival) -> None:
        """End a lease without a valid answer. After too many of them, quarantine the job."""
        job, node = arrival.job, self._leases[arrival.job]
        lost = self.ledger.lose(job.question, job.token, arrival.times)
        by = f" by {arrival.worker}" if arrival.worker else ""
        self.ledger.event(self._clock(), "lost", f"{job.question}: lost{by}, {arrival.reason}")
        if lost >= MOST_LOST:
            node.is_quarantined = True
            self.ledger.event(self._clock(), "quarantined", f"{job.question}: quarantined after {lost} lost leases")
        self._release(job)

    def _release(self, job: Job) -> None:
        node = self._leases.pop(job)
        node.is_busy = False
        self._settle(node)
        goal = self.goal()
        if goal is not None:
            self.ledger.progress(goal.question, goal.pn, goal.dn)

    def _compare(self, arrival: Arrival) -> None:
        """Compare a repeated undecided job with the first answer."""
        expected, worker = self._audits.pop(arrival.job)
        answer, question = arrival.answer, arrival.job.question
        if answer is None:
            return
        self.ledger.event(self._clock(), "audit", str(question))
        if answer.wins is not None or answer.nodes != expected:
            found = f"{answer.nodes:,} nodes" if answer.wins is None else "an answer"
            text = f"{worker} gave up after {expected:,} nodes, {arrival.worker} found {found}: one of them is wrong"
            self.ledger.event(self._clock(), "mismatch", f"{question}: {text}")

    # Proofs

    def _settle(self, node: Node) -> None:
        """Update the numbers of all nodes above a node. Write a proof for each question that is answered by that."""
        for settled in self.tree.update(node):
            composition = self.tree.compose(settled)
            names = [lemma.proof.sha256 for lemma in composition.lemmas if lemma.proof]
            lemmas = dict(zip(names, (lemma.lemma() for lemma in composition.lemmas), strict=True))
            content = io.BytesIO()
            writer = ProofWriter(content, [settled.question.claim(composition.wins)], self.tree.symmetries, names)
            writer.write(composition.content)
            writer.close()
            draft = self.ledger.draft(content.getvalue(), 0)
            zone = checked_zone(draft, settled.question, composition.wins, lemmas)
            settled.proof = self.ledger.keep(draft, content.getvalue(), wins=composition.wins, zone=zone)
            self.ledger.composed(settled.question, settled.proof)


def checked_zone(path: Path, question: Question, wins: bool, lemmas: dict[str, Lemma] | None = None) -> int:
    """Check that a proof file proves one answer to a question, and return the cells that the proof depends on.

    Raises:
        BadFile: it does not.
    """

    def lemma(name: str) -> Lemma:
        if name not in (lemmas or {}):
            raise BadFile(f"the proof relies on an unknown lemma {name}")
        return (lemmas or {})[name]

    proved = check_with_lemmas(path, lemma)
    if [claim for claim, _ in proved] != [question.claim(wins)]:
        raise BadFile("the proof states something other than the answer")
    return proved[0].zone


def node_claim(node: Node) -> Claim:
    """Return the claim that a proved node makes."""
    assert node.wins is not None
    return node.question.claim(node.wins)


def result_words(claims: Sequence[Claim]) -> str:
    """Return the proven claims in a few words, as stored in the ledger."""
    return ", ".join(
        f"{claim.attacker.upper()} {'wins' if claim.wins else 'cannot win'}{' alone' if claim.alone else ''}"
        for claim in claims
    )
