"""Textbook-style pseudocode, with the line that each step of a story executes.

Sources: ``minimax`` with score lists comes from a well-known article, ``Minimax(j)`` and ``BestMove(j)`` from course
sheets, ``max_value`` and ``min_value`` from AIMA, 4th edition, figures 6.3 and 6.7, and negamax from Knuth and Moore.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

MinimaxPlayer: TypeAlias = Literal["max", "min"]
Step: TypeAlias = Literal["ask", "end", "push", "raise", "lower", "cut", "answer", "choose"]
Keeps: TypeAlias = Literal["scores", "v", "v(i)"]


@dataclass(frozen=True)
class Form:
    """One way to write an algorithm as pseudocode.

    Attributes:
        name: the short name.
        title: the name shown to readers.
        lines: the lines, each as ``step step …|text``. The steps that run the line stand before the bar. In
            ``step:mark``, the mark limits a step to some nodes: max, min, root, table, horizon, horizon:max,
            horizon:min.
        keeps: how a call stores the scores of its children. ``scores``: in a list. ``v``: only the best score so far,
            starting from plus or minus infinity. ``v(i)``: all scores at the root, and below it only the best so far,
            without a starting value.
    """

    name: str
    title: str
    lines: tuple[str, ...]
    keeps: Keeps = "scores"

    @property
    def text(self) -> tuple[str, ...]:
        """The lines of the pseudocode, without the names of the steps."""
        return tuple(line.partition("|")[2] for line in self.lines)

    def line(self, step: Step, *marks: str) -> int:
        """Return the number, counted from 1, of the line that a step runs.

        Args:
            step: the step.
            marks: what is special about the node, most important first. The first mark with a line of its own decides.

        Raises:
            LookupError: no line belongs to the step.
        """
        for label in (*(f"{step}:{mark}" for mark in marks), step):
            for number, line in enumerate(self.lines, 1):
                if label in line.partition("|")[0].split():
                    return number
        raise LookupError(f"{self.name} has no line for {step}")


FORMS: dict[str, Form] = {
    form.name: form
    for form in (
        Form(
            "lists",
            "minimax with score lists",
            (
                "ask|def minimax(state):",
                "end|    if state.is_over(): return score(state)",
                "|    scores = []",
                "|    for move in state.legal_moves():",
                "push|        scores.append(minimax(state.play(move)))",
                "answer:max choose|    if state.to_move == me: return max(scores)",
                "answer:min|    return min(scores)",
            ),
        ),
        Form(
            "j",
            "Minimax(j) and BestMove(j)",
            (
                "ask|Minimax(j):",
                "end|    if j is a leaf: return the value of j",
                "|    if j is a MAX node:",
                "push:max|        v = the greatest of Minimax(i), for all children i of j",
                "|    else:",
                "push:min|        v = the least of Minimax(i), for all children i of j",
                "answer|    return v",
                "ask:root|BestMove(j):",
                "push:root|    v(i) = Minimax(i), for all children i of j",
                "choose|    return the child i with the greatest v(i)",
            ),
            keeps="v(i)",
        ),
        Form(
            "max-min",
            "max-value and min-value",
            (
                "ask:max|max_value(state):",
                "end:max|    if state is over: return its score",
                "|    v = -infinity",
                "push:max|    for each move: v = max(v, min_value(play(state, move)))",
                "answer:max choose|    return v",
                "ask:min|min_value(state):",
                "end:min|    if state is over: return its score",
                "|    v = +infinity",
                "push:min|    for each move: v = min(v, max_value(play(state, move)))",
                "answer:min|    return v",
            ),
            keeps="v",
        ),
        Form(
            "negamax",
            "negamax",
            (
                "ask|def negamax(state):",
                "end|    if state.is_over(): return score(state)   # for the player to move",
                "|    scores = []",
                "|    for move in state.legal_moves():",
                "push|        scores.append(-negamax(state.play(move)))",
                "answer choose|    return max(scores)",
            ),
        ),
        Form(
            "alphabeta",
            "minimax with alpha and beta",
            (
                "ask|def minimax(state, alpha, beta):",
                "end|    if state.is_over(): return score(state)",
                "|    scores = []",
                "|    for move in state.legal_moves():",
                "push|        scores.append(minimax(state.play(move), alpha, beta))",
                "raise|        if state.to_move == me: alpha = max(alpha, scores[-1])",
                "lower|        else: beta = min(beta, scores[-1])",
                "cut|        if alpha >= beta: break   # the rest cannot matter",
                "answer:max choose|    if state.to_move == me: return max(scores)",
                "answer:min|    return min(scores)",
            ),
        ),
        Form(
            "transposition",
            "alpha-beta with a table",
            (
                "ask|def minimax(state, alpha, beta):",
                "end|    if state.is_over(): return score(state)",
                "end:table|    if the table's bounds settle the score of state: return it",
                "raise:table lower:table|    otherwise narrow alpha and beta to the table's bounds",
                "|    scores = []",
                "|    for move in state.legal_moves():",
                "push|        scores.append(minimax(state.play(move), alpha, beta))",
                "raise|        if state.to_move == me: alpha = max(alpha, scores[-1])",
                "lower|        else: beta = min(beta, scores[-1])",
                "cut|        if alpha >= beta: break   # the rest cannot matter",
                "answer choose|    table[state] = max(scores) or min(scores); return it",
            ),
        ),
    )
}
"""The forms of pseudocode by name."""


_TO_DEPTH = (
    ("max(state)", "max(state, depth)"),
    ("max(state, alpha", "max(state, depth, alpha"),
    ("(state.play(move)", "(state.play(move), depth - 1"),
    ("_value(state)", "_value(state, depth)"),
    ("play(state, move))", "play(state, move), depth - 1)"),
    ("(j)", "(j, depth)"),
    ("Minimax(i)", "Minimax(i, depth - 1)"),
)
"""What changes in a line of pseudocode if the search has a depth."""


def to_depth(form: Form) -> Form:
    """Return the pseudocode of a depth-limited version of a search, which evaluates the states at the depth limit."""
    lines = []
    for line in form.lines:
        end, _, text = line.partition("|")
        for old, new in _TO_DEPTH:
            text = text.replace(old, new)
        lines.append(f"{end}|{text}")
        if end in ("end", "end:max", "end:min"):
            estimate = "return the estimate of j" if "j is" in text else "return evaluate(state)"
            lines.append(f"{end.replace('end', 'end:horizon')}|    if depth == 0: {estimate}")
    return Form(form.name, f"{form.title}, to a depth", tuple(lines), form.keeps)
