"""The Analyse page without JavaScript, with engines that run in the test process."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from html import unescape
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

from noughts import read_sgf
from noughts.rules.errors import NoughtsError
from noughts.web.analysis.service import AnalysisService
from noughts.web.analysis.tasks import Tasks
from noughts.web.model.errors import Busy
from noughts.web.model.task import EngineTask
from noughts.web.server.app import server_app
from noughts.web.server.guard.limits import RateLimiter
from tests.web.server.store.stores import opened

GAME = "b2,b1,a1,c3,a3,a2,c1"
T = TypeVar("T")
_TASKS = Tasks()


class InProcess:
    """Engines in this process, which answer at once, on request, or with an error."""

    def __init__(self) -> None:
        self.let = asyncio.Event()
        self.let.set()
        self.refusal: NoughtsError | None = None
        self.asked: list[str] = []
        self.state: dict[str, int] = {}

    async def ask_text(self, task: EngineTask, **options: Any) -> bytes:
        self.asked.append(str(task["do"]))
        await self.let.wait()
        if self.refusal:
            raise self.refusal
        return json.dumps(_TASKS(task)).encode()

    async def run(self, function: Callable[[], T], *, short: bool = False) -> T:
        return function()


@pytest.fixture
def served(tmp_path: Path) -> Callable[[Callable[[httpx.AsyncClient, InProcess], Awaitable[None]]], None]:
    """Return a function that runs a test against the application."""

    def run(scenario: Callable[[httpx.AsyncClient, InProcess], Awaitable[None]]) -> None:
        async def main() -> None:
            async with opened(f"sqlite:///{tmp_path / 'games.sqlite3'}") as store:
                engines = InProcess()
                app = server_app(store, engines, RateLimiter({}))  # type: ignore[arg-type]
                transport = httpx.ASGITransport(app=app)
                async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                    await scenario(client, engines)
                    await app.state.games.computers.close()

        asyncio.run(main())

    return run


def labels(page: httpx.Response) -> list[str]:
    """Return the labels of the cells."""
    return [unescape(label) for label in re.findall(r'id="c[0-9]+" aria-label="([^"]*)"', page.text)]


def status(page: httpx.Response) -> str:
    found = re.search(r'id="status">.*?<strong>(.*?)</strong>', page.text)
    assert found, page.text[:500]
    return unescape(found[1])


def hidden(page: httpx.Response, action: str) -> dict[str, str]:
    """Return the hidden fields of a form."""
    form = page.text.partition(f'action="{action}"')[2].partition("</form>")[0]
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form)
    return {name: unescape(value) for name, value in fields}


def test_the_first_page_is_the_empty_board_with_values(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        page = await client.get("/analyse")
        assert page.status_code == 200
        assert status(page) == "X to move: a draw with best play."
        assert len(labels(page)) == 9
        assert labels(page)[1] == "b1, empty, draw, 4 of O's 8 replies lose"
        assert "data-again" not in page.text
        assert engines.asked == ["analyse"]

    served(scenario)


@pytest.mark.parametrize("name", ["start", "position"])
def test_a_position_has_values_on_its_cells_and_a_sentence_about_the_best_move(served: Any, name: str) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        page = await client.get(f"/analyse?{name}=o_x/x2_/x2o+x")
        assert page.status_code == 200
        assert hidden(page, "analyse") == {"start": "o_x/x2_/x2o x"}, "the page uses only one name of the field"
        assert status(page) == "X to move and wins in 1."
        assert {"b2, empty, win in 1, best move", "b1, empty, loss in 2", "a1, O"} <= set(labels(page))
        assert "b2 wins at once" in page.text
        assert 'value="o_x/x2_/x2o x" spellcheck="false"><button type="button" data-copy ' in page.text
        assert "explore?game=3,3,3&amp;position=o_x/x2_/x2o+x" in page.text
        assert "api/v1/analyse?game=3,3,3&amp;position=o_x/x2_/x2o+x" in page.text

    served(scenario)


@pytest.mark.parametrize(
    ("pressed", "leads"),
    [
        ("/analyse?cell=4", "/analyse?moves=b2"),
        ("/analyse?moves=b2,a1&at=1&cell=0", "/analyse?moves=b2,a1"),
        ("/analyse?moves=b2,a1&at=1&cell=8", "/analyse?moves=b2+a1+(c3)&line=1"),
        ("/analyse?game=3,3,3+gravity&cell=1", "/analyse?game=3,3,3+gravity&moves=b3"),
        ("/analyse?edit=1&cell=4", "/analyse?start=3_/_x_/3_+x&edit=1"),
        ("/analyse?position=3_/_x_/3_+o&cell=0", "/analyse?start=3_/_x_/3_+o&moves=a1"),
        ("/analyse?start=3_/_x_/3_+o&edit=1&cell=4", "/analyse?start=3_/_o_/3_+o&edit=1"),
    ],
)
def test_pressing_a_cell_leads_to_the_url_of_the_next_position(served: Any, pressed: str, leads: str) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        answer = await client.get(pressed)
        assert (answer.status_code, answer.headers["location"]) == (303, leads)
        assert (await client.get(leads)).status_code == 200

    served(scenario)


@pytest.mark.parametrize(
    ("url", "code", "words"),
    [
        ("/analyse?moves=b2&cell=4", 409, "b2 is taken"),
        ("/analyse?moves=b2,b2", 409, "Move 2: b2 is taken"),
        ("/analyse?game=chess", 400, "Unknown game"),
        ("/analyse?start=nonsense", 400, "expected x, o or _"),
        ("/analyse?cell=b2", 400, "Invalid cell"),
        ("/analyse?game=40,40,5", 400, "at most 400 cells"),
        ("/analyse?at=%00", 400, "expected a whole number"),
    ],
)
def test_an_error_gets_a_sentence_and_a_board(served: Any, url: str, code: int, words: str) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        page = await client.get(url)
        assert page.status_code == code
        assert len(labels(page)) == 9
        note = re.search(r'id="note">(.*?)</p>', page.text)
        assert note
        assert words in unescape(note[1])

    served(scenario)


def test_moves_can_be_copied_if_they_describe_the_whole_game(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        for start, copied in (("", True), ("start=3_/3_/3_+o&", False), ("start=x2_/_o_/3_+x&", False)):
            page = await client.get(f"/analyse?{start}moves=b1,c1")
            assert ('readonly value="b1 c1"' in page.text) is copied
            text = (await client.get(f"/analyse/moves.txt?{start}moves=b1,c1")).text
            pasted = await client.post("/analyse/import", data={"text": text, **hidden(page, "analyse/import#note")})
            assert pasted.headers["location"] == f"/analyse?{start}moves=b1,c1"

    served(scenario)


def test_the_api_reviews_one_game_and_rejects_several(served: Any) -> None:
    one, other = "(;GM[4]SZ[3];B[bb];W[ba])", "(;GM[4]SZ[3];B[aa])"

    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        headers = {"Content-Type": "text/plain"}
        answer = await client.post("/api/v1/review", content=one, headers=headers)
        assert [move["move"] for move in answer.json()["moves"]] == ["b2", "b1"]
        for text, count in ((one + other, 2), ("b2 b1\n*\na1\n*\nb2", 3)):
            answer = await client.post("/api/v1/review", content=text, headers=headers)
            assert answer.status_code == 400
            assert answer.json()["error"] == f"There are {count} games in this text: send one of them."
        assert engines.asked == ["review"]

    served(scenario)


def test_a_finished_game_is_reviewed(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        page = await client.get(f"/analyse?moves={GAME}&x_name=Ada")
        assert status(page) == "The game is over: X wins with c1, b2, a3."
        assert "Ada is X." in page.text
        assert "What decided the game: move 2" in page.text
        assert engines.asked == ["review"]
        moves = page.text.partition("<h2>Moves</h2>")[2].partition("</table>")[0]
        assert moves.count("<button ") == 7
        assert moves.count('class="fault"') == 1
        assert 'name="go" value="0.2"><span class="unseen">O </span>b1' in moves
        answer = await client.get(f"/analyse?moves={GAME}&x_name=Ada&go=0.2")
        assert answer.headers["location"] == f"/analyse?moves={GAME}&at=2&x_name=Ada"
        table = page.text.partition("Value for X</th>")[2].partition("</table>")[0]
        assert table.count("<tr>") == 8
        assert "▲ X wins in 6" in table, "the number counts the move itself, too"
        assert "▲ X wins in 1" in table
        below = page.text.partition("Value for X</th>")[2].partition("</details>")[0]
        assert '<p class="legend">The number counts the moves to the end, including this one.</p>' in below
        picture = re.search(r'<img src="(analyse/history[^"]*)" width="[0-9]+" height="[0-9]+" alt="', page.text)
        assert picture
        drawn = await client.get(unescape(picture[1]))
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert "Value history: Ada against O" in drawn.text
        assert engines.asked == ["review"], "the answer is cached"

    served(scenario)


def test_a_review_beside_a_variation_says_that_it_is_about_the_main_line(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        tree = "/analyse?moves=b2+a1+(c1+c3+a3)+c3"
        words = "The board shows another line. This review is about the main line."
        for place, away in (("", False), ("&at=1", False), ("&line=1&at=2", True), ("&line=1", True)):
            page = await client.get(f"{tree}{place}")
            assert "<h2>Review</h2>" in page.text
            assert (words in page.text) is away
            if away:
                back = re.search(r'<a href="([^"]*)" data-part>Go to the main line', page.text)
                assert back
                main = await client.get(unescape(back[1]))
                assert words not in main.text
                assert [label for label in labels(main) if ", X" in label or ", O" in label] == ["b2, X, last move"]

    served(scenario)


def test_the_last_move_is_explained(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        page = await client.get(f"/analyse?moves={GAME}&at=2")
        assert status(page) == "X to move and wins in 5."
        assert "Last move: O b1 ? throws away the draw" in page.text
        assert 'aria-current="step"><span class="unseen">O </span>b1' in page.text

    served(scenario)


def test_an_unfinished_large_game_is_reviewed_on_request(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        late = "game=line+20,3&start=xoxoxoxoxoxoxoxo4_+x&moves=q,r"
        page = await client.get(f"/analyse?{late}")
        assert "review" not in engines.asked
        assert "Review the moves" in page.text
        page = await client.get(f"/analyse?{late}&review=1")
        assert "review" in engines.asked
        assert "Value history" in page.text

    served(scenario)


def test_the_page_is_shown_while_engines_think_and_asks_again(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        client._transport.app.state.analyst = AnalysisService(engines, patience=0.01)  # type: ignore[attr-defined, arg-type]
        engines.let.clear()
        page = await client.get(f"/analyse?moves={GAME}&at=2")
        assert page.status_code == 200
        assert status(page) == "X is to move."
        assert page.text.count("data-again=") == 2
        assert "thinking …" in page.text
        assert '<noscript><meta http-equiv="refresh"' in page.text
        engines.let.set()
        await asyncio.sleep(0)
        while "data-again" in (page := await client.get(f"/analyse?moves={GAME}&at=2")).text:
            pass
        assert status(page) == "X to move and wins in 5."
        assert 'http-equiv="refresh"' not in page.text

    served(scenario)


def test_the_page_reports_busy_engines(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        engines.refusal = Busy("too many others wait for an engine: try again in a moment")
        page = await client.get(f"/analyse?moves={GAME}&at=2")
        assert page.status_code == 200
        assert "Too many others wait for an engine" in page.text
        assert "data-again" not in page.text
        assert len(labels(page)) == 9
        engines.refusal = None
        assert status(await client.get(f"/analyse?moves={GAME}&at=2")) == "X to move and wins in 5."

    served(scenario)


def test_engines_are_not_asked_while_the_board_is_set_up(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        page = await client.get("/analyse?moves=b2,a1&edit=1")
        assert status(page) == "Set up the board: X is to move."
        assert engines.asked == []
        assert "b2, X, press for O" in labels(page)
        assert 'href="analyse?start=o2_/_x_/3_+o&amp;edit=1"' in page.text  # the other side to move
        assert "data-board" not in page.text

    served(scenario)


@pytest.mark.parametrize(
    ("fields", "leads"),
    [
        ({"text": "o_x/x2_/x2o x"}, "/analyse?start=o_x/x2_/x2o+x"),
        ({"text": "(;GM[4]SZ[3]PB[Ada];B[bb];W[aa])"}, "/analyse?moves=b2,a1&x_name=Ada"),
        ({"text": "1. b2 a1", "game": "4,4,3"}, "/analyse?game=4,4,3&moves=b2,a1"),
        ({"text": "[['x','',''],['','o',''],['','','']]"}, "/analyse?start=x2_/_o_/3_+x"),
        ({"text": "1. b2\n\n1... a1"}, "/analyse?moves=b2,a1"),
        ({"text": "1. b2 a1\n2. c3 1-0"}, "/analyse?moves=b2,a1,c3&ended=x+won"),
        ({"text": "O . X\nX . .\nX O O"}, "/analyse?start=o_x/x2_/x2o+x"),
        ({"text": "", "game": "connect four"}, "/analyse?game=7,6,4+gravity"),
        ({"game": "custom", "custom": "5,5,4"}, "/analyse?game=5,5,4"),
        ({"custom": "5,5,4"}, "/analyse?game=5,5,4"),
    ],
)
def test_a_pasted_position_or_game_is_shown(served: Any, fields: dict[str, str], leads: str) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        form = hidden(await client.get("/analyse"), "analyse/import#note")
        answer = await client.post("/analyse/import", data=form | fields)
        assert (answer.status_code, answer.headers["location"]) == (303, leads)

    served(scenario)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_an_uploaded_file_is_read(served: Any, encoding: str) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        form = hidden(await client.get("/analyse"), "analyse/import#note")
        file = {"file": ("game.sgf", "(;GM[4]SZ[3]PB[Zoë];B[bb])".encode(encoding))}
        answer = await client.post("/analyse/import", data=form, files=file)
        assert answer.headers["location"] == "/analyse?moves=b2&x_name=Zo%C3%AB"

    served(scenario)


def test_the_data_of_other_programs_survives_the_page(served: Any) -> None:
    text = "(;SZ[15]EV[Cup]RU[Renju]RE[W+F];B[hh]BL[3]C[first](;W[ii]TR[aa]\n[bb])(;W[gg]))"

    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        form = hidden(await client.get("/analyse"), "analyse/import#note")
        answer = await client.post("/analyse/import", data=form, files={"file": ("game.sgf", text.encode())})
        here = answer.headers["location"]
        page = await client.get(here)
        assert "renju&#39;s forbidden moves and its overline rule are not applied" in page.text
        assert status(page) == "The game is over: X forfeited."
        assert "EV[Cup]" not in unescape(re.sub(r'(href|value|action)="[^"]*"', "", page.text)), (
            "the page does not show it"
        )
        sgf = await client.get(here.replace("/analyse?", "/analyse/game.sgf?"))
        assert read_sgf(sgf.content) == read_sgf(text)

    served(scenario)


def test_what_does_not_fit_into_the_address_is_left_out_with_a_note(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        form = hidden(await client.get("/analyse"), "analyse/import#note")
        text = f"(;SZ[3]GC[{'long ' * 2_000}];B[bb](;W[aa])(;W[cc]C[why]))"
        page = await client.post("/analyse/import", data=form | {"text": text})
        assert "clocks, markup and the like are left out here. To keep them, import the file" in page.text
        assert "(c3 {why})" in unescape(page.text), "the variations fit"

    served(scenario)


def test_an_invalid_paste_is_shown_again_with_a_sentence(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        form = hidden(await client.get("/analyse?moves=b2"), "analyse/import#note")
        answer = await client.post("/analyse/import", data=form | {"text": "<b>what", "game": "4,4,3"})
        assert answer.status_code == 400
        assert "expected a position, a list of moves such as b2 a1 c3, SGF, or the name of a game." in answer.text
        assert "&lt;b&gt;what</textarea>" in answer.text
        assert '<option value="4,4,3" selected>' in answer.text
        assert "b2, X, last move" in labels(answer), "the board is still there"

    served(scenario)


def test_downloads_match_the_page(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        sgf = await client.get(f"/analyse/game.sgf?moves={GAME}&o_name=Grace")
        assert "attachment" in sgf.headers["content-disposition"]
        record = read_sgf(sgf.text).main_line
        assert ",".join(record.move_names) == GAME
        assert record.names == ("", "Grace")
        board = await client.get("/analyse/board.svg?start=o_x/x2_/x2o+x")
        assert board.headers["content-type"] == "image/svg+xml"
        assert board.text.startswith("<svg")
        moves = await client.get("/analyse/moves.txt?moves=b2,a1")
        assert "1. b2 a1" in moves.text
        assert (await client.get("/analyse/board.svg?start=zzz")).status_code == 400

    served(scenario)


def test_a_game_can_be_started_from_a_position(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        page = await client.get("/analyse?moves=b2,a1,c3")
        form = hidden(page, "play/start")
        assert form["start"] == "o2_/_x_/2_x o"
        assert form["side"] == "o"
        answer = await client.post("/play/start", data=form | {"mode": "computer", "level": "perfect"})
        assert answer.status_code == 303
        shown = await client.get(answer.headers["location"])
        assert "a1, O" in shown.text
        assert "c3, X" in shown.text
        over = await client.get(f"/analyse?moves={GAME}")
        assert 'action="play/start"' not in over.text

    served(scenario)


@pytest.mark.parametrize(
    "url",
    [
        "/analyse",
        f"/analyse?moves={GAME}&at=2",
        "/analyse?edit=1",
        "/analyse?x_name=%3Cscript%3Ealert(1)%3C/script%3E&moves=b2,b1",
        "/analyse?game=%3Cscript%3E",
    ],
)
def test_the_page_respects_its_content_security_policy(served: Any, url: str) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        page = await client.get(url)
        assert " style=" not in page.text
        assert "<style" not in page.text
        assert " onclick" not in page.text
        part = await client.get(url, headers={"X-Part": "1"})
        assert part.text.startswith("<title>")
        scripts = [re.findall(r"<script[^>]*>", text) for text in (page.text, part.text)]
        assert scripts[0][1:] == scripts[1], "all but Idiomorph"
        for script in scripts[0]:
            assert re.fullmatch(r'<script (type="module" )?src="static/[a-z]+-[0-9a-f]{12}.js"( defer)?>', script)

    served(scenario)


def test_large_boards_and_all_layers_are_shown(served: Any) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        for url, cells in [("game=20,20,5&edit=1", 400), ("game=qubic&edit=1", 64), ("game=line+5,3", 5)]:
            page = await client.get(f"/analyse?{url}")
            assert page.status_code == 200
            assert len(labels(page)) == cells

    served(scenario)


@pytest.mark.parametrize("start", ["o_x/x2_/x2o x", "x_2/_3/_3 o", "3_/_x_/3_ o", "xo_/3_/3_ x"])
def test_the_legend_takes_its_examples_from_the_board(served: Any, start: str) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        page = await client.get("/analyse", params={"start": start})
        (legend,) = re.findall(r'<p class="legend">(.*?)</p>', page.text)
        examples = re.findall("“(.*?)”", unescape(legend))
        assert examples
        for example in examples:
            assert any(f" {example} " in f"{label.replace(',', ' ')} " for label in labels(page)), example

    served(scenario)


@pytest.mark.parametrize(
    ("start", "shapes"),
    [
        ("3_/3_/3_ x", "■ draw"),
        ("x2_/3_/3_ o", "■ draw, ▼ loss"),
        ("o_x/x2_/x2o x", "▲ win, ▼ loss"),
        ("xox/oxo/_x_ o", "▼ loss"),
    ],
)
def test_only_the_shapes_on_the_board_are_explained(served: Any, start: str, shapes: str) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        page = await client.get("/analyse", params={"start": start})
        assert re.findall(r'<span class="shapes">(.*?)\. </span>', page.text) == [shapes]

    served(scenario)


@pytest.mark.parametrize("start", ["x2_/x2_/x2_ o", "x2_/x2_/3_ o"])
def test_an_unreachable_position_is_accepted(served: Any, start: str) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        said = "O to move cannot come up in play; the board is taken as it is."
        assert said in (await client.get("/analyse", params={"start": start})).text
        assert said not in (await client.get("/analyse", params={"start": start, "edit": "1"})).text

    served(scenario)


@pytest.mark.parametrize(
    ("ended", "says"),
    [
        *[("o resigned", "O resigned"), ("x resigned", "X resigned"), ("draw agreed", "draw agreed")],
        *[("x lost on time", "X lost on time"), ("o forfeited", "O forfeited"), ("x won", "X won"), ("void", "void")],
    ],
)
def test_a_game_that_the_players_ended_is_not_called_unfinished(served: Any, ended: str, says: str) -> None:
    async def scenario(client: httpx.AsyncClient, engines: InProcess) -> None:
        address = f"/analyse?moves=b2,a1&ended={ended.replace(' ', '+')}"
        page = unescape((await client.get(address)).text)
        assert f"The game is over: {says}." in page
        assert f"three in a row: {says}, 2 moves." in page
        assert "unfinished" not in page
        assert "X to move" in (await client.get(f"{address}&at=0")).text

    served(scenario)
