"""The grader finds the right function, calls it as its author intended, and never returns a false verdict.

The grader detects how to call each program of the corpus. It must find the same mistakes as brute force, which shares
no code with the grader and calls the program as `truth.toml` says.
"""

from collections import Counter
from random import Random

import pytest

from noughts import game
from noughts.grading.grade import ask, judge
from noughts.grading.user_code import UserPlayer, load_user_code
from noughts.grading.user_code.failures import NotGradable
from noughts.rules.game import Player
from noughts.rules.position import Position
from tests.grading.brute_force import entries, path_of, positions, truth
from tests.slowly import few_fast

TICTACTOE = game("tictactoe")
TRUTH = {name: entry for name, entry in entries().items() if not name.startswith("variants/")}
SAMPLE = slice(-1, -1200, -61)  # late positions, where every search is quick
UNSUITABLE = sorted(name for name, entry in TRUTH.items() if entry["verdict"] == "unsuitable")
UNUSUAL = {  # programs that are hardly understood, with the calls that can be given, and the marks
    "answer_text.py": ("(lambda t: (int(t[0]) - 1, int(t[2]) - 1))(type_move(rows, player))", "XO_"),
    "border.py": ("[n - 1 for n in think([['#'] * 5, *(['#', *r, '#'] for r in rows), ['#'] * 5], player)]", "XO."),
    "closure_player.py": ("make_player(player)(cells)", None),
    "column_major.py": ("(lambda n: (n % 3, n // 3))(get_index(rows, player))", "1,2,0"),
    "complex_plane.py": (
        "(lambda z: (1 - int(z.imag), int(z.real) + 1))(choose(*[[c - 1 + (1 - r) * 1j for r, c in "
        "[pairs[cell] for cell in cells]] for cells in (mine, theirs)]))",
        None,
    ),
    "dict_answer_from_one.py": (
        "[n - 1 for n in answer({tuple(n + 1 for n in pairs[c]): m for c, m in stones}, player).values()][:2]",
        "XO ",
    ),
    "fen_text.py": (
        "(lambda s: (3 - int(s[1]), 'abc'.index(s[0])))(bestmove('/'.join(map(''.join, rows)) + ' ' + player))",
        "x,o,'1'",
    ),
    "keypad.py": ("(lambda n: (2 - (n - 1) // 3, (n - 1) % 3))(press(rows, player))", "xo."),
    "last_cell_never.py": ("choose_square([(c + 1, mark) for c, mark in stones], player) - 1", "XO "),
    "nine_arguments.py": ("tictactoe(*cells) - 1", "X,O,"),
    "two_planes.py": ("predict([[[m == p for m in row] for row in rows] for p in (player, opponent)])", None),
}
EXCHANGED = ("canonical_board.py",)  # its own stones are always 1, which is the same as if it always plays X
JUDGED = sorted(set(TRUTH) - set(UNSUITABLE) - set(UNUSUAL))
LONG = {  # programs that take seconds, so only the slow test asks them
    *("lauta_ja_tekoaly.py", "magic_frozensets.py", "papan_array.py", "pygame_window.py", "q_learning.py"),
    *("stack_of_moves.py", "tree_of_nodes.py", "turn_never_read.py", "turtle_colours.py", "two_global_lists.py"),
    "window_last_of_equals.py",
}


def at(board: str, turn: str) -> Position:
    x, o = (sum(1 << cell for cell in range(9) if board[cell] == mark) for mark in "XO")
    return Position(TICTACTOE, x, o, Player[turn])


def mistakes(player: UserPlayer, where: tuple[tuple[str, str], ...]) -> Counter[str]:
    """Return the number of serious mistakes of each kind."""
    answers = {(position := at(*one)): ask(player, position, Random(0)) for one in where}
    found = Counter({"faults": 0, "illegal": 0, "errors": 0})
    for finding in judge(TICTACTOE, answers).findings:
        names = {"value": "faults", "illegal": "illegal", "crash": "errors", "time-out": "errors"}
        if name := names.get(finding.kind):
            found[name] += 1
    return found


def check(player: UserPlayer, name: str, sample: slice) -> None:
    """Compare the mistakes of a program with the truth."""
    wanted = truth(name, TRUTH[name], sample)
    plays = player.call(TICTACTOE).plays
    assert bool(plays) == bool(TRUTH[name].get("side")) or name in EXCHANGED
    wanted = wanted.get("swapped", wanted) if plays else wanted
    found = mistakes(player, positions()[sample])
    if TRUTH[name].get("random"):  # brute force asks it more often
        assert all(found[kind] <= wanted[kind] for kind in found)
    else:
        assert found == Counter({kind: wanted[kind] for kind in found})


@pytest.mark.parametrize("name", few_fast(sorted(set(JUDGED) - LONG), 40))
def test_the_mistakes_of_each_program_are_those_of_brute_force(name: str) -> None:
    check(load_user_code(str(path_of(name))), name, SAMPLE)


@pytest.mark.slow
@pytest.mark.parametrize("name", JUDGED)
def test_the_mistakes_in_all_positions_are_those_of_brute_force(name: str) -> None:
    check(load_user_code(str(path_of(name))), name, slice(None))


@pytest.mark.parametrize("name", UNSUITABLE)
def test_programs_that_cannot_be_judged_are_named_as_what_they_are(name: str) -> None:
    with pytest.raises(NotGradable) as caught:
        load_user_code(str(path_of(name))).call(TICTACTOE)
    names = {"no-program": "no function"}
    assert names.get(caught.value.reason, caught.value.reason) == TRUTH[name]["reason"]


@pytest.mark.parametrize("name", sorted(UNUSUAL))
def test_an_unusual_program_can_be_called_as_its_user_says(name: str) -> None:
    call, marks = UNUSUAL[name]
    check(load_user_code(str(path_of(name)), call=call, marks=marks), name, SAMPLE)
