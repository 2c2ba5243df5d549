"""Advice for students: how to find and fix the mistakes in a function that chooses moves."""

from noughts.grading.rubric import Entry
from noughts.grading.user_code.answers import COUNTS_CELLS_FROM_1, COUNTS_ROWS_FROM_1, PRINTS, SWAPS

_FROM_0 = "Count from 0, as Python does: the first row, column or cell has the number 0."
_BY_MISTAKE = {
    PRINTS: "Return the move. print() only shows it: write return move instead of print(move).",
    SWAPS: "Return the row before the column, in the order of board[row][column].",
    COUNTS_ROWS_FROM_1: _FROM_0,
    COUNTS_CELLS_FROM_1: _FROM_0,
}
_BY_REASON = {  # words in the reason why a file could not be graded
    "syntax error": "Fix the line that the message names. The mistake can also be on the line before it.",
    "import": "Hand in all files that your program needs, in one folder.",
    "no Python files": "Hand in a Python file or a notebook.",
    "an archive": "Hand in a Python file, a notebook or a folder, not an archive.",
    "endless loop": "Look for a loop that never ends, also outside your functions.",
    "not Python text": "Save the file again as Python text, and hand in the new file.",
    "not a notebook": "Save the notebook again, and hand in the new file.",
    "a folder: put": "Hand in the folder itself, not a link to it.",
    "not a file": "Hand in a Python file or a notebook.",
    "too large": "Hand in your code without data: a file of less than 20 MB.",
    "no file": "Hand in the file itself, not a link to it.",
    "which function chooses the move": "Return the move itself, such as the cell with the best score.",
}
_ONE_FUNCTION = "Write one function that takes the board, and the player if it needs one, and returns the move."
_SLOW = "Search fewer positions: keep the value of each position in a dictionary, or use alpha-beta pruning."
_FEW = 4  # empty cells; a search of the rest of such a game takes far less than a second
_BY_KIND = {
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
        found = [text for words, text in _BY_REASON.items() if words in entry.summary]
        return [f"{(found or [_ONE_FUNCTION])[0]} Run your file yourself before you hand it in."]
    advice = [_BY_MISTAKE[mistake] for mistake in entry.mistakes if mistake in _BY_MISTAKE]
    if entry.only_side:
        other = "O" if entry.only_side == "X" else "X"
        advice.append(
            f"Your function plays well for {entry.only_side} and badly for {other}. Check that it uses the player to "
            "move, and not always the same mark."
        )
    late = [finding for finding in entry.examples if finding.kind == "time-out"]
    if late and late[0].position.empty.bit_count() <= _FEW:
        advice.append("Look for a loop that never ends: even on the board below, your function does not answer.")
    elif late:
        advice.append(_SLOW)
    made = [kind for kind in _BY_KIND if entry.faults.get(kind)]
    if "value" in made:  # its wins may be late because of the same mistake
        made = [kind for kind in made if kind not in ("slow win", "quick loss")]
    return advice + [_BY_KIND[kind] for kind in made]
