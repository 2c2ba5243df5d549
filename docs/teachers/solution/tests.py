"""Tests of a program that plays tic-tac-toe. Python alone runs them.

python tests.py                          tests tictactoe.py
python tests.py programs/program_1.py    tests another program
"""

import runpy
import sys
import unittest
from pathlib import Path
from types import SimpleNamespace

FILE = sys.argv.pop(1) if sys.argv[1:] and sys.argv[1].endswith(".py") else Path(__file__).with_name("tictactoe.py")
program = SimpleNamespace(**runpy.run_path(str(FILE)))


def board(*rows):
    """Return a board from three rows such as "XO.", where a dot is an empty cell."""
    return list("".join(rows).replace(".", " "))


class Play(unittest.TestCase):
    def test_play_places_the_mark(self):
        self.assertEqual(program.play(board("...", "...", "..."), 4, "X"), board("...", ".X.", "..."))

    def test_play_leaves_the_old_board_as_it_is(self):
        old = board("XO.", "...", "...")
        program.play(old, 2, "X")
        self.assertEqual(old, board("XO.", "...", "..."))


class Value(unittest.TestCase):
    def test_a_row_of_x_is_good_for_x(self):
        self.assertGreater(program.value(board("XXX", "OO.", "..."), "O"), 0)

    def test_a_row_of_o_is_bad_for_x(self):
        self.assertLess(program.value(board("OOO", "XX.", "X.."), "X"), 0)

    def test_a_full_board_without_a_row_is_a_draw(self):
        self.assertEqual(program.value(board("XOX", "XOO", "OXX"), "O"), 0)

    def test_two_threats_win(self):
        self.assertGreater(program.value(board("X.X", ".O.", "O.X"), "O"), 0)

    def test_the_centre_answers_a_corner(self):
        self.assertEqual(program.value(board("X..", ".O.", "..."), "X"), 0)


class BestMove(unittest.TestCase):
    def test_it_wins_if_it_can(self):
        self.assertEqual(program.best_move(board("XX.", "OO.", "..."), "X"), 2)

    def test_it_blocks_if_it_must(self):
        self.assertEqual(program.best_move(board("XX.", ".O.", "..."), "O"), 2)

    def test_it_leaves_the_board_as_it_is(self):
        old = board("XOX", "O..", "...")
        program.best_move(old, "X")
        self.assertEqual(old, board("XOX", "O..", "..."))


# Your own tests belong here.


class Found(unittest.TestCase):
    def test_a_row_completed_with_the_last_mark_wins(self):  # program 2
        self.assertGreater(program.value(board("XOX", "XOO", "XXO"), "O"), 0)

    def test_it_wins_at_once_even_if_another_move_wins_later(self):  # program 4
        self.assertEqual(program.best_move(board("OXX", "O..", "XO."), "X"), 4)


if __name__ == "__main__":
    unittest.main()
