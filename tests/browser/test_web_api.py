"""The page on which the API is tried out, in a real browser: whoever has played on the page can use it, too."""

import json

import pytest

from tests.browser.people import People


@pytest.mark.slow
def test_a_game_is_created_and_played_where_the_api_is_tried_out(people: People) -> None:
    ada = people.comes().goes("/play").presses("b2").goes("/api/docs/try")
    page = ada.page

    def asks(operation: str, status: str, **fields: str) -> str:
        block = page.locator(f'[id$="-{operation}"]')
        block.locator(".opblock-summary-control").click()
        block.get_by_role("button", name="Try it out").click()
        for place, text in fields.items():
            block.locator({"id": "input[placeholder=id]", "body": "textarea"}[place]).fill(text)
        block.get_by_role("button", name="Execute").click()
        block.locator(".live-responses-table .response-col_status", has_text=status).wait_for()
        return str(block.locator(".live-responses-table .response-col_description pre").first.inner_text())

    made = json.loads(asks("create_game", "201", body=json.dumps({"o": "perfect"})))
    page.get_by_role("button", name="Authorize").first.click()
    page.locator("#auth-bearer-value").fill(made["secret"])
    page.locator(".auth-container", has=page.locator("#auth-bearer-value")).locator("button.authorize").click()
    page.locator(".close-modal").click()
    played = json.loads(asks("play_move", "200", id=made["id"], body=json.dumps({"ply": 0, "move": "b2"})))
    assert played["moves"][0] == "b2"
