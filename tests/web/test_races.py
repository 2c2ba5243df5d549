"""If two clients race for the same change, exactly one succeeds and the other gets an error, over real connections."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Barrier
from typing import Any

import httpx
import pytest

from noughts.web.auth import new_secret
from noughts.web.model.access import Access
from noughts.web.model.new_game import NewGame
from tests.web.web_server import WebServer, application

PAIRS = [*range(4), *(pytest.param(pair, marks=pytest.mark.slow) for pair in range(4, 40))]  # of each kind
_HOUSEHOLDS = (f"10.9.{number // 250}.{1 + number % 250}" for number in count())


class Two:
    """Two clients that send requests at the same moment."""

    def __init__(self, server: WebServer) -> None:
        self.clients = [server.client(next(_HOUSEHOLDS)) for _ in range(2)]
        self.threads = ThreadPoolExecutor(2)
        for client in self.clients:
            client.get("/health")  # connected

    def close(self) -> None:
        self.threads.shutdown()
        for client in self.clients:
            client.close()

    def post(self, secret: str, path: str, **body: object) -> httpx.Response:
        return ask(self.clients[0], secret, path, **body)

    def race(self, *asked: tuple[str, str, dict[str, Any]]) -> list[httpx.Response]:
        """Send one request each, given by a secret, a path and a body."""
        start = Barrier(2)

        def send(client: httpx.Client, secret: str, path: str, body: dict[str, Any]) -> httpx.Response:
            start.wait(20)
            return ask(client, secret, path, **body)

        running = [self.threads.submit(send, client, *one) for client, one in zip(self.clients, asked, strict=True)]
        return [one.result(30) for one in running]


def ask(client: httpx.Client, secret: str, path: str, **body: object) -> httpx.Response:
    headers = {"authorization": f"Bearer {secret}"} if secret else {}
    return client.post(f"/api/v1{path}", json=body, headers=headers)


@pytest.fixture(scope="module")
def two(shared_server: WebServer) -> Iterator[Callable[[], Two]]:
    made: list[Two] = []

    def new() -> Two:
        if not made or len(made) * 40 <= next(asked):
            made.append(Two(shared_server))  # other addresses, because of the limit for new games
        return made[-1]

    asked = count()
    yield new
    for each in made:
        each.close()


def linked(two: Two) -> tuple[dict[str, Any], str, str]:
    """Return a game by link that two people play, and their secrets."""
    game = two.post("", "/games", mode="link", name="Ada").json()
    friend = two.post("", f"/seats?link={game['links']['o']}", name="Grace").json()
    return game, game["secret"], friend["secret"]


def access(two: Two, game: dict[str, Any], secret: str) -> dict[str, Any]:
    headers = {"authorization": f"Bearer {secret}"}
    shown: dict[str, Any] = two.clients[0].get(f"/api/v1/games/{game['id']}", headers=headers).json()
    return shown


def won(answers: list[httpx.Response], *, refusals: tuple[int, ...] = (409,)) -> int:
    """Return the index of the winner. Check that exactly one request succeeded and that the other got an error."""
    statuses = Counter(answer.status_code for answer in answers)
    assert statuses[200] == 1, [answer.text for answer in answers]
    (loser,) = [answer for answer in answers if answer.status_code != 200]
    assert loser.status_code in refusals
    assert len(loser.json()["error"]) > 10
    return [answer.status_code for answer in answers].index(200)


@pytest.mark.parametrize("pair", PAIRS)
def test_of_two_different_moves_in_one_turn_one_is_made(two: Callable[[], Two], pair: int) -> None:
    both = two()
    game = both.post("", "/games", mode="here").json()
    path, secret = f"/games/{game['id']}/moves", game["secret"]
    cells = "a1", "b2"
    answers = both.race(*((secret, path, {"ply": 0, "move": cell}) for cell in cells))
    winner = won(answers)
    assert access(both, game, secret)["moves"] == [cells[winner]]


@pytest.mark.parametrize("pair", PAIRS)
def test_a_double_click_is_one_move(two: Callable[[], Two], pair: int) -> None:
    both = two()
    game = both.post("", "/games", mode="here").json()
    press = game["secret"], f"/games/{game['id']}/moves", {"ply": 0, "move": "b2"}
    answers = both.race(press, press)
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [answer.json()["moves"] for answer in answers] == [["b2"], ["b2"]]
    again = both.post(press[0], press[1], **press[2])
    assert (again.status_code, again.json()["version"]) == (200, 2)


@pytest.mark.parametrize("pair", PAIRS)
def test_of_two_people_who_take_one_seat_one_gets_it(two: Callable[[], Two], pair: int) -> None:
    both = two()
    game = both.post("", "/games", mode="link").json()
    path = f"/seats?link={game['links']['o']}"
    answers = both.race(("", path, {"name": "Grace"}), ("", path, {"name": "Barbara"}))
    (winner,) = (n for n, answer in enumerate(answers) if answer.json().get("you") == ["o"])
    assert access(both, game, game["secret"])["players"]["o"]["name"] == ("Grace", "Barbara")[winner]
    late = answers[1 - winner]
    assert late.status_code == 409 or late.json()["you"] == [], "a used invitation only lets others watch"


@pytest.mark.parametrize("pair", PAIRS)
def test_a_takeback_is_either_granted_or_declined(two: Callable[[], Two], pair: int) -> None:
    both = two()
    game, ada, grace = linked(both)
    path = f"/games/{game['id']}"
    version = both.post(ada, f"{path}/moves", ply=0, move="b2").json()["version"]
    version = both.post(ada, f"{path}/offer", version=version, offer="takeback").json()["version"]
    yes, no = ((grace, f"{path}/answer", {"version": version, "yes": yes}) for yes in (True, False))
    granted = won(both.race(yes, no)) == 0
    after = access(both, game, ada)
    assert (after["moves"], after["offer"]) == ([] if granted else ["b2"], "")


@pytest.mark.parametrize("pair", PAIRS)
def test_of_a_move_and_an_answer_to_an_offer_one_is_stored(two: Callable[[], Two], pair: int) -> None:
    both = two()
    game, ada, grace = linked(both)
    path = f"/games/{game['id']}"
    version = both.post(ada, f"{path}/moves", ply=0, move="b2").json()["version"]
    version = both.post(ada, f"{path}/offer", version=version, offer="takeback").json()["version"]
    answer = grace, f"{path}/answer", {"version": version, "yes": True}
    move = grace, f"{path}/moves", {"ply": 1, "move": "a1"}
    granted = won(both.race(answer, move), refusals=(403, 409)) == 0
    assert access(both, game, ada)["moves"] == ([] if granted else ["b2", "a1"])


@pytest.mark.parametrize("pair", PAIRS)
def test_two_requests_for_the_next_game_begin_one_game(two: Callable[[], Two], pair: int) -> None:
    both = two()
    game = both.post("", "/games", mode="here").json()
    secret, path = game["secret"], f"/games/{game['id']}"
    version = both.post(secret, f"{path}/moves", ply=0, move="b2").json()["version"]
    answers = both.race(*((secret, f"{path}/next", {"version": version, "swap": swap}) for swap in (True, False)))
    assert {answer.status_code for answer in answers} <= {200, 409}
    following = access(both, game, secret)["next"]
    assert following
    assert {answer.json()["id"] for answer in answers if answer.status_code == 200} == {following}


# Sending a form twice has the effect of sending it once.

FORMS_THAT_MAKE_GAMES = [
    ("/play/move", {"mode": "here", "cell": 4}),
    ("/play/start", {"mode": "computer", "level": "perfect", "side": "o"}),
    ("/play/invite", {"name": "Ada"}),
    ("/games/import", {"text": "b2 a1 c3"}),
]


@pytest.mark.parametrize(("path", "fields"), FORMS_THAT_MAKE_GAMES)
def test_a_form_sent_twice_makes_one_game(shared_server: WebServer, path: str, fields: dict[str, object]) -> None:
    with shared_server.browser("10.8.3.1") as ada, shared_server.browser("10.8.3.1") as eve:
        form = ada.get("/games" if "import" in path else f"/play?side={fields.get('side', 'x')}").text
        (once,) = set(re.findall(r'name="once" value="([^"]+)"', form))
        with ThreadPoolExecutor(2) as threads:
            both = list(threads.map(lambda _: ada.send(path, once=once, **fields), range(2)))
        places = {answer.headers["location"] for answer in [*both, ada.send(path, once=once, **fields)]}
        assert len(places) == 1, "the same game, also when sent again later"
        others = [
            ada.send(path, **fields),
            ada.send(path, once=new_secret(), **fields),
            ada.send(path, once="x", **fields),
        ]
        others += [eve.send(path, once=once, **fields), ada.send(path, once=once, **fields, game="4,4,3")]
        places |= {answer.headers["location"] for answer in others}
        assert len(places) == (5 if "import" in path else 6), "another page, another browser, another game"
        listed = ada.get("/games").text
        assert len(set(re.findall(r'href="play/([\w-]{22})["/]', listed))) == len(places) - 1


def test_a_form_sent_again_after_the_game_continued_creates_another_game(shared_server: WebServer) -> None:
    with shared_server.browser("10.8.3.2") as ada:
        form = {"once": new_secret(), "cell": 4, "mode": "here"}
        first = ada.send("/play/move", **form).headers["location"]
        for ply, cell in enumerate((0, 1), 1):
            assert ada.send(f"{first}/move", ply=ply, cell=cell).status_code == 303
        second = ada.send("/play/move", **form).headers["location"]
        assert second != first
        assert "1 move" in ada.get("/games").text


def test_a_form_sent_again_after_the_move_was_taken_back_makes_no_move(shared_server: WebServer) -> None:
    with shared_server.browser("10.8.3.3") as ada:
        game = ada.send("/play/move", cell=0, mode="here").headers["location"]
        form = fields(ada.get(game).text, "board")
        assert ada.send(f"{game}/move", cell=4, **form).status_code == 303
        assert ada.send(f"{game}/undo", **fields(ada.get(game).text, "actions")).status_code == 303
        again = ada.send(f"{game}/move", cell=4, **form)
        assert (again.status_code, fields(again.text, "board")["ply"]) == (409, "1")
        assert ada.send(f"{game}/move", cell=4, **fields(again.text, "board")).status_code == 303, "the same move, anew"


def test_a_step_of_two_computers_sent_again_after_it_was_taken_back_makes_no_move(shared_server: WebServer) -> None:
    with shared_server.browser("10.8.3.4") as ada:
        game = ada.send("/play/start", mode="watch", level="easy", rival="easy").headers["location"]
        form = fields(ada.get(game).text, "actions")
        for action, ply in [("step", "1"), ("undo", "0")]:
            assert ada.send(f"{game}/{action}", **fields(ada.get(game).text, "actions")).status_code == 303
            assert fields(ada.get(game).text, "board")["ply"] == ply
        assert ada.send(f"{game}/step", **form).status_code == 303
        assert fields(ada.get(game).text, "board")["ply"] == "0"


def test_a_step_of_two_computers_that_is_sent_twice_at_once_makes_one_move(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite3") as app:
        client = app.games.client(new_secret())
        game = app.run(client.create(NewGame("watch", level="easy", rival="easy").new_game())).game

        async def twice() -> list[Access]:
            return await asyncio.gather(*(client.step(game.id, game.version) for _ in range(2)))

        one, other = app.run(twice())
        assert one.game == other.game
        assert len(one.game.moves) == 1


def test_a_move_by_link_sent_again_after_a_takeback_is_refused(two: Callable[[], Two]) -> None:
    both = two()
    game, ada, grace = linked(both)
    path = f"/games/{game['id']}"
    version = both.post(ada, f"{path}/moves", ply=0, move="b2", version=2).json()["version"]
    version = both.post(ada, f"{path}/offer", version=version, offer="takeback").json()["version"]
    assert both.post(grace, f"{path}/answer", version=version, yes=True).json()["moves"] == []
    assert both.post(ada, f"{path}/moves", ply=0, move="b2", version=2).status_code == 409
    assert both.post(ada, f"{path}/moves", ply=0, move="b2", version=version + 1).json()["moves"] == ["b2"]


def fields(page: str, form: str) -> dict[str, str]:
    """Return the ply and the version in a form, given by its id or class."""
    found = re.search(rf'<form[^>]* (?:id|class)="{form}\b.*?</form>', page, re.DOTALL)
    assert found
    return dict(re.findall(r'name="(ply|version)" value="(\d+)"', found[0]))
