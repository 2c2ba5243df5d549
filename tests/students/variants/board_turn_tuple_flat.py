from brain import no_diagonal


def policy(state):
    cells, player = state
    assert isinstance(cells, tuple) and len(cells) == 9 and " " not in cells
    return no_diagonal([" " if c == "." else c for c in cells], player)
