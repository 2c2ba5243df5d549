"""Writes that a real browser sends from pages on this server and on other sites."""

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from noughts.web.server.guard.hosts import HostNames
from noughts.web.server.guard.limits import RateLimiter
from noughts.web.server.guard.middleware import protected
from tests.browser.chromium import launched
from tests.web.serving import served

pytestmark = pytest.mark.needs("playwright", "chromium")


def page(target: str, policy: bytes | None = None) -> ASGIApp:
    """Return an application with one page, which has a form with this target and an inline script that must not run."""
    html = f'<form method=post action="{target}"><button>go</button></form><script>document.title = "ran"</script>'
    own = [(b"referrer-policy", policy)] if policy else []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        body = html.encode() if scope["method"] == "GET" else b"changed"
        headers = [(b"content-type", b"text/html"), (b"content-length", str(len(body)).encode()), *own]
        if scope["path"] == "/lax":
            headers.append((b"content-security-policy", b"form-action *"))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return protected(app, HostNames.of(), RateLimiter({}))


@pytest.mark.parametrize(("policy", "shown"), [(None, "changed"), (b"no-referrer", "a page of another site")])
def test_our_forms_send_their_origin_unless_referrers_are_forbidden(policy: bytes | None, shown: str) -> None:
    with served(page("/seat/17", policy)) as port, launched() as browser:
        tab = browser.new_page()
        tab.goto(f"http://localhost:{port}/")
        assert tab.title() == ""  # the inline script did not run
        tab.click("button")
        tab.wait_for_url("**/seat/17")
        assert shown in tab.content()
        sent = f"fetch('http://localhost:{port}/x', {{method: 'POST'}}).then(answer => answer.text())"
        tab.goto(f"http://localhost:{port}/")
        assert tab.evaluate(sent) == "changed"


def test_a_form_on_another_site_is_refused() -> None:
    with (
        served(page("")) as ours,
        served(page(f"http://localhost:{ours}/seat/17")) as theirs,
        launched() as browser,
    ):
        tab = browser.new_page()
        tab.goto(f"http://localhost:{theirs}/lax")
        tab.click("button")
        tab.wait_for_url("**/seat/17")
        assert "a page of another site" in tab.content()
