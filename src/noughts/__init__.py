"""noughts: tic-tac-toe and its whole family, played perfectly, explained completely, solved exactly."""

import typing

from noughts.players.match import MatchResult, match
from noughts.players.opponent import Choice, Opponent, PlayerFault
from noughts.players.registry import player
from noughts.rules.board import Board, cell_set, cells_in, grid
from noughts.rules.errors import IllegalMove, NotationError, NoughtsError, RulesError
from noughts.rules.gallery import GALLERY, game
from noughts.rules.game import Game, Player, full, gravity, in_a_row, misere, mnk
from noughts.rules.notation import cell_string, position, t3en
from noughts.rules.position import Outcome, Position, Score, State
from noughts.rules.record import Record, read_moves, write_moves
from noughts.rules.sgf import read_sgf, write_sgf
from noughts.search.alphabeta import alphabeta
from noughts.search.deepening import deepening
from noughts.search.depth_limited import depth_limited
from noughts.search.evaluate import open_lines
from noughts.search.look_ahead import look_ahead
from noughts.search.mcts import mcts
from noughts.search.minimax import minimax
from noughts.search.negamax import negamax
from noughts.search.order import IgnoreDistance, Ordered, canonical, centre_first, shuffled
from noughts.search.result import Engine, SearchLimit, SearchResult
from noughts.search.transposition import transposition
from noughts.search.tree import Node, Watch, node, trace
from noughts.solver.analysis import Analysis, MoveAnalysis, analyse
from noughts.solver.count import perft, plies
from noughts.solver.playout import playout, playouts
from noughts.solver.solver import Solver
from noughts.solver.verdict import Verdict, solve

# Telling a search step by step is loaded when it is first asked for: most programs play and search without it.
if typing.TYPE_CHECKING:
    from noughts.explain.story import Story
    from noughts.explain.telling import tell
    from noughts.render.svg import board_svg as svg
else:

    def __getattr__(name):
        if name == "svg":
            from noughts.render.svg import board_svg

            return board_svg
        if name not in ("Story", "tell"):
            raise AttributeError(f"module 'noughts' has no attribute {name!r}")
        from noughts.explain import telling  # which uses the story

        return getattr(telling, name)

    def __dir__():
        return sorted({*globals(), *__all__})


__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Board",
    "Choice",
    "Engine",
    "GALLERY",
    "Game",
    "IgnoreDistance",
    "IllegalMove",
    "MatchResult",
    "MoveAnalysis",
    "Node",
    "NotationError",
    "NoughtsError",
    "Opponent",
    "Ordered",
    "Outcome",
    "Player",
    "PlayerFault",
    "Position",
    "Record",
    "RulesError",
    "Score",
    "SearchLimit",
    "SearchResult",
    "Solver",
    "State",
    "Story",
    "Verdict",
    "Watch",
    "alphabeta",
    "analyse",
    "canonical",
    "cell_set",
    "cell_string",
    "cells_in",
    "centre_first",
    "deepening",
    "depth_limited",
    "full",
    "game",
    "gravity",
    "grid",
    "in_a_row",
    "look_ahead",
    "match",
    "mcts",
    "minimax",
    "misere",
    "mnk",
    "negamax",
    "node",
    "open_lines",
    "perft",
    "player",
    "playout",
    "playouts",
    "plies",
    "position",
    "read_moves",
    "read_sgf",
    "shuffled",
    "solve",
    "svg",
    "t3en",
    "tell",
    "trace",
    "transposition",
    "write_moves",
    "write_sgf",
]
