"""Malicious names and comments, in a real browser, on every page that shows them.

No script runs, the Content Security Policy has nothing to block, no page scrolls sideways, and each text is shown as
it was entered.
"""

import json
from typing import Any

import pytest

from noughts.render.names import clean_name, isolated
from noughts.rules.files.sgf import read_sgf
from tests.browser.looks import SIZES, WIDE
from tests.browser.people import People, Person

PAYLOADS = {
    "script": "<script>owned=1;alert(1)</script>",
    "closing": "</script></title><script>owned=1</script>",
    "handler": "<img src=x onerror=owned=1>",
    "drawing": '"><svg onload=owned=1>',
    "single quotes": "' autofocus onfocus='owned=1",
    "double quotes": '" onmouseover="owned=1',
    "textarea": "</textarea></style><script>owned=1//",
    "frame": "<iframe srcdoc='<script>owned=1</script>'",
    "template": "{{1111*1111}}{% raw %}${1111*1111}",
    "entities": "&lt;b&gt;&#60;i&#62;&amp;",
    "address": "javascript:owned=1",
    "long": "W" * 40,
    "right to left": "\u202eadA \u05d3\u05e0\u05d4 \u0639\u0645\u0631\u2069\u2066",
    "combining marks": "Z\u0301\u0302\u0303\u0304\u0305" * 6,
    "emoji": "👩‍👩‍👧‍👦🏴‍☠️🙂",
    "record": "Ada]C[owned\\",
}

_WATCH = """
window.violations = [];
addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));
"""
_FOREIGN = (
    "iframe, object, embed, base:not([href='/']), marquee, img[src=x], svg[onload], [onerror], [onfocus], [onmouseover]"
)


class Watched:
    """A user whose browser records the effects of malicious text.

    Attributes:
        person: the user.
        dialogs: the messages of all dialogs that were opened.
    """

    def __init__(self, person: Person) -> None:
        self.person, self.dialogs = person, list[str]()
        person.context.add_init_script(_WATCH)
        person.page.on("dialog", self._dismiss)

    def _dismiss(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def sees(self, *texts: str) -> None:
        """Check that the page shows these texts unchanged, that it fits at every width, and that no script ran."""
        page = self.person.page
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            self.person.until(lambda: page.evaluate(WIDE) == 0, "no horizontal scrolling")
        shown = " ".join(page.locator("body").inner_text().split())
        for text in texts:
            assert " ".join(text.split()) in shown
        assert "1234321" not in shown, "no template is evaluated"
        self.is_safe()

    def is_safe(self) -> None:
        """Check that no injected script ran, and that the Content Security Policy did not have to block one."""
        page = self.person.page
        assert page.evaluate("window.owned === undefined")
        assert page.evaluate("window.violations ?? []") == []
        assert page.locator(_FOREIGN).count() == 0
        scripts = page.locator("script").evaluate_all("(all) => all.map((script) => script.getAttribute('src'))")
        assert all(str(source).startswith("static/") for source in scripts)
        assert not self.dialogs


@pytest.fixture
def payload(request: pytest.FixtureRequest) -> str:
    return PAYLOADS[request.param]


def name_of(payload: str) -> str:
    """Return the name that is shown for a user who enters this payload as a name."""
    return clean_name(payload, "")


FAST = ("script", "right to left")
EVERY_PAYLOAD = pytest.mark.parametrize(
    "payload",
    [pytest.param(name, marks=[] if name in FAST else pytest.mark.slow) for name in PAYLOADS],
    indirect=True,
)


@EVERY_PAYLOAD
def test_a_malicious_name_is_only_text_on_every_page(people: People, payload: str) -> None:
    ada = people.add()
    watched, name = Watched(ada), name_of(payload)
    ada.goes("/play?mode=here")
    for side in "XO":
        ada.page.get_by_label(f"Name of {side}").fill(payload)
    ada.clicks("4 × 4 4 in a row").clicks("Tic-tac-toe 3 in a row").sees("Your move, ")
    watched.sees(f"Your move, {name} (X).")
    ada.presses("a1", "b2", "a2", "b1", "a3").sees("wins!")
    watched.sees(f"{name} wins!")
    assert ada.page.title() == f"{isolated(name)} wins! · noughts"
    sgf = ada.page.evaluate("async () => (await fetch(location.pathname + '.sgf')).text()")
    assert read_sgf(sgf).names == (name, name)
    ada.clicks("Review this game").sees("The game is over: X wins")
    ada.page.get_by_role("region", name="Review", exact=True).wait_for()
    watched.sees(f"{name} is X")
    picture = ada.page.locator(".picture img")
    ada.until(lambda: picture.evaluate("(image) => image.naturalWidth > 0"), "the picture")
    drawn = str(picture.get_attribute("src"))
    ada.goes("/games")
    watched.sees(f"{name} v {name}")
    search = ada.page.get_by_role("searchbox")
    search.fill(payload + " nowhere")
    search.press("Enter")
    ada.page.get_by_text("No game matches").wait_for()
    watched.sees(payload if payload.isprintable() else "No game matches")
    ada.goes(drawn)
    assert name.split()[0] in str(ada.page.locator("svg").first.text_content()), "the picture has the start of the name"
    assert ada.page.locator("svg script").count() == 0
    assert not watched.dialogs


@EVERY_PAYLOAD
def test_a_malicious_name_is_only_text_in_a_game_by_link(people: People, payload: str) -> None:
    ada, grace = people.add(), people.add()
    ada_watched, grace_watched, name = Watched(ada), Watched(grace), name_of(payload)
    ada.goes("/play?mode=link").page.get_by_label("Your name").fill(payload)
    ada.page.get_by_label("X", exact=True).check()
    ada.clicks("Create a link").sees("Waiting for your friend")
    grace.goes(ada.page.locator("#link-o").input_value())
    grace_watched.sees(f"{name} invites you to play")
    grace.page.get_by_label("Your name").fill(payload)
    grace.clicks("Play").sees("’s turn")
    ada.sees("Your turn")
    ada.presses("b2")
    ada.clicks("Take back")
    grace.page.locator(".offer button").first.wait_for()
    grace_watched.sees(f"{name} wants to take a move back.")
    ada_watched.sees(name)


@EVERY_PAYLOAD
def test_malicious_text_in_an_imported_game_is_only_text(people: People, payload: str) -> None:
    ada = people.add(expected=["400"])
    watched, name = Watched(ada), name_of(payload)
    quoted = payload.replace("\\", "\\\\").replace("]", "\\]")
    record = f"(;GM[4]SZ[3]PB[{quoted}]PW[{quoted}]GN[{quoted}]C[{quoted}];B[bb]C[{quoted}];W[aa])"
    ada.goes("/games").page.get_by_label("SGF, lists of moves").fill(record)
    ada.clicks("Import").sees("Your move")
    watched.sees(name)
    ada.goes("/analyse").unfolds("Another game").page.locator("textarea[name=text]").fill(record)
    ada.clicks("Analyse").sees("X to move")
    ada.page.get_by_role("region", name="Review", exact=True).wait_for()
    watched.sees(f"{name} is X")
    for place, button in (("/games", "Import"), ("/analyse", "Analyse")):
        ada.goes(place)
        if place == "/analyse":
            ada.unfolds("Another game")
        ada.page.locator("textarea[name=text]").fill(f"b2 {payload}")
        ada.clicks(button).page.locator("#note").wait_for()
        watched.sees()
        assert ada.page.locator("textarea[name=text]").input_value() == f"b2 {payload}", (
            "the field keeps the text unchanged"
        )


@pytest.mark.slow
@EVERY_PAYLOAD
def test_malicious_text_in_a_url_is_only_text(people: People, payload: str) -> None:
    ada = people.add(expected=["400", "409"])
    watched = Watched(ada)
    for path, field in (
        *(("/play", "custom"), ("/play", "name"), ("/play", "start"), ("/games", "q"), ("/explore", "position")),
        *(("/analyse", "game"), ("/analyse", "start"), ("/analyse", "moves"), ("/analyse", "x_name")),
    ):
        query = ada.page.evaluate("(pair) => new URLSearchParams([pair]).toString()", [field, payload])
        ada.goes(f"{path}?{query}")
        watched.sees()


def test_the_check_detects_a_blocked_script(people: People) -> None:
    """These tests would notice a script that runs or that the policy blocks."""
    ada = people.add(expected=["Content Security Policy", "404"])
    watched = Watched(ada)
    ada.goes("/play")
    watched.is_safe()
    ada.page.evaluate("document.querySelector('#part').insertAdjacentHTML('beforeend', '<img src=x onerror=owned=1>')")
    ada.until(lambda: ada.page.evaluate("window.violations.length > 0"), "the policy to block the script")
    with pytest.raises(AssertionError):
        watched.is_safe()
    assert json.dumps(ada.complaints)
