"""The page about the API names all that can be asked, with its fields; none is described elsewhere."""

import re

from tests.apps.web.web_server import WebServer


def test_everything_that_can_be_asked_is_on_the_page(shared_server: WebServer) -> None:
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
    assert set(re.findall(r'href="#([^"]+)"', page)) - {"part"} <= set(re.findall(r' id="([^"]+)"', page))


def test_it_can_be_tried_out_and_left_again(shared_server: WebServer) -> None:
    with shared_server.client() as client:
        page = client.get("/api/docs/try").text
        assert '<a href="/api/docs">' in page
        for file in re.findall(r'(?:src|href)="(/[^"]+)"', page):
            assert client.get(file).status_code == 200
