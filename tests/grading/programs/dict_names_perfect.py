"""A board is a dict from square names to marks; a1 is the lower left corner as in chess."""

SQUARES = [file + rank for rank in "321" for file in "abc"]
TRIPLES = (
    [[f + r for f in "abc"] for r in "123"]
    + [[f + r for r in "123"] for f in "abc"]
    + [["a1", "b2", "c3"], ["a3", "b2", "c1"]]
)
_seen = {}


def empty_board():
    return {s: None for s in SQUARES}


def winner(board):
    for a, b, c in TRIPLES:
        if board[a] is not None and board[a] == board[b] == board[c]:
            return board[a]


def worth(board, mark):
    key = tuple(board[s] for s in SQUARES), mark
    if key in _seen:
        return _seen[key]
    free = [s for s in SQUARES if board[s] is None]
    who = winner(board)
    if who:
        result = (len(free) + 1) * (1 if who == mark else -1)
    elif free:
        result = max(-worth({**board, s: mark}, "o" if mark == "x" else "x") for s in free)
    else:
        result = 0
    _seen[key] = result
    return result


def engine(board, mark):
    free = [s for s in SQUARES if board[s] is None]
    return max(free, key=lambda s: -worth({**board, s: mark}, "o" if mark == "x" else "x"))
