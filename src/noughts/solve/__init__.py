"""Room 3, the truth, quickly: exact scores of every move, and counting.

- `noughts.solve.solver`: exact scores, in plain Python on sets of cells
- `noughts.solve.general`: the same by the compiled kernel, where it is installed
- `noughts.solve.analysis`: what every move is worth, how long it takes, how many replies to it lose
- `noughts.solve.kernel`: who wins plain k-in-a-row games on large boards, by the compiled kernel
- `noughts.solve.proof`: proofs of what it says, written to a file
- `noughts.solve.certificate`, `noughts.solve.check`: reading and checking such a file, by the rules alone
- `noughts.solve.effort`: how much such a search may do, how far it is, how to stop it
- `noughts.solve.answer`: who wins and how soon, by whatever is quickest
- `noughts.solve.estimate`: moves of positions too large to search, by threats, the kernel, and looking ahead
- `noughts.solve.alike`: moves that a symmetry takes to each other, which are worth the same
- `noughts.solve.reach`: which positions can come up
- `noughts.solve.count`: how many positions and games there are
- `noughts.solve.playout`: games played to their end at random
- `noughts.solve.tablebase`: tables of every position of a game, which need NumPy
"""
