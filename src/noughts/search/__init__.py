"""Search algorithms from textbooks, one per file.

Exact searches, to the end of the game:

- `noughts.search.minimax`: MAX and MIN move in turn; start here
- `noughts.search.negamax`: minimax in a single function
- `noughts.search.alphabeta`: skips moves that cannot change the result
- `noughts.search.transposition`: alpha-beta that remembers positions

Searches that usually return estimates:

- `noughts.search.depth_limited`: alpha-beta up to a horizon, with an evaluation function
- `noughts.search.deepening`: iterative deepening, one ply deeper each time
- `noughts.search.look_ahead`: iterative deepening on the most promising moves only, for large boards
- `noughts.search.forcing_wins`: victory by continuous fours (VCF); the wins that it finds are proven
- `noughts.search.mcts`: Monte Carlo tree search

Supporting modules:

- `noughts.search.result`: the result of a search, and its limits
- `noughts.search.tree`: the tree that a search visited
- `noughts.search.order`: wrapped states, with a different order of moves or different scores
- `noughts.search.evaluate`: evaluation functions
"""
