"""The proof checker uses only the rules to verify a proof, and does not trust the program that wrote the proof.

A proof claims that one side, the *attacker*, can complete a line before the *defender* does, or that it cannot.
The proof is a tree of moves, stored as bytes. Each cell is stored as its number. There are two kinds of node:

- A `win` node: the attacker, to move, completes a line first. The node contains one move by the attacker. If this move
  leaves the defender a choice, the node also contains the defender's replies, each with another `win` node.
- A `hold` node: the attacker, to move, never completes a line. It begins with pairs of empty cells: whenever the
  attacker plays in one cell of a pair, the defender takes the other (a pairing strategy). The attacker's other
  moves follow, each with the defender's reply and another `hold` node.

Not every move needs an answer of its own. The proof of each node depends only on certain empty cells, its *zone*. The
result holds even if the loser owns every other cell. So if a move is outside the zone of the answer to another move,
that answer refutes it too. `docs/proof-format.md` specifies the bytes and the zones in full.

A proof can also refer to *lemmas*: claims with proofs of their own. A lemma proves a node if the lemma states what the
node needs: the same board, claim and side to move (attacker or defender), and the same position up to symmetry and
colours. Two rules make this safe:

- The zone of a lemma consists of empty cells of its own position. A zone may be larger than necessary: the lemma then
  claims less, because the loser owns fewer cells. But an occupied cell in a zone would count as a cell that the loser
  lacks.
- A lemma is below the claim that relies on it: it has fewer empty cells, or the same number after a pass by the
  defender. So no lemma relies on itself, and if each lemma of a set has a proof that relies only on this set, all of
  them are true.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from noughts.rules.board import Cells, Symmetry
from noughts.rules.errors import BadFile
from noughts.rules.game import Player, moved
from noughts.rules.position import sides
from noughts.solver.proofs.claim import Claim

# Bytes that do not stand for a cell
END = 255  # the node ends
PASS = 254  # the defender needs no reply
USE = 253  # a kept node proves this node: its slot (two bytes) and the number of a symmetry follow
KEEP = 252  # the node ends and is kept for reuse: a slot (two bytes) follows
LEMMA = 251  # a lemma proves this node: its number (two bytes) and the number of a symmetry follow

MOST_CELLS, MOST_LINES = 128, 1024  # the most cells and lines of a board
MOST_KEPT = 10_000_000  # lines of all nodes that are kept at the same time; they take about a gigabyte

Lines = list[Cells]


class Lemma(NamedTuple):
    """A claim that is proved elsewhere.

    Attributes:
        claim: the claim.
        zone: the empty cells that the proof depends on: the claim holds even if the loser owns all others.
    """

    claim: Claim
    zone: Cells


def check(claim: Claim, symmetries: Sequence[Symmetry], proof: Iterator[int], lemmas: Sequence[Lemma] = ()) -> Cells:
    """Read the proof of a claim, check every step, and return the proof's zone: the cells that the proof relies on.

    Args:
        claim: a claim about an unfinished position of a game in which any empty cell can be taken and a line wins.
        symmetries: the symmetries of the board that the proof uses.
        proof: the bytes of the proof. Bytes after its end are not read.
        lemmas: the lemmas that the proof refers to, by number. The caller must check the proof of each lemma, too.

    Raises:
        BadFile: the proof does not prove the claim; the message names the first fault.
    """
    checker = _Checker(claim, symmetries, proof, lemmas)
    state, attacker_to_move = _state(claim), _attacker_to_move(claim)
    if claim.wins and attacker_to_move:
        return checker.win(state)
    if claim.wins:
        zone, end = checker.win_after_replies(state)
        checker.expect(end == END, "expected the end of the proof")
        return zone
    return checker.hold(state) if attacker_to_move else checker.hold_after_reply(state)


class _State(NamedTuple):
    """A position, reduced to the facts that decide who completes a line.

    Attributes:
        attack: the lines that the attacker can still complete: the defender has no stone on them.
        defend: the lines that the defender can still complete: the attacker has no stone on them.
        empty: the empty cells.
    """

    attack: Lines
    defend: Lines
    empty: Cells

    def after_attacker(self, cell: Cells) -> "_State":
        return _State(self.attack, _untouched(self.defend, cell), self.empty & ~cell)

    def after_defender(self, cell: Cells) -> "_State":
        return _State(_untouched(self.attack, cell), self.defend, self.empty & ~cell)


class _Kept(NamedTuple):
    """The facts that the proof of a node relies on, kept to reuse the proof for other positions.

    Attributes:
        zone: the cells that must be empty.
        loser: for each line that the loser could complete, the cells of the line that are in the zone.
        winner: for each line that the winner could complete inside the zone, the empty cells of the line.
    """

    zone: Cells
    loser: set[Cells]
    winner: set[Cells]


_NOTHING = _Kept(0, set(), set())


class _Answers(NamedTuple):
    """The loser's moves listed at a node, once the answer to each has been checked.

    Attributes:
        moves: the moves.
        zone: the cells that the answers depend on.
        unanswered: the unlisted moves that no answer refutes, because they are in the zone of every answer.
        mark: the byte after the last answer.
    """

    moves: Cells
    zone: Cells
    unanswered: Cells
    mark: int


class _Checker:
    """Reads and checks a proof. A method that checks a node returns its zone: the cells that its proof relies on."""

    def __init__(
        self, claim: Claim, symmetries: Sequence[Symmetry], proof: Iterator[int], lemmas: Sequence[Lemma]
    ) -> None:
        self.proof, self.bytes_read = proof, 0
        self.claim, self.lemmas = claim, lemmas
        self.kept: dict[tuple[int, int], _Kept] = {}  # the kept nodes, in at most 65,536 slots
        self.room = MOST_KEPT
        game, cells = claim.position.game, range(len(claim.position.game.board))
        only_lines = not (game.misere or any(game.needs) or game.full or game.beyond or claim.position.is_over)
        self.expect(
            only_lines, "a proof needs an unfinished game in which every line wins and any empty cell can be taken"
        )
        self.expect(len(cells) <= MOST_CELLS and len(game.lines) <= MOST_LINES, "the board is too large")
        self.expect(len(symmetries) <= 256, "there are too many symmetries")
        taken = [lemma.zone & ~lemma.claim.position.empty for lemma in lemmas]
        self.expect(not any(taken), "the zone of a lemma contains a cell that is not empty")
        self.height = _height(claim)
        through = [frozenset(line for line in game.lines if line >> cell & 1) for cell in cells]
        self.lines_through = [[some & others for others in through] for some in through]  # for every pair of cells
        self.symmetries = symmetries
        self.images: list[dict[Cells, Cells]] = []  # for each symmetry, the image of each line
        for symmetry in symmetries:
            self.expect(sorted(symmetry) == [*cells], "a symmetry does not map the cells to the cells")
            self.images.append({line: moved(line, symmetry) for line in game.lines})
            self.expect({*self.images[-1].values()} == {*game.lines}, "a symmetry does not map the lines to the lines")

    # Nodes: the attacker wins

    def win(self, state: _State) -> Cells:
        """Check that the attacker, who is to move, wins."""
        mark = self.byte()
        if mark == USE:
            return self.use_kept(loser=state.defend, winner=state.attack, empty=state.empty)
        if mark == LEMMA:
            return self.use_lemma(state, attacker_to_move=True)
        move = self.empty_cell(mark, state)
        after = state.after_attacker(move)
        if move & _completing(state.attack, state.empty):
            return self.guard(after.defend, after.empty, zone=move, lacking=1)
        threats = _completing(state.attack, after.empty)
        if threats:
            zone = threats
            if threats.bit_count() == 1:  # this is the only defence: two threats could not both be stopped
                zone |= self.win(after.after_defender(threats))
            return move | self.guard(after.defend, after.empty, zone, lacking=2)
        zone, mark = self.win_after_replies(after)
        return self.end(mark, move | zone, loser=state.defend, winner=state.attack, empty=state.empty)

    def win_after_replies(self, state: _State) -> tuple[Cells, int]:
        """Check that the attacker wins after every reply.

        Return the zone (the cells that the win depends on) and the byte after the last answer.
        """
        self.expect(not _completing(state.defend, state.empty), "the defender can complete a line")
        mark = self.byte()
        if mark == LEMMA:
            return self.use_lemma(state, attacker_to_move=False), self.byte()
        answers = self.answers(mark, state, lambda reply: self.win(state.after_defender(reply)))
        self.expect(answers.moves and not answers.unanswered, "one of the defender's replies is not answered")
        return answers.zone, answers.mark

    # Nodes: the attacker does not win

    def hold(self, state: _State) -> Cells:
        """Check that the attacker, who is to move, can never complete a line."""
        state, paired = self.set_pairs_aside(state)
        mark = self.byte()
        if mark == USE:
            return paired | self.use_kept(loser=state.attack, winner=state.defend, empty=state.empty)
        if mark == LEMMA:
            return paired | self.use_lemma(state, attacker_to_move=True)
        threats = _completing(state.defend, state.empty)
        answers = self.answers(mark, state, lambda move: self.hold_after_reply(state.after_attacker(move)))
        zone = answers.zone
        if threats:  # the defender completes a line unless the attacker takes the only threat
            zone = self.guard(state.attack, state.empty, zone | threats, lacking=2)
            self.expect(threats.bit_count() > 1 or answers.moves == threats, "the blocking move is not answered")
        elif state.attack:
            self.expect(answers.moves, "the attacker can still complete a line")
            self.expect(not answers.unanswered, "one of the attacker's moves is not answered")
        return paired | self.end(answers.mark, zone, loser=state.attack, winner=state.defend, empty=state.empty)

    def hold_after_reply(self, state: _State) -> Cells:
        """Check that the defender, who is to move, can keep the attacker from ever completing a line."""
        self.expect(0 not in [line & state.empty for line in state.attack], "the attacker completes a line")
        mark = self.byte()
        if mark == PASS:
            return self.hold(state)
        if mark == LEMMA:
            return self.use_lemma(state, attacker_to_move=False)
        reply = self.empty_cell(mark, state)
        after = state.after_defender(reply)
        if reply & _completing(state.defend, state.empty):
            return self.guard(after.attack, after.empty, zone=reply, lacking=1)
        return reply | self.hold(after)

    def set_pairs_aside(self, state: _State) -> tuple[_State, Cells]:
        """Read the pairs of cells in a `hold` node. Return the state without the paired cells, and the set of paired
        cells.

        The defender answers in the same pair, so the attacker never completes a line that contains a whole pair. The
        attacker may get either cell of a pair. So the checker assumes that the attacker has every paired cell of the
        remaining lines, and that the defender cannot complete a line with a paired cell.
        """
        size = 2 * self.byte()
        if not size:
            return state, 0
        cells = bytes(islice(self.proof, size))
        self.bytes_read += len(cells)
        self.expect(len(cells) == size, "the proof is truncated")
        paired = 0
        for cell in cells:
            paired |= 1 << cell
        are_pairs = paired.bit_count() == size and not paired & ~state.empty
        self.expect(are_pairs, "the pairs are not disjoint pairs of empty cells")
        pairs = zip(cells[::2], cells[1::2], strict=True)
        stopped = set().union(*[self.lines_through[a][b] for a, b in pairs])  # the lines that contain a whole pair
        attack = [line for line in state.attack if line not in stopped]
        return _State(attack, _untouched(state.defend, paired), state.empty & ~paired), paired

    # Parts of nodes

    def answers(self, mark: int, state: _State, check_answer: Callable[[Cells], Cells]) -> _Answers:
        """Read a list of the loser's moves, and check the answer to each move. The first byte of the list is `mark`."""
        moves, zone, unanswered = 0, 0, state.empty
        while mark < KEEP:
            move = self.empty_cell(mark, state)
            self.expect(not move & moves, "a move is listed twice")
            depends_on = check_answer(move)
            moves |= move
            zone |= depends_on
            unanswered &= depends_on & ~moves
            mark = self.byte()
        return _Answers(moves, zone, unanswered, mark)

    def guard(self, loser: Lines, empty: Cells, zone: Cells, lacking: int) -> Cells:
        """Check that the winner completes a line first, even if the loser owns every cell outside the zone.

        For that, the loser must lack at least `lacking` cells on each line: 1 if the winner has completed a line, 2 if
        the loser has one more move. A line with fewer cells in the zone adds all its empty cells to the zone.
        """
        extended = zone
        for line in loser:
            if (line & zone).bit_count() < lacking:
                self.expect((line & empty).bit_count() >= lacking, "the loser completes a line first")
                extended |= line & empty
        return extended

    def end(self, mark: int, zone: Cells, *, loser: Lines, winner: Lines, empty: Cells) -> Cells:
        """Check that the byte `mark` ends a node, and return the node's zone.

        If the proof says so, keep the node, so that it can prove other positions.
        """
        self.expect(mark in (END, KEEP), "expected a move or the end of the node")
        if mark == KEEP:
            slot = self.byte(), self.byte()
            inside = {line & empty for line in winner if not line & empty & ~zone}
            before, after = self.kept.get(slot, _NOTHING), _Kept(zone, {line & zone for line in loser}, inside)
            self.room += len(before.loser) + len(before.winner) - len(after.loser) - len(after.winner)
            self.expect(self.room >= 0, "the proof keeps too many nodes")
            self.kept[slot] = after
        return zone

    def use_kept(self, *, loser: Lines, winner: Lines, empty: Cells) -> Cells:
        """Check that a node proved earlier also proves this position, after a rotation or reflection.

        The node proves it under three conditions. The zone of the node is empty in this position, too. Each of the
        loser's lines lacks at least the cells that one of the loser's lines lacked in the node. For each of the
        winner's lines in the node, one of the winner's lines lacks no more cells in this position.
        """
        slot, number = (self.byte(), self.byte()), self.byte()
        self.expect(slot in self.kept, "it uses a node that was not kept")
        self.expect(number < len(self.symmetries), "it uses a symmetry that the proof does not list")
        kept, symmetry, images = self.kept[slot], self.symmetries[number], self.images[number]
        empty = moved(empty, symmetry)
        loser = [images[line] for line in loser]
        winner = [images[line] & empty for line in winner]
        proved = (
            not kept.zone & ~empty
            and all(any(not cells & ~line for cells in kept.loser) for line in loser)
            and all(any(not line & ~cells for line in winner) for cells in kept.winner)
        )
        self.expect(proved, "the kept node does not prove this position")
        return _preimage(kept.zone, symmetry)

    def use_lemma(self, state: _State, *, attacker_to_move: bool) -> Cells:
        """Check that a rotation or reflection of a lemma's statement is the statement that this node needs."""
        number, symmetry_number = self.byte() << 8 | self.byte(), self.byte()
        self.expect(number < len(self.lemmas), "it uses a lemma that the proof does not name")
        self.expect(symmetry_number < len(self.symmetries), "it uses a symmetry that the proof does not list")
        lemma, symmetry, images = self.lemmas[number], self.symmetries[symmetry_number], self.images[symmetry_number]
        claim, stated = lemma.claim, _state(lemma.claim)
        is_needed = (
            claim.position.game.lines == self.claim.position.game.lines
            and (claim.wins, claim.weak) == (self.claim.wins, self.claim.weak)  # colours may differ: see `_state`
            and _attacker_to_move(claim) is attacker_to_move
            and stated.empty == moved(state.empty, symmetry)
            and {*stated.attack} == {images[line] for line in state.attack}
            and {*stated.defend} == {images[line] for line in state.defend}
        )
        self.expect(is_needed, "the lemma states something other than what is needed here")
        self.expect(_height(claim) < self.height, "the lemma is not below the claim")
        return _preimage(lemma.zone, symmetry)

    # Bytes

    def byte(self) -> int:
        byte = next(self.proof, None)
        if byte is None:
            raise self.fault("the proof is truncated")
        self.bytes_read += 1
        return byte

    def empty_cell(self, number: int, state: _State) -> Cells:
        if not state.empty >> number & 1:
            raise self.fault(f"cell {number} is not empty")
        return 1 << number

    def expect(self, holds: object, fault: str) -> None:
        if not holds:
            raise self.fault(fault)

    def fault(self, fault: str) -> BadFile:
        return BadFile(f"the unpacked proof fails at byte {self.bytes_read:,}: {fault}")


def _attacker_to_move(claim: Claim) -> bool:
    return claim.position.turn is Player(claim.attacker)


def _state(claim: Claim) -> _State:
    """Return the facts about a position that decide who completes a line, from the attacker's point of view."""
    attacking, defending = sides(claim.position, Player(claim.attacker))
    lines, empty = claim.position.game.lines, claim.position.empty
    return _State(_untouched(lines, defending), [] if claim.weak else _untouched(lines, attacking), empty)


def _height(claim: Claim) -> tuple[int, bool]:
    """Return a measure that gets smaller with every move, and with every pass by the defender."""
    return claim.position.empty.bit_count(), not _attacker_to_move(claim)


def _preimage(cells: Cells, symmetry: Symmetry) -> Cells:
    """Return the cells that a symmetry maps to the given cells."""
    return sum(1 << cell for cell, image in enumerate(symmetry) if cells >> image & 1)


def _untouched(lines: Sequence[Cells], cells: Cells) -> Lines:
    """Return the lines that contain none of the given cells."""
    return [line for line in lines if not line & cells]


def _completing(lines: Lines, empty: Cells) -> Cells:
    """Return the cells on which a stone completes a line, given the lines that one side can still complete."""
    cells = 0
    for line in lines:
        lacking = line & empty
        if not lacking & (lacking - 1):
            cells |= lacking
    return cells
