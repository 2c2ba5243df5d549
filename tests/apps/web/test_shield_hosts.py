"""Which names the server answers to, and which pages may change something."""

import pytest

from noughts.apps.web.guard.hosts import Names
from noughts.apps.web.guard.middleware import Rules, Shield
from tests.apps.web.serving import Recorder, ask

HOME = Rules.of("127.0.0.1")
SCHOOL = Rules.of("0.0.0.0", allow_hosts=["noughts.example", "play.example:8443"])


@pytest.mark.parametrize(
    ("rules", "host", "status"),
    [
        *[(HOME, host, 200) for host in ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "[::1]"]],
        *[(HOME, host, 200) for host in ["LOCALHOST:8000", "localhost:9999", "[0:0:0:0:0:0:0:1]:1"]],
        *[(HOME, host, 421) for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example"]],
        *[
            (HOME, host, 421)
            for host in ["localhost.", "192.168.1.20:8000", "[2001:db8::1]", "2130706433", "xn--lochost"]
        ],
        *[
            (HOME, host, 400)
            for host in [None, "", " ", ":", ":8000", "[", "[]", "[::1", "[localhost]", "[::1%lo]", "a b"]
        ],
        *[(HOME, host, 400) for host in ["localhost:", "localhost:x", "localhost:123456", "localhost:99999"]],
        *[
            (HOME, host, 400)
            for host in ["localhost:８０", "localhost:+80", "localhost:80:80", "::1", "user@localhost"]
        ],
        *[
            (HOME, host, 400)
            for host in ["localhost, localhost", "http://localhost", "localhost/", "a" * 400, "ö", "..", "\x00"]
        ],
        *[(SCHOOL, host, 200) for host in ["192.168.1.20:8000", "[2001:db8::1]:8000", "0.0.0.0", "localhost"]],
        *[(SCHOOL, host, 200) for host in ["noughts.example", "Noughts.Example:443", "play.example"]],
        *[
            (SCHOOL, host, 421)
            for host in ["evil.example", "www.noughts.example", "noughts.example.", "127.1", "0x7f.0.0.1"]
        ],
    ],
)
def test_the_host_must_be_a_name_of_this_server(rules: Rules, host: str | None, status: int) -> None:
    seen = Recorder()
    encodable = host.encode("utf-8").decode("latin-1") if host is not None else None
    shield = Shield(seen, rules)
    for _ in range(2):
        answer = ask(shield, host=encodable)
        assert answer.status == status
    assert len(seen.asked) == (2 if status == 200 else 0)
    assert status == 200 or (
        (answer.text.count("\n") == 1 and "expected" in answer.text) or "--allow-host" in answer.text
    )


def test_several_host_headers_are_refused() -> None:
    assert ask(Shield(Recorder(), HOME), headers=[("host", "localhost:8000")]).status == 400


@pytest.mark.parametrize("host", ["127.0.0.2", "localhost", "::1", "[::1]"])
def test_a_server_on_the_loopback_answers_to_no_other_address(host: str) -> None:
    assert not Names.of(host).any_address
    assert Names.of(host).fault(f"[{host}]:80".encode() if host == "::1" else host.encode()) is None


@pytest.mark.parametrize("name", ["", "a b", "http://noughts.example", "noughts.example:x", "[::1"])
def test_what_is_no_name_is_not_allowed_as_one(name: str) -> None:
    with pytest.raises(ValueError, match="is no name of a server: expected one such as"):
        Rules.of("0.0.0.0", allow_hosts=[name])


ORIGINS = [
    # rules, scheme, host, origin, whether it may
    (HOME, "http", "localhost:8000", None, True),
    (HOME, "http", "localhost:8000", "http://localhost:8000", True),
    (HOME, "http", "localhost:8000", "HTTP://LocalHost:8000", True),
    (HOME, "http", "LOCALHOST:8000", "http://localhost:8000", True),
    (HOME, "http", "localhost:80", "http://localhost", True),
    (HOME, "https", "localhost", "https://localhost:443", True),
    (HOME, "http", "[::1]:8000", "http://[::1]:8000", True),
    (HOME, "http", "localhost:8000", "null", False),
    (HOME, "http", "localhost:8000", "", False),
    (HOME, "http", "localhost:8000", "http://evil.example", False),
    (HOME, "http", "localhost:8000", "http://evil.localhost:8000", False),
    (HOME, "http", "localhost:8000", "http://localhost.:8000", False),
    (HOME, "http", "localhost:8000", "http://localhost:8001", False),
    (HOME, "http", "localhost:8000", "http://localhost", False),
    (HOME, "http", "localhost:8000", "http://localhost:8000/", False),
    (HOME, "http", "localhost:8000", "http://127.0.0.1:8000", False),
    (HOME, "http", "localhost:8000", "https://localhost:8000", False),
    (HOME, "https", "localhost:8000", "http://localhost:8000", False),
    (HOME, "http", "localhost:8000", "ftp://localhost:8000", False),
    (HOME, "http", "localhost:8000", "localhost:8000", False),
    (HOME, "http", "localhost:8000", "http://localhost:8000 http://evil.example", False),
    (HOME, "http", "localhost:8000", "http://localhost:8000, http://localhost:8000", False),
    (HOME, "http", "localhost:8000", "http://evil.example@localhost:8000", False),
    (HOME, "http", "localhost:8000", "http://localhost:8000\x00", False),
    # Behind a proxy that speaks https, and us http: the name stays, or is replaced by the address of the server.
    (SCHOOL, "http", "noughts.example", "https://noughts.example", True),
    (SCHOOL, "http", "noughts.example:8443", "https://noughts.example:8443", True),
    (SCHOOL, "http", "127.0.0.1:8000", "https://noughts.example", True),
    (SCHOOL, "http", "127.0.0.1:8000", "https://play.example:8443", True),
    (SCHOOL, "http", "127.0.0.1:8000", "https://play.example", False),
    (SCHOOL, "http", "127.0.0.1:8000", "http://noughts.example", False),
    (SCHOOL, "http", "127.0.0.1:8000", "https://www.noughts.example", False),
    (SCHOOL, "http", "192.168.1.20:8000", "https://192.168.1.20:8000", False),
    (SCHOOL, "https", "noughts.example", "http://noughts.example", False),
]


@pytest.mark.parametrize(("rules", "scheme", "host", "origin", "may"), ORIGINS)
def test_only_our_own_pages_change_something(
    rules: Rules, scheme: str, host: str, origin: str | None, may: bool
) -> None:
    headers = [("origin", origin)] if origin is not None else []
    seen = Recorder()
    for method in ["POST", "PUT", "PATCH", "DELETE", "BREW"]:
        answer = ask(Shield(seen, rules), method=method, host=host, headers=headers, scheme=scheme)
        assert answer.status == (200 if may else 403)
    assert len(seen.asked) == (5 if may else 0)
    assert may or "a page of another site" in answer.text
    for method in ["GET", "HEAD", "OPTIONS"]:
        assert ask(Shield(seen, rules), method=method, host=host, headers=headers, scheme=scheme).status == 200


@pytest.mark.parametrize(
    ("site", "status"),
    [("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403), ("", 403), ("none, none", 403)],
)
def test_without_an_origin_the_browser_must_not_say_cross_site(site: str, status: int) -> None:
    assert ask(Shield(Recorder(), HOME), method="POST", headers=[("sec-fetch-site", site)]).status == status


def test_two_origins_are_none() -> None:
    twice = [("origin", "http://localhost:8000")] * 2
    assert ask(Shield(Recorder(), HOME), method="POST", headers=twice).status == 403


def test_a_trusted_proxy_tells_the_scheme() -> None:
    headers = [("origin", "https://localhost:8000"), ("x-forwarded-proto", "https")]
    trusting = Rules.of("127.0.0.1", trust_proxies=["10.0.0.0/8"])
    assert ask(Shield(Recorder(), trusting), method="POST", headers=headers, client="10.1.2.3").status == 200
    assert ask(Shield(Recorder(), trusting), method="POST", headers=headers, client="192.0.2.1").status == 403
    assert ask(Shield(Recorder(), HOME), method="POST", headers=headers, client="127.0.0.1").status == 403
