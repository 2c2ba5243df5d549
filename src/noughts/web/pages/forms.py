"""Parse the forms that browsers send."""

from collections.abc import Iterable
from typing import Self
from urllib.parse import parse_qsl

from starlette.requests import Request

from noughts.rules.errors import NoughtsError
from noughts.rules.files.encoding import decoded
from noughts.web.model.fields import whole_number

_MOST_FIELDS = 50


class PostedForm(dict[str, str]):
    """The fields of a posted form, keyed by name. If a name occurs twice, the last value counts. The method `every`
    returns all values of a field.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]] = ()) -> None:
        self._pairs = [*pairs]
        super().__init__(self._pairs)

    def every(self, name: str) -> list[str]:
        """Return all values of a field, such as the values of all checked boxes."""
        return [value for each, value in self._pairs if each == name]

    @classmethod
    async def read(cls, request: Request) -> Self:
        """Parse the form in the body of a request.

        Raises:
            NoughtsError: the body is not a valid form.
        """
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == "multipart/form-data":
            async with request.form(max_files=1, max_fields=_MOST_FIELDS) as parts:
                return cls(
                    [
                        (name, part if isinstance(part, str) else decoded(await part.read()))
                        for name, part in parts.multi_items()
                    ]
                )
        if not kind and not await request.body():
            return cls()
        if kind != "application/x-www-form-urlencoded":
            raise NoughtsError("expected a form as a browser sends it")
        try:
            text = (await request.body()).decode("ascii")
            return cls(parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict"))
        except ValueError:
            raise NoughtsError("invalid form fields: expected the encoding that browsers use") from None

    def number(self, name: str, default: int | None = None) -> int:
        """Parse a field as a whole number of at most six digits.

        Raises:
            NoughtsError: the field is missing and has no default, or it is not such a number.
        """
        text = self.get(name, "")
        if not text and default is not None:
            return default
        return whole_number(name, text, 999_999)
