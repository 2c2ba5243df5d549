"""Ask at each cut-off which branch is cut, and why. Each wrong answer comes with the reason why it is wrong."""

from collections.abc import Sequence
from math import inf

from noughts.explain.story.presentation import Presentation
from noughts.explain.story.step_words import cut_reason, describe_cut, limit_text
from noughts.explain.story.story import Quiz, StoryNode, number
from noughts.explain.words import join_and
from noughts.rules.position import Score


def cut_quiz(
    node: StoryNode,
    alpha: Score | None,
    beta: Score | None,
    skipped: Sequence[int],
    presentation: Presentation,
) -> Quiz:
    """Return the quiz question before a cut-off caused by alpha or beta, not by the transposition table.

    Args:
        node: the state whose remaining moves are cut.
        alpha: its alpha before the cut-off.
        beta: its beta before the cut-off.
        skipped: the states after its remaining moves.
        presentation: how scores are shown.
    """
    assert node.score is not None
    player, score, here = node.position.turn, number(node.score), f"state {node.id:,}"
    more = "more" if node.role == "max" else "less"
    cut = f"state{'s' if len(skipped) > 1 else ''} {join_and([f'{state:,}' for state in skipped])}"
    because = cut_reason(node, (-inf, inf), presentation)
    window = f"alpha {limit_text(alpha, '−∞')} and beta {limit_text(beta, '+∞')}"
    choices = [
        (f"Only {cut}: {because}.", True, describe_cut(node, (-inf, inf), presentation)),
        (
            f"Only {cut}: the states before have shown what remains to be found there.",
            False,
            f"Nobody knows a score that has not been searched. It does not matter: {player.other} does not let the "
            f"game come to {here}.",
        ),
        (
            f"All that is left below the parent of {here}: {player.other} has found the best move there.",
            False,
            f"The parent has only ruled out its move to {here}. Its other moves may still be better for "
            f"{player.other}.",
        ),
        (
            f"Nothing: {here} needs all of its scores to return the right one.",
            False,
            f"The exact score does not matter. Whatever follows, {here} is worth {score} or {more}, and "
            f"{player.other} already has something at least as good.",
        ),
    ]
    turn = node.id % len(choices)  # vary the place of the right answer
    return Quiz(
        f"A cut-off in {here}: {player} {node.role}imises and has {score}, with {window}. What is cut, and why?",
        tuple(choices[turn:] + choices[:turn]),
    )
