"""Room 3, the truth, quickly: exact scores of every move, and counting.

- `noughts.solver.solver`: exact scores, in plain Python on sets of cells
- `noughts.solver.general`: the same by the compiled kernel, where it is installed
- `noughts.solver.analysis`: what every move is worth, how long it takes, how many replies to it lose
- `noughts.solver.kernel`: who wins plain k-in-a-row games on large boards, by the compiled kernel
- `noughts.solver.proof`: proofs of what it says, written to a file
- `noughts.solver.certificate`, `noughts.solver.check`: reading and checking such a file, by the rules alone
- `noughts.solver.budget`: how much such a search may do, how far it is, how to stop it
- `noughts.solver.verdict`: who wins and how soon, by whatever is quickest
- `noughts.solver.estimate`: moves of positions too large to search, by threats, the kernel, and looking ahead
- `noughts.solver.equivalent_moves`: moves that a symmetry takes to each other, which are worth the same
- `noughts.solver.reach`: which positions can come up
- `noughts.solver.count`: how many positions and games there are
- `noughts.solver.playout`: games played to their end at random
- `noughts.solver.tablebase`: tables of every position of a game, which need NumPy
"""
