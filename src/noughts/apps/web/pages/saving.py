"""Turn games with variations and comments into stored games, and stored games into files."""

from noughts.apps.names import clean_name
from noughts.apps.web.games import NewGame
from noughts.apps.web.model.setup import PERSON, Setup
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.tree import GameTree, write_tree


def new_game_of(tree: GameTree) -> NewGame:
    """Return the game between two people, with its variations and comments."""
    start, (x, o), record = tree.start, tree.names, tree.main_line
    text = "" if start == Position(start.game, 0, 0, start.turn) else t3en(start)
    x, o = clean_name(x, "X"), clean_name(o, "O")
    setup = Setup(start.game.name, PERSON, PERSON, x, o, start.turn.value, text)
    return NewGame(setup, record.moves, record.ended, "" if tree.is_plain else write_tree(tree))
