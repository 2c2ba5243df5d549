"""Judge a move that a person tries in a puzzle: is it right, why, and how does the game go on if it is wrong?"""

from dataclasses import dataclass, replace

from noughts.explain.naming import CELLS, Naming
from noughts.explain.reasons.immediate_reasons import immediate_reasons
from noughts.explain.reasons.kinds import Kind
from noughts.explain.reasons.phrases import Case
from noughts.explain.reasons.reasons import clearest, reasons
from noughts.explain.reasons.sentences import explain
from noughts.explain.words import join_and
from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.tries import FOURS_NODES, keeping, tries
from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.rules.tactics import line_wins
from noughts.search.forcing_wins import proven_sequence
from noughts.solver.analyse import analyse
from noughts.solver.limit import Limit
from noughts.solver.solver import Solver

MOST_MOVES = 7
"""The maximum number of moves in a refutation."""

_INTERACTIVE = Limit("interactive")
_SEEN: tuple[Kind, ...] = (  # in the order in which a sentence names them
    *("wins", "draws", "blocks", "threatens", "blocks-fork", "squeezes", "avoids", "stacks", "forks"),
)


@dataclass(frozen=True)
class Verdict:
    """The verdict on a move that a person tries.

    Attributes:
        is_right: whether the move is right: it solves the puzzle or its next step.
        words: why, in one to three sentences.
        line: the move. After a wrong move or the last right move, best play follows, up to the win if there is one.
    """

    is_right: bool
    words: str
    line: tuple[Move, ...]


def judge(puzzle: Puzzle, move: Move, *, solver: Solver | None = None, naming: Naming = CELLS) -> Verdict:
    """Return the verdict on a move. The verdict does not give away the moves that are still to be found.

    Args:
        puzzle: the puzzle, or its remaining part.
        move: a legal move in its position.
        solver: a solver of the game, whose earlier results are used. By default, a new one.
        naming: how sentences name moves.

    Raises:
        IllegalMove: the move is not legal.
    """
    puzzle.position.expect_legal(move)
    is_right = move in puzzle.answers
    if puzzle.goal == "fours":
        return _by_fours(puzzle, move, is_right, naming)
    if is_right and puzzle.moves_left > 1:
        return Verdict(True, _seen(puzzle.position, move, naming), (move,))
    solver = solver or Solver(puzzle.position.game)
    analysis, after = analyse(puzzle.position, _INTERACTIVE, solver=solver), puzzle.position.play(move)
    if not analysis.exact:
        return Verdict(is_right, "", (move,))
    line = (move, *_best_play(after, solver))
    given = [
        replace(reason, line=line) if reason.kind in ("leads", "lets-win") and not reason.line else reason
        for reason in reasons(puzzle.position, move, solver, analysis=analysis, limit=_INTERACTIVE)
    ]
    told = explain(analysis, move, given, naming)
    if is_right:
        return Verdict(True, str(told), line if puzzle.goal == "win" else (move,))
    words = " ".join([told.opening, *told.sentences[:1]])  # leave out the other sentences, which name better moves
    if len(line) == 2 and after.play(line[1]).winner is None:  # if the opponent wins, the sentence already says how
        words += f" {_drawing_answer(after, line[1], naming)}"
    return Verdict(False, words, line[: MOST_MOVES + 1])


def _seen(position: Position, move: Move, naming: Naming) -> str:
    """Describe the effect of a move that is visible on the board, or return an empty string."""
    phrases = _phrases(position, move, naming)
    return f"{naming.subject(position.game.board, move, first=True)} {join_and(phrases)}." if phrases else ""


def _drawing_answer(position: Position, move: Move, naming: Naming) -> str:
    """Say how the player to move holds the draw."""
    phrases = _phrases(position, move, naming)
    how = f", which {join_and(phrases)}" if phrases else " and holds the draw"
    return f"{position.turn} answers {naming.subject(position.game.board, move)}{how}."


def _phrases(position: Position, move: Move, naming: Naming) -> list[str]:
    case = Case(position, move, {reason.kind: reason for reason in immediate_reasons(position, move)}, naming)
    return [case.phrase(kind) for kind in _SEEN if kind in case.reasons]


def _best_play(position: Position, solver: Solver) -> tuple[Move, ...]:
    """Return best play up to the win, as far as it is known, or one best move if neither player wins."""
    line = list[Move]()
    while not position.is_over and (known := tries(position, "win", solver)):
        best, winner = keeping(known), max(each.value for each in known.values())
        ends = min if winner > 0 else max
        plies = ends(known[move].plies for move in best)
        moves = [move for move in sorted(best) if known[move].plies == plies]
        line.append(max(moves, key=lambda move: clearest(position, move)))
        if not winner:
            break
        position = position.play(line[-1])
    return tuple(line)


def _by_fours(puzzle: Puzzle, move: Move, is_right: bool, naming: Naming) -> Verdict:
    position, board = puzzle.position, puzzle.position.game.board
    me, you, after = position.turn, position.turn.other, position.play(move)
    subject = naming.subject(board, move, first=True)
    if after.is_over:
        return Verdict(is_right, f"{subject} completes a row.", (move,))
    threats = line_wins(after, me)
    if wins := line_wins(after, you):  # the move does not stop the opponent's four
        return Verdict(False, f"{subject} lets {you} complete a row at {naming.move(board, wins[0])}.", (move, wins[0]))
    if not threats:
        words = f"{subject} makes no four, so {you} need not answer it. Every move must make a four here."
        return Verdict(False, words, (move,))
    named = join_and(naming.moves(board, threats))
    answer = threats[0]
    if len(threats) > 1:
        words = f"{subject} threatens {named}, and {you} can block only one."
        return Verdict(is_right, words, (move, answer, threats[1]) if is_right else (move,))
    left = after.play(answer)
    if is_right:
        win = proven_sequence(left, nodes=FOURS_NODES) if puzzle.moves_left == 1 else None
        rest = f"and {me} goes on with fours and wins" if win else "and the attack goes on"
        words = f"{subject} makes a four: {you} must answer {named}, {rest}."
        return Verdict(True, words, (move, answer, *win.moves) if win else (move,))
    how = "completes a row" if left.is_over else "makes a four with that" if line_wins(left, you) else "is safe"
    words = f"{subject} makes a four, but {you} answers {named} and {how}: no win by fours is left."
    return Verdict(False, words, (move, answer))
