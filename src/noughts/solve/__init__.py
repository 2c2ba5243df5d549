"""Room 3, the truth, quickly: exact scores of every move, and counting.

- `noughts.solve.solver`: exact scores, in plain Python on sets of cells
- `noughts.solve.analysis`: what every move is worth, how long it takes, how many replies to it lose
- `noughts.solve.count`: how many positions and games there are
- `noughts.solve.playout`: games played to their end at random
"""
