"""The clickable board in a browser, without Jupyter: the page has a small model that is connected to the real panel."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from noughts import position
from noughts.notebook.widget import NotebookGame, play, script, style_sheet
from tests.browser import chromium
from tests.notebook.boards import panel_of, scripted
from tests.slowly import few_fast

# Like an anywidget front end: load the module from its text, and pass it a model and an element.
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>board</title>
<style>body{margin:16px}@media(prefers-color-scheme:dark){body{background:#111}}%s</style></head>
<body><main></main><script type="module">
const source = URL.createObjectURL(new Blob([%s], {type: "text/javascript"}));
const {default: widget} = await import(source);
const ears = new Set();
window.unanswered = 0;
let shown = %s;
const model = {
  get: (name) => name === "shown" ? shown : undefined,
  on: (name, ear) => name === "change:shown" && ears.add(ear),
  off: (name, ear) => ears.delete(ear),
  async send(request) {
    window.unanswered += 1;
    for (const next of await window.ask(request)) {
      shown = next;
      for (const ear of ears) ear();
    }
    window.unanswered -= 1;
  },
};
const el = document.createElement("div");
document.querySelector("main").append(el);
window.leave = widget.render({model, el});
window.ears = ears;
window.ready = true;
</script></body></html>"""


class Board:
    """A board on a page, connected to its panel."""

    def __init__(self, page: Any, board: NotebookGame, answers: bool) -> None:
        self.page, self.requests = page, list[Any]()
        self.panel = panel_of(board)

        def ask(request: Any) -> list[dict[str, Any]]:
            self.requests.append(request)
            seen: list[dict[str, Any]] = []
            self.panel.changed = lambda: seen.append(self.panel.shown())
            if answers:
                self.panel.ask(request)
            return seen

        page.expose_function("ask", ask)
        page.set_content(PAGE % (style_sheet(), json.dumps(script()), json.dumps(self.panel.shown())))
        page.wait_for_function("window.ready")

    def cell(self, name: str) -> Any:
        """Return the button of a cell."""
        return self.page.get_by_role("grid").get_by_role("button", name=name)

    def click(self, name: str) -> None:
        """Click a button, even if it is marked as disabled."""
        self.page.get_by_role("button", name=name).click(force=True)
        self.check()

    def press(self, *keys: str) -> None:
        """Press keys on the keyboard, one after another."""
        for key in keys:
            self.page.keyboard.press(key)
        self.check()

    def check(self) -> None:
        """Check everything that the page shows against the panel."""
        self.page.wait_for_function("window.unanswered === 0")
        shown = self.panel.shown()
        assert self.page.text_content(".np-status") == shown["status"]
        assert self.page.text_content(".np-note") == shown["note"]
        assert self.page.text_content(".np-legend") == shown["legend"]
        cells = self.page.locator(".np-cell").all()
        order = [cell for layer in shown["layers"] for row in layer["rows"] for cell in row]
        for cell, button in zip(order, cells, strict=True):
            assert button.get_attribute("aria-label") == shown["cells"][cell]["name"]
            assert button.get_attribute("aria-disabled") == str(not shown["cells"][cell]["can"]).lower()
        players = [" ".join(text.split()) for text in self.page.locator(".np-player").all_inner_texts()]
        assert players == [f"{item['mark']} {item['name']} won {item['wins']}" for item in shown["players"]]

    @property
    def focus(self) -> str:
        return str(self.page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent"))


Opener = Callable[..., Board]


@pytest.fixture
def open_board(chrome: Any) -> Iterator[Opener]:
    """Open a board on a page. After the test, check that no page had errors or sent requests to the network."""
    messages: list[str] = []
    addresses: list[str] = []
    contexts: list[Any] = []

    def open_tab(
        board: NotebookGame, width: int = 800, height: int = 700, answers: bool = True, **settings: Any
    ) -> Board:
        context = chrome.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.on("request", lambda request: addresses.append(request.url))
        return Board(page, board, answers)

    yield open_tab
    for context in contexts:
        context.close()
    assert not messages
    assert not [address for address in addresses if not address.startswith("blob:")]


def test_a_click_is_sent_and_the_new_state_is_shown(open_board: Opener) -> None:
    board = open_board(play(scripted("a1", "c3")))
    board.check()
    assert board.page.locator(".np-picture .n-x").count() == 0
    board.click("b2, empty")
    assert board.requests == [{"do": "play", "cell": 4}]
    assert board.page.locator(".np-picture .n-x").count() == 1
    assert board.page.locator(".np-picture .n-o").count() == 1
    assert board.cell("a1, O, last move").is_visible()
    board.click("a1, O")
    assert board.page.text_content(".np-note") == "a1 is taken: O has a stone there."
    assert board.page.locator(".np-note").get_attribute("data-tone") == "refusal"


@pytest.mark.parametrize("game", few_fast(["tictactoe", "qubic", "connect four", "3x2x2x2,3"], 2))
@pytest.mark.parametrize("width", few_fast([320, 800]))
def test_the_buttons_cover_the_cells_of_the_picture(open_board: Opener, game: str, width: int) -> None:
    page = open_board(play("friend", game=game), width=width).page
    places = page.evaluate("""() => {
      const box = (element) => { const {x, y, width, height} = element.getBoundingClientRect();
        return [x, y, width, height]; };
      const named = [...document.querySelectorAll('.np-cell')].map((b) => [b.ariaLabel.split(',')[0], box(b)]);
      return [Object.fromEntries(named), [...document.querySelectorAll('rect.n-cell')].map(box)];
    }""")
    for name, place in zip(play("friend", game=game).position.game.board.names, places[1], strict=True):
        assert places[0][name] == pytest.approx(place, abs=1.5)


def test_every_button_sends_its_request(open_board: Opener) -> None:
    board = open_board(play(scripted("a1", "c1", "b1")))
    board.click("b2, empty")
    board.click("Hint")
    assert "hint" in " ".join(cell["name"] for cell in board.panel.shown()["cells"])
    assert board.page.locator(".np-picture .n-mark").text_content() == "★"
    board.click("Values")
    assert board.page.get_by_role("button", name="Values", pressed=True).is_visible()
    assert board.page.locator(".np-picture .n-value").count() == 7
    board.click("Undo")
    board.click("Undo")
    assert board.page.text_content(".np-note") == "There is no move to take back."
    board.click("New game")
    board.click("Swap sides")
    assert board.page.locator(".np-player.np-moves").text_content() == "OYouwon 0"
    verbs = [request["do"] for request in board.requests]
    assert verbs == ["play", "hint", "values", "undo", "undo", "new", "swap"]


def test_a_finished_game_shows_the_winning_line(open_board: Opener) -> None:
    board = open_board(play(scripted("b1", "c1")))
    for cell in ("a1", "a2", "a3"):
        board.click(f"{cell}, empty")
    assert board.page.locator(".np-picture .n-line").count() == 1
    assert board.cell("a3, X, last move, in the winning line").is_visible()
    assert board.page.locator(".np-player").first.inner_text().endswith("won 1")


def test_a_game_can_be_played_with_the_keyboard_alone(open_board: Opener) -> None:
    board = open_board(play(scripted("c3", "a3")))
    board.press("Tab")
    assert board.focus == "a1, empty"
    board.press("ArrowLeft", "ArrowUp")
    assert board.focus == "a1, empty"
    board.press("ArrowRight", "ArrowDown")
    assert board.focus == "b2, empty"
    board.press("Enter")
    assert board.focus == "b2, X"  # the focus stays on the cell
    board.press("End")
    assert board.focus == "c2, empty"
    board.press("Home", "Space")
    assert board.focus == "a2, X"
    assert board.page.text_content(".np-status") == "Computer (scripted): a3. Your move (X)."
    board.press("Tab")  # the board is a single tab stop
    assert board.focus == "Hint"
    board.press("Enter", "Shift+Tab")
    assert board.focus.startswith("a2, X")
    assert board.page.text_content(".np-note")
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert board.page.evaluate(outline) == "solid"


def test_arrow_keys_move_between_layers(open_board: Opener) -> None:
    board = open_board(play("friend", game="cube"), width=1000)
    board.press("Tab", "End")
    assert board.focus == "c1c, empty"
    board.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown")
    assert board.focus == "c2b, empty"
    layers = [grid.get_attribute("aria-label") for grid in board.page.get_by_role("grid").all()]
    assert layers == ["Layer a", "Layer b", "Layer c"]


def test_single_keys_do_not_trigger_jupyterlab_shortcuts(open_board: Opener) -> None:
    """JupyterLab handles keys before any element does, but not on elements with this attribute."""
    board = open_board(play("friend"))
    board.page.evaluate("""() => {
      window.suppressed = {};
      document.addEventListener("keydown", (event) => {
        window.suppressed[event.key] = event.target.hasAttribute("data-lm-suppress-shortcuts");
      }, true);
    }""")
    board.press("Tab", "ArrowRight", "x", "Control+s")
    suppressed = board.page.evaluate("window.suppressed")
    assert [suppressed[key] for key in ("Tab", "ArrowRight", "x", "s")] == [False, True, True, False]


def test_hovering_shows_where_a_stone_would_fall(open_board: Opener) -> None:
    board = open_board(play("friend", game="connect four"))
    target = "document.querySelector('.np-target')?.ariaLabel"
    board.cell("d2, empty").hover()
    assert board.page.evaluate(target) == "d6, empty"
    board.click("d2, empty")
    assert board.page.evaluate(target) == "d5, empty"
    board.page.mouse.move(1, 1)
    assert board.page.evaluate(target) is None
    board.cell("d6, X").hover()
    assert board.page.evaluate(target) is None


def test_the_board_follows_the_theme_of_the_system_and_the_notebook(open_board: Opener) -> None:
    paper = "getComputedStyle(document.querySelector('.noughts-play')).backgroundColor"
    light, dark = "rgb(255, 255, 255)", "rgb(33, 31, 29)"
    assert open_board(play("friend")).page.evaluate(paper) == light
    page = open_board(play("friend"), color_scheme="dark").page
    assert page.evaluate(paper) == dark
    picture = "document.querySelector('.np-picture svg').getAttribute('class')"
    picture_colour = "getComputedStyle(document.querySelector('.n-paper')).fill"
    for change, expected in (
        ("dataset.jpThemeLight = 'true'", light),
        ("dataset.jpThemeLight = 'false'", dark),
        ("removeAttribute('data-jp-theme-light'); document.body.dataset.vscodeThemeKind = 'vscode-light'", light),
        ("dataset.vscodeThemeKind = 'vscode-high-contrast'", dark),
    ):
        page.evaluate(f"document.body.{change}")
        page.wait_for_function(f"{paper} === '{expected}'")
        assert page.evaluate(picture_colour) == expected
        assert page.evaluate(picture) == ("n-light" if expected == light else "n-dark")
    page.evaluate(
        "delete document.body.dataset.vscodeThemeKind; document.documentElement.setAttribute('theme', 'light')"
    )
    page.wait_for_function(f"{paper} === '{light}'")


@pytest.mark.parametrize("game", few_fast(["qubic", "tictactoe", "connect four"]))
def test_the_board_fits_a_phone(open_board: Opener, game: str) -> None:
    board = open_board(
        play("friend", game=game, name="Augusta Ada King, Countess of Lovelace"), width=360, has_touch=True
    )
    assert board.page.evaluate("document.documentElement.scrollWidth") <= 360
    least = board.page.evaluate("Math.min(...[...document.querySelectorAll('.np-cell')].map((b) => b.offsetWidth))")
    assert least >= (24 if game != "tictactoe" else 60)
    board.page.locator(".np-cell").first.tap()
    board.check()


def test_markup_in_a_name_is_shown_as_text(open_board: Opener) -> None:
    board = open_board(play("friend", name="<img src=x onerror=console.log(1)>"))
    assert board.page.locator(".noughts-play img").count() == 0
    assert "<img src=x" in board.page.locator(".np-player").first.inner_text()


def test_a_kernel_that_does_not_answer_is_mentioned(open_board: Opener) -> None:
    board = open_board(play("friend"), answers=False)
    page = board.page
    page.clock.install()
    board.cell("b2").click()
    board.cell("a1").click()
    page.wait_for_function("window.unanswered === 0")
    assert board.requests == [{"do": "play", "cell": 4}]
    assert page.get_attribute(".noughts-play", "aria-busy") == "true"
    page.clock.fast_forward(6000)
    page.wait_for_function("document.querySelector('.np-note').textContent.includes('is the kernel running')")
    assert page.get_attribute(".noughts-play", "aria-busy") == "false"
    board.cell("a1").click()
    page.wait_for_function("window.unanswered === 0")
    assert board.requests[-1] == {"do": "play", "cell": 0}


def test_no_request_is_sent_while_the_computer_is_thinking(open_board: Opener) -> None:
    game = play("friend")
    panel = panel_of(game)
    panel._busy = True
    board = open_board(game, answers=False)
    assert board.page.text_content(".np-status").endswith("is thinking …")
    board.cell("b2").click(force=True)
    assert not board.requests


def test_a_removed_board_stops_listening(open_board: Opener) -> None:
    page = open_board(play("friend")).page
    assert page.evaluate("window.ears.size") == 1
    page.evaluate("window.leave()")
    assert page.evaluate("window.ears.size") == 0


@pytest.mark.parametrize("scheme", few_fast(["light", "dark"]))
@pytest.mark.parametrize("game", ["tictactoe", pytest.param("qubic", marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious(open_board: Opener, scheme: str, game: str) -> None:
    axe = chromium.axe()
    start = position("o_x/x2_/x2o x") if game == "tictactoe" else None
    board = open_board(play("friend", game=game, position=start, values=True), color_scheme=scheme)
    board.click("Hint")
    board.page.evaluate(axe)
    result = board.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    found = [item for item in result["violations"] if item["impact"] in ("serious", "critical")]
    assert not [(item["id"], [node["html"] for node in item["nodes"]]) for item in found]
