"""Room 2, looking ahead: one algorithm a file, as in the textbook.

Exact, to the end of the game:

- `noughts.search.minimax`: MAX and MIN in turn; start here
- `noughts.search.negamax`: the same in one function
- `noughts.search.alphabeta`: leaves out what cannot matter
- `noughts.search.transposition`: remembers positions it has met

Estimates, exact where they reach the end:

- `noughts.search.depth_limited`: a horizon, and an evaluation of what lies on it
- `noughts.search.deepening`: one ply deeper each time, for as long as there is time
- `noughts.search.look_ahead`: the same on the most promising moves only, for large boards
- `noughts.search.pattern_search`: likewise by patterns such as open threes, where threats decide
- `noughts.search.forcing_wins`: wins by threats alone; a win that it finds is exact, finding none says nothing
- `noughts.search.vct`: wins by fours and open threes
- `noughts.search.mcts`: Monte Carlo tree search

Around them:

- `noughts.search.result`: what a search answers, and its limits
- `noughts.search.tree`: the tree that a search walked
- `noughts.search.order`: the order of moves, and other scores, as states that any search can search
- `noughts.search.evaluate`: how good an unfinished position looks
- `noughts.search.patterns`: what a stone would make in every cell
"""
