"""Use your own function as a player. You can say how to call the function, or let noughts find out.

A call is one line of Python, such as ``best_move(rows, player)``. Names such as ``rows`` and ``player`` stand for the
position.

- `noughts.grading.user_code.source`: reads a Python file or a notebook
- `noughts.grading.user_code.loading`: runs a file, without the statements that play a game
- `noughts.grading.user_code.limits`: runs the code without input and output, and stops endless loops
- `noughts.grading.user_code.functions`: finds the function that chooses moves
- `noughts.grading.user_code.marks`: the marks on its board, as the program's constants suggest
- `noughts.grading.user_code.calls`: the calls that its parameters suggest
- `noughts.grading.user_code.spy`: a board that notes what the function does with it
- `noughts.grading.user_code.probes`: the positions on which calls are tried
- `noughts.grading.user_code.detection`: finds the call that is certain
- `noughts.grading.user_code.no_moves`: detects answers that are scores or lists instead of moves
- `noughts.grading.user_code.rehearsal`: plays the program's own game with `made_up_input` and the person in `windows`
- `noughts.grading.user_code.places`: where the board may be when its game calls the function
- `noughts.grading.user_code.examples`: the positions of these calls
- `noughts.grading.user_code.by_example`: expresses these calls by the names of a position
- `noughts.grading.user_code.call`: a call, and how to run it
- `noughts.grading.user_code.names`: the names in a call
- `noughts.grading.user_code.answers`: finds the move in an answer
- `noughts.grading.user_code.player`: `UserPlayer`, which turns a function into a player
- `noughts.grading.user_code.failures`: the reasons why a program cannot be graded
"""

from noughts.grading.user_code.player import UserPlayer, load_user_code

__all__ = ["UserPlayer", "load_user_code"]
