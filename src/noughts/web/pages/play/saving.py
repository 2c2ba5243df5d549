"""Store games with variations and comments, and write stored games to files."""

from dataclasses import replace

from noughts.render.names import clean_name
from noughts.rules.files.sgf import write_sgf
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.tree import GameTree, write_tree
from noughts.web.analysis.engines import Engines
from noughts.web.model.computers import player_words
from noughts.web.model.new_game import NewGame
from noughts.web.model.stored_game import StoredGame
from noughts.web.model.study import MOST_URL, Study
from noughts.web.pages.analyse.study_view import shortened
from noughts.web.reading import read_stored


def new_game_of(tree: GameTree) -> StoredGame:
    """Return a game tree as a stored game between two people, with its variations and comments."""
    start, (x, o), record = tree.start, tree.names, tree.main_line
    text = "" if start == Position(start.game, 0, 0, start.turn) else t3en(start)
    x, o = clean_name(x, "X"), clean_name(o, "O")
    new = NewGame("here", start.game.name, begins=start.turn.value, name=x, friend=o, start=text)
    lines = "" if tree.has_only_main_line else write_tree(tree)
    return replace(new.new_game(), moves=record.moves, ended=record.ended, lines=lines)


async def tree_of(game: StoredGame, engines: Engines) -> GameTree:
    """Return the tree of a stored game, with its variations. An engine parses long variations."""
    return await read_stored(engines, game.lines, lambda: game.tree)


async def study_of(game: StoredGame, engines: Engines) -> Study:
    """Return the study of a stored game, with its variations if they fit in a URL."""
    return await read_stored(engines, game.lines, lambda: shortened(Study.of(game.tree_within(MOST_URL)))[0])


async def sgf_of(game: StoredGame, engines: Engines) -> str:
    """Return a stored game with its variations as SGF. The names of computer players include their levels."""

    def written() -> str:
        tree, levels = game.tree, (game.x.level, game.o.level)
        x, o = (
            f"{name} ({player_words(level, game.game)})" if level else name
            for name, level in zip(tree.head.names, levels, strict=True)
        )
        return write_sgf(replace(tree, head=replace(tree.head, names=(x, o))))

    return await read_stored(engines, game.lines, written)
