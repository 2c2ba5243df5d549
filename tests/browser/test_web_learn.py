"""The lessons in a browser: boards to press, with and without scripts and by keyboard, on pages where nothing moves."""

import re
from typing import Any

import pytest

from noughts.web.pages.learn.lessons import lessons
from tests.browser.looks import TWO_FRAMES, check_all_sizes
from tests.browser.people import People, Person
from tests.slowly import few_fast

FIRST = "/learn/1-how-not-to-lose"
MOVED = """
  window.moved = [];
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const change = ({ node, previousRect, currentRect }) =>
    `${(node?.outerHTML ?? node?.data)?.slice(0, 120)}: ${place(previousRect)} → ${place(currentRect)}`;
  const watch = () =>
    new PerformanceObserver((list) => list.getEntries().forEach(({ sources }) => moved.push(...sources.map(change))))
      .observe({ type: 'layout-shift' });
  // A slow browser may paint half a page. Its last line then wraps anew when the rest arrives.
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => requestAnimationFrame(watch)));
"""


def answer(person: Person, number: int) -> str:
    return " ".join(person.page.locator(f"#board{number} [data-reply]").inner_text().split())


def watched(people: People, **options: Any) -> Person:
    """Return a person whose browser lists layout shifts, including shifts after a press."""
    person = people.add(**options)
    person.context.add_init_script(MOVED)
    person.page.close()
    return person.other_tab()


def read_through(person: Person) -> None:
    """Read the stories, which load when they come into view. Then scroll to the end, and let every step be drawn."""
    for story in person.page.locator(".story").all():
        story.scroll_into_view_if_needed()
        story.locator(".nx-say").first.wait_for(state="attached")
    person.page.evaluate("scrollTo(0, 0)")
    for _ in range(200):
        before = person.page.evaluate("scrollY")
        person.page.evaluate("scrollBy(0, innerHeight * 0.8)")
        person.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if person.page.evaluate("scrollY") == before:
            break
    person.page.wait_for_timeout(150)


@pytest.mark.parametrize(("width", "height"), few_fast([(360, 740), (1280, 800)]))
def test_nothing_moves_on_any_lesson(people: People, width: int, height: int) -> None:
    ada = watched(people, width=width, height=height)
    for name in ["", *(f"/{name}" for name in lessons())]:
        ada.goes(f"/learn{name}")
        read_through(ada)
        assert ada.page.evaluate("moved") == [], name


@pytest.mark.parametrize(("width", "height"), few_fast([(360, 740), (1280, 800)]))
def test_nothing_moves_whichever_cell_is_pressed(people: People, width: int, height: int) -> None:
    ada = watched(people, width=width, height=height)
    for name in ("1-how-not-to-lose", "6-bigger-boards"):  # the smallest and the largest boards
        ada.goes(f"/learn/{name}")
        for board in ada.page.locator(".try").all():
            board.scroll_into_view_if_needed()
            size = board.bounding_box()
            for button in board.locator("button[value]").all()[:12]:
                button.click()
                board.locator(".answer:not(.room)").wait_for()
                assert board.bounding_box()["height"] == size["height"]
        assert ada.page.evaluate("moved") == []


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_nothing_moves_during_a_game_against_perfect(people: People, width: int, height: int) -> None:
    ada = watched(people, width=width, height=height).goes("/learn/3-why-perfect-play-draws")
    board = ada.page.locator("#board1")
    board.scroll_into_view_if_needed()
    size = board.bounding_box()
    for marks in (2, 4, 6, 8, 9):
        if board.locator("button[value]").count():
            board.locator("button[value]").first.click()
            ada.until(lambda marks=marks: board.locator(".mark").count() >= marks - 1, "the answer of Perfect")
            board.locator(".answer:not(.room)").wait_for()
        assert board.bounding_box() == size
    assert ada.page.evaluate("moved") == []
    board.get_by_text("Start again").click()
    ada.sees("Perfect answers at once", "#board1 [data-reply]")
    assert board.locator(".mark").count() == 0


def test_progress_shows_without_a_reload(people: People) -> None:
    ada = people.add().goes("/learn/2-forks")
    ada.page.locator("#board1-a2").click()
    ada.sees("★ First fork", "#board1 [data-reply]").sees("1 of 3 boards solved", "#done")
    ada.clicks("All lessons").sees("1 of 3 boards solved", ".lessons").sees("First fork", ".badges .earned")
    ada.clicks("Continue: Forks: two threats at once →").sees("1 of 3 boards solved", "#done")
    ada.goes("/learn").unfolds("Start over").clicks("Forget it all").sees_no(".badges .earned")


def test_connect_four_looks_as_on_play(people: People) -> None:
    ada = people.add().goes("/learn/6-bigger-boards")
    board = ada.page.locator("#board2")
    assert board.locator("thead th").all_inner_texts() == list("abcdefg")
    assert board.locator("tbody th").count() == 0, "rows have no numbers"
    board.locator("#board2-e1").hover()
    assert board.locator(".landing button").get_attribute("id") == "board2-e6", "where the disc would land"
    assert board.locator(".cell.lit").count() == 6
    board.locator("#board2-e1").click()
    disc = board.locator("#board2-e6 .mark.disc")
    disc.wait_for()
    assert disc.evaluate("one => getComputedStyle(one).animationName") == "fall"


@pytest.mark.parametrize("width", few_fast([360, 620, 734, 1280], 2))
def test_no_code_is_cut_off(people: People, width: int) -> None:
    ada = people.add(width=width, height=900)
    for name in ("05-distance", "07-alpha-beta", "11-depth-and-evaluation"):
        ada.goes(f"/learn/{name}")
        blocks = ada.page.locator(".lesson pre:not(.printed)")
        assert blocks.count()
        assert blocks.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0, name


CUT_OFF = """all => all.filter((one) => one.scrollWidth > one.clientWidth + 1
  && getComputedStyle(one).overflowX !== 'visible' && !one.closest('.unseen, .noughts-explorer'))
  .map((one) => one.textContent.trim().slice(0, 80))"""


def test_nothing_in_a_lesson_is_cut_off_on_a_tablet(people: People) -> None:
    ada = people.add(width=734, height=900)
    for name in lessons():
        ada.goes(f"/learn/{name}")
        assert ada.page.locator("main :is(div, figure, p, pre, table)").evaluate_all(CUT_OFF) == [], name


COPIED = """block => {
  getSelection().selectAllChildren(block);
  return getSelection().toString();
}"""


@pytest.mark.parametrize("width", [360, 1280])
def test_code_that_is_copied_runs(people: People, width: int) -> None:
    ada = people.add(width=width, height=900).goes("/learn/03-the-tree-by-hand")
    code = ada.page.locator(".lesson pre:not(.printed)").first.evaluate(COPIED)
    assert '\ndef tree(state, me, indent=""):\n    """Print' in code
    names: dict[str, Any] = {}
    exec(compile(code, "lesson", "exec"), names)
    assert names["tree"](names["board"], names["board"].turn) == 10


def test_on_paper_a_board_stays_in_one_piece_with_its_question(people: People) -> None:
    page = people.add().goes("/learn/2-forks").page
    page.emulate_media(media="print")
    board = page.locator("#board1")
    assert board.evaluate("one => getComputedStyle(one).breakInside") == "avoid"
    assert board.locator(".ask").is_visible()
    assert not board.locator(".reply").is_visible()
    assert not page.locator(".top").is_visible()


SIZES = [
    (320, 700),
    (360, 740),
    (412, 915),
    (600, 900),
    (768, 1024),
    (1024, 768),
    (1100, 1100),
    (1280, 800),
    (1920, 1080),
]


@pytest.mark.parametrize("name", few_fast(["04-minimax", "07-alpha-beta", "08-move-order"]))
def test_an_explorer_fits_the_space_that_is_reserved_for_it(people: People, name: str) -> None:
    """Whether something moves depends on how soon the explorer loads, so the sizes are compared."""
    ada = people.add().goes(f"/learn/{name}")
    story = ada.page.locator(".story")
    story.evaluate("story => story.scrollIntoView({ block: 'end' })")
    story.locator(".nx-say").wait_for()
    for width, height in SIZES:
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.evaluate(TWO_FRAMES)  # the explorer chooses between a drawing and an outline after a frame
        reserved = story.evaluate("story => parseFloat(getComputedStyle(story).minHeight)")
        taken = story.bounding_box()["height"]
        assert taken <= reserved + 0.5, (width, height)


def test_pressing_a_cell_answers_at_once_and_keeps_the_other_answers(people: People) -> None:
    ada = people.add().goes(FIRST)
    ada.page.locator("#board1-c1").click()
    ada.sees("Yes! a1-b1-c1 is complete: X wins.", "#board1 [data-reply]")
    ada.page.locator("#board2-a2").click()
    ada.sees("No. Now X plays c1 and wins.", "#board2 [data-reply]")
    assert answer(ada, 1).endswith("X wins.")
    ada.page.reload()
    assert (answer(ada, 1)[2:], answer(ada, 2)[2:]) == (
        "Yes! a1-b1-c1 is complete: X wins.",
        "No. Now X plays c1 and wins.",
    )
    ada.page.locator("#board1-b3").click()
    ada.sees("No. Now O plays c2 and wins.", "#board1 [data-reply]")
    assert ada.page.locator("#board1-b3 .mark").count() == 1
    assert ada.page.locator("#board1-c1 .mark").count() == 0, "each press is a try of its own"


def test_pressing_a_cell_does_not_restart_an_explorer(people: People) -> None:
    ada = people.add().goes("/learn/04-minimax")
    ada.page.locator(".story").scroll_into_view_if_needed()
    ada.page.locator(".story .nx-say").evaluate("element => { element.dataset.seen = 'yes'; }")
    ada.page.locator("#board1-a1").click()
    ada.sees("7 of O's 8 answers lose", "#board1 [data-reply]")
    assert ada.page.locator(".story .nx-say[data-seen]").is_visible()


def test_a_press_without_a_connection_is_explained_where_the_reader_looks(people: People) -> None:
    ada = people.add(expected=["ERR_INTERNET_DISCONNECTED"]).goes(FIRST)
    ada.context.set_offline(True)
    ada.page.locator("#board1-c1").click()
    ada.sees("The server cannot be reached.", "#note")
    assert ada.page.locator("#note").evaluate("note => note.getBoundingClientRect().bottom <= innerHeight")
    ada.context.set_offline(False)
    ada.page.locator("#board1-c1").click()
    ada.sees("X wins.", "#board1 [data-reply]").sees_no("#note")


def test_boards_work_without_scripts(people: People) -> None:
    ada = people.add(java_script_enabled=False).goes(FIRST)
    ada.page.locator("#board1-c1").click()
    ada.sees("Yes! a1-b1-c1 is complete: X wins.", "#board1 [data-reply]")
    assert ada.page.url.endswith("?board1=c1#board1")
    ada.page.locator("#board3-b2").click()
    ada.sees("Every other move loses", "#board3 [data-reply]")
    assert "X wins" in answer(ada, 1)


def test_boards_work_by_keyboard_and_are_announced(people: People) -> None:
    ada = people.add().goes(FIRST)
    ada.page.locator("#board1-c1").focus()
    ada.keys("ArrowLeft", "ArrowDown", "ArrowDown", "Enter")
    ada.sees("No. Now O plays c2 and wins.", "#board1 [data-reply]")
    assert ada.page.evaluate("document.activeElement.id") == "board1-b3", "the focus stays"
    assert ada.page.locator("#board1 [aria-live=polite]").inner_text().endswith("wins.")
    ada.keys("Tab", "Tab")
    assert ada.page.evaluate("document.activeElement.closest('.try').id") == "board2", "a board is one stop"


@pytest.mark.parametrize(
    "path",
    few_fast(
        [
            "/learn",
            FIRST + "?board1=c1&board3=a2",
            "/learn/3-why-perfect-play-draws?board3=b1,a3",
            "/learn/6-bigger-boards?board2=b6",
            "/learn/7-the-last-challenge?board1=c2&board4=c1",
            "/learn/04-minimax",
            "/learn/07-alpha-beta",
        ],
        3,
    ),
)
def test_learn_is_accessible_at_all_sizes(people: People, path: str) -> None:
    ada = people.add().goes(path)
    read_through(ada)
    check_all_sizes(ada, "learn" + re.sub(r"\W+", "-", path.removeprefix("/learn")))


def test_cells_and_links_are_large_enough_for_fingers(people: People) -> None:
    ada = people.add(width=360, height=740)
    for name in ("1-how-not-to-lose", "6-bigger-boards"):
        ada.goes(f"/learn/{name}")
        for target in ada.page.locator(".try button[value], .try a, .turn a").all():
            box = target.bounding_box()
            assert min(box["width"], box["height"]) >= 44, name


CONTRASTS = """() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data]
      .map((n) => n / 255)
      .map((n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return Object.fromEntries([...document.querySelectorAll('.lesson pre span[class]:not(.line)')].map((span) => {
    const text = light(getComputedStyle(span).color);
    const ground = light(getComputedStyle(span.closest('pre')).backgroundColor);
    return [span.className, (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)];
  }));
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_code_has_several_colours_that_can_be_read(people: People, scheme: str) -> None:
    ada = people.add(color_scheme=scheme).goes("/learn/05-distance")
    found = ada.page.evaluate(CONTRASTS)
    assert {"k", "sd", "mi", "nf", "nb"} <= set(found)
    assert min(found.values()) >= 4.5


def test_answers_are_folded_until_the_reader_opens_them(people: People) -> None:
    ada = people.add().goes("/learn/03-the-tree-by-hand")
    for summary, inside in (("The answer", "Playing b2 is worth +10"), ("Answers", "4 empty cells: at most 65 states")):
        folded = ada.page.locator("details", has=ada.page.locator("summary", has_text=re.compile(f"^{summary}$")))
        assert not folded.get_by_text(inside).first.is_visible()
        folded.locator("summary").click()
        assert folded.get_by_text(inside).first.is_visible()
