"""The sentence of every step is true: each sentence is parsed, and each number in it agrees with the data."""

import re
from collections.abc import Callable, Sequence

from hypothesis import given

from noughts import Player
from noughts.explain.story.story import Event, Story, StoryNode, number
from tests.explain.stories import WINDOWED, Frame, Replay, StoryCase, stories, truth

NUMBER = re.compile(r"[≤≥]?[+−][0-9]+(?:\.[0-9]+)?|[≤≥]?\b0\b|[+−]∞")
SCORE = r"([≤≥]?(?:[+−][0-9.]+|0))"
LIMIT = r"([+−][0-9.]+|0|[+−]∞)"
STATE = r"([0-9]{1,3}(?:,[0-9]{3})*)"
WINDOW = rf"(?:, with alpha {LIMIT} and beta {LIMIT})?"


def whole(text: str) -> int:
    return int(text.replace(",", ""))


class Moment:
    """A step of a story, with the call that ran before it."""

    def __init__(
        self, case: StoryCase, event: Event, before: Frame | None, value: Callable[[StoryNode], float]
    ) -> None:
        self.case, self.story, self.event, self.value = case, case.story, event, value
        self.node = case.story.node(event.node)
        self.before = before if before is not None and before.node == event.node else None

    def read(self, pattern: str) -> Sequence[str]:
        """Check that the whole sentence matches the pattern, and return its groups."""
        match = re.fullmatch(pattern, self.event.text)
        assert match, (self.event.text, pattern)
        return match.groups()

    def limit(self, score: float | None, infinite: str) -> str:
        return infinite if score is None else number(score)

    def window(self) -> tuple[str | None, str | None]:
        if self.story.algorithm not in WINDOWED:
            return None, None
        return self.limit(self.event.alpha, "−∞"), self.limit(self.event.beta, "+∞")

    @property
    def maximises(self) -> bool:
        return self.node.role == "max" or self.story.view == "mover"


def ask(at: Moment) -> None:
    ended = at.node.end in ("win", "draw", "table", "horizon")
    if ended:
        state, *window = at.read(rf"Look at state {STATE}{WINDOW}\.")
    else:
        verb = "maximise" if at.maximises else "minimise"
        state, player, *window = at.read(rf"Search state {STATE}: ([XO]) is to move and wants to {verb}{WINDOW}\.")
        assert player == str(at.node.position.turn)
    assert whole(state) == at.node.id
    assert tuple(window) == at.window()


def end(at: Moment) -> None:
    outcome = at.node.position.outcome
    if outcome is not None:
        winner = "a draw" if outcome.winner is None else f"{outcome.winner} has won"
        state, score = at.read(rf"State {STATE} is over: {winner}, {SCORE}\.")
        turn = at.story.position.turn if at.story.view == "max" else at.node.position.turn
        sign = 0 if outcome.winner is None else 1 if outcome.winner is turn else -1
        assert (at.event.value or 0) * sign >= 0
        assert (at.event.value != 0) is bool(sign)
    elif at.node.end == "table":
        state, score = at.read(rf"State {STATE} has come up before: the table says {SCORE}\.")
    else:
        evaluated = rf"State {STATE} is on the horizon: it is not searched but evaluated as {SCORE}\."
        state, score, *_ = at.read(rf"{evaluated} Open lines: X (.*), O (.*?)\.( In misère, .*)?")
    assert whole(state) == at.node.id
    assert score == number(at.event.value or 0, at.node.bound)


def push(at: Moment) -> None:
    child, score, state = {"lists": push_onto_list, "j": push_to_j, "max-min": push_to_v}.get(
        at.story.form.name, push_onto_list
    )(at)
    assert (whole(child), whole(state)) == (at.event.child, at.node.id)
    assert score == number(at.event.value or 0, at.story.node(whole(child)).bound)


def push_onto_list(at: Moment) -> Sequence[str]:
    """Check a push in a form with score lists."""
    turned = " with its sign changed" if at.story.view == "mover" else ""
    state, score, child, scores = at.read(
        rf"State {STATE} writes down {SCORE}, the score of state {STATE}{turned}: \[(.+)\]\."
    )
    assert scores == ", ".join(map(number, at.event.scores, at.event.bounds))
    assert scores.split(", ")[-1] == score
    return child, score, state


def push_to_j(at: Moment) -> Sequence[str]:
    """Check a push in a form with j. Minimax(j) has no v before the first score; BestMove(j) has one for each child."""
    if at.node.parent is None:
        child, score, same, is_now = at.read(rf"State {STATE} returns {SCORE}: v\({STATE}\) is {SCORE}\.")
        assert (child, score) == (same, is_now)
        return child, score, str(at.node.id)
    if len(at.event.scores) > 1:
        return push_to_v(at)
    child, score, state, is_now = at.read(
        rf"State {STATE} returns {SCORE}, the first value in state {STATE}: v is {SCORE}\."
    )
    assert score == is_now
    return child, score, state


def push_to_v(at: Moment) -> Sequence[str]:
    """Check a push in a form with v, the best score so far, which a new score can improve."""
    more = "more" if at.node.role == "max" else "less"
    then = rf"v of state {STATE} (is now|stays) {SCORE}"
    child, score, no, start, state, verb, is_now = at.read(
        rf"State {STATE} returns {SCORE}, which is (not )?{more} than {LIMIT}: {then}\."
    )
    best, bottom = (max, "−∞") if at.node.role == "max" else (min, "+∞")
    earlier = at.event.scores[:-1]
    assert start == (number(best(earlier)) if earlier else bottom)
    assert is_now == number(best(at.event.scores))
    assert bool(no) is (verb == "stays") is (is_now == start)
    return child, score, state


def shift(at: Moment, name: str, verbs: tuple[str, str], before: str, after: float | None) -> None:
    """Check that alpha is raised, or beta lowered, by the last push or by the table."""
    if at.event.text.startswith("The table"):
        more = "more" if name == "alpha" else "less"
        knows = rf"The table knows that state {STATE} is worth {LIMIT} or {more}"
        state, known, start, to = at.read(rf"{knows}: {name} {verbs[1]} from {LIMIT} to {LIMIT}\.")
        true = at.value(at.node)
        assert true >= (after or 0) if name == "alpha" else true <= (after or 0)
        assert known == to
        assert at.event.scores == ()
    else:
        state, start, to = at.read(rf"State {STATE} {verbs[0]} {name} from {LIMIT} to {LIMIT}\.")
        assert at.event.value == at.event.scores[-1]
    assert whole(state) == at.node.id
    assert (start, to) == (before, number(after or 0))
    assert after == at.event.value


def raised(at: Moment) -> None:
    assert at.before
    shift(at, "alpha", ("raises", "rises"), at.limit(at.before.alpha, "−∞"), at.event.alpha)


def lowered(at: Moment) -> None:
    assert at.before
    shift(at, "beta", ("lowers", "falls"), at.limit(at.before.beta, "+∞"), at.event.beta)


def cut(at: Moment) -> None:
    upwards = at.node.role == "max"
    more, less = ("more", "less") if upwards else ("less", "more")
    start = rf"State {STATE} stops: ([XO]) can make it {LIMIT} or {more} here, "
    left = r"States? ([0-9, ]+) (?:is|are) not searched\."
    if " and the table " in at.event.text:
        state, player, score, limit, skipped = at.read(
            rf"{start}and the table knows that it is worth {LIMIT} or {less}\. {left}"
        )
    else:
        state, player, score, other, limit, skipped = at.read(
            rf"{start}but ([XO]) is already sure of {LIMIT} or {less} elsewhere\. {left}"
        )
        assert other == str(at.node.position.turn.other)
        assert number_above(at, limit)
    assert whole(state) == at.node.id
    assert player == str(at.node.position.turn)
    assert score == number(at.event.value or 0)
    bound = at.event.beta if upwards else at.event.alpha
    assert limit == number(bound or 0)
    true = at.value(at.node)
    assert true >= (at.event.value or 0) if upwards else true <= (at.event.value or 0)
    assert [whole(word) for word in skipped.split(", ")] == list(at.event.skipped)
    assert at.event.text.count("States") == (len(at.event.skipped) > 1)


def number_above(at: Moment, limit: str) -> bool:
    """Return whether the other player has this score in a state above, from a child or from the table."""
    above = at.node
    while above.parent is not None:
        above = at.story.node(above.parent)
        if above.role == at.node.role:
            continue
        for event in at.story.events:
            if event.node == above.id and event.kind in ("raise", "lower") and number(event.value or 0) == limit:
                return True
    return False


def answer(at: Moment) -> None:
    state, player, settled, score, more = at.read(
        rf"State {STATE}: ([XO]) {'max' if at.maximises else 'min'}imises: (.+?) = {SCORE}(, so .+)?\."
    )
    assert whole(state) == at.node.id
    assert player == str(at.node.position.turn)
    assert settled == (best_of_list(at) if at.story.form.name not in ("j", "max-min") else "v")
    best_found(at, score)
    bound = {"=": None, "<=": "less", ">=": "more"}[at.node.bound]
    assert more == (bound and f", so it is worth {score} or {bound}")


def choose(at: Moment) -> None:
    player, settled, score, of, move, state = at.read(
        rf"([XO]) maximises: (.+?) = {SCORE}(?: is the greatest of (.+))?\. Choose ([a-z0-9 ]+) \(state {STATE}\)\."
    )
    assert player == str(at.node.position.turn)
    assert settled == {"j": f"v({state})", "max-min": "v"}.get(at.story.form.name, best_of_list(at))
    scores = ", ".join(map(number, at.event.scores))
    assert of == (scores if at.story.form.name == "j" and len(at.event.scores) > 1 else None)
    best_found(at, score)
    assert whole(state) == at.event.child == at.node.chosen
    named = at.story.node(whole(state)).move
    assert move == (f"column {named.rstrip('0123456789')}" if at.node.position.game.needs else named)
    assert at.node.bound == "=", "the root's score is exact"


def best_of_list(at: Moment) -> str:
    return f"{'max' if at.maximises else 'min'}({', '.join(map(number, at.event.scores, at.event.bounds))})"


def best_found(at: Moment, score: str) -> None:
    """Check that the answer is the best of the scores."""
    best = max(at.event.scores) if at.maximises else min(at.event.scores)
    assert score == number(best) == number(at.event.value or 0)


KINDS = {
    "ask": ask,
    "end": end,
    "push": push,
    "raise": raised,
    "lower": lowered,
    "cut": cut,
    "answer": answer,
    "choose": choose,
}


def numbers_of(story: Story, event: Event, before: Frame | None) -> set[str]:
    """Return all scores that a sentence may contain, as text."""
    node = story.node(event.node)
    values = [event.value, *event.scores, event.alpha, event.beta, node.score, node.alpha, node.beta]
    values += [before.alpha, before.beta] if before else []
    return {number(value, bound) for value in values if value is not None for bound in ("=", "<=", ">=")} | {"−∞", "+∞"}


@given(stories())
def test_every_sentence_is_true_for_its_state(case: StoryCase) -> None:
    true = truth(case)
    for event, before in Replay(case.story).run():
        without_states = re.sub(r"[Ss]tates? [0-9, ]+", "", event.text)
        named = set(NUMBER.findall(re.sub(r"Choose [a-z0-9]+", "", without_states)))
        assert named <= numbers_of(case.story, event, before), event
        for states in re.findall(r"[Ss]tates? ([0-9,]+(?:, [0-9,]+)*)", event.text):
            assert all(1 <= whole(state) <= len(case.story.nodes) for state in states.rstrip(",").split(", "))
        KINDS[event.kind](Moment(case, event, before, lambda node: true(node.position, node.depth)))


@given(stories())
def test_each_variable_of_the_pseudocode_has_a_value_once_its_line_has_run(case: StoryCase) -> None:
    story, code = case.story, "\n".join(case.story.form.text)
    for event, _ in Replay(story).run():
        node, variables = story.node(event.node), dict(event.variables)
        written = list(map(number, event.scores, event.bounds))
        pushed = [child for child in node.children if story.node(child).searched][: len(written)]
        if story.algorithm in WINDOWED:
            assert variables.pop("alpha") == ("−∞" if event.alpha is None else number(event.alpha))
            assert variables.pop("beta") == ("+∞" if event.beta is None else number(event.beta))
        ((name, value),) = variables.items()
        assert name in code
        if not written:
            assert value == ""
        elif len(written) > 15:
            assert f"{len(written)} in all" in value
        elif name == "v":
            assert value == number((max if node.role == "max" else min)(event.scores))
        elif name == "v(i)":
            assert value == ", ".join(f"v({child:,}) = {score}" for child, score in zip(pushed, written, strict=True))
        else:
            assert value == f"[{', '.join(written)}]"
        assert ("scores" in event.text or "score list" in event.text) <= (name == "scores")


@given(stories())
def test_reasons_name_the_right_player(case: StoryCase) -> None:
    for node in case.story.nodes:
        if " stops: " in node.reason:
            above = case.story.node(node.parent or 1)
            assert f": {above.position.turn} can make it" in node.reason
            assert "−∞" not in node.reason
            assert set(re.findall(r"\b[XO]\b", node.reason)) <= {str(player) for player in Player}


@given(stories())
def test_each_cut_asks_a_question_with_one_right_answer_that_the_step_confirms(case: StoryCase) -> None:
    for event in case.story.events:
        if event.quiz is None:
            assert event.kind != "cut" or "the table knows" in event.text or case.story.algorithm == "transposition"
            continue
        assert event.kind == "cut"
        assert f"state {event.node:,}:" in event.quiz.question
        assert number(event.value or 0) in event.quiz.question
        (right,) = [(text, why) for text, is_right, why in event.quiz.choices if is_right]
        assert event.text.startswith(right[1])
        assert all(f"{state:,}" in right[0] for state in event.skipped)
        texts = [text for text, *_ in event.quiz.choices]
        assert len(set(texts)) == len(texts) == 4
