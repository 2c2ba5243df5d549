"""The oracle, for work on programs that play: what positions, moves and policies are exactly worth.

A *policy* says what is played in a position. It is a function of a position, or a mapping from positions; either
answers with a move, with the probabilities of moves, or as a search or a player of noughts does. `Policy` says more.

- `noughts.oracle.truth`: `value`, the exact value of a position, its best moves and its distance
- `noughts.oracle.policies`: what a policy may be and answer; `uniform`, `optimal`, `quickest`
- `noughts.oracle.draws`: `policy_of`, a player of noughts as a policy, with its exact probabilities
- `noughts.oracle.expected`: `expected`, how games between two policies end
- `noughts.oracle.response`: `best_response` and `exploitability`, the most that can be gained against a policy
- `noughts.oracle.evaluation`: `evaluate`, how often a policy chooses an optimal move, and what it gives away

Results of games count 1 for a win, 0 for a draw and -1 for a loss. Probabilities and what follows from them are
exact fractions. Where a game has more positions than a `limit`, they raise an error and do not go on for ever.
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
