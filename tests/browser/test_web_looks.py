"""Every page has a layout that stays in place, visible borders, and targets that a finger can hit."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.looks import WIDE
from tests.browser.people import People, Person
from tests.slowly import few_fast

PAGES = {
    "play": "/play",
    "two people": "/play?mode=here",
    "by link": "/play?mode=link",
    "connect four": "/play?game=connect+four",
    "qubic": "/play?game=qubic",
    "analyse": "/analyse?moves=b2,a1,c1",
    "explore": "/explore",
    "learn": "/learn",
    "puzzles": "/puzzles?day=2026-11-24",
    "games": "/games",
}
PHONE = [(path, 360) for path in PAGES.values()]
ON_A_PHONE = pytest.mark.parametrize("shown", PHONE, ids=PAGES, indirect=True)
EVERY_PAGE = pytest.mark.parametrize(
    "shown",
    PHONE + [(path, 1280) for path in PAGES.values()],
    ids=[f"{name}-{width}" for width in (360, 1280) for name in PAGES],
    indirect=True,
)

SHIFTS = """(() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifts.push(shift.value);
  }).observe({ type: 'layout-shift', buffered: true });
})()"""


@pytest.fixture(scope="module")
def shown(request: pytest.FixtureRequest, chrome: Any, site: Any) -> Iterator[Person]:
    """A page that has arrived, loaded once for all tests that only look at it."""
    path, width = request.param
    group = People(chrome, site.address)
    ada = group.add(width=width, height=800, has_touch=width == 360)
    ada.context.add_init_script(SHIFTS)
    ada.goes(path).page.wait_for_load_state("networkidle")
    yield ada
    group.close()


@EVERY_PAGE
def test_nothing_moves_while_a_page_loads(shown: Person) -> None:
    assert shown.page.evaluate("window.shifts.reduce((a, b) => a + b, 0)") == 0


CONTRAST = """() => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).map(Number).map((c) => c / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!/(, 0\\)|transparent)$/.test(backgroundColor)) return backgroundColor;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const faint = [];
  const plain = '.form-flat .cell:not(.win, .draw, .loss, .about)';
  const bordered = `${plain}, input[type=text], input:not([type]), select, textarea`;
  for (const one of document.querySelectorAll(bordered)) {
    if (!one.checkVisibility()) continue;
    const [a, b] = [getComputedStyle(one).borderTopColor, ground(one)].map(luminance).sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 3) faint.push(one.outerHTML.slice(0, 120));
  }
  return faint;
}"""


@EVERY_PAGE
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_borders_of_cells_and_fields_have_a_contrast_of_3(shown: Person, scheme: str) -> None:
    shown.page.emulate_media(color_scheme=scheme)
    assert shown.page.evaluate(CONTRAST) == []


SMALL_WORDS = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), small = [];
  while (texts.nextNode()) {
    const { data, parentElement: one } = texts.currentNode;
    if (!data.trim() || !one.checkVisibility() || one.closest('.unseen, .cell, script')) continue;
    if (parseFloat(getComputedStyle(one).fontSize) < 12) small.push(data.trim());
  }
  return small;
}"""


@ON_A_PHONE
def test_words_can_be_read_on_a_phone(shown: Person) -> None:
    assert shown.page.evaluate(SMALL_WORDS) == []
    assert shown.page.locator(".row > *").evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")


SMALL_TARGETS = """() => {
  const targets = 'button, select, input:not([type=hidden]), a.button, nav a, footer a, summary';
  return [...document.querySelectorAll(targets)]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen, .cell, .noughts-explorer, label'))
    .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 120)])
    .filter(([box]) => box.height && (box.height < 43.5 || box.width < 32))
    .map(([box, text]) => `${box.height} ${text}`);
}"""


@ON_A_PHONE
def test_a_finger_can_hit_every_target_on_a_phone(shown: Person) -> None:
    assert shown.page.evaluate(SMALL_TARGETS) == []


def board_place(person: Person) -> list[float]:
    """Return the place and the size of the board."""
    box = person.page.locator(".board").first.bounding_box()
    assert box
    return [round(number) for number in box.values()]


@pytest.mark.parametrize("width", few_fast([360, 1280]))
@pytest.mark.parametrize("level", few_fast(["easy", "perfect"]))
def test_a_hint_and_values_do_not_move_the_board(people: People, width: int, level: str) -> None:
    ada = people.add(width=width, height=800).goes(f"/play?level={level}").presses("b2").sees("Your move.")
    before = board_place(ada)
    ada.clicks("Hint").sees("★", ".star")
    assert ada.note
    assert board_place(ada) == before
    ada.clicks("Values").sees_no(".hint .star >> nth=1")
    assert board_place(ada) == before
    ada.clicks("Undo")
    ada.until(lambda: ada.moves() == 0, "both moves to be taken back")
    assert board_place(ada) == before


@pytest.mark.parametrize("size", [(360, 740), (360, 560), (1280, 720)])
@pytest.mark.parametrize(
    ("game", "moves"), few_fast([("tictactoe", "a1 a2 b1 b2 c1"), ("connect four", "a1 b1 a1 b1 a1 b1 a1")])
)
def test_at_the_end_buttons_lead_on_and_nothing_moves(
    people: People, size: tuple[int, int], game: str, moves: str
) -> None:
    ada = people.add(width=size[0], height=size[1]).goes(f"/play?game={game}&mode=here")
    *before, last = moves.split()
    ada.presses(*before)
    places, height = board_place(ada), ada.page.locator("main").bounding_box()["height"]
    ada.presses(last).sees("X wins!")
    assert board_place(ada) == places
    assert abs(ada.page.locator("main").bounding_box()["height"] - height) <= 1
    for words in ("Review this game", "Share"):
        button = ada.page.locator(".table").get_by_text(words, exact=True)
        assert button.evaluate(LINES) == 1
        assert button.bounding_box()["height"] >= 43.5


LINES = "one => { const range = new Range(); range.selectNodeContents(one); return range.getClientRects().length; }"


@pytest.mark.parametrize("path", ["/play/link?moves=b2&sent=1", "/play/link?moves=a1,a2,b1,b2,c1&sent=1"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_words_of_buttons_below_a_game_in_a_link_fit_in_a_line(people: People, path: str, width: int) -> None:
    buttons = people.add(width=width).goes(path).page.locator(".table > p a.button")
    assert buttons.count()
    assert all(button.evaluate(LINES) == 1 for button in buttons.all())


LOOK = "one => { const { color, backgroundColor, borderColor, textDecoration } = getComputedStyle(one);"
LOOK += " return [color, backgroundColor, borderColor, textDecoration]; }"


@pytest.mark.parametrize(
    ("path", "marked"),
    [
        ("/puzzles/sprint", ".cell button:not([aria-disabled=true])"),
        ("/puzzles", ".tiles li:last-child a"),
        ("/puzzles", "nav a:not([aria-current])"),
        ("/play?mode=here", ".gallery button[aria-pressed=false]"),
        ("/play?mode=here", "[data-theme-button]"),
        ("/analyse?moves=b2,a1", ".ply-link:not([aria-current])"),
        ("/analyse?moves=b2,a1", ".steps .button"),
        ("/learn", ".lessons a"),
    ],
)
def test_a_finger_that_has_left_leaves_no_mark(people: People, path: str, marked: str) -> None:
    """An element that a finger has pressed stays :hover until the next press, in a sprint even on the next puzzle."""
    ada = people.add(width=360, height=740, has_touch=True).goes(path)
    place = ada.page.locator(marked).first
    before = place.evaluate(LOOK)
    place.hover()
    assert place.evaluate("one => one.matches(':hover')")
    assert place.evaluate(LOOK) == before


def test_a_finger_that_has_left_leaves_no_column_lit(people: People) -> None:
    ada = people.add(width=360, height=740, has_touch=True).goes("/play?game=connect+four&mode=here")
    ada.presses("d1").sees_no(".lit")


@pytest.mark.parametrize("game", ["tictactoe", "4,4,4", "misere", "torus", "cube", "connect four"])
def test_a_finger_can_hit_every_cell_of_a_small_board(people: People, game: str) -> None:
    ada = people.add(width=360, height=740, has_touch=True).goes(f"/play?game={game}")
    box = ada.page.locator(".cell button").first.bounding_box()
    assert box
    assert box["width"] >= 40
    assert box["height"] >= (26 if game == "cube" else 40)


@pytest.mark.parametrize("game", ["tictactoe", "connect four", "gomoku", "cube", "qubic", "torus"])
def test_the_board_and_its_buttons_fit_in_a_wide_window(people: People, game: str) -> None:
    ada = people.add().goes(f"/play?game={game}").sees("in a row", "#note-place")
    for width, height in [(1280, 720), (1440, 900)]:
        ada.page.set_viewport_size({"width": width, "height": height})
        row, board = ada.page.locator(".row").bounding_box(), ada.page.locator(".boards").bounding_box()
        assert row["y"] + row["height"] <= height
        assert board["height"] >= 330


@pytest.mark.parametrize("game", ["gomoku", "10,10,5", "19,19,5"])
def test_a_large_board_fits_in_the_window_of_analyse(people: People, game: str) -> None:
    ada = people.add().goes(f"/analyse?game={game}&moves=e5")
    for width, height in [(1100, 720), (1280, 720), (1440, 900)]:
        ada.page.set_viewport_size({"width": width, "height": height})
        box = ada.page.locator(".board").bounding_box()
        assert box["y"] + box["height"] <= height
        assert box["height"] >= 430


def test_connect_four_is_drawn_as_columns_and_discs_fall(people: People) -> None:
    ada = people.add().goes("/play?game=connect+four&mode=here")
    assert ada.page.locator(".board thead th").all_inner_texts() == list("abcdefg")
    assert ada.page.locator(".board tbody th").count() == 0, "rows have no numbers"
    ada.presses("d1")
    assert ada.page.locator(".mark.disc").last.evaluate("one => getComputedStyle(one).animationName") == "fall"


@pytest.mark.parametrize(("game", "layers"), [("cube", 3), ("qubic", 4)])
def test_layers_are_slanted_and_stand_above_each_other(people: People, game: str, layers: int) -> None:
    ada = people.add().goes(f"/play?game={game}&mode=here")
    boxes = [layer.bounding_box() for layer in ada.page.locator(".form-deep .layer").all()]
    assert len(boxes) == layers
    assert len({box["x"] for box in boxes if box}) == 1
    assert [box["y"] for box in boxes if box] == sorted(box["y"] for box in boxes if box)
    slanted = "one => new DOMMatrix(getComputedStyle(one).transform).c !== 0"
    assert ada.page.locator(".form-deep .layer").first.evaluate(slanted)


@pytest.mark.parametrize(
    ("game", "letters", "numbers", "layers"),
    few_fast([("cube", "abc", "123", "abc"), ("qubic", "abcd", "1234", "abcd"), ("2x5x3", "ab", "12345", "abc")]),
)
@pytest.mark.parametrize("width", few_fast([360, 1280]))
def test_layers_show_the_coordinates_of_their_cells(
    people: People, game: str, letters: str, numbers: str, layers: str, width: int
) -> None:
    """The name of a cell, such as c1b, is its column, its row and its layer."""
    page = people.add(width=width, height=720).goes(f"/play?game={game}&mode=here").page

    def middle(place: Any) -> tuple[float, float]:
        box = place.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    above = page.locator(".form-deep .layer").first.locator("thead th")
    assert above.all_inner_texts() == list(letters)
    for letter in letters:
        across, down = middle(above.filter(has_text=letter))
        cell = page.locator(f'.board button[aria-label^="{letter}1a,"]').bounding_box()
        assert cell["x"] < across < cell["x"] + cell["width"]
        assert down < cell["y"]
    for layer, place in zip(layers, page.locator(".form-deep .layer").all(), strict=True):
        assert place.locator("caption").inner_text() == f"Layer {layer}"
        assert place.locator("tbody th").all_inner_texts() == list(numbers)
        last = place.locator(f'button[aria-label^="{letters[-1]}{numbers[-1]}{layer},"]').bounding_box()
        assert middle(place.locator("caption"))[0] > last["x"] + last["width"]
    assert page.evaluate(WIDE) == 0


@pytest.mark.parametrize("moves", ["b2b,a1a,b1b,a1b,b3b", "a1a,b1a,b2b,b1b,c3c"])
def test_the_stroke_of_a_cube_passes_through_its_cells(people: People, moves: str) -> None:
    page = people.add().goes(f"/analyse?game=cube&moves={moves}").page
    stroke = page.locator(".stroke").bounding_box()
    for cell in page.locator(".cell.won button").all():
        box = cell.bounding_box()
        assert stroke["x"] <= box["x"] + box["width"] / 2 <= stroke["x"] + stroke["width"]
        assert stroke["y"] <= box["y"] + box["height"] / 2 <= stroke["y"] + stroke["height"]


def test_every_board_is_one_tab_stop(people: People) -> None:
    ada = people.add().goes("/play?mode=here")
    ada.cell("b2").focus()
    assert ada.keys("Tab").focus not in ada.labels
    assert ada.keys("Shift+Tab").focus == "b2"


def test_a_page_is_compressed_and_small(people: People) -> None:
    ada = people.add()
    sizes: dict[str, int] = {}
    ada.page.on("response", lambda response: sizes.update({response.url: response.request.sizes()["responseBodySize"]}))
    ada.goes("/").page.wait_for_load_state("networkidle")
    assert sum(sizes.values()) < 80_000
    assert sizes[f"{ada.address}/"] < 10_000, "what a browser loads the next time"
    assert sum("static" in url for url in sizes) > 3
    for name in ("manifest", "icon"):
        href = ada.page.locator(f"link[rel={name}]").get_attribute("href")
        assert ada.page.request.get(f"{ada.address}/{href}").ok
    picture = str(ada.page.locator("meta[property='og:image']").get_attribute("content"))
    assert ada.page.request.get(picture).ok
    assert ada.page.locator("meta[name=description]").get_attribute("content")
