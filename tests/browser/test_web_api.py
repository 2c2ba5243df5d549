"""The page for trying out the API, in a browser that already has the cookies of a game."""

import json

import pytest

from tests.browser.people import People


def test_a_page_can_listen_to_a_search(people: People) -> None:
    page = people.add().goes("/analyse").page
    events = page.evaluate("""() => new Promise((done) => {
      const events = [], source = new EventSource('/api/v1/steps?game=4,3,3');
      source.onerror = () => done('error');
      source.addEventListener('evaluation', (event) => events.push(JSON.parse(event.data)));
      source.addEventListener('end', (event) => { source.close(); done([...events, event.data]); });
    })""")
    assert (events[-2]["positionValue"], events[-2]["remoteness"], events[-1]) == ("win", 7, "{}")


@pytest.mark.slow
def test_a_game_can_be_created_and_played_on_the_api_page(people: People) -> None:
    ada = people.add().goes("/play").presses("b2").goes("/api/docs/try")
    page = ada.page

    def request(operation: str, status: str, **fields: str) -> str:
        block = page.locator(f'[id$="-{operation}"]')
        block.locator(".opblock-summary-control").click()
        block.get_by_role("button", name="Try it out").click()
        for field, text in fields.items():
            block.locator({"id": "input[placeholder=id]", "body": "textarea"}[field]).fill(text)
        block.get_by_role("button", name="Execute").click()
        block.locator(".live-responses-table .response-col_status", has_text=status).wait_for()
        return str(block.locator(".live-responses-table .response-col_description pre").first.inner_text())

    created = json.loads(request("create_game", "201", body=json.dumps({"o": "perfect"})))
    page.get_by_role("button", name="Authorize").first.click()
    page.locator("#auth-bearer-value").fill(created["secret"])
    page.locator(".auth-container", has=page.locator("#auth-bearer-value")).locator("button.authorize").click()
    page.locator(".close-modal").click()
    played = json.loads(request("play_move", "200", id=created["id"], body=json.dumps({"ply": 0, "move": "b2"})))
    assert played["moves"][0] == "b2"
