"""Programs that are stopped when their time is up, wherever they are."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _no_code_during_garbage_collection() -> Iterator[None]:
    """Remove what Hypothesis runs then: the error that stops a program would be lost in it."""
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()
    yield
    gc.callbacks.extend(callbacks)
