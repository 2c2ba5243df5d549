"""A claim is what a proof proves: that one side can, or cannot, force a win from a position."""

from typing import Any, NamedTuple

from noughts.rules.game import Player
from noughts.rules.position import Position


class Claim(NamedTuple):
    """A proof's claim that one side can, or cannot, force a win.

    Attributes:
        position: the position.
        attacker: the side in question, "x" or "o".
        wins: whether the attacker completes a line first.
        weak: whether the claim is about the weak game, in which only the attacker can complete lines.
    """

    position: Position
    attacker: str
    wins: bool
    weak: bool

    @classmethod
    def read(cls, position: Position, stated: Any) -> "Claim":
        """Return a claim about a position, given the claim's other fields as JSON values.

        Raises:
            LookupError, TypeError, ValueError: a field is missing or has an invalid value.
        """
        return cls(position, Player(stated["attacker"]).value, bool(stated["wins"]), bool(stated["alone"]))

    def stated(self) -> dict[str, str | bool]:
        """Return the claim as JSON values, without the position."""
        # The key "alone" stays, as does the ledger's column: published proof files and their checksums contain it.
        return {"attacker": self.attacker, "wins": self.wins, "alone": self.weak}
