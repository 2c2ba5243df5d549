"""Step words: what each step of a search says, in a sentence that fits the line of pseudocode it runs."""

from collections.abc import Sequence

from noughts.explain.judged import Draft
from noughts.explain.manner import Manner
from noughts.explain.pseudocode import Role
from noughts.explain.story import Bound, StoryNode, number
from noughts.rules.position import Score

_LONG, _BEGINNING = 15, 8


def variables(
    manner: Manner, node: StoryNode, children: Sequence[int], scores: Sequence[Score], bounds: Sequence[Bound]
) -> tuple[tuple[str, str], ...]:
    """Return the variable in which a call keeps its children's answers, by name; empty as long as it has none."""
    keeps = manner.form.keeps
    listed = list(map(number, scores, bounds))
    if keeps == "scores":
        return (("scores", f"[{_few(listed)}]" if listed else ""),)
    if keeps == "v(i)" and node.parent is None:
        return (("v(i)", _few([f"v({child}) = {score}" for child, score in zip(children, listed, strict=True)])),)
    return (("v", number(_best(node.role, scores)) if scores else ""),)


def window(alpha: Score | None, beta: Score | None) -> tuple[tuple[str, str], ...]:
    """Return alpha and beta by name."""
    return ("alpha", end(alpha, "−∞")), ("beta", end(beta, "+∞"))


def asked(node: StoryNode, manner: Manner) -> str:
    """Say that a state is searched."""
    limits = ""
    if manner.windowed:
        limits = f", with alpha {end(node.alpha, '−∞')} and beta {end(node.beta, '+∞')}"
    if node.end in ("win", "draw", "horizon", "table"):
        return f"Look at state {node.id}{limits}."
    return (
        f"Search state {node.id}: {node.position.turn} is to move and wants to {manner.best(node.role)}imise{limits}."
    )


def ended(node: StoryNode) -> str:
    """Say why a state's score is known at once."""
    assert node.score is not None
    score = number(node.score, node.bound)
    if node.end == "win":
        outcome = node.position.outcome
        winner = outcome.winner if outcome else None
        return f"State {node.id} is over: {winner} has won, {score}."
    if node.end == "draw":
        return f"State {node.id} is over: a draw, {score}."
    if node.end == "table":
        return f"State {node.id} has come up before: the table says {score}."
    return f"State {node.id} lies on the horizon: it is not searched, but evaluated as {score}."


def pushed(node: StoryNode, child: StoryNode, manner: Manner, scores: Sequence[Score], bounds: Sequence[Bound]) -> str:
    """Say what becomes of a child's answer: a score on a list, or the best so far. It is the last of the scores."""
    keeps, score = manner.form.keeps, number(scores[-1], bounds[-1])
    if keeps == "scores":
        turned = " with its sign turned" if manner.turns else ""
        listed = ", ".join(map(number, scores, bounds))
        return f"State {child.id} pushes {score} onto state {node.id}'s score list{turned}: [{listed}]."
    if keeps == "v(i)" and node.parent is None:
        return f"State {child.id} answers {score}: v({child.id}) is {score}."
    if keeps == "v(i)" and len(scores) == 1:
        return f"State {child.id} answers {score}, the first answer in state {node.id}: v is {score}."
    before = _best(node.role, scores[:-1]) if len(scores) > 1 else None
    start, more = ("−∞", "more") if node.role == "max" else ("+∞", "less")
    than = f"{more} than {end(before, start)} so far: v of state {node.id}"
    if _best(node.role, scores) == before:
        return f"State {child.id} answers {score}, not {than} stays {end(before, start)}."
    return f"State {child.id} answers {score}, {than} is now {score}."


def moved(node: StoryNode, name: str, before: Score | None, after: Score, by_table: bool = False) -> str:
    """Say that a state raises alpha or lowers beta, by its own list or by what the table knows."""
    verb, verbs, start, more = (
        ("raises", "rises", "−∞", "more") if name == "alpha" else ("lowers", "falls", "+∞", "less")
    )
    way = f"from {end(before, start)} to {number(after)}."
    if by_table:
        return f"The table knows that state {node.id} is worth {number(after)} or {more}: {name} {verbs} {way}"
    return f"State {node.id} {verb} {name} {way}"


def stopped(draft: Draft, manner: Manner) -> str:
    """Say why a state was cut: what the player to move has is more than the opponent, or the table, allows."""
    node = draft.node
    assert node.score is not None
    low, high = (manner.limit(known) for known in draft.known)
    known, asked = (high, node.beta) if node.role == "max" else (low, node.alpha)
    limit = asked if known is None else known
    assert limit is not None
    player = node.position.turn
    more, less = ("more", "less") if node.role == "max" else ("less", "more")
    reason = f"State {node.id} stops: {player} can make it {number(node.score)} or {more} here, "
    if known is not None:
        return f"{reason}and the table knows that it is worth {number(limit)} or {less}."
    return f"{reason}but {player.other} is already sure of {number(limit)} or {less} elsewhere."


def left_out(states: Sequence[int]) -> str:
    """Say which states a cut leaves out."""
    listed = ", ".join(map(str, states))
    return f"State {listed} is not searched." if len(states) == 1 else f"States {listed} are not searched."


def answered(
    node: StoryNode, chosen: StoryNode, manner: Manner, scores: Sequence[Score], bounds: Sequence[Bound]
) -> str:
    """Say what a state answers; of the root also which move it chooses."""
    assert node.score is not None
    keeps, best, score = manner.form.keeps, manner.best(node.role), number(node.score)
    listed = ", ".join(map(number, scores, bounds))
    if keeps == "scores":
        settled = f"{best}({listed}) = {score}"
    elif keeps == "v(i)" and node.parent is None:
        settled = (
            f"v({chosen.id}) = {score} is the greatest of {listed}" if len(scores) > 1 else f"v({chosen.id}) = {score}"
        )
    else:
        settled = f"v = {score}"
    text = f"{node.position.turn} {best}imises: {settled}"
    if node.bound != "=":
        text += f", so it is worth {score} or {'less' if node.bound == '<=' else 'more'}"
    return f"State {node.id}: {text}." if node.parent else f"{text}. Choose {chosen.move} (state {chosen.id})."


def excuse(draft: Draft, manner: Manner) -> str:
    """Say why a state was not searched; nothing if it was."""
    node, parent = draft.node, draft.parent
    if node.searched or parent is None:
        return ""
    if not parent.node.searched:
        return f"It lies below state {parent.node.id}, which was not searched."
    if parent.node.end == "table":
        return f"The table already knew state {parent.node.id}."
    return stopped(parent, manner)


def end(score: Score | None, infinite: str) -> str:
    """Return alpha or beta as it is written."""
    return infinite if score is None else number(score)


def _best(role: Role, scores: Sequence[Score]) -> Score:
    return max(scores) if role == "max" else min(scores)


def _few(parts: Sequence[str]) -> str:
    """Return a list in words; of a long one the beginning."""
    if len(parts) <= _LONG:
        return ", ".join(parts)
    return f"{', '.join(parts[:_BEGINNING])}, … {len(parts)} in all"
