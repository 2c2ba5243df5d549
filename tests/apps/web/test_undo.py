"""Undo pressed at the moment the computer's move arrives: it takes both moves back, and counts once."""

import re

from tests.apps.web.serving import until
from tests.apps.web.web_server import Browser, WebServer


def version(browser: Browser, path: str) -> int:
    found = re.search(r'data-version="([0-9]+)"', browser.get(path).text)
    assert found
    return int(found[1])


def test_a_move_is_taken_back_with_the_answer_to_it_that_was_not_seen_yet(shared_server: WebServer) -> None:
    with shared_server.browser() as ada:
        path = ada.send("/play/move", game="tictactoe", x="person", o="perfect", cell=4).headers["location"]
        until(lambda: re.search(r"[a-c][1-3], O\b", ada.get(path).text) is not None)  # the computer has answered
        answered = version(ada, path)
        assert ada.send(f"{path}/undo", version=answered - 1).status_code == 303
        assert "a1, empty" in ada.get(path).text
        assert ada.get(path).text.count(", empty") >= 9
        assert ada.send(f"{path}/undo", version=answered - 1).status_code == 409, "sent twice, it counts once"
        assert ada.send(f"{path}/undo", version=answered).status_code == 409


def test_between_people_nothing_is_taken_back_unseen(shared_server: WebServer) -> None:
    with shared_server.browser() as ada:
        path = ada.send("/play/move", game="tictactoe", x="person", o="person", cell=4).headers["location"]
        assert ada.send(f"{path}/undo", version=version(ada, path) - 1).status_code == 409
