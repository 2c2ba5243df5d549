"""Whatever text a client sends, no request ends in an internal error."""

from collections.abc import Iterator
from random import Random

import pytest

pytest.importorskip("fastapi", reason="needs the extra [web]")
pytest.importorskip("httpx", reason="needs httpx")

from tests.web.web_server import Application, application

SEEDS = (
    *("o_x/x2_/x2o x", "R_A_3_3_o-xx--xoo", "X|O| -+-+- |X| -+-+- | |O", "[['o','','x'],['x','',None],['x','o','o']]"),
    *(
        "1. b2 a1? 2. c3 1-0",
        "b2 a1 (c1 c3 {good}) c3",
        "x: Ada\ngame: 4,4,3 gravity\n1... a4\nX resigned",
        "ddc (1,1)",
    ),
    *("(;SZ[3]RU[3,3,3]PB[Ada]AB[aa:bb]PL[W]C[\\]];B[bb](;W[aa])(;W[ca]))", "4x4x4 misere", "/analyse?moves=b2,a1"),
    *("\ud800", "\0\x1b[31m", "٣ ３ ² ½ İ \u2028\u200d", "9" * 5_000, "[{[]}]", "[{[]: 1}]", "https://["),
)
CHARACTERS = "xo_XO0123456789()[]{};,./|\\-+ \n\r\t:?!#$*'\"<>&=%abcBWCSZ\0é×…"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    with application(tmp_path_factory.mktemp("odd") / "games.sqlite3") as made:
        yield made


def odd(random: Random) -> str:
    """Return a text in a random notation with a few random changes."""
    text = random.choice(SEEDS)
    for _ in range(random.randrange(5)):
        at = random.randrange(len(text) + 1)
        inserted = random.choice([random.choice(CHARACTERS), random.choice(SEEDS), random.choice(CHARACTERS) * 30])
        text = text[:at] + inserted + text[at + random.choice([0, 0, 1, 3]) :]
    return text


def requests(app: Application, text: str) -> list[int]:
    """Send a text wherever texts are read, and return the statuses of the answers."""
    sent = text.encode("utf-8", "replace")
    fields = {"text": text.encode("utf-8", "surrogatepass"), "game": sent[:60]}
    get = {"position": sent[:2_000], "moves": sent[:2_000], "game": sent[:60], "cell": sent[:10]}
    answers = [
        app.request("POST", "/analyse/import", data={"text": sent}),
        app.request("POST", "/analyse/import", data=fields),
        app.request("POST", "/analyse/import", files={"file": ("a.txt", sent)}),
        app.request("POST", "/games/import", data={"text": sent}),
        app.request("POST", "/play/start", data={"game": sent, "name": sent, "start": sent}),
        app.request("POST", "/api/v1/review", content=sent, headers={"content-type": "text/plain"}),
        *(app.request("GET", "/explore", params={name: value}) for name, value in get.items()),
        *(app.request("GET", "/analyse/board.svg", params={name: value}) for name, value in get.items()),
        app.request("GET", "/api/v1/analyse", params={"position": sent[:2_000]}),
        app.request("GET", "/play", params={"game": "custom", "other": sent[:2_000]}),
    ]
    return [answer.status_code for answer in answers]


@pytest.mark.parametrize("count", [20, pytest.param(3_000, marks=pytest.mark.slow)])
def test_odd_texts_are_answered(app: Application, count: int) -> None:
    random = Random(count)
    for text in (*SEEDS, *(odd(random) for _ in range(count))):
        assert max(requests(app, text)) < 500, text
