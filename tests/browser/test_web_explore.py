"""Explore: the chosen algorithm on trees of any size, and the states of minimax and alpha-beta side by side."""

import pytest

from noughts import position
from noughts.explain.story.playouts import playouts
from noughts.explain.story.story import number
from noughts.web.model.exploration import FIRST
from tests.browser.looks import check_page
from tests.browser.people import People, Person
from tests.slowly import few_fast

EMPTY = "/explore?position=_________&algorithm=alphabeta"
SMALLEST = 12  # pixels

# The sizes of all visible texts in the explorer, as they appear on the screen.
SIZES = """() => [...document.querySelectorAll('.noughts-explorer *')].filter((one) =>
  one.getClientRects().length && one.checkVisibility() &&
  [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
).map((one) => {
  const drawn = one.ownerSVGElement;
  const scale = drawn ? drawn.getBoundingClientRect().width / drawn.viewBox.baseVal.width : 1;
  return [parseFloat(getComputedStyle(one).fontSize) * scale, one.className.baseVal ?? one.className, one.textContent];
})"""

TARGETS = """() => [...document.querySelectorAll('.noughts-explorer :is(button, select, summary, input), .depths a')]
  .filter((one) => one.checkVisibility() && !one.closest('.depths'))
  .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
  .filter(([box]) => box.height < 43.5 || box.width < 43.5).map(([box, html]) => [box.width, box.height, html])"""

# The contrast of the borders of controls and states with the card around them.
BORDERS = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = light(getComputedStyle(document.querySelector('.nx-main')).backgroundColor);
  const all = document.querySelectorAll(
    '.noughts-explorer :is(button:not(:disabled, .nx-twist), select), .nx-node .nx-box');
  return Math.min(...[...all].filter((one) => one.checkVisibility()).map((one) => {
    const style = getComputedStyle(one);
    const border = light(one.matches('.nx-box') ? style.stroke : style.borderTopColor);
    return (Math.max(border, ground) + 0.05) / (Math.min(border, ground) + 0.05);
  }));
}"""


def pace(person: Person) -> dict[str, tuple[str, str]]:
    """Return the counts of states searched so far, and the totals, by the name of the search."""
    rows = person.page.locator(".nx-pace tr").all()
    return {row.locator("th").inner_text(): tuple(row.locator("td").all_inner_texts()[:2]) for row in rows}


def test_alphabeta_on_the_empty_board_shows_alpha_beta_code_and_totals(people: People) -> None:
    ada = people.add().goes(EMPTY).sees("step 1/67,681", ".nx-count")
    assert pace(ada) == {"minimax": ("1", "of 549,946"), "alpha-beta": ("1", "of 18,297")}
    places = [row.bounding_box() for row in ada.page.locator(".nx-pace tr").all()]
    assert len({box["y"] for box in places if box}) == 1, "the counts are side by side"
    assert ada.page.inner_text(".noughts-explorer").count("549,946") == 1, "no other total"
    assert "alpha = max(alpha, scores[-1])" in ada.page.locator(".nx-code").inner_text().replace("\n", " ")
    numbers: list[int] = []
    while len(numbers) < 30:
        if ada.page.locator(".nx-code li[aria-current]").inner_text().startswith("def "):
            numbers.append(int(ada.page.locator("[data-variable=state]").inner_text().split()[0]))
        ada.keys("ArrowRight")
    assert numbers == list(range(1, 31)), "states are numbered in the order of the search"
    ada.sees("+10", "[data-variable=beta]")
    ada.keys("End").sees("step 67,681/67,681", ".nx-count")
    assert pace(ada) == {"minimax": ("549,946", "of 549,946"), "alpha-beta": ("18,297", "of 18,297")}
    ada.sees("Choose a1 (state 2).", ".nx-say")
    assert ada.page.locator(".nx-edge.is-best").count() == 9, "the chosen moves lead to the end of the game"


def test_the_counts_of_a_step_stay_when_the_next_part_loads(people: People) -> None:
    ada = people.add().goes(f"{EMPTY}#step=26").sees("step 26/67,681", ".nx-count")
    before = pace(ada)
    assert before["minimax"] == ("14", "of 549,946")
    slider = ada.page.get_by_role("slider")
    for step in (200, 26):
        slider.evaluate(f"slider => {{ slider.value = {step}; slider.dispatchEvent(new Event('input')); }}")
        ada.sees(f"step {step}/67,681", ".nx-count")
    assert pace(ada) == before


def test_a_long_search_is_walked_through_by_steps_skips_and_clicks(people: People) -> None:
    ada = people.add().goes(f"{EMPTY}#step=60001").sees("step 60,001/67,681", ".nx-count")
    before = pace(ada)
    ada.keys("ArrowLeft", "ArrowLeft").sees("step 59,999", ".nx-count")
    ada.keys("ArrowRight", "ArrowRight").sees("step 60,001", ".nx-count")
    assert pace(ada) == before, "going back and forth changes nothing"
    ada.goes(EMPTY).sees("step 1/67,681", ".nx-count")
    ada.page.get_by_role("button", name="Skip the next state").click()
    ada.sees("State 1 writes down", ".nx-say")
    after = pace(ada)
    assert after["minimax"] == ("59,706", "of 549,946"), "the root and all states below the first move"
    ada.keys("ArrowRight", "ArrowRight").sees("Search state", ".nx-say")
    ada.page.get_by_role("button", name="Finish this state").click()
    ada.sees("minimises", ".nx-say")
    ada.page.locator('.nx-node[data-key="2"]').click()
    ada.sees("Search state 2:", ".nx-say")
    assert ada.page.locator(".nx-play").inner_text() == "Play", "it never starts by itself"


@pytest.mark.parametrize("speed", ["100", "10000"])
def test_a_high_speed_leaves_out_steps_and_reaches_the_end(people: People, speed: str) -> None:
    path, last = (EMPTY, "step 67,681/67,681") if speed == "10000" else ("/explore?algorithm=alphabeta", "step 32/32")
    ada = people.add().goes(path).sees("step 1/", ".nx-count")
    ada.page.get_by_label("Speed").select_option(speed)
    ada.page.locator(".nx-play").click()
    ada.sees(last, ".nx-count").sees("Play", ".nx-play")


def test_a_failed_part_is_reported_and_can_be_requested_again(people: People) -> None:
    ada = people.add().goes(EMPTY).sees("step 1/", ".nx-count")
    ada.page.route("**/explore/steps*", lambda route: route.fulfill(json={"error": "Busy."}, status=200), times=1)
    ada.keys("End").sees("Busy.", ".failed")
    ada.sees("step 1/", ".nx-count")
    ada.keys("End").sees("step 67,681/", ".nx-count")
    ada.sees_no(".failed")


def reads(person: Person, words: str) -> None:
    """Wait until the note contains these words. While the engines of a busy machine need more time, try again."""
    note = person.sees("", "#note").page.locator("#note")
    for _ in range(9):
        if "more time" in note.inner_text():
            person.page.reload()
    person.sees(words, "#note")


def test_a_board_that_is_too_large_offers_depths_for_the_chosen_algorithm(people: People) -> None:
    ada = people.add(expected=["503"]).goes("/explore?game=4,4,4&algorithm=negamax")
    reads(ada, "This board is too large for negamax to search to the end, so it looks only 3 moves ahead here.")
    ada.sees("negamax, to a depth", ".nx-form")
    ada.page.get_by_role("link", name="2 moves").click()
    ada.sees("of 257", ".nx-pace")
    assert ada.page.get_by_label("Algorithm").input_value() == "negamax"
    ada.page.get_by_label("Algorithm").select_option("minimax")  # every algorithm has a depth
    ada.sees("minimax with score lists, to a depth", ".nx-form").sees("of 257", ".nx-pace")


def test_without_scripts_a_long_search_is_told_in_words(people: People) -> None:
    ada = people.add(java_script_enabled=False).goes(EMPTY)
    assert ada.page.locator(".told li:visible").count() == 12, "the rest is folded"
    assert ada.unfolds("Steps 13 to 120").page.locator(".told li:visible").count() == 120
    ada.sees("Searched 18,297 of 549,946 states.", ".told")
    ada.sees("… 67,561 more steps.", ".told")


@pytest.mark.parametrize("width", [790, 1280])
def test_a_small_tree_is_printed_whole(people: People, width: int) -> None:
    ada = people.add(width=width, height=720).goes("/explore?algorithm=alphabeta").sees("MIN", ".nx-levels")
    ada.page.emulate_media(media="print")
    scroller = ada.page.locator(".nx-scroller")
    assert scroller.evaluate("(one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]") == [
        0,
        0,
    ]


def test_what_the_page_says_is_spaced_and_numbers_have_separators(people: People) -> None:
    ada = people.add(expected=["503"]).goes("/explore?game=4,4,4")
    reads(ada, "so it looks only 3 moves ahead here. Or look ahead 1 move or 2 moves. Or open the tree move by move.")
    ada.goes("/explore?game=4,4,4&depth=3#step=14")
    ada.sees("evaluated as +2.72. Open lines: X 2 with 1 mark and 1 with 2 marks (24 points), O none.", ".nx-say")
    ada.goes("/explore?position=_________#step=1649836").sees("the score of state 490,242", ".nx-say")


@pytest.mark.parametrize(("width", "height"), few_fast([(360, 740), (1280, 900)]))
@pytest.mark.parametrize("path", few_fast(["/explore?algorithm=alphabeta#step=12", f"{EMPTY}#step=3000"]))
def test_text_targets_and_borders_are_large_and_clear(people: People, path: str, width: int, height: int) -> None:
    ada = people.add(width=width, height=height, has_touch=width < 500, reduced_motion="reduce").goes(path)
    ada.sees("step ", ".nx-count").sees("minimax", ".nx-pace")
    for scheme in ("light", "dark"):
        ada.page.emulate_media(color_scheme=scheme)
        assert [found for found in ada.page.evaluate(SIZES) if found[0] < SMALLEST] == []
        assert ada.page.evaluate(BORDERS) >= 3
        assert ada.page.evaluate(TARGETS) == [] or width > 500
        name = f"explore-{width}-{scheme}-{'small' if 'position' not in path else 'empty'}"
        check_page(ada, name, only_colours=scheme == "dark")
    code = ada.page.locator(".nx-code").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert code >= 13


@pytest.mark.parametrize("width", [360, 1280])
def test_monte_carlo_tree_search_shows_the_visits_and_the_mean_of_each_state(people: People, width: int) -> None:
    ada = people.add(width=width, has_touch=width < 600).goes("/explore?algorithm=mcts&playouts=40&seed=3")
    story = playouts(position(FIRST), count=40, seed=3)
    row = ".nx-row, .nx-node"
    ada.sees(story.steps[0].text, ".nx-say").keys("End").sees(story.steps[-1].text, ".nx-say")
    for node in story.nodes:
        mean = number(round(node.score, 2))
        shown = ada.page.locator(f":is({row})[data-key='{node.id}']").first.text_content()
        assert f"{mean} {node.visits}×" in shown or f"{mean}{node.visits}×" in shown
    ada.keys("Home")
    ada.page.get_by_role("button", name="More controls").click() if width < 600 else None
    for _ in range(3):
        ada.page.get_by_role("button", name="Skip the next state").click()
    ada.sees("3 of 40 playouts", ".nx-counter").sees("Playout 4 ", ".nx-say")
    ada.page.get_by_label("Playouts").fill("20")
    ada.page.get_by_label("Playouts").press("Enter")
    ada.sees("of 20 playouts", ".nx-counter")


@pytest.mark.parametrize("algorithm", ["alphabeta", "moves"])
def test_marks_have_the_colours_of_their_players(people: People, algorithm: str) -> None:
    ada = people.add().goes(f"/explore?algorithm={algorithm}").sees("MIN", ".nx-levels")
    stroke = "one => getComputedStyle(one).stroke"
    for board in (".nx-tree", ".nx-big"):
        colours = [ada.page.locator(f"{board} .nx-{mark}").first.evaluate(stroke) for mark in "xo"]
        assert colours == ["rgb(42, 58, 143)", "rgb(201, 52, 106)"]


@pytest.mark.parametrize("algorithm", ["alphabeta", "moves"])
def test_where_discs_fall_moves_are_columns_and_boards_have_discs(people: People, algorithm: str) -> None:
    ada = people.add().goes(f"/explore?game=connect four&algorithm={algorithm}&depth=2&position=7_/7_/7_/7_/7_/3_x3_")
    ada.sees("MIN", ".nx-levels")
    page = ada.page
    assert set(page.locator(".nx-tree .nx-move").all_text_contents()) == set("abcdefg")
    assert page.locator(".nx-big .nx-name").all_text_contents() == list("abcdefg"), "rows have no numbers"
    for board in (page.locator(".nx-tree .nx-board").first, page.locator(".nx-big .nx-board")):
        assert board.locator(".nx-panel").count() == board.locator("path.nx-x").count() == 1
        assert board.locator(".nx-grid").count() == 0
    if algorithm == "alphabeta":
        ada.keys("End").sees("Choose column", ".nx-say")
