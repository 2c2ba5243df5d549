"""Tell students how to find and fix the mistakes in a function that chooses moves."""

from typing import NamedTuple

from noughts.grading.classroom.entry import Entry
from noughts.grading.user_code.answers import COUNTS_CELLS_FROM_1, COUNTS_ROWS_FROM_1, PRINTS, SWAPS

_FROM_0 = "Count from 0, as Python does: the first row, column or cell has the number 0."
_BY_MISTAKE = {
    PRINTS: "Return the move. print() only shows it: write return move instead of print(move).",
    SWAPS: "Return the row before the column, in the order of board[row][column].",
    COUNTS_ROWS_FROM_1: _FROM_0,
    COUNTS_CELLS_FROM_1: _FROM_0,
}


class Reason(NamedTuple):
    """A reason why a program is not graded, in a few words, with advice for the student."""

    words: str
    advice: str


_FILE = "Hand in a Python file or a notebook."
_ITSELF = "Hand in the file or folder itself, not a link to it."

REASONS = {
    "syntax": Reason(
        "a syntax error", "Fix the line that the message names. The mistake can also be on the line before it."
    ),
    "import": Reason("a missing module", "Hand in all files that your program needs, in one folder."),
    "no-program": Reason("no Python file or notebook", _FILE),
    "empty": Reason("an empty file or folder", "The file is empty: save your program, and hand in the file again."),
    "other-language": Reason(
        "another language", "Hand in a Python file, or ask your teacher how programs in other languages are graded."
    ),
    "archive": Reason(
        "an archive that cannot be unpacked", "Hand in a Python file, a notebook or a folder, not an archive."
    ),
    "endless": Reason("no end within the time limit", "Look for a loop that never ends, also outside your functions."),
    "too-slow": Reason(
        "too slow",
        "Search fewer positions: keep the value of each position in a dictionary, or use alpha-beta pruning.",
    ),
    "recursion": Reason(
        "endless recursion",
        "A function calls itself without end. Return the score of a finished game before the next call.",
    ),
    "exits": Reason("it ends the program", "Remove exit(), quit() and sys.exit(): return the move instead."),
    "crashes": Reason(
        "it crashes everywhere",
        "Call your function on an empty board, and read the last lines of the error. They name the line to fix.",
    ),
    "encoding": Reason("not Python text", "Save the file again as Python text, and hand in the new file."),
    "notebook": Reason("not a notebook", "Save the notebook again, and hand in the new file."),
    "link": Reason("a link", _ITSELF),
    "not-a-file": Reason("not a file", _FILE),
    "too-large": Reason("a file that is too large", "Hand in your code without data: a file of less than 20 MB."),
    "missing": Reason("a file that cannot be read", _ITSELF),
    "input": Reason("it asks for input", "Take the board as an argument. Your function must not ask for input."),
    "scores": Reason("it returns scores, not moves", "Return the move itself, such as the cell with the best score."),
    "no-move": Reason(
        "it returns no move",
        "Make sure that your function returns a move whatever happens. Without return, it returns None.",
    ),
    "several": Reason(
        "several functions choose moves", "Call the function that chooses the move best_move, or say which one it is."
    ),
    "window": Reason(
        "a window",
        "Write a function that takes the board and returns the move. Call it where your window needs a move.",
    ),
    "prints": Reason("it prints", _BY_MISTAKE[PRINTS]),
    "yields": Reason("it yields", "Return the move with return. yield turns your function into a generator."),
    "async": Reason("it is async", "Write def instead of async def, and leave out await."),
    "not-understood": Reason(
        "not understood",
        "Write one function that takes the board, and the player if it needs one, and returns the move.",
    ),
}
"""The reasons why a program is not graded, by the keys of `NotGradable`."""

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
    """Return advice on a program's mistakes, the most important first. The advice on each mistake is one or two
    sentences.
    """
    if entry.grade == "not-graded":
        return [f"{reason(entry).advice} Run your file yourself before you hand it in."]
    advice = [_BY_MISTAKE[mistake] for mistake in entry.mistakes if mistake in _BY_MISTAKE]
    known = [cause for cause in entry.causes if cause.is_known]
    advice += [cause.advice for cause in known]
    unexplained = set(entry.faults) - {kind for cause in known for kind in cause.kinds}
    unexplained |= {kind for cause in entry.causes if not cause.is_known for kind in cause.kinds}
    if "value" in unexplained:  # the same mistake may also cause late wins
        unexplained -= {"slow win", "quick loss"}
    return list(dict.fromkeys(advice)) + [text for kind, text in _BY_KIND.items() if kind in unexplained]


def reason(entry: Entry) -> Reason:
    """Return the reason why a program was not graded. An unknown key counts as ``not-understood``."""
    return REASONS.get(entry.reason, REASONS["not-understood"])
