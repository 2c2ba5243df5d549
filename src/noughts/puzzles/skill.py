"""Use Glicko-2 to rate a person who solves puzzles, and update the rating after each puzzle.

Source: Mark E. Glickman, *Example of the Glicko-2 system*, 2022, http://www.glicko.net/glicko/glicko2.pdf. Each puzzle
is a rating period with one game against an opponent whose rating is known.
"""

from dataclasses import dataclass
from math import exp, log, sqrt

_SCALE = 173.7178  # points per Glicko-2 unit; people see points
_TAU = 0.5  # limits how much the volatility changes
_EXACT = 1e-6
_NEW = 200.0  # points of a new person's deviation: with 350, as on chess sites, a first mistake costs nearly 400
_FARTHEST = 10_000.0  # points: the largest absolute value of a rating
_CLEAR = 20.0  # units: with this difference in ratings, nearly every result is as expected
_LEAST, _MOST = 45.0, 350.0  # the smallest and largest deviation, in points: below it, the rating hardly changes


@dataclass(frozen=True)
class Skill:
    """A person's Glicko-2 rating.

    Attributes:
        rating: the rating, in the same points as the ratings of puzzles.
        deviation: how uncertain the rating is. In 95% of cases, the true rating is within two deviations.
        volatility: how much the person's results vary.
    """

    rating: float = 800.0
    deviation: float = _NEW
    volatility: float = 0.06

    @property
    def is_possible(self) -> bool:
        """Whether solving puzzles can lead to this rating, deviation and volatility."""
        return abs(self.rating) <= _FARTHEST and _LEAST <= self.deviation <= _MOST and 0.001 < self.volatility < 1

    def after(self, puzzle: float, *, solved: bool) -> "Skill":
        """Return the person's new rating after an attempt at a puzzle of a given rating."""
        phi, offset = self.deviation / _SCALE, min(max((puzzle - self.rating) / _SCALE, -_CLEAR), _CLEAR)
        expected = 1 / (1 + exp(offset))
        variance = 1 / (expected * (1 - expected))
        delta = variance * (solved - expected)
        volatility = self._volatility(delta, phi, variance)
        phi = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
        rating = self.rating + _SCALE * phi**2 * (solved - expected)
        return Skill(rating, min(max(_SCALE * phi, _LEAST), _MOST), volatility)

    def _volatility(self, delta: float, phi: float, variance: float) -> float:
        """Return the new volatility, computed as in step 5 of the Glicko-2 paper."""
        a = log(self.volatility**2)

        def f(x: float) -> float:
            total = phi**2 + variance + exp(x)
            return exp(x) * (delta**2 - total) / (2 * total**2) - (x - a) / _TAU**2

        low, high = a, log(delta**2 - phi**2 - variance) if delta**2 > phi**2 + variance else a - _TAU
        while f(high) < 0 and high <= a:
            high -= _TAU
        f_low, f_high = f(low), f(high)
        while abs(high - low) > _EXACT:
            middle = low + (low - high) * f_low / (f_high - f_low)
            f_middle = f(middle)
            if f_middle * f_high <= 0:
                low, f_low = high, f_high
            else:
                f_low /= 2
            high, f_high = middle, f_middle
        return exp(low / 2)
