"""The weight of a pattern says how much it helps a side to win. All weights were learned from self-play.

In each direction through an empty cell, a stone makes a pattern of one of nine kinds. Only the lines without an
opposing stone count. The kind depends on how many stones the fullest of these lines lacks, and on how many there are.
The two best kinds in different directions are the *pair* of the cell. Every pair has two weights: for the side to
move and for the opponent. The weights of all cells for the side to move, minus those for the opponent, add up to
the logit of the probability that the side to move wins.

Source: logistic regression on game results, after M. Buro, *Statistical Feature Combination for the Evaluation
of Game Positions*, Journal of Artificial Intelligence Research 3, 1995.
"""

KINDS = 9
THREAT = 6
"""The lowest kind that counts as a threat, such as an open three."""

_TABLES = """
    0    0    0    0    0    0    0    0    0
    0    0    0    0    0    0    0    0    0
    0    0    0    0    0    0    0    0    0
   18   -6   13   16    0    0    0    0    0
  -29   -2  -12   48  129    0    0    0    0
   30    0   39   38  141   96    0    0    0
   47   55  219  130  491  329  388    0    0
   39   -9  210  181  471  289  722  721    0
    0    0    0    0    0    0    0    0    0

    0    0    0    0    0    0    0    0    0
    0    0    0    0    0    0    0    0    0
    0    0    0    0    0    0    0    0    0
   13  -15    5   24    0    0    0    0    0
  -34  -20  -28   48   83    0    0    0    0
   10    3   35   46  131   81    0    0    0
   70   19  158   99  281  232  388    0    0
   38   46  168  183  353  321  722  721    0
    0    0    0    0    0    0    0    0    0
"""

PATTERN_WEIGHTS = tuple(tuple(map(int, table.split())) for table in _TABLES.split("\n\n"))
"""The weights of each pair for the side to move and for the opponent, in thousandths.

The index of a pair is `KINDS` times the better kind plus the other. The weights were learned from 6,000 games by
`benchmarks/pattern_weights.py`.
"""
