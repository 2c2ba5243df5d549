"""Write the sentence for each step of a search, worded to match the line of pseudocode that the step runs."""

from collections.abc import Sequence

from noughts.explain.story.presentation import Presentation
from noughts.explain.story.pseudocode import MinimaxPlayer
from noughts.explain.story.story import Bound, StoryNode, number
from noughts.explain.words import discs_fall, open_lines_words
from noughts.rules.position import Score

_LONG, _BEGINNING = 15, 8  # a list of more than 15 items is abbreviated to its first 8


def variables(
    presentation: Presentation,
    node: StoryNode,
    children: Sequence[int],
    scores: Sequence[Score],
    bounds: Sequence[Bound],
) -> tuple[tuple[str, str], ...]:
    """Return the name of the variable that holds the children's scores, and its value as a (possibly empty) string."""
    keeps = presentation.form.keeps
    listed = list(map(number, scores, bounds))
    if keeps == "scores":
        return (("scores", f"[{_abbreviate(listed)}]" if listed else ""),)
    if keeps == "v(i)" and node.parent is None:
        return (
            ("v(i)", _abbreviate([f"v({child:,}) = {text}" for child, text in zip(children, listed, strict=True)])),
        )
    return (("v", number(_best(node.role, scores)) if scores else ""),)


def window(alpha: Score | None, beta: Score | None) -> tuple[tuple[str, str], ...]:
    """Return the names and values of alpha and beta. The values are formatted as text."""
    return ("alpha", limit_text(alpha, "−∞")), ("beta", limit_text(beta, "+∞"))


def describe_ask(node: StoryNode, presentation: Presentation) -> str:
    """Say that the search visits a state."""
    limits = ""
    if presentation.has_window:
        limits = f", with alpha {limit_text(node.alpha, '−∞')} and beta {limit_text(node.beta, '+∞')}"
    if node.end in ("win", "draw", "horizon", "table"):
        return f"Look at state {node.id:,}{limits}."
    objective = f"{presentation.objective(node.role)}imise"
    return f"Search state {node.id:,}: {node.position.turn} is to move and wants to {objective}{limits}."


def describe_end(node: StoryNode) -> str:
    """Say why a state's score is known without searching its moves."""
    assert node.score is not None
    score = number(node.score, node.bound)
    if node.end == "win":
        return f"State {node.id:,} is over: {node.position.winner} has won, {score}."
    if node.end == "draw":
        return f"State {node.id:,} is over: a draw, {score}."
    if node.end == "table":
        return f"State {node.id:,} has come up before: the table says {score}."
    lines = open_lines_words(node.position)
    return f"State {node.id:,} is on the horizon: it is not searched but evaluated as {score}. {lines}"


def describe_push(
    node: StoryNode, child: StoryNode, presentation: Presentation, scores: Sequence[Score], bounds: Sequence[Bound]
) -> str:
    """Say what a state does with the score that its child has just returned.

    The score is the last item of `scores`.
    """
    keeps, score = presentation.form.keeps, number(scores[-1], bounds[-1])
    if keeps == "scores":
        negated = " with its sign changed" if presentation.shows_mover_view else ""
        listed = ", ".join(map(number, scores, bounds))
        return f"State {node.id:,} writes down {score}, the score of state {child.id:,}{negated}: [{listed}]."
    if keeps == "v(i)" and node.parent is None:
        return f"State {child.id:,} returns {score}: v({child.id:,}) is {score}."
    if keeps == "v(i)" and len(scores) == 1:
        return f"State {child.id:,} returns {score}, the first value in state {node.id:,}: v is {score}."
    before = _best(node.role, scores[:-1]) if len(scores) > 1 else None
    start, more = ("−∞", "more") if node.role == "max" else ("+∞", "less")
    than = f"{more} than {limit_text(before, start)}: v of state {node.id:,}"
    if _best(node.role, scores) == before:
        return f"State {child.id:,} returns {score}, which is not {than} stays {limit_text(before, start)}."
    return f"State {child.id:,} returns {score}, which is {than} is now {score}."


def describe_limit(node: StoryNode, name: str, before: Score | None, after: Score, by_table: bool = False) -> str:
    """Say that a state raises alpha or lowers beta because of a child's score or the transposition table."""
    verb, verbs, start, more = (
        ("raises", "rises", "−∞", "more") if name == "alpha" else ("lowers", "falls", "+∞", "less")
    )
    change = f"from {limit_text(before, start)} to {number(after)}."
    if by_table:
        return f"The table knows that state {node.id:,} is worth {number(after)} or {more}: {name} {verbs} {change}"
    return f"State {node.id:,} {verb} {name} {change}"


def describe_cut(node: StoryNode, bounds: tuple[Score, Score], presentation: Presentation) -> str:
    """Say which limit caused a cut-off: alpha, beta, or one of the bounds from the transposition table."""
    return f"State {node.id:,} stops: {cut_reason(node, bounds, presentation)}."


def cut_reason(node: StoryNode, bounds: tuple[Score, Score], presentation: Presentation) -> str:
    """Say in a clause why a state need not be searched further."""
    assert node.score is not None
    low, high = map(presentation.display_limit, bounds)
    known, passed = (high, node.beta) if node.role == "max" else (low, node.alpha)
    limit = passed if known is None else known
    assert limit is not None
    player = node.position.turn
    more, less = ("more", "less") if node.role == "max" else ("less", "more")
    reason = f"{player} can make it {number(node.score)} or {more} here, "
    if known is not None:
        return f"{reason}and the table knows that it is worth {number(limit)} or {less}"
    return f"{reason}but {player.other} is already sure of {number(limit)} or {less} elsewhere"


def describe_skipped(states: Sequence[int]) -> str:
    """Say which states a cut-off skips."""
    listed = ", ".join(f"{state:,}" for state in states)
    return f"State {listed} is not searched." if len(states) == 1 else f"States {listed} are not searched."


def describe_answer(
    node: StoryNode, chosen: StoryNode, presentation: Presentation, scores: Sequence[Score], bounds: Sequence[Bound]
) -> str:
    """Say what a state returns and, at the root, which move it chooses."""
    assert node.score is not None
    keeps, objective, score = presentation.form.keeps, presentation.objective(node.role), number(node.score)
    listed = ", ".join(map(number, scores, bounds))
    if keeps == "scores":
        result = f"{objective}({listed}) = {score}"
    elif keeps == "v(i)" and node.parent is None:
        result = (
            f"v({chosen.id:,}) = {score} is the greatest of {listed}"
            if len(scores) > 1
            else f"v({chosen.id:,}) = {score}"
        )
    else:
        result = f"v = {score}"
    text = f"{node.position.turn} {objective}imises: {result}"
    if node.bound != "=":
        text += f", so it is worth {score} or {'less' if node.bound == '<=' else 'more'}"
    if node.parent:
        return f"State {node.id:,}: {text}."
    column = "column " if discs_fall(node.position.game) else ""
    return f"{text}. Choose {column}{chosen.called} (state {chosen.id:,})."


def describe_unsearched(parent: StoryNode, bounds: tuple[Score, Score], presentation: Presentation) -> str:
    """Say why the search left out a child of a state.

    Args:
        parent: the state above.
        bounds: the bounds from the transposition table that narrowed its window.
        presentation: how scores are shown.
    """
    if not parent.searched:
        return f"It lies below state {parent.id:,}, which was not searched."
    if parent.end == "table":
        return f"The table already knew state {parent.id:,}."
    return describe_cut(parent, bounds, presentation)


def limit_text(score: Score | None, infinite: str) -> str:
    """Format alpha or beta, using the text `infinite` if it is infinite."""
    return infinite if score is None else number(score)


def _best(role: MinimaxPlayer, scores: Sequence[Score]) -> Score:
    return max(scores) if role == "max" else min(scores)


def _abbreviate(parts: Sequence[str]) -> str:
    """Join words with commas. For a long list, give only the first items and the total number."""
    if len(parts) <= _LONG:
        return ", ".join(parts)
    return f"{', '.join(parts[:_BEGINNING])}, … {len(parts)} in all"
