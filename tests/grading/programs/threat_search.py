"""No minimax, only threats: a move that threatens to win leaves the opponent a single answer.

1. Win by threats, if that is possible.
2. Otherwise block.
3. Otherwise play where the opponent cannot win by threats: the centre, a corner, or a side.
"""

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
PREFERRED = [4, 0, 2, 6, 8, 1, 3, 5, 7]


def completing(board, mark):
    """The free squares that complete a line."""
    squares = set()
    for line in LINES:
        marks = [board[int(d)] for d in line]
        if marks.count(mark) == 2 and marks.count(None) == 1:
            squares.add(int(line[marks.index(None)]))
    return squares


def place(board, square, mark):
    return [*board[:square], mark, *board[square + 1 :]]


def attack(board, me, you):
    """A square that wins by force, or None."""
    for square in completing(board, me):
        return square
    must = completing(board, you)
    if len(must) > 1:
        return None
    for square in must or [s for s in PREFERRED if board[s] is None]:
        after = place(board, square, me)
        threats = completing(after, me)
        if len(threats) > 1:
            return square
        if len(threats) == 1:
            answered = place(after, min(threats), you)
            if attack(answered, me, you) is not None:
                return square
        if not threats and must:  # a block that leaves no good answer
            answers = [place(after, s, you) for s in PREFERRED if after[s] is None]
            if answers and all(attack(answered, me, you) is not None for answered in answers):
                return square
    return None


def play(board, me):
    you = "nought" if me == "cross" else "cross"
    square = attack(board, me, you)
    if square is not None:
        return square
    for square in completing(board, you):
        return square
    free = [s for s in PREFERRED if board[s] is None]
    for square in free:
        if attack(place(board, square, me), you, me) is None:
            return square
    return free[0]
