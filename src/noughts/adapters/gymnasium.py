"""Environments for Gymnasium: `noughts/TicTacToe-v0` plays any game of the family, alone or as a batch.

    import gymnasium, noughts.adapters.gymnasium

    env = gymnasium.make("noughts/TicTacToe-v0", opponent="hard", side="random")
    batch = gymnasium.make_vec("noughts/TicTacToe-v0", num_envs=1024, opponent="self")

A win gives the reward 1 and a loss -1. Against an opponent, one step is a move of the agent and the opponent's answer.
With ``opponent="self"``, the agent moves for both sides, and each reward is for the player that made the last move. An
observation always shows the stones of the player to move first (see `noughts.oracle.arrays.observation`).
"""

from operator import index
from typing import Any, Literal, TypeAlias, get_args

try:
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import ArrayLike, NDArray
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('environments need Gymnasium: pip install "noughts[rl]"', name=error.name) from None

from noughts.adapters.boards import Boards, Bools, Indices
from noughts.adapters.pixels import Pixels, pixels
from noughts.adapters.replies import Replies
from noughts.adapters.streams import Stream, Streams
from noughts.oracle.arrays import Int8s, action_mask, observation_shape, observed, regret, truth
from noughts.oracle.draws import NUMBERS
from noughts.players.opponent import AnyPlayer
from noughts.players.registry import player
from noughts.rules.board import Move
from noughts.rules.errors import IllegalMove, NoughtsError, short_repr, whole_number
from noughts.rules.gallery import game as read_game
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.solver.solver import Solver

ID = "noughts/TicTacToe-v0"
"""The name under which an import of this module registers the environments."""

Side: TypeAlias = Literal["x", "o", "random"]
"""The side that the agent plays. With ``opponent="self"``, the side is ignored."""
Illegal: TypeAlias = Literal["loses", "raises"]
"""What an illegal move does: it ``loses`` the game, or it ``raises`` an `IllegalMove`."""
RenderMode: TypeAlias = Literal["ansi", "human", "rgb_array", None]
"""How the board is shown: `render` returns it as text (``ansi``) or as a picture (``rgb_array``, see
`noughts.adapters.pixels`), or each step prints it (``human``)."""


class TicTacToe(gymnasium.Env):
    """An environment for one game against an opponent.

    ``info["action_mask"]`` has 1 for each legal move. With `oracle`, the info also has the exact ``value`` of the
    position for the agent, the ``optimal_mask`` of the moves that keep the value, the ``distance`` to the end of the
    game in plies, and after a step the ``regret`` of the agent's move. After the end of the game, the value is the
    reward.

    The seed decides all random choices of this game and the following ones. On boards that a level cannot solve, its
    move may also depend on what it has searched before.

    Args:
        game: the game or its name.
        opponent: a player or its name as in `noughts.player`, or ``self``.
        side: the agent's side. X moves first.
        illegal: what an illegal move does.
        oracle: whether the info has the exact values.
        render_mode: how the board is shown.

    Raises:
        NoughtsError: an argument is invalid.
    """

    metadata = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 1}  # noqa: RUF012  Gymnasium reads it here

    def __init__(
        self,
        game: Game | str = "tictactoe",
        opponent: AnyPlayer = "perfect",
        side: Side = "x",
        *,
        illegal: Illegal = "loses",
        oracle: bool = False,
        render_mode: RenderMode = None,
    ) -> None:
        self._start = self.position = Position(read_game(game))
        self._replies = _replies_of(opponent)
        self._side, self._illegal = expect(side, "side", Side), expect(illegal, "illegal", Illegal)
        self._solver = Solver(self._start.game) if oracle else None
        self._numbers: Stream | None = None
        self._is_playing = False
        self.render_mode = expect(render_mode, "render_mode", RenderMode)
        self.observation_space = gymnasium.spaces.Box(0, 1, observation_shape(self._start.game), np.int8)
        self.action_space = gymnasium.spaces.Discrete(len(self._start.game.board))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Int8s, dict[str, Any]]:
        """Begin a new game. If the agent plays O, the opponent makes the first move."""
        super().reset(seed=seed)
        if seed is not None or self._numbers is None:
            self._numbers = Stream(_seed(self, seed))
        self.position, self._is_playing = self._start, True
        if self._side == "o" or (self._side == "random" and self._numbers.draw() < NUMBERS // 2):
            self._reply()
        self._show()
        return self._observed()

    def step(self, action: Any) -> tuple[Int8s, float, bool, bool, dict[str, Any]]:
        """Make the agent's move, and the opponent's answer if the game goes on.

        Raises:
            IllegalMove: no game is under way, the action is not a cell, or the move is illegal and an illegal move
                ``raises``.
        """
        before = self.position
        if not self._is_playing:
            raise IllegalMove("the game is over, or has not begun: call reset")
        move = expect_action(action, before.game)
        self.position, wrong = played(before, move, self._illegal)
        over, reward = wrong is not None, -1 if wrong else 0
        if not over:
            if not self.position.is_over:
                self._reply()
            if self.position.is_over:
                over, reward = True, sign(self.position.score) * (1 if self.position.turn is before.turn else -1)
        self._is_playing = not over
        planes, info = self._observed(reward if over else None)
        if self._solver:
            info["regret"] = regret(before, move, self._solver)
        if wrong:
            info["illegal"] = wrong
        self._show()
        return planes, float(reward), over, False, info

    def action_masks(self) -> Bools:
        """Return which moves are legal, for MaskablePPO of sb3-contrib."""
        return action_mask(self.position).astype(bool)

    def render(self) -> str | Pixels | None:
        """Return the board as text or as a picture, if the render mode is ``ansi`` or ``rgb_array``."""
        return shown(self.position, self.render_mode)

    def _reply(self) -> None:
        """Let the opponent move."""
        if self._replies:
            assert self._numbers, "reset has seeded them"
            self.position = self.position.play(self._replies.move(self.position, self._numbers.draw()))

    def _observed(self, result: int | None = None) -> tuple[Int8s, dict[str, Any]]:
        planes, mask = observed(self.position)
        info: dict[str, Any] = {"action_mask": mask}
        if self._solver:
            info |= truth(self.position, self._solver)
            if result is not None:  # an illegal move may have ended the game
                info |= {"value": result, "optimal_mask": np.zeros_like(info["optimal_mask"]), "distance": 0}
        return planes, info

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self.position, end="\n\n")


class TicTacToeVector(VectorEnv):
    """An environment for many games at once, in NumPy arrays.

    `autoreset_mode` says when a finished game begins again (see `gymnasium.vector.AutoresetMode`):

    - ``NEXT_STEP``: in the next step, which ignores its action and gives the reward 0.
    - ``SAME_STEP``: at once. ``info["final_obs"]`` and ``info["final_info"]`` have the end of the old game.
    - ``DISABLED``: when you call ``reset(options={"reset_mask": terminated})``. Until then, a step is an error.

    Where a game is over, ``info["action_mask"]`` allows every action, so that a softmax over the mask is defined.

    With a seed, board i plays as a `TicTacToe` with the seed ``seed + i`` does: its opponent makes the same moves.
    Opponents that are `pure`, such as the levels and the textbook searches, choose only once for equal positions and
    random numbers. Other opponents choose for one board at a time, and the oracle works in the same way. Both take much
    longer than the games.

    Args:
        num_envs: the number of games.
        game: the game or its name.
        opponent: a player or its name as in `noughts.player`, or ``self``.
        side: the agent's side. With ``random``, each game draws its own.
        illegal: what an illegal move does.
        oracle: whether the info has the exact values, as in `TicTacToe`.
        autoreset_mode: when a finished game begins again, as a mode or its value, such as ``"SameStep"``.

    Raises:
        NoughtsError: an argument is invalid.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: Game | str = "tictactoe",
        opponent: AnyPlayer = "perfect",
        side: Side = "x",
        *,
        illegal: Illegal = "loses",
        oracle: bool = False,
        autoreset_mode: "AutoresetMode | str" = AutoresetMode.NEXT_STEP,
    ) -> None:
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            values = " or ".join(repr(mode.value) for mode in AutoresetMode)
            raise NoughtsError(f"invalid autoreset_mode={short_repr(autoreset_mode)}: expected {values}") from None
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.num_envs = num_envs = whole_number(num_envs, "num_envs", least=1)
        self.boards = boards = Boards(game, num_envs)
        self._replies = _replies_of(opponent)
        self._side, self._illegal = expect(side, "side", Side), expect(illegal, "illegal", Illegal)
        self._solver = Solver(boards.game) if oracle else None
        self._numbers = Streams(num_envs)
        self._has_begun, self._over = False, np.zeros(num_envs, np.bool_)
        self._corners = np.arange(num_envs) * len(boards.game.board)  # the first cell of each board in `masks`
        self.single_observation_space = gymnasium.spaces.Box(0, 1, observation_shape(boards.game), np.int8)
        self.single_action_space = gymnasium.spaces.Discrete(len(boards.game.board))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Int8s, dict[str, Any]]:
        """Begin a new game on every board, or only where the array ``options["reset_mask"]`` is true.

        Raises:
            NoughtsError: the mask is not an array with a bool for each board, of which at least one is true.
        """
        super().reset(seed=seed)
        everywhere = np.ones(self.num_envs, np.bool_)
        mask = self._expect_mask((options or {}).get("reset_mask", everywhere))
        which = np.flatnonzero(mask if self._has_begun else everywhere)
        if seed is not None or not self._has_begun:
            self._numbers.seed(_seed(self, seed), which)
        self._has_begun, self._over[which] = True, False
        rewards = np.zeros(self.num_envs)
        self._reply(self._begin(which), rewards)
        return self.boards.observations(), self._info(rewards, mask.copy())

    def step(self, actions: ArrayLike) -> tuple[Int8s, NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """Make the agent's move on every board whose game is not over.

        Raises:
            IllegalMove: no game has begun, an action is not a cell, a move is illegal and an illegal move ``raises``,
                or a game is over and `autoreset_mode` is ``DISABLED``.
        """
        if not self._has_begun:
            raise IllegalMove("no game has begun: call reset")
        boards, moves = self.boards, self._moves(actions)
        waiting = np.flatnonzero(self._over)
        if len(waiting) and self.autoreset_mode is AutoresetMode.DISABLED:
            raise IllegalMove(f"board {waiting[0]}: the game is over: call reset with the option reset_mask")
        told = self._regrets(moves)
        legal = boards.masks.reshape(-1).take(self._corners + moves)
        legal[waiting] = 1  # the move does not matter, because these boards are reset below
        if legal.all():
            results, over = boards.play(moves)
            rewards = results.astype(np.float64)
        else:
            if self._illegal == "raises":
                board = int(legal.argmin())
                raise IllegalMove(f"board {board}: {boards.position(board).why_illegal(int(moves[board]))}")
            rewards, over, playing = np.full(self.num_envs, -1.0), legal == 0, np.flatnonzero(legal)
            rewards[playing], over[playing] = boards.play(moves[playing], playing)
        rewards[waiting], over[waiting] = 0, False
        first, self._over = self._begin(waiting), over
        if self._replies:
            going = ~over
            going[waiting] = False
            self._reply(np.concatenate([np.flatnonzero(going), first]), rewards)
        planes, info = boards.observations(), self._info(rewards) | told
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            planes, info = self._begin_again(planes, info)
        return planes, rewards, over.copy(), np.zeros(self.num_envs, np.bool_), info

    def _begin_again(self, planes: Int8s, last: dict[str, Any]) -> tuple[Int8s, dict[str, Any]]:
        """Begin a new game on each board whose game is over, and return the new observations and info.

        Args:
            planes: the observations at the end of the step.
            last: the info at the end of the step.
        """
        over, rewards = self._over, np.zeros(self.num_envs)
        self._over = np.zeros_like(over)
        ended = np.flatnonzero(over)
        self._reply(self._begin(ended), rewards)
        final = np.full(self.num_envs, None, object)  # the same form as in Gymnasium's own batches
        for board in ended.tolist():
            final[board] = planes[board]
        info = last | self._info(rewards)
        if self._solver:
            info["_regret"] = ~over
        final_info = {name: over if name.startswith("_") else each for name, each in last.items()}
        info |= {"final_obs": final, "_final_obs": over, "final_info": final_info, "_final_info": over}
        return self.boards.observations(), info

    def _expect_mask(self, mask: Any) -> Bools:
        if not (
            isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (self.num_envs,) and mask.any()
        ):
            expected = f"an array of {self.num_envs} bools, not all of them False"
            raise NoughtsError(f"invalid reset_mask={short_repr(mask)}: expected {expected}")
        return mask

    def _moves(self, actions: ArrayLike) -> Indices:
        size = len(self.boards.game.board)
        try:
            given = np.asarray(actions)
        except ValueError:  # the rows have different lengths
            given = np.empty(0)
        moves: Indices = given.astype(np.intp, copy=False) if given.dtype.kind in "iu" else np.empty(0, np.intp)
        # as an unsigned number, a negative number is too large as well
        if moves.shape != (self.num_envs,) or moves.view(np.uintp).max() >= size:
            expected = f"{self.num_envs} whole numbers from 0 to {size - 1}"
            raise IllegalMove(f"expected {expected} as actions, not {short_repr(actions)}")
        return moves

    def _begin(self, which: Indices) -> Indices:
        """Begin new games on the given boards, and return the boards on which the opponent moves first."""
        self.boards.reset(which)
        if self._side == "random":
            chosen: Indices = which[self._numbers.draw(which) < NUMBERS // 2]
            return chosen
        return which if self._side == "o" else which[:0]

    def _reply(self, which: Indices, rewards: NDArray[np.float64]) -> None:
        """Let the opponent move on the given boards."""
        if not self._replies or not len(which):
            return
        moves = self._replies.moves(self.boards, which, self._numbers.draw(which))
        results, ended = self.boards.play(moves, which)
        rewards[which] -= results
        self._over[which] = ended

    def _info(self, rewards: NDArray[np.float64], which: Bools | None = None) -> dict[str, Any]:
        over = np.flatnonzero(self._over)
        masks = self.boards.masks.copy()
        masks[over] = 1
        info = {"action_mask": masks}
        if self._solver:
            exact = [truth(self.boards.position(board), self._solver) for board in range(self.num_envs)]
            info |= {name: np.array([each[name] for each in exact]) for name in exact[0]}
            info["value"] = np.where(self._over, rewards, info["value"]).astype(int)
            info["optimal_mask"][over], info["distance"][over] = 0, 0
        where = np.ones(self.num_envs, np.bool_) if which is None else which
        return info | {f"_{name}": where for name in info}

    def _regrets(self, moves: Indices) -> dict[str, Any]:
        """Return the regret of moves before they are made."""
        if not self._solver:
            return {}
        regrets = np.zeros(self.num_envs, int)
        for board in np.flatnonzero(~self._over).tolist():
            regrets[board] = regret(self.boards.position(board), moves[board], self._solver)
        return {"regret": regrets, "_regret": ~self._over}


def shown(position: Position, mode: str | None) -> str | Pixels | None:
    """Return a position as text or as a picture, depending on the render mode."""
    return str(position) if mode == "ansi" else pixels(position) if mode == "rgb_array" else None


def expect(value: Any, name: str, choices: Any) -> Any:
    """Check that an argument is one of the allowed words, and return it.

    Raises: NoughtsError: the argument is something else.
    """
    if value not in get_args(choices):
        words = " or ".join(map(repr, get_args(choices)))
        raise NoughtsError(f"invalid {name}={short_repr(value)}: expected {words}")
    return value


def expect_action(action: Any, game: Game) -> Move:
    """Return an action as the number of a cell. NumPy integers are accepted, too.

    Raises: IllegalMove: the action is something else, or the board has no such cell.
    """
    size = len(game.board)
    try:
        move = -1 if isinstance(action, bool) else index(action)
    except TypeError:
        move = -1
    if not 0 <= move < size:
        raise IllegalMove(f"expected a whole number from 0 to {size - 1} as an action, not {short_repr(action)}")
    return move


def played(position: Position, move: Move, illegal: Illegal) -> tuple[Position, str | None]:
    """Play a move. Return the new position and None, or the old position and the reason if the move is illegal.

    Raises:
        IllegalMove: the move is illegal and an illegal move ``raises``.
    """
    try:
        return position.play(move), None
    except IllegalMove as error:
        if illegal == "raises":
            raise
        return position, str(error)


def _replies_of(name: AnyPlayer) -> Replies | None:
    return None if name == "self" else Replies(player(name))


def _seed(env: "gymnasium.Env | VectorEnv", seed: int | None) -> int:
    """Return the seed of an environment, by default a random one."""
    return int(env.np_random.integers(NUMBERS, dtype=np.uint64)) if seed is None else int(seed)


gymnasium.register(ID, f"{__name__}:TicTacToe", vector_entry_point=f"{__name__}:TicTacToeVector")
