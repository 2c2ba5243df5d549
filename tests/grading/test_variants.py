"""More than fifty files as students write them: noughts finds the function, calls it, and gives the right verdict.

The right verdict comes from a brute force that shares no code with the grader. It knows the intended moves of each
file, and counts their mistakes with rules and a search of its own.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from runpy import run_path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from noughts import NoughtsError, game
from noughts.grading.grade import ask, judge, positions
from noughts.grading.user_code import UserPlayer, load_user_code, loading
from noughts.rules.position import Position
from tests.slowly import few_fast

VARIANTS = Path(__file__).parents[1] / "students" / "variants"
brain: Any = SimpleNamespace(**run_path(str(VARIANTS / "brain.py")))
TICTACTOE = game("tictactoe")
SAMPLE = slice(1, -340, 30)  # a fast test takes a few positions with at least four stones, where a search is quick


# The brute force: a board is a string of nine characters.


@cache
def outcome(cells: str) -> str | None:
    """Return the winner, "=" for a draw, or None while the game goes on."""
    for line in ("012", "345", "678", "036", "147", "258", "048", "246"):
        a, b, c = (cells[int(i)] for i in line)
        if a == b == c != " ":
            return a
    return None if " " in cells else "="


@cache
def worth(cells: str, turn: str) -> int:
    """Return the value for the player to move: large for an early win, negative for a loss."""
    ended = outcome(cells)
    if ended:
        return 0 if ended == "=" else (1 + cells.count(" ")) * (1 if ended == turn else -1)
    other = "XO".replace(turn, "")
    return max(-worth(cells[:i] + turn + cells[i + 1 :], other) for i in range(9) if cells[i] == " ")


@cache
def reachable() -> tuple[tuple[str, str], ...]:
    """Return all unfinished boards that can occur in a game, with the player to move."""
    found, waiting = {}, [(" " * 9, "X")]
    while waiting:
        cells, turn = waiting.pop()
        if (cells, turn) not in found and not outcome(cells):
            found[cells, turn] = True
            other = "XO".replace(turn, "")
            waiting += [(cells[:i] + turn + cells[i + 1 :], other) for i in range(9) if cells[i] == " "]
    return tuple(sorted(found))


Plays = Callable[[str, str], Any]
"""The moves that a variant is meant to play, given the board and the player to move."""


def truth(plays: Plays, boards: tuple[tuple[str, str], ...]) -> Counter[str]:
    """Return the number of mistakes of each kind, and how many wins in one move exist and are taken."""
    found: Counter[str] = Counter()
    for cells, turn in boards:
        other = "XO".replace(turn, "")
        wins = [i for i in range(9) if cells[i] == " " and outcome(cells[:i] + turn + cells[i + 1 :]) == turn]
        found["there"] += bool(wins)
        try:
            move = plays(cells, turn)
        except (Exception, SystemExit):
            found["crash"] += 1
            continue
        if move is None or not 0 <= move < 9 or cells[move] != " ":
            found["illegal"] += 1
            continue
        found["taken"] += move in wins
        best, got = worth(cells, turn), -worth(cells[:move] + turn + cells[move + 1 :], other)
        if best == got:
            continue
        if (best > 0) - (best < 0) != (got > 0) - (got < 0):
            found["value"] += 1
        else:
            found["slow win" if best > 0 else "quick loss"] += 1
    return +found


def crashes_early(cells: str, turn: str) -> Any:
    if cells == " " * 9:
        raise TypeError
    return brain.perfect(cells, turn)


def crashes_late(cells: str, turn: str) -> Any:
    if cells.count(" ") == 1:
        raise IndexError
    return brain.lazy(cells, turn)


def exits_late(cells: str, turn: str) -> int:
    if cells.count(" ") == 2:
        raise SystemExit
    return cells.index(" ")


def takes_taken(cells: str, turn: str) -> int:
    return 4 if cells[8] != " " else cells.index(" ")


def not_the_last(cells: str, turn: str) -> Any:
    move = brain.perfect(cells, turn)
    return move if move < 8 else None


def worst(cells: str, turn: str) -> int:
    other = "XO".replace(turn, "")
    free = [i for i in range(9) if cells[i] == " "]
    return max(free, key=lambda i: worth(cells[:i] + turn + cells[i + 1 :], other))


def centre(cells: str, turn: str) -> int:
    return 4 if cells[4] == " " else cells.index(" ")


def first_best(cells: str, turn: str) -> int:
    """Return the first best move, as the search of this file does."""
    other = "XO".replace(turn, "")
    free = [i for i in range(9) if cells[i] == " "]
    return max(free, key=lambda i: -worth(cells[:i] + turn + cells[i + 1 :], other))


def wrong_sign(cells: str, turn: str) -> int:
    """Return the first best move of a negamax search without the minus sign."""

    def hopes(cells: str, turn: str) -> int:
        ended = outcome(cells)
        if ended:
            return 0 if ended == "=" else 1 if ended == turn else -1
        other = "XO".replace(turn, "")
        return max(hopes(cells[:i] + turn + cells[i + 1 :], other) for i in range(9) if cells[i] == " ")

    other = "XO".replace(turn, "")
    free = [i for i in range(9) if cells[i] == " "]
    return max(free, key=lambda i: -hopes(cells[:i] + turn + cells[i + 1 :], other))


@cache
def can_be_drawn(cells: str, turn: str) -> bool:
    """Return whether any continuation ends in a draw."""
    other = "XO".replace(turn, "")
    later = [cells[:i] + turn + cells[i + 1 :] for i in range(9) if cells[i] == " "]
    return outcome(cells) == "=" or (not outcome(cells) and any(can_be_drawn(after, other) for after in later))


def crashes_at_draws(cells: str, turn: str) -> int:
    if can_be_drawn(cells, turn):
        raise ValueError
    return first_best(cells, turn)


class Variant(NamedTuple):
    """A file, the function to find in it, what it plays, and how it is called."""

    file: str
    function: str
    plays: Plays
    call: str
    mistake: str = ""
    left_out: str = ""


COLUMN_FIRST = "it returns the column before the row"
FROM_ONE = "it counts rows and columns from 1, not from 0"
GRADED = [
    Variant(
        "loop_input.py",
        "best_move",
        brain.perfect,
        "best_move(rows, player)",
        left_out='line 9: name = input("Your name? ") (it asks',
    ),
    Variant(
        "loop_before_functions.py",
        "computer_move",
        brain.perfect,
        "computer_move(cells, player)",
        left_out='line 6: size = int(input("Size? "))',
    ),
    Variant(
        "loop_bare_except.py",
        "get_move",
        brain.perfect,
        "get_move(cells, player)",
        left_out="line 8: while True: (it asks for input)",
    ),
    Variant(
        "loop_endless.py",
        "choose_move",
        brain.lazy,
        "choose_move(cells, player)",
        left_out="line 9: while True: (it takes more than",
    ),
    Variant(
        "loop_main.py",
        "ai_move",
        brain.greedy,
        "ai_move(cells, player)",
        left_out="line 16: main() (it asks for input)",
    ),
    Variant("loop_game_plays_itself.py", "play_best", brain.perfect, "play_best(rows, player)"),
    Variant(
        "missing_module.py",
        "find_best_move",
        brain.perfect,
        "find_best_move(rows, player)",
        left_out="line 1: import pygame_that_nobody_has",
    ),
    Variant(
        "notebook.ipynb",
        "best_move",
        brain.perfect,
        "best_move(rows, player)",
        left_out="cell 9 (syntax error on line 1: '(' was never",
    ),
    Variant("notebook_class.ipynb", "Agent.choose", brain.lazy, "Agent(player).choose(cells)"),
    Variant("class_plain.py", "Player.best_move", brain.perfect, "Player().best_move(rows, player)"),
    Variant("class_with_mark.py", "Computer.get_move", brain.perfect, "Computer(player).get_move(cells)"),
    Variant(
        "class_own_board.py",
        "TicTacToe.find_best_move",
        brain.perfect,
        "it = TicTacToe(); it.board = rows; it.current_player = player; it.find_best_move()",
    ),
    Variant(
        "class_places_stone.py",
        "Game.computer_turn",
        brain.greedy,
        "it = Game(); it.cells = cells; it.turn = player; it.computer_turn(); it.cells",
    ),
    Variant(
        "class_hierarchy.py",
        "SmartPlayer.choose",
        first_best,
        "it = Game(); it.squares = cells; SmartPlayer(player).choose(it)",
    ),
    Variant("class_static.py", "Minimax.best_move", brain.no_diagonal, "Minimax().best_move(rows, player)"),
    Variant("class_constructed_with_board.py", "Solver.solve", brain.lazy, "Solver(rows).solve()"),
    Variant("global_board.py", "computer_move", brain.perfect, "board = rows; computer_move()"),
    Variant(
        "global_board_places_stone.py",
        "computer_move",
        brain.greedy,
        "theBoard = [empty, *cells]; current_player = player; computer_move(); theBoard",
    ),
    Variant("global_and_argument.py", "best_move", brain.lazy, "board = cells; best_move(board, player)"),
    Variant("board_turn_tuple.py", "choose_action", brain.perfect, "choose_action((rows, player))"),
    Variant("board_turn_tuple_flat.py", "policy", brain.no_diagonal, "policy((tuple(cells), player))"),
    Variant("dict_pairs.py", "best_move", brain.perfect, "best_move(dict(zip(pairs, cells)), player)"),
    Variant(
        "dict_pairs_from_1.py",
        "best_move",
        brain.lazy,
        "[n - 1 for n in best_move(dict(zip([(r + 1, c + 1) for r, c in pairs], cells)), player)]",
    ),
    Variant("dict_sparse.py", "best_move", brain.perfect, "best_move({pairs[c]: mark for c, mark in stones}, player)"),
    Variant(
        "dict_sparse_numbers.py",
        "best_move",
        brain.greedy,
        "best_move({c + 1: mark for c, mark in stones}, player) - 1",
    ),
    Variant(
        "dict_words.py", "computerMove", brain.perfect, "words.index(computerMove(dict(zip(words, cells)), player))"
    ),
    Variant(
        "dict_names.py", "move", brain.lazy, "move({name.upper(): mark for name, mark in zip(names, cells)}, player)"
    ),
    Variant(
        "dict_digits.py", "bot_move", brain.first, "bot_move({str(n): mark for n, mark in enumerate(cells, 1)}, player)"
    ),
    Variant("dict_places_stone.py", "computer_move", brain.perfect, "b = cells; computer_move(b, player); b"),
    Variant("string_answer_board.py", "next_state", brain.perfect, "next_state(text, player)"),
    Variant("numbers.py", "minimax_move", brain.perfect, "minimax_move(cells, player)"),
    Variant("course_none.py", "minimax", brain.perfect, "minimax(rows)"),
    Variant("one_sided.py", "ai_move", brain.perfect, "ai_move(rows)"),
    Variant("object_answer.py", "best", brain.lazy, "best(rows, player)[:2]"),
    Variant("with_score_and_depth.py", "minimax", brain.perfect, "minimax(cells, depth, -inf, inf, is_x)[1]"),
    Variant("swapped.py", "best_move", brain.perfect, "best_move(rows, player)[::-1]", mistake=COLUMN_FIRST),
    Variant("swapped_lazy.py", "best_move", brain.lazy, "best_move(rows, player)[::-1]", mistake=COLUMN_FIRST),
    Variant("from_one.py", "best_move", brain.perfect, "[n - 1 for n in best_move(rows, player)]", mistake=FROM_ONE),
    Variant(
        "from_one_index.py",
        "computer_move",
        brain.no_diagonal,
        "computer_move(cells, player) - 1",
        mistake="it counts cells from 1, not from 0",
    ),
    Variant(
        "swapped_from_one.py",
        "best_move",
        brain.greedy,
        "[n - 1 for n in best_move(rows, player)][::-1]",
        mistake=f"{COLUMN_FIRST}; {FROM_ONE}",
    ),
    Variant("value_function.py", "best_move", brain.perfect, "best_move(rows, player)"),
    *(
        Variant(f"plain_{plays.__name__}.py", "best_move", plays, "best_move(rows, player)")
        for plays in (brain.perfect, brain.lazy, brain.no_diagonal, brain.greedy, brain.first)
    ),
    Variant("decorated.py", "best_move", brain.perfect, "best_move(tuple(map(tuple, rows)), player)"),
    Variant("crashes_early.py", "best_move", crashes_early, "best_move(cells, player)"),
    Variant("crashes_late.py", "best_move", crashes_late, "best_move(cells, player)"),
    Variant("takes_taken.py", "best_move", takes_taken, "best_move(cells, player)"),
    Variant("off_by_one.py", "best_move", not_the_last, "best_move(cells, player)"),
    Variant("maximises_for_x.py", "best_move", brain.perfect, "best_move(rows)"),
    Variant("worst.py", "best_move", worst, "best_move(cells, player)"),
    Variant("patched.py", "best_move", centre, "best_move(cells, player)"),
    Variant("threads.py", "best_move", brain.greedy, "best_move(cells, player)"),
    Variant("param_letter.py", "best_move", brain.perfect, "best_move(cells, player)"),
    Variant("param_german.py", "bester_zug", brain.lazy, "bester_zug(cells, player)"),
    Variant("param_flag.py", "choose_move", brain.perfect, "choose_move(cells, opponent)"),
    Variant("param_depth.py", "get_best_move", brain.greedy, "get_best_move(rows, depth)"),
    Variant("python_2.py", "smart", brain.no_diagonal, "words.index(smart(dict(zip(words, cells)), player))"),
    Variant("wrong_sign.py", "get_best_move", wrong_sign, "get_best_move(cells, player)"),
    Variant("forgets_draw.py", "best_move", crashes_at_draws, "best_move(cells, player)"),
    Variant("forgets_undo.py", "best_move", brain.first, "best_move(cells, player)"),
    Variant("rows_of_strings.py", "play_turn", brain.perfect, "play_turn(list(map(''.join, rows)), player)"),
    Variant("true_false.py", "best", brain.perfect, "best(cells, player)"),
    Variant(
        "shows_board.py",
        "computerzug",
        brain.perfect,
        "computerzug(cells, player) - 1",
        left_out="line 21: while frei(board): (it asks for input)",
    ),
    Variant("notebook_help.ipynb", "best_move", brain.greedy, "best_move(array(rows), player)"),
    Variant("enum_marks.py", "best_move", brain.lazy, "best_move(rows, player)"),
    Variant("enum_none.py", "computer_move", brain.greedy, "computer_move(cells)"),
    Variant("answer_x_y.py", "get_move", brain.perfect, "get_move(rows, player)"),
    Variant("answer_x_is_row.py", "get_move", brain.lazy, "(get_move(rows, player)['x'], get_move(rows, player)['y'])"),
    Variant("answer_row_column.py", "find_best_move", brain.no_diagonal, "find_best_move(rows, player)"),
    Variant("two_sets.py", "choose", first_best, "choose(set(mine), set(theirs))"),
    Variant("two_lists.py", "next_move", brain.greedy, "next_move([c + 1 for c in xs], [c + 1 for c in os]) - 1"),
    Variant("exits_process.py", "choose_move", exits_late, "choose_move(cells, player)"),
]


def text(at: Position) -> tuple[str, str]:
    """Return a position of noughts as a board of the brute force."""
    return "".join("X" if at.x >> i & 1 else "O" if at.o >> i & 1 else " " for i in range(9)), at.turn.name


@pytest.fixture(scope="module")
def where() -> tuple[Position, ...]:
    everything = positions(TICTACTOE)
    assert sorted(map(text, everything)) == list(reachable())
    return everything


@pytest.mark.parametrize("variant", few_fast(GRADED, 30), ids=[variant.file for variant in GRADED])
def test_variants_get_the_right_verdict(
    variant: Variant, where: tuple[Position, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    if variant.left_out:  # the others may need more on a busy computer
        monkeypatch.setattr(loading, "_SECONDS", 0.2)
    player = load_user_code(str(VARIANTS / variant.file))
    assert player.name == variant.function
    assert player.call(TICTACTOE).expression == variant.call
    assert "; ".join(player.call(TICTACTOE).mistakes) == variant.mistake
    assert "; ".join(player.left_out).startswith(variant.left_out)
    assert bool(player.left_out) == bool(variant.left_out)
    check(player, variant, where[SAMPLE])


@pytest.mark.slow
@pytest.mark.parametrize("variant", GRADED, ids=[variant.file for variant in GRADED])
def test_variants_get_the_right_verdict_in_all_positions(variant: Variant, where: tuple[Position, ...]) -> None:
    check(load_user_code(str(VARIANTS / variant.file)), variant, where)


def check(player: UserPlayer, variant: Variant, where: tuple[Position, ...]) -> None:
    """Compare the report on some positions with the brute force."""
    report = judge(TICTACTOE, {at: ask(player, at, Random(0)) for at in where})
    found = Counter(finding.kind for finding in report.findings)
    found.update(there=report.wins_in_one, taken=report.wins_taken)
    assert +found == truth(variant.plays, tuple(map(text, where)))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "value_function.py:minimax",
            "minimax() returns scores such as",
        ),
        (
            "value_like_cells.py:minimax",
            "minimax() returns scores such as 1 and 0, not moves",
        ),
        (
            "value_like_cells.py:evaluate",
            "evaluate() returns scores such as 1 and -1 and 0, not moves",
        ),
        (
            "scores_for_cells.py:best_move",
            "best_move() returns a score for each cell, as in [",
        ),
        (
            "scores_for_cells.py:best_moves",
            "best_moves() returns a score for each cell, as in {",
        ),
        ("prints.py", "best_move() prints its move instead of returning it: write return instead of print."),
        ("prints_index.py", "computer_move() prints its move instead of returning it: write return instead of print."),
        ("value_like_cells.py:is_won", "is_won() returns True or False, not moves"),
        (
            "value_like_cells.py",
            "minimax() returns scores such as 1 and 0, not moves",
        ),
    ],
)
def test_value_functions_are_not_mistaken_for_players(name: str, message: str) -> None:
    with pytest.raises(NoughtsError) as caught:
        load_user_code(str(VARIANTS / name)).call(TICTACTOE)
    assert str(caught.value).startswith(message)


def test_there_is_a_variant_for_each_file() -> None:
    files = {path.name for path in VARIANTS.iterdir() if path.suffix in (".py", ".ipynb")}
    assert files - {
        "brain.py",
        "value_like_cells.py",
        "scores_for_cells.py",
        "endless.py",
        "prints.py",
        "prints_index.py",
    } == {variant.file for variant in GRADED}
    assert len(GRADED) >= 50
