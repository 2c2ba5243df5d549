"""The oracle computes exact values of positions, moves and policies, for research on game-playing programs.

A *policy* chooses moves. It can be a function that takes a position, or a mapping with positions as keys. It returns a
move, the probabilities of moves, or the result of a search or a player. See `Policy` for the details.

- `noughts.oracle.truth`: `value` finds the exact value of a position, its best moves, and how soon the game ends
- `noughts.oracle.policies`: the `Policy` type, and the `uniform`, `optimal` and `quickest` policies
- `noughts.oracle.draws`: `policy_of` converts a player to a policy with exact probabilities
- `noughts.oracle.expected`: `expected` computes the probability of each result in a game between two policies
- `noughts.oracle.response`: `best_response` and `exploitability` measure how much an opponent can gain against a policy
- `noughts.oracle.optimality`: `evaluate` measures a policy's share of optimal moves, and its regret
- `noughts.oracle.arrays`: `network_policy` converts a network of NumPy or torch to a policy; it needs NumPy

A win counts as 1, a draw as 0 and a loss as -1. Probabilities and expected results are exact fractions. Functions that
take a `limit` raise an error if the game has more positions than that.
"""

from noughts.oracle.draws import policy_of
from noughts.oracle.expected import Chances, expected
from noughts.oracle.optimality import Optimality, evaluate
from noughts.oracle.policies import Policy, PolicyOutput, chances, optimal, quickest, uniform
from noughts.oracle.response import BestResponse, Exploitability, best_response, exploitability
from noughts.oracle.truth import value

__all__ = [
    "BestResponse",
    "Chances",
    "Optimality",
    "Exploitability",
    "Policy",
    "PolicyOutput",
    "best_response",
    "chances",
    "evaluate",
    "expected",
    "exploitability",
    "optimal",
    "policy_of",
    "quickest",
    "uniform",
    "value",
]
