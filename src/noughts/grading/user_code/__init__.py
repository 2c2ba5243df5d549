"""Use your own function as a player. A few trial calls show which arguments it expects.

A function takes a board in some form, such as ``[['X', ' ', …], …]``, a flat list, a dict, or numbers for the marks. It
returns a row and a column, an index, a move with its score, and so on. The function can also be a method, and the board
an attribute or a global variable.

- `noughts.grading.user_code.player`: `UserPlayer`, which turns a function into a player
- `noughts.grading.user_code.source`: reads a Python file or a notebook
- `noughts.grading.user_code.loading`: runs a file, without the statements that play a game
- `noughts.grading.user_code.candidates`: finds the function that chooses moves
- `noughts.grading.user_code.target`: the function or method, and where it finds the board
- `noughts.grading.user_code.limits`: runs the function without input and output, and stops endless loops
- `noughts.grading.user_code.parameters`: the meaning of the function's parameters
- `noughts.grading.user_code.boards`: the kinds of boards
- `noughts.grading.user_code.answers`: finds the move in an answer
- `noughts.grading.user_code.styles`: the calling styles
- `noughts.grading.user_code.detection`: detects the calling style of a function
"""

from noughts.grading.user_code.player import UserPlayer, load_user_code

__all__ = ["UserPlayer", "load_user_code"]
