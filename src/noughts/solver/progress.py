"""How long tasks report their progress."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the amount of work done so far and the total amount."""
