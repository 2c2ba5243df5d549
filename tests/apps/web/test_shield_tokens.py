"""Secrets, the tokens of forms, and the cookie."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.apps.web.auth import cookie, cookie_in, csrf_ok, csrf_token, hashed, is_secret, new_secret

SECRET = "8Jx1hYk0QvWn3sZr5tUb7A"
BAD = [
    "",
    "x",
    SECRET[:-1],
    SECRET + "A",
    SECRET[:-1] + "\n",
    SECRET[:-1] + "é",
    SECRET[:-1] + "٣",
    "a" * 10**6,
    SECRET[:-1] + "=",
]


def test_secrets_are_all_different_and_of_one_shape() -> None:
    made = {new_secret() for _ in range(10_000)}
    assert len(made) == 10_000
    assert all(is_secret(secret) for secret in made)


def test_what_is_kept_is_the_hash() -> None:
    assert hashed(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()
    assert csrf_token(SECRET) not in (hashed(SECRET), SECRET)


@pytest.mark.parametrize("bad", BAD)
def test_bad_shapes_are_refused_before_anything_is_worked_out(bad: str) -> None:
    assert not is_secret(bad)
    assert not csrf_ok(bad, csrf_token(SECRET))
    assert not csrf_ok(SECRET, bad)
    assert cookie_in(f"noughts={bad}") is None
    for function in (hashed, csrf_token, lambda secret: cookie(secret, False)):
        with pytest.raises(ValueError, match="expected a secret of 22"):
            function(bad)


def test_a_token_belongs_to_one_browser() -> None:
    token = csrf_token(SECRET)
    assert csrf_ok(SECRET, token)
    assert not csrf_ok(new_secret(), token)
    assert not csrf_ok(SECRET, csrf_token(new_secret()))
    assert not csrf_ok(SECRET, token.upper())
    assert not csrf_ok(SECRET, token[:-1] + ("0" if token[-1] != "0" else "1"))


def test_the_cookie_is_hidden_from_scripts_and_other_sites() -> None:
    plain = cookie(SECRET, https=False, seconds=60)
    assert plain == f"noughts={SECRET}; HttpOnly; SameSite=Lax; Path=/; Max-Age=60"
    assert cookie(SECRET, https=True, seconds=60) == f"{plain}; Secure"


@pytest.mark.parametrize(
    ("header", "found"),
    [
        (f"noughts={SECRET}", SECRET),
        (f"a=b; noughts={SECRET}; c=d", SECRET),
        (f"noughts=forged; noughts={SECRET}", SECRET),
        (f"Noughts={SECRET}", None),
        (f'noughts="{SECRET}"', None),
        ("noughts", None),
        ("", None),
        (f"{'x=y; ' * 10_000}noughts={SECRET}", None),
    ],
)
def test_the_cookie_is_found_among_others(header: str, found: str | None) -> None:
    assert cookie_in(header) == found


@given(st.text())
def test_no_text_breaks_the_reading(text: str) -> None:
    assert cookie_in(text) is None or is_secret(cookie_in(text) or "")
    assert not csrf_ok(SECRET, text)
