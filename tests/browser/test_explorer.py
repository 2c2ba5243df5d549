"""The explorer in a browser, loaded from a file: it shows what the document contains, by mouse, keyboard and touch."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from noughts import Position, game, position
from noughts.explain.story.atlas import Atlas, atlas
from noughts.explain.story.atlas_format import to_data
from noughts.explain.story.build_story import tell
from noughts.explain.story.pseudocode import FORMS
from noughts.explain.story.story import Algorithm, Story, number
from noughts.explain.story.trace_format import to_data as story_data
from noughts.render.explorer import fragment, page
from tests.browser import chromium
from tests.browser.people import PATIENCE
from tests.explain.stories import ARTICLE
from tests.slowly import few_fast

COURSE = position("o_x/x2_/x2o x")
ALGORITHMS: tuple[Algorithm, ...] = ("minimax", "alphabeta", "negamax", "transposition")
STORIES = {name: tell(COURSE, algorithm=name, **ARTICLE) for name in ALGORITHMS}
SHAPES = {"▲": 1, "■": 0, "▼": -1}

NOW_IS_IN_VIEW = """(() => {
  const [box, room] = ['.is-now', '.nx-scroller'].map((name) => document.querySelector(name).getBoundingClientRect());
  return room.left <= box.left && box.right <= room.right && room.top <= box.top + 1;
})()"""
SHOWN = Path(__file__).with_name("shown.js").read_text(encoding="utf-8")


class Tab:
    """A page in a browser, with its console messages and requests."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(SHOWN)
        return found

    def say(self) -> str:
        return str(self.page.text_content(".nx-say"))

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def until(self, condition: str) -> None:
        """Wait for a condition. The Content Security Policy of the page blocks Playwright's `wait_for_function`."""
        for _ in range(PATIENCE // 20):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"timed out waiting for: {condition}")

    def focus(self) -> str:
        return str(
            self.page.evaluate("""() => {
              const on = document.activeElement;
              const named = on.matches('.nx-node') && on.querySelector('.nx-board');
              return named ? named.getAttribute('aria-label') : on.outerHTML.slice(0, 80);
            }""")
        )


Opener = Callable[..., Tab]

DRAWN = "!document.querySelector('.nx-tree[aria-busy]')"


@pytest.fixture
def open_page(chrome: Any, tmp_path: Path) -> Iterator[Opener]:
    """Open a page in a new window. After the test, check that it had no errors and loaded nothing else."""
    tabs: list[tuple[Tab, str, Any]] = []

    def open_tab(
        html: str, address: str = "", width: int = 1280, height: int = 860, script: str = "", **more: Any
    ) -> Tab:
        file = tmp_path / f"page{len(tabs)}.html"
        file.write_text(html, encoding="utf-8")
        context = chrome.new_context(viewport={"width": width, "height": height}, **more)
        context.add_init_script(script)
        tab = Tab(context.new_page())
        tab.page.goto(file.as_uri() + address)
        tabs.append((tab, file.as_uri(), context))
        return tab

    yield open_tab
    for tab, own, context in tabs:
        requested = {url.split("#")[0] for url in tab.requests}
        context.close()
        assert not tab.complaints
        assert {url for url in requested if not url.startswith(("data:", "about:srcdoc"))} == {own}


def skip_text(nodes: dict[int, dict[str, Any]], state: int) -> str:
    """Return the text in a state that was not searched: ``cut``, or ``known`` from a table."""
    while not nodes[state]["searched"]:
        state = nodes[state]["parent"]
    return "cut" if nodes[state]["end"] == "cut" else "known"


def expected(story: Story, step: int) -> dict[str, dict[str, str]]:
    """Replay the document, and return the text that each node must show after this many events."""
    data = story_data(story)
    nodes = {node["id"]: node for node in data["nodes"]}
    seen: dict[int, dict[str, Any]] = {}
    done: set[int] = set()
    cut: set[int] = set()

    def below(state: int) -> Iterator[int]:
        yield state
        for child in nodes[state]["children"]:
            yield from below(child)

    for event in data["events"][:step]:
        seen[event["node"]] = event
        if event["kind"] in ("end", "answer", "choose"):
            done.add(event["node"])
            if nodes[event["node"]]["end"] == "table":
                cut |= set(below(event["node"])) - {event["node"]}
        for skipped in event["skipped"]:
            cut |= set(below(skipped))
    shown = {}
    for state, node in nodes.items():
        if state not in seen:
            shown[str(state)] = {"score": skip_text(nodes, state) if state in cut else "", "list": "", "window": ""}
            continue
        event, over = seen[state], state in done
        scores = " ".join(map(number, event["scores"], event["bounds"]))
        score = number(node["score"], node["bound"]) if over else ""
        leaf = not any(nodes[child]["searched"] for child in node["children"])
        left = " ✂\ufe0e" if over and node["end"] == "cut" else ""
        limits = (
            f"α {'−∞' if event['alpha'] is None else number(event['alpha'])}  "
            f"β {'+∞' if event['beta'] is None else number(event['beta'])}"
        )
        shown[str(state)] = {
            "score": score,
            "list": "" if leaf else shown_results(story, event, over, f"[{scores}{left}]"),
            "window": limits if story.algorithm not in ("minimax", "negamax") else "",
        }
    return shown


def shown_results(story: Story, event: dict[str, Any], over: bool, scores: str) -> str:
    """Return the children's results that a state shows: the list, or the best score so far during its search."""
    if story.form.keeps == "scores" or (story.form.keeps == "v(i)" and event["node"] == 1):
        return scores
    value = dict(event["variables"])["v"]
    return f"v = {value}" if value and not over else ""


def compare(tab: Tab, story: Story, step: int, whole: bool = True) -> dict[str, Any]:
    """Check everything that the page shows at a step against the document. All states must be shown if `whole`."""
    shown = tab.shown()
    event = story.events[step - 1]
    assert shown["say"] == event.text
    assert shown["line"] == event.line
    assert shown["code"] == [line.strip() for line in story.form.text]
    assert shown["slider"] == step
    assert shown["count"] == f"step {step:,}/{len(story.events):,}"
    of = f"{event.searched:,}" + ("" if story.minimax is None else f" of {story.minimax:,}")
    assert shown["counter"] == f"searched {of}"
    variables = shown["variables"]
    for name, value in event.variables:
        assert variables[name] == (value or "—"), "a dash until its line has run"
    assert variables["searched"] == of
    assert variables["state"].split(" ")[0] == str(event.node)
    assert ("alpha" in variables) == (story.algorithm not in ("minimax", "negamax"))
    stack, up = [str(event.node)], story.node(event.node).parent
    while up is not None:
        stack, up = [str(up), *stack], story.node(up).parent
    assert variables["stack"] == " > ".join(stack)
    assert {key for key, node in shown["nodes"].items() if "is-now" in node["kind"]} == {str(event.node)}
    assert {key for key, node in shown["nodes"].items() if "is-path" in node["kind"]} == set(stack[:-1])
    if whole:
        assert len(shown["nodes"]) == len(story.nodes)
    for key, wanted in expected(story, step).items():
        if key not in shown["nodes"]:
            continue
        node = shown["nodes"][key]
        score = node["score"]
        if score[:1] in SHAPES:
            searched_node = story.node(int(key))
            assert searched_node.score is not None
            negated = story.view == "mover" and searched_node.role == "min"
            seen = -searched_node.score if negated else searched_node.score
            assert SHAPES[score[0]] == (seen > 0) - (seen < 0)
            score = score[2:]
        assert {"score": score, "list": node["list"], "window": node["window"]} == wanted, f"state {key}, step {step}"
        assert ("is-cut" in node["kind"]) == (wanted["score"] in ("cut", "known"))
        if wanted["score"] in ("cut", "known"):
            assert story.node(int(key)).reason in node["label"]
        board = story.node(int(key)).position
        assert node["marks"] == [board.x.bit_count(), board.o.bit_count()]
    return shown


def story_with(form: str) -> Story:
    """Return the story of the course position with this form of pseudocode."""
    found = next((story for story in STORIES.values() if story.form.name == form), None)
    return found or tell(COURSE, form=form, **ARTICLE)


@pytest.mark.parametrize("form", few_fast(FORMS, 2))
def test_every_step_matches_the_document_forwards_and_backwards(open_page: Opener, form: str) -> None:
    story = story_with(form)
    tab = open_page(page([story]))
    forwards = []
    for step in range(1, len(story.events) + 1):
        forwards.append(compare(tab, story, step))
        tab.keys("ArrowRight")
    assert tab.shown() == forwards[-1]  # pressing the key at the last step changes nothing
    for shown in reversed(forwards):
        assert tab.shown() == shown
        tab.keys("ArrowLeft")
    assert tab.shown() == forwards[0]


def test_the_last_step_shows_the_figure_of_the_course(open_page: Opener) -> None:
    tab = open_page(page([STORIES["alphabeta"]]))
    tab.keys("End")
    nodes = tab.shown()["nodes"]
    assert nodes["1"]["list"] == "[+10 ≤−10 ≤−10]"
    assert {key for key, node in nodes.items() if "is-cut" in node["kind"]} == {"6", "8", "9", "10"}
    assert tab.shown()["counter"] == "searched 6 of 10"
    assert tab.page.locator(".nx-edge.is-best").count() == 3


def test_buttons_slider_and_clicks_go_to_the_right_step(open_page: Opener) -> None:
    story = STORIES["minimax"]
    tab = open_page(page([story]))
    press = tab.page.get_by_role("button")
    assert press.filter(has_text="Play").count() == 1
    tab.page.get_by_label("One step on").click()
    compare(tab, story, 2)
    tab.page.get_by_label("Last step").click()
    compare(tab, story, len(story.events))
    assert tab.page.get_by_label("One step on").is_disabled()
    tab.page.get_by_label("First step").click()
    compare(tab, story, 1)
    slider = tab.page.get_by_role("slider")
    slider.evaluate("slider => { slider.value = 17; slider.dispatchEvent(new Event('input')); }")
    compare(tab, story, 17)
    assert slider.get_attribute("aria-valuetext") == "step 17 of 29"
    steps = [place for place, event in enumerate(story.events, 1) if event.node == 3]
    for step in (*steps, steps[0]):  # clicking a state goes through its steps and starts over
        tab.page.locator('.nx-node[data-key="3"]').click()
        compare(tab, story, step)
    cut = open_page(page([STORIES["alphabeta"]]))
    cut.page.locator('.nx-node[data-key="9"]').click()
    assert cut.say().endswith("State 6 is not searched.")


def test_the_explorer_can_be_used_with_the_keyboard_alone(open_page: Opener) -> None:
    story = STORIES["alphabeta"]
    tab = open_page(page([story, STORIES["minimax"]]))
    reached = []
    for _ in range(14):
        tab.keys("Tab")
        reached.append(tab.focus())
        visible = tab.page.evaluate("""() => {
          const on = document.activeElement;
          if (!on.matches('.nx-node')) return getComputedStyle(on).outlineStyle !== 'none';
          return document.querySelector('.nx-ring').getAttribute('visibility') === 'visible';
        }""")
        assert visible, reached[-1]
        if reached[-1].startswith("State 1;"):
            break
    assert reached[-1].startswith("State 1;")
    tab.keys("ArrowDown", "Shift+ArrowRight")
    assert tab.focus().startswith("State 3, b1; O to move, minimises; not reached yet")
    tab.keys("Enter")
    assert tab.say() == story.events[5].text
    tab.keys("ArrowRight")
    compare(tab, story, 7)
    assert tab.focus().startswith("State 3")
    assert tab.page.locator(".nx-node").count() == 10
    tab.keys("-")
    assert tab.page.locator(".nx-node").count() == 7
    assert tab.page.locator('.nx-node[data-key="3"]').get_attribute("aria-expanded") == "false"
    tab.keys("+", "End")
    compare(tab, story, len(story.events))
    tab.keys("Home", "ArrowDown")
    assert tab.focus().startswith("State 5")
    help_ = tab.page.locator(".nx-help summary")
    help_.focus()
    tab.keys("Enter")
    assert tab.page.locator(".nx-keys").is_visible()
    tab.keys("Escape")
    assert not tab.page.locator(".nx-keys").is_visible()


@pytest.mark.slow
def test_playback_starts_and_pauses_only_on_request(open_page: Opener) -> None:
    tab = open_page(page([STORIES["minimax"]]))
    tab.page.wait_for_timeout(1800)
    compare(tab, STORIES["minimax"], 1)
    tab.page.get_by_label("Speed").select_option("8")
    tab.page.locator("body").click(position={"x": 2, "y": 2})
    tab.keys("Space")
    tab.until("document.querySelector('.nx-slider').value >= 4")
    assert tab.page.locator(".nx-play").inner_text() == "Pause"
    tab.keys("Space")
    stopped = tab.shown()
    tab.page.wait_for_timeout(600)
    assert tab.shown() == stopped
    tab.page.locator(".nx-play").click()
    tab.until("document.querySelector('.nx-slider').value == 29")
    tab.until("document.querySelector('.nx-play').innerText === 'Play'")
    compare(tab, STORIES["minimax"], 29)


@pytest.mark.parametrize(("width", "algorithm"), [(1280, "minimax"), (360, "minimax"), (1280, "alphabeta")])
def test_scores_that_the_reader_fills_in_are_checked_with_reasons(
    open_page: Opener, width: int, algorithm: Algorithm
) -> None:
    story = tell(COURSE, algorithm=algorithm)
    tab = open_page(page(story), width=width)
    if width < 600:
        tab.page.get_by_role("button", name="More controls").click()
    tab.page.get_by_role("button", name="Fill in").click()
    blank = [node for node in story.nodes if node.searched and node.end in (None, "cut")]
    fields = {node.id: tab.page.get_by_label(f"Score of state {node.id}", exact=True) for node in blank}
    assert tab.page.locator(".nx-field").count() == len(blank)
    assert "+10" not in tab.page.locator("[data-key='1']").first.text_content(), "the answer is not shown"
    wrong = blank[-1]
    for node in blank:
        fields[node.id].fill("3" if node is wrong else number(node.score or 0))
    fields[1].press("Enter")
    assert tab.page.locator(".nx-say").inner_text() == f"{len(blank) - 1} of {len(blank)} scores right."
    reason = next(event.text for event in story.events if event.step == wrong.done)
    assert tab.page.locator(".nx-reasons li").all_inner_texts() == [reason]
    assert tab.page.locator("[aria-invalid=true]").count() == 1
    fields[wrong.id].fill(str(wrong.score))
    tab.page.get_by_role("button", name="Check").click()
    assert tab.page.locator(".nx-say").inner_text() == f"{len(blank)} of {len(blank)} scores right."
    tab.page.get_by_role("button", name="Back to the steps").click()
    assert tab.page.locator(".nx-field").count() == 0
    tab.keys("End")
    assert tab.page.locator(".nx-say").inner_text() == story.events[-1].text


def test_a_mistake_below_is_named_before_those_that_follow_from_it(open_page: Opener) -> None:
    tab = open_page(page(tell(COURSE)))
    tab.page.get_by_role("button", name="Fill in").click()
    for state, score in {1: "0", 2: "10", 4: "-10"}.items():
        tab.page.get_by_label(f"Score of state {state}", exact=True).fill(score)
    tab.page.get_by_role("button", name="Check").click()
    reasons = tab.page.locator(".nx-reasons li").all_inner_texts()
    assert reasons[:2] == [f"State {up} depends on state {down}: look there first." for up, down in ((1, 2), (2, 4))]
    assert reasons[2] == "State 4: X maximises: max(+10) = +10."


COVERED = """([covers, covered]) => {
  const boxes = (all) => [...document.querySelectorAll(all)].map((one) => one.getBoundingClientRect());
  const meet = (low, high, other, end) => Math.min(high, end) - Math.max(low, other) > 1;
  return boxes(covers).flatMap((a) => boxes(covered).filter((b) =>
    meet(a.left, a.right, b.left, b.right) && meet(a.top, a.bottom, b.top, b.bottom))).length;
}"""
"""The number of elements of one kind that other elements cover."""


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_the_boxes_that_the_reader_fills_in_cover_no_board(open_page: Opener, width: int, algorithm: Algorithm) -> None:
    tab = open_page(page(tell(COURSE, algorithm=algorithm)), "#view=tree", width=width, height=740)
    if width < 600:
        tab.page.get_by_role("button", name="More controls").click()
    tab.page.get_by_role("button", name="Fill in").click()
    assert tab.page.locator(".nx-field").count() > 4
    assert tab.page.evaluate(COVERED, [".nx-field", ".nx-board"]) == 0
    assert tab.page.evaluate(COVERED, [".nx-field", ".nx-node .nx-window"]) == 0


@pytest.mark.parametrize(("width", "height"), few_fast([(1280, 720), (734, 1000), (360, 740)]))
def test_before_each_cut_the_quiz_asks_what_is_cut_and_why(open_page: Opener, width: int, height: int) -> None:
    story = tell(position("xo_/_x_/__o x"), algorithm="alphabeta")
    tab = open_page(page(story), width=width, height=height)
    if width < 600:
        tab.page.get_by_role("button", name="More controls").click()
    tab.page.get_by_role("button", name="Quiz").click()
    quizzes = [(event, event.quiz) for event in story.events if event.quiz]
    assert len(quizzes) > 2
    for count, (event, quiz) in enumerate(quizzes[:3], 1):
        assert tab.page.locator(".nx-quiz > p").first.inner_text() == quiz.question
        assert str(event.step - 1) in tab.page.locator(".nx-count").inner_text(), "the step waits for the answer"
        assert tab.page.evaluate(COVERED, [".nx-quiz", ".nx-stage"]) == 0, "the tree is visible"
        shown = tab.page.evaluate("document.querySelector('.is-now').getBoundingClientRect().top")
        assert 0 <= shown < height, "the state that the question is about is in the window"
        chosen = next(choice for choice in quiz.choices if choice[1] == (count != 2))
        tab.page.get_by_role("button", name=chosen[0], exact=True).click()
        assert tab.page.locator(".nx-why").inner_text() == f"{'✗ No.' if count == 2 else '✓ Right.'} {chosen[2]}"
        assert tab.page.locator(".nx-answers .is-right").count() == 1
        assert tab.page.locator(".nx-after span").inner_text() == f"{count - (count > 1)} of {count} right"
        if count < 3:
            tab.page.get_by_role("button", name="Next question").click()
    tab.page.get_by_role("button", name="Go on").click()
    assert tab.page.locator(".nx-say").inner_text() == quizzes[2][0].text
    assert tab.page.locator(".nx-quiz").is_hidden()


def test_algorithm_and_form_can_be_switched_and_are_kept_in_the_url(open_page: Opener) -> None:
    documents: list[Story | Atlas] = [
        *STORIES.values(),
        tell(COURSE, form="max-min", **ARTICLE),
        tell(COURSE, order="centre"),
        atlas(COURSE, order="centre"),
    ]
    html = page(documents)
    tab = open_page(html)
    tab.page.get_by_label("Algorithm").select_option("alphabeta")
    compare(tab, STORIES["alphabeta"], 1)
    tab.keys("Tab")
    tab.page.get_by_label("One step on").click()
    tab.page.wait_for_url(re.compile("step=2"))
    again = open_page(html, "#" + tab.page.url.split("#")[1])
    compare(again, STORIES["alphabeta"], 2)
    again.keys("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
    here = STORIES["alphabeta"].events[5]
    again.page.get_by_label("Algorithm").select_option("negamax")  # goes to the same state and kind of event
    there = STORIES["negamax"].events[again.shown()["slider"] - 1]
    assert (there.node, there.kind) == (here.node, here.kind)
    again.page.get_by_label("Algorithm").select_option("atlas")
    assert again.shown()["variables"]["state"] == STORIES["negamax"].node(there.node).move
    assert again.page.text_content("h1") == "Every move and its score"
    again.page.evaluate("location.hash = 'algorithm=minimax&form=max-min&step=9&view=outline'")
    again.until("document.querySelector('.nx-count').textContent === 'step 9/29'")
    assert again.page.locator(".nx-code li").count() == 10
    assert again.page.locator(".nx-outline").is_visible()
    tab.page.get_by_label("Number by").select_option("visit")
    assert tab.page.get_by_label("Algorithm").input_value() == "minimax"
    tab.page.get_by_label("Algorithm").select_option("atlas")
    assert tab.say() == "X has won: +10."  # the same state as before
    tab.page.get_by_label("First step").click()
    assert tab.say().startswith("X maximises: max(+10, −10, −10) = +10. Choose b2, which wins at once.")
    wrong = open_page(html, "#algorithm=chess&step=-5&view=round&path=z9")
    compare(wrong, STORIES["minimax"], 1)


@pytest.mark.parametrize("scheme", few_fast(["light", "dark"]))
def test_on_a_phone_the_outline_is_shown_first_and_everything_fits(open_page: Opener, scheme: str) -> None:
    story = STORIES["alphabeta"]
    tab = open_page(page([story]), width=360, height=740, color_scheme=scheme, has_touch=True, is_mobile=True)
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert tab.page.locator(".nx-outline").is_visible()
    ground = tab.page.evaluate("getComputedStyle(document.querySelector('.nx-card')).backgroundColor")
    assert (int(re.findall(r"\d+", ground)[0]) < 60) == (scheme == "dark")
    heights = "[...document.querySelectorAll('.nx-buttons button')].map((button) => button.offsetHeight)"
    assert min(tab.page.evaluate(heights)) >= 44
    for step in range(1, len(story.events) + 1):
        rows = tab.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('.nx-row')].map((row) => [row.dataset.key,"
            " ['score', 'list', 'window', 'reason'].map((name) => row.querySelector('.nx-' + name).textContent)]))"
        )
        for key, wanted in expected(story, step).items():
            score, scores, window, reason = rows[key]
            assert score.removeprefix("not reached yet")[2 if score[:1] in SHAPES else 0 :] == wanted["score"]
            assert (scores, window) == (wanted["list"], wanted["window"])
            assert reason == (story.node(int(key)).reason if wanted["score"] == "cut" else "")
        current = tab.page.locator("[aria-current=step]")
        assert current.count() == 1
        assert str(current.locator(".nx-said").text_content()).startswith(f"State {story.events[step - 1].node}")
        if step < len(story.events):
            tab.page.get_by_label("One step on").click()
    tab.page.get_by_label("Fold state 3").click()
    assert tab.page.locator(".nx-row").count() == 7
    tab.page.get_by_role("button", name="More controls").click()
    tab.page.get_by_role("button", name="Tree", exact=True).click()
    assert tab.page.locator(".nx-tree").is_visible()
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_large_story_shows_the_current_path_and_its_siblings(open_page: Opener) -> None:
    story = tell(position("x__/_o_/__x o"), algorithm="alphabeta")
    assert len(story.nodes) > 400
    tab = open_page(page(story))
    for step in (1, 40, 700, len(story.events)):
        tab.page.get_by_role("slider").evaluate(f"s => {{ s.value = {step}; s.dispatchEvent(new Event('input')); }}")
        path, up = {1}, story.events[step - 1].node
        node = story.node(up)
        shown = {1}
        while True:
            path.add(node.id)
            shown |= set(node.children)
            if node.parent is None:
                break
            node = story.node(node.parent)
        # At the end, the principal variation is shown, too.
        chosen = story.node(1).chosen if step == len(story.events) else None
        while chosen is not None:
            shown |= set(story.node(chosen).children)
            chosen = story.node(chosen).chosen
        assert {int(key) for key in tab.shown()["nodes"]} == shown
        tab.until(NOW_IS_IN_VIEW)  # after smooth scrolling
    tab.keys("Home")
    folded = tab.page.locator('.nx-node[aria-expanded="false"]').first
    key = folded.get_attribute("data-key")
    folded.locator(".nx-fold").click()
    assert {int(k) for k in tab.shown()["nodes"]} >= set(story.node(int(key)).children)


def test_the_atlas_of_the_empty_board_opens_any_branch(open_page: Opener) -> None:
    made = atlas(Position(game("tictactoe")))
    data = to_data(made)
    states = data["states"]
    tab = open_page(page(made))
    assert tab.page.locator(".nx-node").count() == 10
    place, path = 0, list[str]()
    for move in (0, 4, 8, 2, 6):
        here = states["moves"][place].index(move)
        key = ".".join([*path, data["game"]["cells"][move]])
        tab.page.locator(f'.nx-node[data-key="{key}"]').click()
        place, path = states["next"][place][here], key.split(".")
        shown = tab.shown()
        scores = [states["scores"][child] for child in states["next"][place]]
        template = data["sentences"][states["sentences"][place]]
        assert shown["line"] == template["line"]
        assert shown["say"].startswith(template["text"].split("{")[0])
        listed = ", ".join(map(number, scores))
        assert shown["variables"]["scores"] == f"[{listed}]"
        for child, cell in zip(states["next"][place], states["moves"][place], strict=True):
            node = shown["nodes"][".".join([*path, data["game"]["cells"][cell]])]
            assert node["score"][2:] == number(states["scores"][child])
            assert SHAPES[node["score"][0]] * 10 == states["scores"][child]
    assert tab.page.text_content(".nx-board-card h2") == f"After {', '.join(path)}"
    tab.page.wait_for_url(re.compile(f"path={re.escape('.'.join(path))}$"))
    again = open_page(page(made), "#" + tab.page.url.split("#")[1])
    assert again.shown()["nodes"].keys() == tab.shown()["nodes"].keys()
    tab.keys("End")
    assert tab.say() in ("The game is over, a draw: 0.", "X has won: +10.", "O has won: −10.")
    tab.keys("Home")
    assert tab.say().startswith("X maximises: max(0, 0, 0, 0, 0, 0, 0, 0, 0) = 0.")
    tab.page.locator(".nx-spot").first.click()
    assert len(tab.shown()["variables"]["stack"].split(" > ")) == 2
    assert "opened" in tab.shown()["counter"]


@pytest.mark.parametrize("algorithm", ["minimax", "negamax"])
def test_the_board_shows_scores_for_the_player_who_moves(open_page: Opener, algorithm: Algorithm) -> None:
    """In negamax, a state has scores for its player to move. On the board of its parent, the sign is reversed."""
    story = STORIES[algorithm]
    tab = open_page(page([story]))
    tab.keys("End")
    moves = [number(score) for score in story.events[-1].scores]
    shown = tab.page.locator(".nx-spot text:not(.nx-corner)").all_text_contents()
    assert sorted(text.split(" ")[-1] for text in shown) == sorted(moves)
    assert {text[0] for text in shown if text[2] == "+"} == {"▲"}
    assert "▼" in {text[0] for text in shown}


def test_an_atlas_that_ends_says_how_to_continue_or_loads_a_branch(open_page: Opener) -> None:
    start = Position(game("4,4,3"))
    made = atlas(start, plies=1)
    tab = open_page(page(made))
    tab.page.locator(".nx-node").nth(1).click()
    assert re.search(
        r"This page ends here. To continue, run: noughts explain '[xo_]{16} o' --game '4,4,3' --html FILE$", tab.say()
    )
    first = to_data(atlas(made.states[1].position, maximiser=start.turn, plies=1))
    script = page(made).split('<script type="module">')[1].split("\nconst read")[0]
    html = (
        "<!doctype html><html lang=en><title>t</title><link rel=icon href='data:,'><div id=e></div>"
        f"<script type=module>{script}\nwindow.asked = [];\n"
        f"const branch = async (board, turn) => {{ asked.push(board + turn); return {json.dumps(first)}; }};\n"
        f"mount(document.getElementById('e'), {json.dumps(to_data(made))}, {{branch}});</script>"
    )
    lazy = open_page(html)
    lazy.page.locator(".nx-node").nth(1).click()
    lazy.until("document.querySelectorAll('.nx-node').length > 20")
    assert lazy.page.evaluate("asked") == [first["states"]["boards"][:16] + "o"]
    assert lazy.say().startswith("O minimises") or "Not all of its moves" in lazy.say()


def test_only_the_first_of_many_children_are_shown_until_requested(open_page: Opener) -> None:
    tab = open_page(page(atlas(Position(game("15,15,5")))))
    assert "unknown" in tab.say()
    assert tab.page.locator(".nx-node").count() == 13
    tab.page.locator(".nx-more").click()
    tab.until(DRAWN)
    assert tab.page.locator(".nx-node").count() == 226


def test_two_fragments_on_a_page_are_independent(open_page: Opener) -> None:
    html = (
        "<!doctype html><html lang=en><meta charset=utf-8><title>notebook</title><link rel=icon href='data:,'><body>"
        f"{fragment(STORIES['minimax'])}{fragment(STORIES['alphabeta'])}</body></html>"
    )
    tab = open_page(html)
    frames = [tab.page.frame_locator("iframe").nth(place) for place in (0, 1)]
    frames[1].get_by_label("Last step").click()
    assert frames[0].locator(".nx-count").text_content() == "step 1/29"
    assert frames[1].locator(".nx-count").text_content() == "step 22/22"
    assert tab.page.locator("details").count() == 2


PARENT = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>docs</title><link rel=icon href='data:,'><style>"
    "body { background: white } body[data-theme=dark] { background: #111 }</style><body>"
)


@pytest.mark.parametrize("width", few_fast([720, 1000]))
def test_in_a_frame_everything_is_visible_without_scrolling(open_page: Opener, width: int) -> None:
    for story in (STORIES["minimax"], STORIES["alphabeta"]):
        tab = open_page(f"{PARENT}{fragment(story)}</body></html>", width=width, height=920)
        frame = tab.page.frame_locator("iframe")
        frame.locator(".nx-stage").click(position={"x": 4, "y": 300})
        assert "Click the tree, then use the arrow keys" in frame.locator(".nx-hint").inner_text()
        tab.keys("ArrowRight", "ArrowRight", "ArrowLeft")
        assert str(frame.locator(".nx-count").text_content()).startswith("step 2/")
        tall, inside = frame.locator("html").evaluate("html => [innerHeight, html.scrollHeight]")
        assert tall == 880 == inside
        for part in (".nx-say", ".nx-code", ".nx-variables", ".nx-legend", '.nx-node[data-key="10"] .nx-box'):
            seen = frame.locator(part).evaluate("one => one.getBoundingClientRect().bottom <= innerHeight")
            assert seen, part
        code = frame.locator(".nx-running").evaluate(
            "one => [one.scrollWidth - one.clientWidth,"
            " one.scrollHeight - one.clientHeight, ...[...one.querySelectorAll('.nx-code')].map((code) =>"
            " code.scrollWidth - code.clientWidth)]"
        )
        assert max(code) <= 0


def test_a_frame_follows_the_theme_of_its_page_and_fits_a_phone(open_page: Opener) -> None:
    tab = open_page(f"{PARENT}{fragment(STORIES['minimax'])}</body></html>", width=360, height=740)
    frame = tab.page.frame_locator("iframe")
    assert frame.locator(".nx-outline").is_visible()
    ground = frame.locator(".nx-grid-main")
    shown = "one => getComputedStyle(one).backgroundColor"
    assert ground.evaluate(shown) == "rgb(255, 255, 255)"
    tab.page.evaluate("document.body.dataset.theme = 'dark'")
    tab.until("document.querySelector('iframe').contentDocument.querySelector('[data-theme=dark]') !== null")
    assert ground.evaluate(shown) == "rgb(33, 34, 38)"
    tab.until("document.querySelector('iframe').clientHeight > 800")
    assert frame.locator("html").evaluate("html => html.scrollHeight <= innerHeight && html.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_in_a_wide_tree_the_view_follows_the_current_path(open_page: Opener) -> None:
    story = tell(position("_xo/3_/xo_ x"))
    tab = open_page(page(story), width=1280, height=800, reduced_motion="reduce")
    outside = """(keys) => {
      const room = document.querySelector('.nx-scroller').getBoundingClientRect();
      return keys.filter((key) => {
        const box = document.querySelector(`.nx-node[data-key="${key}"] .nx-box`).getBoundingClientRect();
        return box.left < room.left || box.right > room.right || box.top < room.top || box.bottom > room.bottom;
      });
    }"""
    for step in [*range(1, 120), *range(120, len(story.events), 23), len(story.events)]:
        tab.page.get_by_role("slider").evaluate(f"s => {{ s.value = {step}; s.dispatchEvent(new Event('input')); }}")
        event = story.events[step - 1]
        near = {event.node, story.node(event.node).parent, event.child if event.kind == "push" else None} - {None}
        assert tab.page.evaluate(outside, [str(state) for state in near]) == [], step
    assert tab.page.evaluate(outside, ["1", str(story.node(1).chosen)]) == []
    phone = open_page(page(story), "#step=61&view=tree", width=360, height=740)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    tab.page.get_by_label("Follow").uncheck()
    tab.until(DRAWN)
    assert tab.page.locator(".nx-node").count() == 294
    tab.page.get_by_role("button", name="Fit").click()  # the whole tree would be too small to read
    assert tab.page.get_by_label("Follow").is_checked()
    assert tab.page.locator(".nx-node").count() < 30


def test_a_small_tree_is_fully_visible_with_moves_and_legend(open_page: Opener) -> None:
    tab = open_page(page([STORIES["alphabeta"]]), "#step=22", width=1280, height=720)
    scroller = tab.page.locator(".nx-scroller")
    assert scroller.evaluate("one => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth")
    assert tab.page.evaluate("document.querySelector('.nx-bar').getBoundingClientRect().bottom <= innerHeight")
    moves = [node.move for node in STORIES["alphabeta"].nodes if node.parent]
    assert sorted(tab.page.locator(".nx-move").all_text_contents()) == sorted(moves)
    legend = tab.page.inner_text(".nx-legend")
    for sign in ("✂\ufe0e the rest was cut", "≤ at most", "not searched"):
        assert sign in legend
    tab.page.emulate_media(media="print")
    assert tab.page.locator(".nx-level").all_inner_texts() == ["MAX\nX", "MIN\nO", "MAX\nX", "END"]
    colours = """['win', 'draw', 'loss'].map((name) =>
      getComputedStyle(document.querySelector('.nx-key-' + name)).backgroundColor)"""
    assert len(set(tab.page.evaluate(colours))) == 3


def test_a_page_that_opens_move_by_move_says_why_and_cannot_play(open_page: Opener) -> None:
    tab = open_page(page(atlas(Position(game("tictactoe")))))
    assert str(tab.page.text_content(".nx-note")).startswith("The tree from here has 549,946 states, too many")
    assert not tab.page.locator(".nx-running").is_visible()
    large = open_page(page(atlas(Position(game("connect four")), nodes=0)))
    assert "more than" in str(large.page.text_content(".nx-note"))
    assert large.page.locator(".nx-play").is_disabled()
    large.keys("Space")
    assert large.page.locator(".nx-play").inner_text() == "Play"
    assert large.shown()["counter"] == "1 position opened"


def test_without_scripts_the_page_shows_the_story_as_text(open_page: Opener) -> None:
    tab = open_page(page([STORIES["minimax"]]), java_script_enabled=False)
    text = tab.page.content()
    assert "State 4 writes down −10, the score of state 7" in text
    assert tab.page.locator("noscript details").count() == 1


def test_a_printed_page_has_no_controls(open_page: Opener) -> None:
    tab = open_page(page([STORIES["alphabeta"]]), "#step=22")
    tab.page.emulate_media(media="print", color_scheme="dark")
    assert not tab.page.locator(".nx-buttons").is_visible()
    assert tab.page.locator(".nx-tree").is_visible()
    assert (
        tab.page.evaluate("getComputedStyle(document.querySelector('.nx-card')).backgroundColor")
        == "rgb(255, 255, 255)"
    )


def test_the_visible_part_of_a_large_tree_is_drawn_first(open_page: Opener) -> None:
    story = tell(Position(game("5,1,5")))
    for step in (1, 300, len(story.events)):
        tab = open_page(page(story), f"#step={step}&tree=whole", script="window.setTimeout = () => 0;")
        seen = """() => {
          const room = document.querySelector('.nx-scroller').getBoundingClientRect();
          return [...document.querySelectorAll('.nx-node')].filter((node) => {
            const box = node.querySelector('.nx-box').getBoundingClientRect();
            return box.right > room.left && box.left < room.right && box.bottom > room.top && box.top < room.bottom;
          }).map((node) => node.dataset.key);
        }"""
        first = tab.page.evaluate(seen)
        assert len(first) > 10
        assert tab.page.locator(".nx-node").count() < 200
        assert not tab.page.evaluate(DRAWN)
        tab.page.evaluate("dispatchEvent(new Event('beforeprint'))")  # when printing, everything must be drawn now
        assert tab.page.evaluate(DRAWN)
        assert tab.page.locator(".nx-node").count() < 30
        assert "are printed" in str(tab.page.text_content(".nx-paper"))
        tab.page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert sorted(tab.page.evaluate(seen)) == sorted(first)
        compare(tab, story, step, whole=False)


def test_each_state_has_a_label_for_screen_readers(open_page: Opener) -> None:
    tab = open_page(page([STORIES["minimax"]]), "#step=2")
    label = "State 2, b2; the game is over; being searched; now."
    assert tab.page.get_by_role("button", name=label, exact=True).get_attribute("data-key") == "2"


def test_no_two_states_overlap_and_parents_are_centred_above_children(open_page: Opener) -> None:
    story = tell(position("x2_/o_x/2_o x"))
    tab = open_page(page(story), "#tree=whole")
    tab.until(DRAWN)
    places: dict[str, dict[str, float]] = tab.page.evaluate("""() => {
      const box = (node) => [node.transform.baseVal[0].matrix, node.querySelector('.nx-box').getBBox()];
      return Object.fromEntries([...document.querySelectorAll('.nx-node')].map((node) => {
        const [{e, f}, {width, height}] = box(node);
        return [node.dataset.key, {x: e, y: f, width, height}];
      }));
    }""")
    levels: dict[float, list[dict[str, float]]] = {}
    for place in places.values():
        levels.setdefault(place["y"], []).append(place)
    assert len(levels) == 6
    for level in levels.values():
        level.sort(key=lambda place: place["x"])
        for left, right in pairwise(level):
            assert left["x"] + left["width"] / 2 + 8 < right["x"] - right["width"] / 2
    for node in story.nodes:
        if node.children:
            ends = [places[str(child)]["x"] for child in (node.children[0], node.children[-1])]
            assert abs(places[str(node.id)]["x"] - sum(ends) / 2) <= 1


VIEWS = [("tree", 1280), ("outline", 1280), ("outline", 360), ("tree", 360)]


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("view", "width"), few_fast(VIEWS, 2))
def test_axe_finds_nothing_serious(open_page: Opener, scheme: str, view: str, width: int) -> None:
    axe = chromium.axe()
    for html, address in (
        (page([*STORIES.values(), atlas(COURSE)]), f"#algorithm=alphabeta&step=12&view={view}"),
        (page(atlas(Position(game("tictactoe")))), f"#path=b2.a1&view={view}"),
        (page([tell(COURSE, algorithm="alphabeta", depth=1)]), f"#step=9&view={view}"),
    ):
        tab = open_page(html, address, width=width, color_scheme=scheme)
        tab.page.locator(".nx-say").wait_for()
        tab.page.evaluate(axe)
        result = tab.page.evaluate("axe.run({resultTypes: ['violations']})")
        found = {(v["id"], v["impact"], v["nodes"][0]["html"][:120]) for v in result["violations"]}
        assert not {violation for violation in found if violation[1] in ("serious", "critical", "moderate")}


OTHERS: list[Story] = [
    tell(position("x2_/o_x/2_o x"), algorithm="transposition", unit="noughts"),
    tell(position("x2_/o_x/2_o x"), algorithm="alphabeta", order="random", seed=3, unit="depth", numbering="visit"),
    tell(position("x2_/3_/xo_ o", "3,3,3 misere"), algorithm="alphabeta", depth=2, unit="one"),
    tell(position("2_x2_/_2o2x o", "5,2,3 gravity"), algorithm="alphabeta"),
    tell(position("2_/_x//2_/xo o", "2x2x2,3"), algorithm="alphabeta"),
    tell(position("x2_/_o_/2_x o"), algorithm="negamax", nodes=2000),
    tell(position("o_x/x2_/x2o o"), algorithm="minimax", form="j"),
]


def test_a_row_across_layers_is_framed_and_one_within_a_layer_is_struck_through(open_page: Opener) -> None:
    # a1a completes a row across the layers, and c1c a row within one layer.
    across = position("2_o/oxo/xox//2xo/o2x/x2o//2o_/x_x/o2x o", "3x3x3")
    tab = open_page(page(tell(across, **ARTICLE)))
    tab.keys("End")
    strokes = "[2, 3].map(id => document.querySelector(`.nx-tree [data-key='${id}'] .nx-strike`).getAttribute('d'))"
    rings, stroke = tab.page.evaluate(strokes)
    assert (rings.count("M"), rings.count("z")) == (3, 3), "a square around each of three cells"
    assert (stroke.count("M"), stroke.count("z")) == (1, 0), "one line"


@pytest.mark.parametrize(
    "story",
    [
        pytest.param(
            story,
            marks=[] if number == 2 else pytest.mark.slow,
            id=f"{story.algorithm} {story.position.game.name}",
        )
        for number, story in enumerate(OTHERS)
    ],
)
def test_steps_match_the_document_in_other_games_and_searches(open_page: Opener, story: Story) -> None:
    tab = open_page(page(story), "#tree=whole")
    whole = len(story.nodes) <= 400
    tab.until(DRAWN)
    for step in sorted({1, len(story.events), *range(3, len(story.events), 1 + len(story.events) // 16)}):
        tab.page.get_by_role("slider").evaluate(f"s => {{ s.value = {step}; s.dispatchEvent(new Event('input')); }}")
        compare(tab, story, step, whole=whole)
