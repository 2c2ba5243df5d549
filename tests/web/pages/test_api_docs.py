"""The page about the API lists every operation with its fields, and invalid requests get an explanation."""

import re

import pytest

from tests.web.web_server import WebServer

JSON = "application/json"
OBJECT = "Invalid body: expected a JSON object, sent with Content-Type: application/json."


def test_every_operation_is_on_the_page(shared_server: WebServer) -> None:
    with shared_server.client() as client:
        page, described = client.get("/api/docs").text, client.get("/openapi.json").json()
    asked = [
        (f"{method.upper()} {path}", operation)
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    ]
    assert re.findall(r"<h2 id=\"\w+\"><code>([^<]+)</code></h2>", page) == [name for name, _ in asked]
    fields = set(re.findall(r"<th scope=\"row\"><code>([^<]+)</code>", page))
    assert {given["name"] for _, operation in asked for given in operation.get("parameters", [])} <= fields
    assert {
        name for model in described["components"]["schemas"].values() for name in model.get("properties", {})
    } <= fields
    assert set(re.findall(r'href="\./api/docs#([^"]+)"', page)) - {"part"} <= set(re.findall(r' id="([^"]+)"', page))


def test_swagger_ui_loads_and_links_back(shared_server: WebServer) -> None:
    with shared_server.client() as client:
        page = client.get("/api/docs/try").text
        assert '<a href="api/docs">' in page
        for file in re.findall(r'(?:src|href)="([^"]+)"', page):
            assert client.get(file).status_code == 200


@pytest.mark.parametrize(
    ("body", "kind", "says"),
    [
        ("{", JSON, 'The body is not valid JSON: expected an object such as {"game": "tictactoe"}.'),
        ("[]", JSON, OBJECT),
        ("{}", "text/plain", OBJECT),
        ('{"game": 5}', JSON, "Invalid game: expected text."),
        ('{"zzz": 1}', JSON, "Unknown field zzz: see the API's description for all fields."),
        ('{"begins": "z"}', JSON, "Invalid begins: expected 'x' or 'o'."),
        ('{"name": "%s"}' % ("a" * 101), JSON, "Invalid name: expected at most 100 characters."),
        ('{"level": "nil"}', JSON, "Unknown level 'nil': expected random, beginner, easy, medium, hard, perfect, "),
    ],
)
def test_an_invalid_body_gets_a_sentence_that_says_what_was_expected(
    shared_server: WebServer, body: str, kind: str, says: str
) -> None:
    with shared_server.client() as client:
        answer = client.post("/api/v1/games", content=body, headers={"Content-Type": kind})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"].startswith(says)


@pytest.mark.parametrize(
    ("method", "path", "body", "says"),
    [
        ("POST", f"/api/v1/games/{'a' * 22}/moves", {"move": "b2"}, "The field ply is missing."),
        ("POST", f"/api/v1/games/{'a' * 22}/moves", {"ply": -1}, "Invalid ply: expected at least 0."),
        ("POST", f"/api/v1/games/{'a' * 22}/moves", {"ply": "x"}, "Invalid ply: expected a whole number."),
        ("POST", "/api/v1/review", {}, "Invalid body: expected text, sent with Content-Type: text/plain."),
        ("GET", "/api/v1/trace?depth=x", None, "Invalid depth: expected a whole number."),
        ("GET", "/api/v1/trace?states=9999999", None, "Invalid states: expected at most 5000."),
        ("GET", "/api/v1/games/me", None, "Invalid id: expected at least 22 characters."),
    ],
)
def test_every_kind_of_field_is_explained(
    shared_server: WebServer, method: str, path: str, body: object, says: str
) -> None:
    with shared_server.client() as client:
        answer = client.request(method, path, json=body) if body is not None else client.request(method, path)
    assert (answer.status_code, answer.json()["error"]) == (422, says)
