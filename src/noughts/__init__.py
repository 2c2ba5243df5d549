"""noughts: play, explain and solve tic-tac-toe and its whole family of games."""

TYPE_CHECKING = False  # true for type checkers, as `typing.TYPE_CHECKING` is; importing `typing` would be slow

if TYPE_CHECKING:
    from noughts.explain.story.build_story import tell
    from noughts.explain.story.story import Story
    from noughts.players.match import MatchResult, match
    from noughts.players.opponent import Choice, Opponent, PlayerFault
    from noughts.players.registry import player
    from noughts.render.board.svg import board_svg as svg
    from noughts.rules.board import Board, cell_set, cells_in, grid
    from noughts.rules.errors import IllegalMove, NotationError, NoughtsError, RulesError
    from noughts.rules.files.games import read_games
    from noughts.rules.files.sgf import read_sgf, write_sgf
    from noughts.rules.gallery import GALLERY, game
    from noughts.rules.game import Game, Player, full, gravity, in_a_row, misere, mnk
    from noughts.rules.notation import cell_string, position, t3en
    from noughts.rules.position import Outcome, Position, Score, State
    from noughts.rules.positions import positions
    from noughts.rules.record import Record, read_moves, write_moves
    from noughts.rules.tree import GameTree, write_tree
    from noughts.rules.tree_reader import read_tree
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
    from noughts.solver.analyse import analyse
    from noughts.solver.count import perft, plies
    from noughts.solver.evaluation import Evaluation, MoveEvaluation
    from noughts.solver.limit import Budget, Limit
    from noughts.solver.playout import playout, playouts
    from noughts.solver.solve import solve, solve_steps
    from noughts.solver.solver import Solver
else:
    _MODULES = {
        "explain.story.story": "Story",
        "explain.story.build_story": "tell",
        "players.match": "MatchResult match",
        "players.opponent": "Choice Opponent PlayerFault",
        "players.registry": "player",
        "render.board.svg": "svg",
        "rules.board": "Board cell_set cells_in grid",
        "rules.errors": "IllegalMove NotationError NoughtsError RulesError",
        "rules.gallery": "GALLERY game",
        "rules.files.games": "read_games",
        "rules.files.sgf": "read_sgf write_sgf",
        "rules.game": "Game Player full gravity in_a_row misere mnk",
        "rules.notation": "cell_string position t3en",
        "rules.position": "Outcome Position Score State",
        "rules.positions": "positions",
        "rules.record": "Record read_moves write_moves",
        "rules.tree": "GameTree write_tree",
        "rules.tree_reader": "read_tree",
        "search.alphabeta": "alphabeta",
        "search.deepening": "deepening",
        "search.depth_limited": "depth_limited",
        "search.evaluate": "open_lines",
        "search.look_ahead": "look_ahead",
        "search.mcts": "mcts",
        "search.minimax": "minimax",
        "search.negamax": "negamax",
        "search.order": "IgnoreDistance Ordered canonical centre_first shuffled",
        "search.result": "Engine SearchLimit SearchResult",
        "search.transposition": "transposition",
        "search.tree": "Node Watch node trace",
        "solver.analyse": "analyse",
        "solver.evaluation": "Evaluation MoveEvaluation",
        "solver.limit": "Budget Limit",
        "solver.count": "perft plies",
        "solver.playout": "playout playouts",
        "solver.solver": "Solver",
        "solver.solve": "solve solve_steps",
    }
    _MODULE_OF = {name: f"noughts.{module}" for module, names in _MODULES.items() for name in names.split()}

    def __getattr__(name):
        """Import each public name on first use, because most programs need only a few."""
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'noughts' has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(_MODULE_OF[name]), "board_svg" if name == "svg" else name)
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*globals(), *__all__})

    del TYPE_CHECKING

__version__ = "0.1.0"

__all__ = [
    "Board",
    "Budget",
    "Choice",
    "Engine",
    "Evaluation",
    "GALLERY",
    "Game",
    "GameTree",
    "IgnoreDistance",
    "IllegalMove",
    "Limit",
    "MatchResult",
    "MoveEvaluation",
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
    "positions",
    "read_games",
    "read_moves",
    "read_sgf",
    "read_tree",
    "shuffled",
    "solve",
    "solve_steps",
    "svg",
    "t3en",
    "tell",
    "trace",
    "transposition",
    "write_moves",
    "write_sgf",
    "write_tree",
]
