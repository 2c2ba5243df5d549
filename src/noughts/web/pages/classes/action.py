"""The actions on a class that a form can request."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.requests import Request

from noughts.web.classes import ClassAccess, class_client
from noughts.web.model.stored_class import StoredClass
from noughts.web.pages.forms import PostedForm

Action: TypeAlias = Callable[[Request, str, PostedForm], Awaitable[ClassAccess]]
"""A function that changes the class with an id according to the fields of a form, and returns the class."""


def leading(change: Callable[[StoredClass, PostedForm], StoredClass]) -> Action:
    """Return an action that lets the teacher make a change to the class. The change depends only on the class and the
    form.
    """

    async def act(request: Request, id: str, form: PostedForm) -> ClassAccess:
        return await class_client(request).lead(id, lambda school: change(school, form))

    return act
