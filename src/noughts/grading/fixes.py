"""Advice for students: how to find and fix the mistakes in a function that chooses moves."""

from noughts.grading.classroom.entry import Entry
from noughts.grading.user_code.answers import COUNTS_CELLS_FROM_1, COUNTS_ROWS_FROM_1, PRINTS, SWAPS

_FROM_0 = "Count from 0, as Python does: the first row, column or cell has the number 0."
_BY_MISTAKE = {
    PRINTS: "Return the move. print() only shows it: write return move instead of print(move).",
    SWAPS: "Return the row before the column, in the order of board[row][column].",
    COUNTS_ROWS_FROM_1: _FROM_0,
    COUNTS_CELLS_FROM_1: _FROM_0,
}
_ONE_FUNCTION = "Write one function that takes the board, and the player if it needs one, and returns the move."
_RETURN = "Return the move itself, such as the cell with the best score."
_AGAIN = "Save the file again as Python text, and hand in the new file."
_FILE = "Hand in a Python file or a notebook."
BY_REASON = {
    "syntax": "Fix the line that the message names. The mistake can also be on the line before it.",
    "import": "Hand in all files that your program needs, in one folder.",
    "numpy": "Use lists instead of NumPy, or ask your teacher to install NumPy.",
    "no-program": _FILE,
    "empty": "The file is empty: save your program, and hand in the file again.",
    "other-language": "Hand in a Python file, or ask your teacher how programs in other languages are graded.",
    "archive": "Hand in a Python file, a notebook or a folder, not an archive.",
    "endless": "Look for a loop that never ends, also outside your functions.",
    "recursion": "A function calls itself without end. Return the score of a finished game before the next call.",
    "exits": "Remove exit(), quit() and sys.exit(): return the move instead.",
    "crashes": "Call your function on an empty board, and read the last lines of the error. They name the line to fix.",
    "encoding": _AGAIN,
    "notebook": "Save the notebook again, and hand in the new file.",
    "link": "Hand in the file or folder itself, not a link to it.",
    "not-a-file": _FILE,
    "too-large": "Hand in your code without data: a file of less than 20 MB.",
    "missing": "Hand in the file itself, not a link to it.",
    "input": "Take the board as an argument. Your function must not ask for input.",
    "scores": _RETURN,
    "prints": _BY_MISTAKE[PRINTS],
    "window": "Write a function that takes the board and returns the move, and call it where your window needs a move.",
    "yields": "Return the move with return. yield turns your function into a generator.",
    "async": "Write def instead of async def, and leave out await.",
    "not-understood": _ONE_FUNCTION,
}
"""The advice for each reason why a file could not be graded."""

_BY_KIND = {
    "crash": "Call your function on the board below, and read the last lines of the error. They name the line to fix.",
    "illegal": "Try the empty cells only, and return one of the cells that you tried. If your search changes the "
    "board, make sure that it takes back each move.",
    "value": "Draw the moves that follow your move on the board below. Check that your search sees all lines for "
    "both players, that it looks to the end of the game, and that it takes the maximum when you move and the minimum "
    "when your opponent moves.",
    "slow win": "Prefer an early win: score a win as 1 plus the number of empty cells instead of 1.",
    "quick loss": "Delay a loss: score a loss as −1 minus the number of empty cells instead of −1.",
}


def fixes(entry: Entry) -> list[str]:
    """Return advice on the mistakes of an entry, one sentence or two for each, the most important first."""
    if entry.grade == "not-graded":
        return [f"{BY_REASON[reason(entry)]} Run your file yourself before you hand it in."]
    advice = [_BY_MISTAKE[mistake] for mistake in entry.mistakes if mistake in _BY_MISTAKE]
    known = [cause for cause in entry.causes if cause.is_known]
    advice += [cause.advice for cause in known]
    unexplained = set(entry.faults) - {kind for cause in known for kind in cause.kinds}
    unexplained |= {kind for cause in entry.causes if not cause.is_known for kind in cause.kinds}
    if "value" in unexplained:  # its wins may be late because of the same mistake
        unexplained -= {"slow win", "quick loss"}
    return list(dict.fromkeys(advice)) + [text for kind, text in _BY_KIND.items() if kind in unexplained]


def reason(entry: Entry) -> str:
    """Return the key of the reason why a file could not be graded."""
    if entry.reason in BY_REASON:
        return entry.reason
    words = {
        "syntax error": "syntax",
        "import": "import",
        "no Python files": "no-program",
        "an archive": "archive",
        "endless loop": "endless",
        "not Python text": "encoding",
        "not a notebook": "notebook",
        "a folder: put": "link",
        "not a file": "not-a-file",
        "too large": "too-large",
        "no file": "missing",
        "which function chooses the move": "scores",
    }
    return next((key for text, key in words.items() if text in entry.summary), "not-understood")
