"""The oracle: exact values of positions, moves and policies, for research on game-playing programs.

A *policy* chooses moves. It can be a function that takes a position, or a mapping with positions as keys. It returns a
move, the probabilities of moves, or the result of a search or a player. See `Policy` for the details.

- `noughts.oracle.truth`: `value`, the exact value of a position, its best moves and its distance
- `noughts.oracle.policies`: `Policy`, and the policies `uniform`, `optimal` and `quickest`
- `noughts.oracle.draws`: `policy_of`, a player as a policy with exact probabilities
- `noughts.oracle.expected`: `expected`, the probabilities of win, draw and loss between two policies
- `noughts.oracle.response`: `best_response` to a policy, and its `exploitability`
- `noughts.oracle.evaluation`: `evaluate`, how often a policy chooses an optimal move, and its regret

A win counts 1, a draw 0 and a loss -1. Probabilities and expected results are exact fractions. Functions with a `limit`
raise an error if a game has more positions.
"""

from noughts.oracle.draws import policy_of
from noughts.oracle.evaluation import Evaluation, evaluate
from noughts.oracle.expected import Chances, expected
from noughts.oracle.policies import Answer, Policy, chances, optimal, quickest, uniform
from noughts.oracle.response import BestResponse, Exploitability, best_response, exploitability
from noughts.oracle.truth import Value, value

__all__ = [
    "Answer",
    "BestResponse",
    "Chances",
    "Evaluation",
    "Exploitability",
    "Policy",
    "Value",
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
