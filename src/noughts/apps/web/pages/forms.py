"""Forms: what a browser sends, read strictly; no form counts without the token that only this page can know."""

from typing import Self
from urllib.parse import parse_qsl

from fastapi import Request

from noughts.apps.files import text_of
from noughts.apps.web.auth import csrf_ok
from noughts.apps.web.model.errors import Forbidden
from noughts.apps.web.pages.templating import secret_of
from noughts.rules.errors import NoughtsError

_MOST_FIELDS = 50


class Form(dict[str, str]):
    """The fields of a form, by name; of a name given twice the last counts."""

    @classmethod
    async def read(cls, request: Request) -> Self:
        """Return the form that a request carries.

        Raises:
            NoughtsError: it carries none, or one that cannot be read.
            Forbidden: its token is not the one of this browser.
        """
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == "multipart/form-data":
            async with request.form(max_files=1, max_fields=_MOST_FIELDS) as parts:
                form = cls()
                for name, part in parts.multi_items():
                    raw = part if isinstance(part, str) else text_of(await part.read())
                    if raw or name not in form:
                        form[name] = raw
        elif kind == "application/x-www-form-urlencoded":
            try:
                text = (await request.body()).decode("ascii")
                form = cls(parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict"))
            except ValueError:
                raise NoughtsError("the form cannot be read: expected fields as a browser sends them") from None
        else:
            raise NoughtsError("expected a form as a browser sends it")
        if not csrf_ok(secret_of(request), form.pop("csrf", "")):
            raise Forbidden("this form was not made for this browser: load the page again and repeat it")
        return form


def number(form: Form, name: str, words: str, *, otherwise: int | None = None) -> int:
    """Return a field as a number of at most six digits.

    Raises:
        NoughtsError: it is none.
    """
    text = form.get(name, "")
    if not text and otherwise is not None:
        return otherwise
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise NoughtsError(f"{name} is {words}: expected a number")
    return int(text)
