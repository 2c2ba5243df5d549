"""Describe the causes of a program's mistakes in words, and give advice on how to fix them."""

from typing import NamedTuple


class CauseWords(NamedTuple):
    """A cause of mistakes: its name in data, a sentence, and advice on how to find and fix it."""

    key: str
    sentence: str
    advice: str


_ADVICE = {
    "no-search": "Check that each score is compared with the best score so far, that a better score replaces it, "
    "that the search takes back its moves, and that it finds lines at all. Print the score of each move on the board "
    "below.",
    "same-score": "Score a win as 1 plus the number of empty cells instead of 1, and a loss as minus that number. "
    "Then an early win is best, and a late loss is better than an early one. Page 5 of the tutorial of noughts "
    "explains this. If your course scores every win as +1, grade with --value-only.",
    "depth-sign": "Print the scores of a win in one move and of a win in three moves, for both players. The earlier "
    "win must have the larger score, and the earlier loss the smaller one: 10 − depth for a win, and depth − 10 for "
    "a loss.",
    "unseen-line unseen-lines wrong-line": "Fill only this line in an empty board and call your function that finds "
    "a winner. Then check the numbers in your list of lines, or the ranges of its loops, one by one.",
    "depth": "Let the search go on until the game is over. Remove the limit of the depth or raise it to the number "
    "of cells, and check that the depth is counted in the right direction. Without such a limit, check the value with "
    "which the best score begins: it must be less than every score, such as -100. A program that follows rules instead "
    "of searching needs one more rule.",
    "turns": "Follow the player to move through your search by hand, for two moves. After each move, it is the other "
    "player’s turn: it places the other mark, and the maximum becomes the minimum.",
    "both-players max-min-swapped adds-scores": "The search has to take the maximum of the scores when it is your "
    "own turn, and the minimum when it is your opponent's. Print the score of each move on the board below, and find "
    "the first one that is wrong.",
    "sign leaf-sign": "Check the signs. In negamax, a score is for the player to move, so each call needs exactly "
    "one minus: −negamax(…), also for the first move. Test it on the board below: a win in one move must get the "
    "best score.",
    "window": "Negamax with alpha-beta passes the window on swapped and negated: −negamax(child, −beta, −alpha). "
    "Minimax passes it on as it is: minimax(child, alpha, beta). First remove the pruning. If the moves are right "
    "then, the window is wrong.",
    "full-board": "Look for a winner first, also on a full board, and only then return 0 for it. Check that the "
    "search goes on until the board is full, and the value with which the best score begins: it must be less than "
    "every score, such as -100.",
    "empty-line": "Three equal cells are a line only if they are not empty: add this to the condition, as in "
    "board[0] == board[1] == board[2] != ' '.",
    "no-undo": "Take back each move after you have searched it, before a break and also in the loop over the first "
    "moves, or search a copy of the board with copies of its rows. Print the board before and after a search: it must "
    "be the same.",
    "skips-cells": "Check the ranges of your loops over the cells: range(9) goes from 0 to 8, and range(3) from 0 to "
    "2. Print the cells that your function tries on an empty board.",
    "one-side": "Use the player to move, and not always the same mark: it places its own mark, and it takes the best "
    "score for itself. Test the program on the same board once as X and once as O.",
    "starts-at-0": "Let the best score begin with a value that is worse than every score, such as −math.inf for the "
    "maximum and math.inf for the minimum, in each branch of the search.",
    "first-reply": "Look for a return inside the loop over the moves that should come after the loop, and for a "
    "condition of alpha-beta that is always true: it must be alpha >= beta.",
    "block-first": "Look for a winning move first. Block only if no move wins.",
    "last-of-equals": "Compare the scores of the first moves with > and not with >=. After pruning, the score of a "
    "later move is only a bound: the move can be worse than the best one before it. If you look up which move has the "
    "best score, take the first.",
}
ADVICE = {key: advice for keys, advice in _ADVICE.items() for key in keys.split()}
"""Advice on how to find and fix each mistake, by the key of the mistake."""
