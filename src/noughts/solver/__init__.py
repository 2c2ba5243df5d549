"""Exact answers: fast solvers, proofs, counting and tablebases.

- `noughts.solver.solver`: exact scores in plain Python, on sets of cells
- `noughts.solver.kernels.general`: exact scores of any game, from the compiled kernel
- `noughts.solver.kernels.mnk`: who wins plain k-in-a-row games on large boards, from the compiled kernel
- `noughts.solver.limit`: limits a search, watches its progress and stops it
- `noughts.solver.policy`: decides which solver answers, and how long it may take
- `noughts.solver.steps`: proves the values of all moves, step by step
- `noughts.solver.solve`: who wins and how soon, found by the fastest of these solvers
- `noughts.solver.values`: who wins from the empty board, for games on boards of many sizes
- `noughts.solver.evaluation`: what is known about a position and its moves
- `noughts.solver.analyse`: the score of every move, how soon the game ends, and how many replies lose
- `noughts.solver.estimate`: estimates for positions that are too large to search to the end
- `noughts.solver.kernels.patterns`: searches that use patterns such as open threes, from the compiled kernel
- `noughts.solver.line`: the principal variation
- `noughts.solver.proofs.proof`: writes proofs to files
- `noughts.solver.proofs.claim`: what a proof proves
- `noughts.solver.proofs.certificate`, `noughts.solver.proofs.check`: read and check proof files using only the rules
- `noughts.solver.canonical`: canonical forms of positions, cached
- `noughts.solver.equivalent_moves`: moves that a symmetry maps to each other
- `noughts.solver.reach`: the reachable positions
- `noughts.solver.count`: the number of positions and games (perft)
- `noughts.solver.book`: opening books
- `noughts.solver.playout`: random games
- `noughts.solver.tablebase`: tables of every position of a game; these require NumPy
"""
