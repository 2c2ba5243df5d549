"""The driver of a run hands out jobs, checks every proof that comes back, and stores the proof in the ledger.

The driver does not trust workers. A proof counts only after the checker has accepted it, so a wrong answer costs time
but never changes a result. An undecided job has no proof; a sample of these jobs is repeated, and must take the same
number of nodes. The driver does not trust the ledger either. It continues from the answers of earlier runs, but before
it returns a result, it checks again all proofs from earlier runs that the result relies on.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor as CheckPool
from concurrent.futures import Future
from functools import cached_property
from pathlib import Path

from noughts.cluster.executor import Arrival, Executor
from noughts.cluster.job import Job, Question
from noughts.cluster.ledger import MOST_LOST, Ledger, Proof, Row
from noughts.cluster.lemmas import check_lemma, is_whole, proved_zone
from noughts.cluster.processes import Died
from noughts.cluster.tree import Edge, ProofNode, ProofTree
from noughts.rules.errors import BadFile
from noughts.rules.game import Player
from noughts.rules.position import Position
from noughts.solver.proofs.certificate import lemmas_of
from noughts.solver.proofs.check import PASS, Lemma
from noughts.solver.proofs.claim import Claim
from noughts.solver.proofs.proof import ProofWriter

AUDITED = 0.02
"""The share of undecided jobs that are repeated."""

_LEASE = 600  # the minimum time limit for a job in seconds
_SLOWEST = 500  # nodes per second of the slowest worker, including the check of the proof
_TICK = 0.2  # seconds of each wait for an answer
_SHORT_TICK = 0.02  # seconds of each wait while proofs are being checked


class Driver:
    """Solves one position when `run` is called, and stores all answers in a ledger.

    Args:
        ledger: the ledger of this position.
        start: the position.
        weak: whether to solve the weak game.
        executor: runs the jobs.
        pool: runs the checks of proofs.
        random: returns a number from 0 to 1. If it is less than `AUDITED`, an undecided job is repeated.
        clock: returns the current time in seconds.

    Attributes:
        lemmas: after `run` has returned a result, the statement of each lemma that the result relies on, by name.
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
        self.lemmas: dict[str, Lemma] = {}
        self._start, self._weak = start, weak
        self._random, self._clock = random, clock
        self._skips_weak = False  # whether the weak game is skipped, because it cannot be decided
        self.tree = ProofTree(start.game)
        self._leases: dict[Job, ProofNode] = {}
        # for each repeated job, the expected number of nodes and the first worker
        self._audits: dict[Job, tuple[int, str]] = {}
        self._checks: dict[Future[int], tuple[Arrival, Path]] = {}
        self._stated: dict[str, tuple[Question, Proof]] = {}  # the answer that each proof proves
        self._checked: dict[str, list[str]] = {}  # the proofs of this run, each with the lemmas that it relies on
        self._answers: list[ProofNode] | None = None  # the nodes that decide the value
        self._checks_again: dict[Future[str], str] = {}  # the checks of proofs of earlier runs that the answers rely on
        self._failed: list[str] = []  # the faults of proofs of earlier runs
        self._restored: set[Question] = set()

    def run(self, stop: Callable[[], bool] = lambda: False) -> list[ProofNode] | None:
        """Work until the value of the position is proved, and return the nodes whose answers prove the value.

        All proofs that these answers rely on were checked by this driver.

        Args:
            stop: returns whether to stop early.

        Returns:
            The proved nodes. None if the run was stopped or needs quarantined jobs to go on.

        Raises:
            BadFile: the ledger is damaged, or a stored proof does not prove the answer in the ledger. Such a proof is
                deleted from the ledger, so that the next run repeats it.
            NoughtsError: the ledger cannot be written, or no more jobs can be run.
        """
        while not stop():
            with self.ledger.transaction():
                root = None if self._answers else self.goal()
                if root is not None:
                    self._fill(root)
                    if not (self._leases or self._audits) and self.tree.select(root) is None:
                        if self._weak or self._skips_weak:
                            break
                        self._skips_weak = True
                elif self._answers is None:
                    self._answers = self._goals()
                    self._check_again(self._answers)
                if self._answers and not self._checks_again:
                    return self._result(self._answers)
            self._step()
        return None

    def goal(self) -> ProofNode | None:
        """Return the question to be answered now, or None if the value is proved."""
        return next((node for node in self._goals() if node.wins is None), None)

    def _step(self) -> None:
        """Wait a moment for answers and checks, and store those that have arrived."""
        arrivals = self.executor.wait(_SHORT_TICK if self._checks or self._checks_again else _TICK)
        with self.ledger.transaction():
            for arrival in arrivals:
                if arrival.job.is_audit:
                    self._compare(arrival)
                elif arrival.job in self._leases:
                    self._receive(arrival)
            for check in [check for check in self._checks if check.done()]:
                self._accept(check, *self._checks.pop(check))
            for again in [again for again in self._checks_again if again.done()]:
                self._accept_again(again)
            overdue = self.ledger.overdue(self._clock())
            for job in [job for job in self._leases if job.token in overdue]:
                self._lose(Arrival(job, None, reason="there was no answer in time"))

    # Goals

    def _goals(self) -> list[ProofNode]:
        """Return the questions that are known to decide the value. The question about the weak game comes first."""
        weak = self._root(Player.X, weak=True)
        if self._weak or (weak.wins is None and not self._skips_weak):
            return [weak]
        against = weak if weak.wins is False else self._root(Player.X, weak=False)
        if against.wins is not False:
            return [against]
        if against.attacker_to_move and not self._start.x | self._start.o:
            return [against, self._same_for_o(against)]
        return [against, self._root(Player.O, weak=False)]

    def _same_for_o(self, against: ProofNode) -> ProofNode:
        """Prove that O cannot win from the empty board, because X, who moves first, cannot win."""
        node = self.tree.node(self._start, Player.O, weak=against.question.weak)
        if node.proof is None:
            node.edges = [Edge(PASS, None, against, 0)]
            self._settle(node)
        return node

    def _root(self, attacker: Player, *, weak: bool) -> ProofNode:
        node = self.tree.node(self._start, attacker, weak=weak)
        self._restore([node])
        return node

    @cached_property
    def _rows(self) -> dict[Question, Row]:
        """The rows of the ledger when this driver began."""
        for row in self.ledger.rows().values():  # a deleted or damaged proof is written again
            if row.proof is not None and not is_whole(self.ledger.folder, row.proof.sha256):
                self.ledger.forget(row.proof.sha256)
        rows = self.ledger.rows()
        for row in rows.values():
            if row.proof is not None:
                self._state(row.question, row.proof)
        return rows

    def _restore(self, nodes: Iterable[ProofNode]) -> None:
        """Load the stored facts about nodes that are new in the tree, and about all nodes below them."""
        todo, known = list(nodes), list[ProofNode]()
        while todo:
            node = todo.pop()
            row = self._rows.get(node.question) if node.question not in self._restored else None
            self._restored.add(node.question)
            if row is None:
                continue
            known.append(node)
            node.is_quarantined = row.is_quarantined
            if row.proof is not None:
                self.ledger.expect(not row.proof.zone & ~node.position.empty)
                node.proof = row.proof
            elif row.split and self.tree.expand(node):
                todo += (edge.node for edge in node.edges)
        for node in sorted(known, key=lambda node: node.position.empty.bit_count()):
            self._settle(node)

    # Jobs

    def _fill(self, root: ProofNode) -> None:
        """Hand out jobs until every worker has one, or until too many jobs and unchecked proofs are under way."""
        workers, running = self.executor.capacity, len(self._leases) - len(self._checks) + len(self._audits)
        for _ in range(min(workers - running, 2 * workers - len(self._leases))):
            node = self.tree.select(root)
            if node is None:
                break
            self._lease(node)

    def _lease(self, node: ProofNode) -> None:
        nodes = self.ledger.job_nodes
        token = self.ledger.lease(node.question, self._clock() + _LEASE + nodes / _SLOWEST)
        job = Job(node.question, nodes, token)
        self._leases[job] = node
        node.is_busy = True
        self._settle(node)
        self.executor.submit(job)

    def _receive(self, arrival: Arrival) -> None:
        """Handle an answer: have its proof checked, or replace an undecided question by smaller questions."""
        job, answer = arrival.job, arrival.answer
        node = self._leases[job]
        if answer is None:
            self._lose(arrival)
        elif answer.wins is not None:
            draft = self.ledger.draft(answer.proof, job.token)
            check = self.pool.submit(proved_zone, draft, job.question.claim(answer.wins), {})
            self._checks[check] = arrival, draft
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
        except BadFile as error:
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
        self._keep(self._leases[job], proof)
        self._release(job)

    def _count(self, arrival: Arrival) -> None:
        self.jobs += 1
        self.nodes += arrival.answer.nodes if arrival.answer else 0
        self.seconds += arrival.seconds

    def _lose(self, arrival: Arrival) -> None:
        """Record that a job's lease ended without a valid answer. After too many failures, quarantine the job."""
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
        """Compare the two answers to an undecided job that was repeated as an audit."""
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

    def _settle(self, node: ProofNode) -> None:
        """Update the proof numbers of all nodes above a node. Write a proof for each question that becomes settled."""
        for settled in self.tree.update(node):
            composition = self.tree.compose(settled)
            lemmas = {node.name: node.lemma for node in composition.lemmas}
            content, claim = io.BytesIO(), settled.question.claim(composition.wins)
            writer = ProofWriter(content, [claim], self.tree.symmetries, [*lemmas])
            writer.write(composition.content)
            writer.close()
            draft = self.ledger.draft(content.getvalue(), 0)
            zone = proved_zone(draft, claim, lemmas)
            proof = self.ledger.keep(draft, content.getvalue(), wins=composition.wins, zone=zone)
            self.ledger.composed(settled.question, proof)
            self._keep(settled, proof, lemmas)

    def _keep(self, node: ProofNode, proof: Proof, lemmas: Iterable[str] = ()) -> None:
        """Set the answer to a node's question, after the proof of the answer was checked."""
        self._state(node.question, proof)
        self._checked[proof.sha256] = [*lemmas]
        node.proof = proof

    def _state(self, question: Question, proof: Proof) -> None:
        """Record the statement that a proof proves. A second, different statement for the same proof is an error,
        because only one of them would be checked.
        """
        self.ledger.expect(self._stated.setdefault(proof.sha256, (question, proof)) == (question, proof))

    # Proofs of earlier runs

    def _check_again(self, answers: Iterable[ProofNode]) -> None:
        """Begin to check the proofs of earlier runs that some answers rely on."""
        todo, again = [node.name for node in answers], dict[str, list[str]]()
        while todo:
            name = todo.pop()
            if name in self.lemmas:
                continue
            self.ledger.expect(name in self._stated)
            question, proof = self._stated[name]
            self.lemmas[name] = Lemma(question.claim(proof.wins), proof.zone)
            names = self._checked.get(name)
            if names is None:
                names = again[name] = lemmas_of(self.ledger.file(name))
            todo += names
        for name, names in again.items():
            lemmas = {other: self.lemmas[other] for other in names}
            check = self.pool.submit(check_lemma, self.ledger.folder, name, self.lemmas[name], lemmas)
            self._checks_again[check] = name

    def _accept_again(self, check: Future[str]) -> None:
        """Delete a proof of an earlier run from the ledger if the proof is wrong."""
        name = self._checks_again.pop(check)
        try:
            check.result()
        except BadFile as error:
            self._failed.append(str(error))
            self.ledger.forget(name)

    def _result(self, answers: list[ProofNode]) -> list[ProofNode]:
        """Record and return the result. All proofs that the result relies on were checked.

        Raises: BadFile: some of the proofs are wrong.
        """
        if self._failed:
            raise BadFile(
                f"the ledger {self.ledger.path} says more than its proofs show: {self._failed[0]}; "
                "run the same command again to repeat the jobs of such proofs"
            )
        self.ledger.finish(result_words([node.claim for node in answers]))
        return answers


def result_words(claims: Sequence[Claim]) -> str:
    """Summarise proven claims in a few words, for the ledger."""
    return ", ".join(
        f"{claim.attacker.upper()} {'wins' if claim.wins else 'cannot win'}{' the weak game' if claim.weak else ''}"
        for claim in claims
    )
