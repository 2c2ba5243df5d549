"""Proof-number search over jobs chooses the next question, and combines answers into larger proofs.

A node is a question. Symmetric positions share a node, so the tree is a graph without cycles. A question that a job
cannot answer within its budget is replaced by the questions after each move. The *proof number* of a node estimates the
number of jobs that must be done to show that the attacker wins. The *disproof number* estimates the number of jobs to
show that the attacker does not win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from noughts.cluster.job import Question
from noughts.cluster.ledger import NEVER, Proof
from noughts.rules.board import Cells, Move, cells_in
from noughts.rules.game import Game, Player
from noughts.rules.notation import t3en
from noughts.rules.position import Position, sides
from noughts.rules.tactics import completing_cells
from noughts.solver.canonical import SymmetryCache
from noughts.solver.proofs.check import END, LEMMA, Lemma
from noughts.solver.proofs.claim import Claim

_BUSY = 2  # multiplies the numbers of a running job, so that the next job comes from another part of the tree


class Edge(NamedTuple):
    """A move that leads from one node to another.

    Attributes:
        move: the move, or PASS.
        block: the defender's forced reply, which is part of the step if the attacker's move threatens a line.
        node: the question after the move and the reply.
        symmetry: the number of the symmetry that maps the position after the move to the position of `node`.
    """

    move: Move
    block: Move | None
    node: ProofNode
    symmetry: int


@dataclass(eq=False)
class ProofNode:
    """A question and the known facts about it.

    Attributes:
        question: the question.
        position: its position.
        attacker_to_move: whether the attacker is to move.
        first: the proof and disproof numbers before anything is known.
        pn: the proof number.
        dn: the disproof number.
        edges: the moves, if the question was replaced by the questions after each move. The most promising moves come
            first.
        parents: the nodes with an edge to this one.
        proof: the proof of the answer, or None if it is unknown.
        is_busy: whether a worker has the job.
        is_quarantined: whether the job is left out because it keeps losing its workers.
    """

    question: Question
    position: Position
    attacker_to_move: bool
    first: tuple[int, int]
    pn: int = field(init=False)
    dn: int = field(init=False)
    edges: list[Edge] = field(default_factory=list)
    parents: list[ProofNode] = field(default_factory=list)
    proof: Proof | None = None
    is_busy: bool = False
    is_quarantined: bool = False

    def __post_init__(self) -> None:
        self.pn, self.dn = self.first

    @property
    def wins(self) -> bool | None:
        """The answer, or None if it is unknown."""
        return None if self.proof is None else self.proof.wins

    @property
    def zone(self) -> Cells:
        """The empty cells that the answer depends on."""
        assert self.proof is not None
        return self.proof.zone

    @property
    def name(self) -> str:
        """The name of the answer's proof."""
        assert self.proof is not None
        return self.proof.sha256

    @property
    def claim(self) -> Claim:
        """The answer as a claim."""
        assert self.proof is not None
        return Claim(self.position, self.question.attacker, self.proof.wins, self.question.weak)

    @property
    def lemma(self) -> Lemma:
        """The answer as a lemma."""
        return Lemma(self.claim, self.zone)


class Composition(NamedTuple):
    """A proof that is put together from lemmas.

    Attributes:
        wins: the answer that it proves.
        content: the bytes of the proof.
        lemmas: the nodes that it relies on, by number.
    """

    wins: bool
    content: bytes
    lemmas: list[ProofNode]


class ProofTree:
    """The questions of one game.

    Args:
        game: a plain k-in-a-row game.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.symmetries = game, game.symmetries
        self.nodes: dict[Question, ProofNode] = {}
        self._canonical = SymmetryCache(game.symmetries)
        inverse = [tuple(map(symmetry.index, range(len(symmetry)))) for symmetry in game.symmetries]
        self._inverse = [game.symmetries.index(symmetry) for symmetry in inverse]
        # In the weak game, the defender's lines do not count. But a position with a line is over, so no job is about
        # it.
        self._unknown = ProofNode(Question("", "", "", True), Position(game), True, (NEVER, NEVER), is_quarantined=True)

    # Nodes

    def node(self, position: Position, attacker: Player, *, weak: bool) -> ProofNode:
        """Return the node of a question. Symmetric questions share a node, which is created when it is first needed."""
        return self._node(position, attacker, weak)[0]

    def _node(self, position: Position, attacker: Player, weak: bool) -> tuple[ProofNode, int]:
        """Return the node of a question, and the number of the symmetry that maps the position to the node's
        position.
        """
        images = [*zip(self._canonical.images_of(position.x), self._canonical.images_of(position.o), strict=True)]
        smallest = min(images)
        position = Position(self.game, *smallest, position.turn)
        question = Question(self.game.name, t3en(position), attacker.value, weak)
        if question not in self.nodes:
            attacks = position.turn is attacker
            moves, weight = self._mobility(position, attacker)
            self.nodes[question] = ProofNode(question, position, attacks, (1, weight) if attacks else (moves, 1))
        return self.nodes[question], images.index(smallest)

    def _mobility(self, position: Position, attacker: Player) -> tuple[int, int]:
        """Return the number of cells on the attacker's open lines, and the weight of these lines, both at least 1."""
        _, theirs = sides(position, attacker)
        open_lines = [line for line in self.game.lines if not line & theirs]
        cells = 0
        for line in open_lines:
            cells |= line & position.empty
        length = self.game.lines[0].bit_count() if self.game.lines else 0
        weight = sum(1 << length - (line & position.empty).bit_count() for line in open_lines)
        return max(1, cells.bit_count()), max(1, weight)

    def expand(self, node: ProofNode) -> bool:
        """Replace a question by the questions after each move. Return False if the answer is obvious without these
        questions.

        A player who can complete a line, or who faces two such threats, needs no search. An attacker without open lines
        needs no search either.
        """
        position, attacker, weak = node.position, Player(node.question.attacker), node.question.weak
        mover = position.turn
        mine, theirs = sides(position, mover)
        counts = {mover: not weak or mover is attacker, mover.other: not weak or mover is not attacker}
        own = completing_cells(self.game, mine) & position.empty if counts[mover] else 0
        threats = completing_cells(self.game, theirs) & position.empty if counts[mover.other] else 0
        defender = sides(position, attacker)[1]
        if own or threats.bit_count() > 1 or all(line & defender for line in self.game.lines):
            return False
        weights = dict.fromkeys(cells_in(threats or position.empty), 0)
        for line in self.game.lines:
            if not (line & mine and line & theirs):
                weight = 1 << 2 * (line & (mine | theirs)).bit_count()
                for cell in cells_in(line & position.empty):
                    if cell in weights:
                        weights[cell] += weight
        for move in sorted(weights, key=lambda move: -weights[move]):
            node.edges.append(self._edge(position, move, attacker, weak))
        for child in {id(edge.node): edge.node for edge in node.edges}.values():
            child.parents.append(node)
        return True

    def _edge(self, position: Position, move: Move, attacker: Player, weak: bool) -> Edge:
        after = position.play(move)
        block = None
        if position.turn is attacker:
            threats = completing_cells(self.game, sides(after, attacker)[0]) & after.empty
            if threats.bit_count() == 1:
                block = threats.bit_length() - 1
                blocked = after.play(block)
                if blocked.is_over and not weak:  # a question about the defender's line is answered at once
                    block = None
                else:
                    after = blocked
        if after.is_over and weak:
            return Edge(move, block, self._unknown, 0)
        return Edge(move, block, *self._node(after, attacker, weak))

    # Search

    def select(self, root: ProofNode) -> ProofNode | None:
        """Return the question to ask next: the most promising question that no worker has, or None."""
        seen: set[int] = set()

        def leaf(node: ProofNode) -> ProofNode | None:
            if id(node) in seen or node.wins is not None:
                return None
            seen.add(id(node))
            if not node.edges:
                return None if node.is_busy or node.is_quarantined else node
            edges = self.open_moves(node)
            edges.sort(key=lambda edge: edge.node.pn if node.attacker_to_move else edge.node.dn)
            return next(filter(None, (leaf(edge.node) for edge in edges)), None)

        return leaf(root)

    def update(self, node: ProofNode) -> Iterator[ProofNode]:
        """Recompute the proof and disproof numbers of a node and of all nodes above it. Yield each node whose answer
        follows from other answers.

        The caller must set the answer before it continues the iteration.
        """
        todo = [node]
        while todo:
            node = todo.pop()
            if node.wins is None and node.edges and self._settled(node) is not None:
                yield node
            before = node.pn, node.dn
            node.pn, node.dn = self._numbers(node)
            if (node.pn, node.dn) != before or node.wins is not None:
                todo += [parent for parent in node.parents if parent.wins is None]

    def _numbers(self, node: ProofNode) -> tuple[int, int]:
        if node.wins is not None:
            return (0, NEVER) if node.wins else (NEVER, 0)
        if node.is_quarantined:
            return NEVER, NEVER
        if not node.edges:
            factor = _BUSY if node.is_busy else 1
            return node.first[0] * factor, node.first[1] * factor
        children = {id(edge.node): edge.node for edge in self.open_moves(node)}.values()
        pns, dns = [child.pn for child in children], [child.dn for child in children]
        if node.attacker_to_move:
            return min(pns, default=NEVER), min(sum(dns), NEVER)
        return min(sum(pns), NEVER), min(dns, default=NEVER)

    def open_moves(self, node: ProofNode) -> list[Edge]:
        """Return the moves that still matter: neither refuted nor outside the zone of another move's refutation."""
        zone = node.position.empty
        for edge in node.edges:
            if edge.node.wins is (not node.attacker_to_move):
                zone &= self._zone(edge)
        return [
            edge for edge in node.edges if zone >> edge.move & 1 and edge.node.wins is not (not node.attacker_to_move)
        ]

    def _zone(self, edge: Edge) -> Cells:
        """Return the cells that the answer to a move depends on, as cells of the position before the move."""
        zone = self._canonical.images_of(edge.node.zone)[self._inverse[edge.symmetry]]
        return zone if edge.block is None else zone | 1 << edge.block

    def _settled(self, node: ProofNode) -> bool | None:
        """Return the answer that follows from the nodes below, or None."""
        if any(edge.node.wins is node.attacker_to_move for edge in node.edges):
            return node.attacker_to_move
        return None if self.open_moves(node) else not node.attacker_to_move

    # Proofs

    def compose(self, node: ProofNode) -> Composition:
        """Return the proof of an answer that follows from the nodes below."""
        wins = self._settled(node)
        assert wins is not None
        lemmas: list[ProofNode] = []
        writer = bytearray(b"" if wins or not node.attacker_to_move else b"\0")
        if wins is node.attacker_to_move:  # one move is enough
            edge = next(edge for edge in node.edges if edge.node.wins is wins)
            writer.append(edge.move)
            if not wins:
                writer.append(0)
            if wins and edge.block is None and self._threats(edge, node).bit_count() > 1:
                return Composition(wins, bytes(writer), lemmas)
            _cite(writer, lemmas, edge)
            if wins and edge.block is None:
                writer.append(END)
            return Composition(wins, bytes(writer), lemmas)
        unanswered, moves = node.position.empty, 0
        for edge in node.edges:
            if edge.node.wins is wins:
                writer.append(edge.move)
                if edge.block is not None:
                    writer += bytes([edge.block, 0])
                _cite(writer, lemmas, edge)
                moves |= 1 << edge.move
                unanswered &= self._zone(edge) & ~moves
        if wins and unanswered:  # the attacker threatens a line: every other reply lets them complete it
            mine, _ = sides(node.position, Player(node.question.attacker))
            last = completing_cells(self.game, mine) & node.position.empty
            for cell in cells_in(node.position.empty & ~moves):
                writer += bytes([cell, last.bit_length() - 1])
        writer.append(END)
        return Composition(wins, bytes(writer), lemmas)

    def _threats(self, edge: Edge, node: ProofNode) -> Cells:
        """Return the cells on which the attacker threatens to complete a line after a move."""
        after = node.position.play(edge.move)
        return completing_cells(self.game, sides(after, Player(node.question.attacker))[0]) & after.empty


def _cite(content: bytearray, lemmas: list[ProofNode], edge: Edge) -> None:
    """Add to a proof that a lemma proves the node reached by a move."""
    if edge.node not in lemmas:
        lemmas.append(edge.node)
    number = lemmas.index(edge.node)
    content += bytes([LEMMA, number >> 8, number & 255, edge.symmetry])
