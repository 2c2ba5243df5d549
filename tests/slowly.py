"""Mark most cases of a test as slow."""

from collections.abc import Iterable
from typing import Any

import pytest


def few_fast(cases: Iterable[Any], fast: int = 1) -> list[Any]:
    """Return the cases for `pytest.mark.parametrize`, all but the first few marked as slow."""
    values = [case if type(case) is tuple else (case,) for case in cases]
    return [pytest.param(*value, marks=[pytest.mark.slow] * (number >= fast)) for number, value in enumerate(values)]
