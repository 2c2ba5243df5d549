"""Puzzles: positions in which exactly one move is right, found in games, proved, rated and labelled with themes.

``noughts.puzzles.collection("connect four")`` returns the puzzles that come with noughts, and
``noughts.puzzles.find(record)`` takes the puzzles out of a game of your own.
"""

from noughts.puzzles.collections import SHIPPED, collection, puzzle_of_the_day, with_id
from noughts.puzzles.find import find, puzzle_at
from noughts.puzzles.make import make
from noughts.puzzles.progress import Progress, next_puzzle
from noughts.puzzles.prove import prove
from noughts.puzzles.puzzle import Goal, Puzzle
from noughts.puzzles.share import share_line
from noughts.puzzles.skill import Skill
from noughts.puzzles.themes import THEMES, Theme
from noughts.puzzles.verdict import Verdict, judge

__all__ = [
    "SHIPPED",
    "THEMES",
    "Goal",
    "Progress",
    "Puzzle",
    "Skill",
    "Theme",
    "Verdict",
    "collection",
    "find",
    "judge",
    "make",
    "next_puzzle",
    "prove",
    "puzzle_at",
    "puzzle_of_the_day",
    "share_line",
    "with_id",
]
