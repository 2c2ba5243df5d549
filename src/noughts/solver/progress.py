"""The type of a function that receives the progress of a long task."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the amount of work done so far and the total amount."""
