"""The values on the Analyse board in a browser: marks, shades, values as they are proved, and the best line.

Also the replay of a game's mistakes.
"""

from typing import Any

import pytest

from noughts import analyse, position
from tests.browser.looks import TWO_FRAMES, check_all_sizes
from tests.browser.people import PATIENCE, People, Person
from tests.slowly import few_fast

BEST = "(cells) => cells.map((cell) => cell.querySelector('button').getAttribute('aria-label').split(',')[0])"
SHADES = """(cells) => {
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    probe.fillStyle = colour;
    probe.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...probe.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return cells.map((cell) => ({
    label: cell.querySelector('button').getAttribute('aria-label'),
    ground: light(getComputedStyle(cell).backgroundColor),
    text: light(getComputedStyle(cell.querySelector('.value')).color),
  }));
}"""
SHIFTS = """
window.shifts = [];
const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
const change = ({ node, previousRect, currentRect }) =>
  `${(node?.outerHTML ?? node?.data)?.slice(0, 120)}: ${place(previousRect)} → ${place(currentRect)}`;
new PerformanceObserver((list) => {
  for (const { sources } of list.getEntries()) window.shifts.push(...sources.map(change));
}).observe({ type: 'layout-shift', buffered: true });
"""
PLACES = """
window.places = new Set();
requestAnimationFrame(function look() {
  const found = ['.board', '.known', '.best-line', '.steps', '.legend'].map((name) => document.querySelector(name));
  if (found.every(Boolean)) window.places.add(found.map((place) => place.offsetTop).join());
  requestAnimationFrame(look);
});
"""
COLUMNS = "7_/7_/7_/7_/3_o3_/x_o2xox o"  # solved in about a second
LONG = f"/analyse?game=connect+four&start={COLUMNS}"
ENDLESS = "/analyse?game=qubic"


def best(person: Person) -> set[str]:
    """Return the names of the cells with a mark for the best move, each of which has a visible star."""
    person.page.locator(".cell.best .star").first.wait_for()
    person.until(lambda: person.page.locator("[data-runs]").count() == 0, "the whole analysis")
    assert person.page.locator(".cell.best .star:visible").count() == person.page.locator(".cell.best").count()
    names: list[str] = person.page.locator(".cell.best").evaluate_all(BEST)
    return {*names}


def wait_for_proof(person: Person) -> None:
    """Wait until every move is proved. On a busy machine the first search ends before that."""
    known, longer = person.page.locator("[data-known]"), person.page.get_by_role("button", name="Think longer")

    def proved() -> bool:
        words = known.inner_text()
        if words.startswith("Not every") and longer.is_enabled():
            longer.click()
        return bool(words.startswith("Every move is proved"))

    person.until(proved, "a proof of every move", patience=2 * PATIENCE)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("3,3,3", "3_/3_/3_ x"),
        ("3,3,3", "o_x/x2_/x2o x"),
        ("4,4,4", "xo2_/ox2_/2_o_/x3_ o"),
        ("connect four", "7_/7_/7_/7_/7_/7_ x"),
    ],
)
def test_the_best_moves_are_marked_on_solved_boards(people: People, name: str, text: str) -> None:
    moves = analyse(position(text, name)).moves
    first = moves[0]
    expected = {move.name for move in moves if (move.score, move.losing) == (first.score, first.losing)}
    for width in (1280, 360):
        ada = people.add(width=width).goes(f"/analyse?game={name}&start={text}")
        assert best(ada) == expected


def test_the_best_move_of_a_large_board_has_a_star_on_a_phone(people: People) -> None:
    ada = people.add(width=360).goes("/analyse?game=15,15,5&moves=h8,i9,i8,g8")
    assert len(best(ada)) == 1
    assert ada.page.locator(".cell.best .value > :visible").all_inner_texts() == ["★"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sooner_the_stronger_the_shade_and_all_values_can_be_read(people: People, scheme: Any) -> None:
    ada = people.add(color_scheme=scheme).goes("/analyse?game=4,4,3&start=x_o_/_x_o/4_/4_+x")
    best(ada)
    shown = ada.page.locator(".cell:has(.value)").evaluate_all(SHADES)
    for one in shown:
        low, high = sorted((one["ground"], one["text"]))
        assert (high + 0.05) / (low + 0.05) >= 4.5, one["label"]
    grounds = {one["label"].split(", ")[2]: one["ground"] for one in shown}
    soon, later = grounds["win in 1"], grounds["win in 3"]
    assert soon < later if scheme == "light" else soon > later


@pytest.mark.parametrize("width", few_fast([1280, 360]))
def test_values_appear_as_they_are_proved_and_nothing_moves(people: People, width: int) -> None:
    ada = people.add(width=width)
    ada.page.add_init_script(PLACES)
    ada.goes(LONG)
    wait_for_proof(ada)
    ada.until(lambda: "best move" in "".join(ada.labels.values()), "the best move")
    moves = analyse(position(COLUMNS, "connect four")).moves
    for move in moves:
        word = {1: "win", 0: "draw", -1: "loss"}[move.result]
        assert f"{move.name}, empty, {word}" in ada.labels[move.name]
    reason = f"It wins soonest. {sum(move.value == 1 for move in moves[1:])} other moves win, too."
    ada.until(lambda: reason in ada.page.inner_text("#status"), "the reason")
    assert f"Column {moves[0].name[0]} is on" in ada.page.inner_text("#status")
    assert len(ada.page.evaluate("[...window.places]")) == 1
    assert not ada.page.get_by_role("button", name="Stop", exact=True, disabled=False).count()
    assert not ada.page.get_by_text("is an estimate between").is_visible(), "nothing on the board is an estimate"


@pytest.mark.parametrize("width", few_fast([1280, 768, 360]))
def test_nothing_moves_while_a_slow_browser_shows_the_page(people: People, width: int) -> None:
    ada = people.add(width=width, height=800)
    ada.context.add_init_script(SHIFTS)
    ada.context.new_cdp_session(ada.page).send("Emulation.setCPUThrottlingRate", {"rate": 10})
    for path in (ENDLESS, "/analyse?game=15,15,5&moves=h8,i9"):
        ada.goes(path).page.evaluate(TWO_FRAMES)
        assert ada.page.evaluate("window.shifts") == [], path


REASONS = {  # from no sentence to the longest ones, on boards of the same size
    "tictactoe": ("3_/3_/3_ x", "2_x/o2_/_x_ o", "o_x/x2_/x2o x"),
    "misere": ("x_o/o2_/2_x x", "3_/_x_/3_ o"),
    "connect four": ("7_/6_x/2_x3_o/_2o3_x/_2o2x_o/_2x2o2x o", "6_x/2_2o2_o/2_xo2_x/2_xo2_o/x_oxo2x/x_xox2o x"),
    "5,5,4": ("o2x_o/_xo_x/_x3_/o_x_o/2_o_x o", "3_o_/_x3_/5_/_x_ox/_xoxo o"),
}


@pytest.mark.parametrize("width", few_fast([1280, 1024, 768, 360], 2))
def test_the_board_has_the_same_place_whatever_the_reason(people: People, width: int) -> None:
    ada = people.add(width=width, height=800)
    tops = {}
    for name, texts in REASONS.items():
        for text in texts:
            ada.goes(f"/analyse?game={name}&start={text}").page.locator("#status .why").wait_for()
            tops[text] = ada.page.locator(".board").evaluate("(board) => board.getBoundingClientRect().top")
    assert len(set(tops.values())) == 1, tops


def test_a_long_reason_is_cut_on_a_phone_and_pressing_it_shows_all(people: People) -> None:
    ada = people.add(width=360, height=740, has_touch=True)
    top = "document.querySelector('.board').getBoundingClientRect().top"
    covered = (
        "(one) => one.getBoundingClientRect().bottom - document.querySelector('.board').getBoundingClientRect().top"
    )
    ada.goes(f"/analyse?game=misere&start={REASONS['misere'][0]}").page.locator("#status .why").wait_for()
    reason, before = ada.page.locator("#status .all"), ada.page.evaluate(top)
    assert reason.evaluate("(one) => one.scrollHeight > one.clientHeight")
    assert -30 < reason.evaluate(covered) <= 0, "neither empty space nor the board lies below the reason"
    reason.tap()
    ada.until(lambda: reason.evaluate("(one) => one.scrollHeight <= one.clientHeight"), "the whole reason")
    assert ada.page.evaluate(top) == before


def test_thinking_can_be_stopped_and_continued(people: People) -> None:
    ada = people.add(expected=["ERR_"]).goes(ENDLESS).sees("Still thinking · ", "[data-known]")
    ada.page.locator(".cell.about").first.wait_for()
    assert "about" in next(label for label in ada.labels.values() if "best move" in label)
    ada.clicks("Stop").sees("Stopped · ", "[data-known]")
    assert ada.page.locator(".cell.about").count() > 0, "what is known stays"
    assert ada.page.get_by_role("button", name="Stop").is_disabled()
    ada.clicks("Think longer").sees("Still thinking · ", "[data-known]")
    closed = []
    ada.page.on("requestfailed", lambda request: closed.append(request.url))
    ada.page.on("requestfinished", lambda request: closed.append(request.url))
    ada.clicks("Set up").sees("Set up the board")
    ada.until(lambda: any("/analyse/values" in url and "seconds=60" in url for url in closed), "the end of the stream")


def test_without_scripts_the_page_waits_for_values(people: People) -> None:
    ada = people.add(java_script_enabled=False).goes(LONG)
    ada.page.locator(".cell.best").first.wait_for()
    assert ada.page.locator("[data-think]").is_hidden()


@pytest.mark.parametrize("game", ["3,3,3", "connect four"])
def test_the_best_line_is_shown_with_numbers(people: People, game: str) -> None:
    ada = people.add(java_script_enabled=False).goes(f"/analyse?game={game}")
    toggle = ada.page.get_by_label("Show the best line")
    assert ada.page.locator(".step:visible").count() == 0
    toggle.check()
    words = ada.page.inner_text(".line-words").split()
    cells = ada.page.locator(".cell button:has(.step)").all()
    numbers = {int(cell.locator(".step").inner_text()): str(cell.get_attribute("aria-label")) for cell in cells}
    assert sorted(numbers) == [*range(1, len(words) + 1)]
    assert all(numbers[number].startswith(name) for number, name in enumerate(words, 1))
    assert {len(name) for name in words} == ({1} if game == "connect four" else {2})
    assert ada.page.locator(".step:visible").count() == len(words) > 2
    assert ada.page.locator(".step.next").all_inner_texts() == ["1"], "the next move stands out"


MISTAKES = "b2,b1,a1,c3,c1,a2,a3"  # moves 2, 5 and 6 give value away


@pytest.mark.parametrize("scripts", [True, False])
def test_mistakes_are_replayed_until_a_better_move_is_found(people: People, scripts: bool) -> None:
    ada = people.add(java_script_enabled=scripts).goes(f"/analyse?moves={MISTAKES}&x_name=Ada")
    ada.clicks("Learn from your mistakes").sees("Find a move that keeps the draw.")
    ada.sees("Mistake 1 of 3. Move 2: O played b1 and turned a draw into a loss.", ".told")
    ada.clicks("Only X").sees("Find a move that still wins.")
    ada.sees("Mistake 1 of 1. Move 5: Ada (X) played c1 and turned a win into a draw.", ".told")
    assert ada.moves() == 4, "the position before the mistake"
    ada.cell("b3").click()
    ada.sees("b3 throws away the win. Try again.")
    assert "loss" in ada.labels["b3"] or "draw" in ada.labels["b3"]
    assert "1: X" in ada.labels["b3"]
    ada.page.locator(".step.s2").wait_for()  # O's answer
    ada.cell("c1").click()
    ada.sees("That is the move of the game.")
    ada.clicks("Show the answer").sees("The answer: a2 forks")
    assert "best move" in ada.labels["a2"]
    ada.clicks("Try again").sees("Find a move that still wins.")
    ada.cell("a2").click()
    ada.sees("Right! a2 forks")
    assert "a2, X" in ada.labels["a2"]
    ada.sees("That was the last mistake.", ".said")
    ada.page.reload()
    ada.sees("Right! a2 forks")
    ada.clicks("Back to the game").page.wait_for_url("**/analyse?moves=*at=5*")


def test_the_next_mistake_follows(people: People) -> None:
    ada = people.add().goes(f"/analyse/mistakes?moves={MISTAKES}")
    ada.cell("a1").click()
    ada.sees("Right! a1 keeps the draw").clicks("Next mistake").sees("Mistake 2 of 3.", ".told")
    assert ada.page.evaluate("document.activeElement.textContent") != "Previous mistake"
    ada.clicks("Next mistake").sees("Mistake 3 of 3.", ".told")
    assert ada.page.get_by_text("Next mistake").get_attribute("aria-disabled") == "true"


def test_a_game_without_mistakes_says_so(people: People) -> None:
    ada = people.add().goes("/analyse/mistakes?moves=b2,a1")
    ada.sees("No mistake was found.")


def test_all_parts_can_be_read_and_used_by_everybody(people: People) -> None:
    ada = people.add()
    for name, path in [
        ("values", "/analyse?game=4,4,3&start=x_o_/_x_o/4_/4_+x"),
        ("live", LONG),
        ("mistakes", f"/analyse/mistakes?moves={MISTAKES}&n=2&cell=5"),
        ("answer", f"/analyse/mistakes?moves={MISTAKES}&n=2&answer=1"),
    ]:
        ada.goes(path).page.locator(".value:visible, .step.s1:visible").first.wait_for()
        check_all_sizes(ada, name)
