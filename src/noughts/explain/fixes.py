"""Advice for students: how to find and fix the mistakes in a function that chooses moves."""

from noughts.oracle.classroom import Entry

_BY_MISTAKE = {
    "prints": "Return the move. print() only shows it: write return move instead of print(move).",
    "column": "Return the row before the column, in the order of board[row][column].",
    "counts": "Count from 0, as Python does: the first row, column or cell has the number 0.",
}
_BY_KIND = {
    "time-out": "Search fewer positions: keep the value of each position in a dictionary, or use alpha-beta pruning.",
    "crash": "Call your function on the board below, and read the last lines of the error. They name the line to fix.",
    "illegal": "Try the empty cells only, and return one of the cells that you tried. If your search changes the "
    "board, make sure that it takes back each move.",
    "value": "Draw the moves that follow your move on the board below. Check that your search sees all eight lines for "
    "both players, that it looks to the end of the game, and that it takes the maximum when you move and the minimum "
    "when your opponent moves.",
    "slow win": "Prefer an early win: score a win as 1 plus the number of empty cells instead of 1.",
    "quick loss": "Delay a loss: score a loss as −1 minus the number of empty cells instead of −1.",
}


def fixes(entry: Entry) -> list[str]:
    """Return advice on the mistakes of an entry, one sentence or two for each, the most important first."""
    if entry.grade == "not-graded":
        return [
            "Write one function that takes the board, and the player if it needs one, and returns the move. Run your "
            "file yourself before you hand it in."
        ]
    advice = [text for mistake in entry.mistakes for word, text in _BY_MISTAKE.items() if word in mistake]
    if entry.only_side:
        other = "O" if entry.only_side == "X" else "X"
        advice.append(
            f"Your function plays well for {entry.only_side} and badly for {other}. Check that it uses the player to "
            "move, and not always the same mark."
        )
    return advice + [text for kind, text in _BY_KIND.items() if entry.faults.get(kind)]
