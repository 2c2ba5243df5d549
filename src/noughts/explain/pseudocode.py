"""Pseudocode in the forms that courses use, and which of its lines each step of a story runs.

Sources: the score lists are those of the well-known article's ``minimax``; ``Minimax(j)`` and ``BestMove(j)`` those
of course sheets; max-value and min-value AIMA's, 4th edition, figures 6.3 and 6.7; negamax Knuth and Moore's.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Role: TypeAlias = Literal["max", "min"]
Step: TypeAlias = Literal["ask", "end", "push", "raise", "lower", "cut", "answer", "choose"]
Keeps: TypeAlias = Literal["scores", "v", "v(i)"]


@dataclass(frozen=True)
class Form:
    """One way to write an algorithm down.

    Attributes:
        name: what the form is called.
        title: the same for a person.
        lines: the lines, each as ``step step …|text``; before the stroke stand the steps that run the line, or
            ``step:mark`` where only some nodes do: max, min, root, table, horizon.
        keeps: where a call keeps what its children answer: on a list, scores; as v, the best so far, from an infinity
            on; or, v(i), every answer at the root, and below it v without a first value.
    """

    name: str
    title: str
    lines: tuple[str, ...]
    keeps: Keeps = "scores"

    @property
    def text(self) -> tuple[str, ...]:
        """The lines as they are shown."""
        return tuple(line.partition("|")[2] for line in self.lines)

    def line(self, step: Step, *marks: str) -> int:
        """Return the number, counted from 1, of the line that a step runs; the first mark that has one decides."""
        for wanted in (*(f"{step}:{mark}" for mark in marks), step):
            for number, line in enumerate(self.lines, 1):
                if wanted in line.partition("|")[0].split():
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
                "end:table|    if table says enough about state: return what it says",
                "raise:table lower:table|    if table says that alpha is too low or beta too high: correct them",
                "|    scores = []",
                "|    for move in state.legal_moves():",
                "push|        scores.append(minimax(state.play(move), alpha, beta))",
                "raise|        if state.to_move == me: alpha = max(alpha, scores[-1])",
                "lower|        else: beta = min(beta, scores[-1])",
                "cut|        if alpha >= beta: break   # the rest cannot matter",
                "answer choose|    table[state] = max(scores) or min(scores); return it",
            ),
        ),
        Form(
            "depth-limited",
            "alpha-beta to a depth",
            (
                "ask|def minimax(state, depth, alpha, beta):",
                "end|    if state.is_over(): return score(state)",
                "end:horizon|    if depth == 0: return evaluate(state)",
                "|    scores = []",
                "|    for move in state.legal_moves():",
                "push|        scores.append(minimax(state.play(move), depth - 1, alpha, beta))",
                "raise|        if state.to_move == me: alpha = max(alpha, scores[-1])",
                "lower|        else: beta = min(beta, scores[-1])",
                "cut|        if alpha >= beta: break   # the rest cannot matter",
                "answer:max choose|    if state.to_move == me: return max(scores)",
                "answer:min|    return min(scores)",
            ),
        ),
    )
}
"""The forms by name."""
