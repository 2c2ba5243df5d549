"""Games for OpenSpiel, and conversion between its states and positions.

After an import of this module, OpenSpiel has a game ``noughts``, whose parameter ``game`` names any game of the family.
In that name, ``;`` stands for a comma and ``:`` for an equals sign, which have another meaning in OpenSpiel:

    pyspiel.load_game("noughts(game=4;4;3 misere)")

An action is the number of a cell, also in games with gravity.
"""

from functools import cache
from typing import Any

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("this adapter needs OpenSpiel: pip install open_spiel", name=error.name) from None

from noughts.oracle.arrays import observation, observation_shape
from noughts.rules.board import Move, cells_in
from noughts.rules.errors import NoughtsError, RulesError
from noughts.rules.gallery import game as read_game
from noughts.rules.game import Game, Player, gravity, in_a_row, misere
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import Record

_TO_PARAMETER, _TO_NAME = str.maketrans(",=", ";:"), str.maketrans(";:", ",=")
_TYPE = pyspiel.GameType(
    short_name="noughts",
    long_name="k in a row, from noughts",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "tictactoe"},
)


class SpielGame(pyspiel.Game):
    """A game of the family as an OpenSpiel game.

    Args:
        params: the parameters; ``game`` is the name of the game.

    Raises:
        NotationError: no game has this name.
    """

    def __init__(self, params: Any = None) -> None:
        self.game = read_game((params or {}).get("game", "tictactoe").translate(_TO_NAME))
        size = len(self.game.board)
        info = pyspiel.GameInfo(
            num_distinct_actions=size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=size,
        )
        super().__init__(_TYPE, info, {"game": self.game.name.translate(_TO_PARAMETER)})

    def new_initial_state(self) -> Any:
        """Return the empty board."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer that shows the same planes as the environment for Gymnasium."""
        return _Observer(self.game)


class SpielState(pyspiel.State):
    """A position as an OpenSpiel state. The attribute `position` holds the position of noughts."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = Position(game.game)

    def current_player(self) -> Any:
        """Return 0 if X is to move, 1 if O is, or OpenSpiel's terminal constant after the end."""
        return pyspiel.PlayerId.TERMINAL if self.position.is_over else list(Player).index(self.position.turn)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return the results of X and O."""
        winner = self.position.outcome.winner if self.position.outcome else None
        return [float((winner is side) - (winner is side.other)) for side in Player]

    def _legal_actions(self, player: int) -> list[Move]:
        return list(self.position.moves)

    def _apply_action(self, action: Move) -> None:
        self.position = self.position.play(action)

    def _action_to_string(self, player: int, action: Move) -> str:
        return self.position.name(action)

    def __str__(self) -> str:
        return str(self.position)


class _Observer:
    """Encodes a state as text, or as one plane for the player to move and one for the opponent."""

    def __init__(self, game: Game) -> None:
        shape = observation_shape(game)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        self.dict["observation"][:] = observation(state.position)

    def string_from(self, state: SpielState, player: int) -> str:
        return t3en(state.position)


def position_of(state: Any) -> Position:
    """Convert an OpenSpiel state to a position.

    The state belongs to ``noughts``, or to OpenSpiel's own ``tic_tac_toe``, ``mnk``, ``connect_four`` or ``gomoku``, or
    to ``misere`` of one of them.

    Raises:
        NoughtsError: the state belongs to another game.
    """
    if isinstance(state, SpielState):
        return state.position
    position = Position(_game_of(state.get_game()))
    takes_columns = _takes_columns(state.get_game())
    for action in state.history():
        name = position.name(action)  # the name of the top cell, if the action is a column
        position = position.play(name.rstrip("0123456789") if takes_columns else action)
    return position


def state_of(position: Position | Record, game: Any = None) -> Any:
    """Convert a position, or a record with its order of moves, to an OpenSpiel state.

    Args:
        position: a position that can arise in play from the empty board, or a record that begins with it.
        game: the OpenSpiel game, by default ``noughts`` with the game of the position.

    Raises:
        NoughtsError: no game leads to the position, or the OpenSpiel game is a different game.
    """
    rules = position.start.game if isinstance(position, Record) else position.game
    spiel = game or pyspiel.load_game("noughts", {"game": rules.name})
    own = _game_of(spiel)
    if own != rules:
        raise NoughtsError(f"the OpenSpiel game is {own}: expected {rules}")
    if isinstance(position, Record):
        moves = position.moves if position.start == Position(rules) else None
    else:
        moves = _order(position)
    if moves is None:
        raise NoughtsError("no game leads from the empty board to this position: expected a reachable position")
    state, takes_columns = spiel.new_initial_state(), _takes_columns(spiel)
    for move in moves:
        state.apply_action(rules.board.points[move][0] if takes_columns else move)
    return state


def _takes_columns(spiel: Any) -> bool:
    """Return whether the actions of an OpenSpiel game are columns, not cells."""
    name = spiel.get_type().short_name
    return name == "connect_four" or (name == "misere" and _takes_columns(_inner(spiel)))


def _inner(spiel: Any) -> Any:
    """Return the game inside an OpenSpiel ``misere`` game."""
    parameters = dict(spiel.get_parameters()["game"])
    return pyspiel.load_game(parameters.pop("name"), parameters)


def _game_of(spiel: Any) -> Game:
    """Return the game of noughts that corresponds to an OpenSpiel game."""
    values = spiel.get_parameters()
    match spiel.get_type().short_name:
        case "noughts":
            return read_game(values["game"].translate(_TO_NAME))
        case "tic_tac_toe":
            return in_a_row(3, 3, 3)
        case "mnk":
            return in_a_row(values.get("k", 5), values.get("m", 15), values.get("n", 15))
        case "connect_four":
            sides = values.get("columns", 7), values.get("rows", 6)
            return gravity(in_a_row(values.get("x_in_row", 4), *sides))
        case "gomoku":
            shape = [values.get("size", 15)] * values.get("dims", 2)
            game = in_a_row(values.get("connect", 5), *shape, torus=values.get("wrap", False))
            return misere(game) if values.get("anti") else game
        case "misere":
            inner = _game_of(_inner(spiel))
            if inner.misere or inner.full:  # OpenSpiel's ``misere`` reverses these results again
                raise NoughtsError(
                    f"misere of {inner} is not a game of noughts: expected a game without the rule misere or full"
                )
            return misere(inner)
        case name:
            raise NoughtsError(f"{name} is not a game of noughts: expected noughts, tic_tac_toe, mnk or connect_four")


def _order(position: Position) -> tuple[Move, ...] | None:
    """Return moves that lead from the empty board to a position, or None if no such moves exist."""
    game = position.game
    if position.x.bit_count() - position.o.bit_count() != (position.turn is Player.O):
        return None

    @cache
    def order(x: int, o: int, turn: Player) -> tuple[Move, ...] | None:
        if not x | o:
            return ()
        for cell in reversed(cells_in(o if turn is Player.X else x)):
            bit = 1 << cell
            try:
                before = Position(game, x & ~bit, o & ~bit, turn.other)
            except RulesError:  # a stone would be above an empty cell
                continue
            if not before.is_over and (moves := order(before.x, before.o, before.turn)) is not None:
                return (*moves, cell)
        return None

    return order(position.x, position.o, position.turn)


pyspiel.register_game(_TYPE, SpielGame)
