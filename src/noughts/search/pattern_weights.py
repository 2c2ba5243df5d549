"""What empty cells promise: how likely who has them wins, learned from games of the program against itself.

In each direction through an empty cell a stone makes something of one of nine kinds, by how many stones the fullest of
the lines without a stone of the opponent then lacks, and how many such lines there are. The two best kinds are the pair
of a cell, and each pair has two numbers, for the side that is to move and for the other. Added up over the board, those
of the one minus those of the other are the logit of the chance that the side to move wins.

Source: logistic regression of outcomes, as M. Buro, *Statistical Feature Combination for the Evaluation of Game
Positions*, Journal of Artificial Intelligence Research 3, 1995.
"""

KINDS = 9
THREAT, FOUR = 6, 7
"""The kinds from which a stone threatens: two lines then lack two stones, as in an open three, or one lacks one."""


def kind(k: int, most: int, many: int, open_lines: int) -> int:
    """Return the kind of thing that a stone makes in one direction; the more, the better.

    Args:
        k: the length of a line.
        most: how many stones the fullest line there has already.
        many: how many lines are as full.
        open_lines: how many lines the opponent has not stopped.
    """
    lacks = k - 1 - most
    if not open_lines:
        return 0
    if lacks <= 1:
        return 8 - max(lacks, 0)
    if lacks == 2:
        return 5 + (many >= 2)
    if lacks == 3:
        return 3 + (many >= 3)
    return 1 + (open_lines >= k - 1)


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
"""For the side to move and for the other, what each pair promises, in thousandths, at `KINDS` times best plus second.

Learned from 6,000 games, by `benchmarks/pattern_weights.py`.
"""
