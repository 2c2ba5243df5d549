"""The environments for Gymnasium pass its checker and, if installed, the checkers of Stable-Baselines3 and TorchRL."""

import subprocess
import sys
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import noughts
from noughts import Choice, IllegalMove, NoughtsError, Opponent, PlayerFault, Position, SearchLimit, oracle, position
from noughts.adapters.gymnasium import ID, TicTacToe, TicTacToeVector
from noughts.adapters.pixels import pixels
from noughts.oracle.arrays import action_mask, observation
from noughts.players.levels import LEVELS
from tests.slowly import few_fast

GAMES = ["tictactoe", "connect four", "3,3,3 misere", "3,3,3 torus", "2x2x2"]

NOT_TWO_CELLS: list[Any] = [
    *([-1, 0], [0], [0, 1, 2], [[0], [1]], [[0], [1, 2]], 3, None, {}, "01", ["0", "1"], [0, None]),
    *([0.0, 1.0], [0, np.nan], [False, True], [10**30, 1], np.array([2**64 - 1, 1], np.uint64)),
]


def play(env: Any, *moves: str) -> list[Any]:
    """Make these moves, and return what the last step returned."""
    env.reset(seed=1)
    for move in moves:
        result = env.step(env.unwrapped.position.cell(move))
    return list(result)


# Conformance.


@pytest.mark.filterwarnings("ignore")  # of the checker, about the shape of the observations
@pytest.mark.parametrize("options", [*({"game": game} for game in GAMES), {"side": "random"}, {"oracle": True}])
@pytest.mark.parametrize("opponent", ["random", "self"])
def test_the_checker_of_gymnasium_passes(options: dict[str, Any], opponent: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(ID, opponent=opponent, **options).unwrapped)


@pytest.mark.slow
@pytest.mark.needs("stable_baselines3")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("opponent", ["random", "perfect", "self"])
def test_the_checker_of_stable_baselines_passes(opponent: str) -> None:
    from stable_baselines3.common.env_checker import check_env

    check_env(TicTacToe(opponent=opponent, side="random"))


@pytest.mark.slow
@pytest.mark.needs("sb3_contrib")
@pytest.mark.filterwarnings("ignore")
def test_maskable_ppo_learns_from_legal_moves_alone() -> None:
    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", TicTacToe(opponent="random", illegal="raises"), n_steps=64, batch_size=64)
    model.learn(64)


@pytest.mark.slow
@pytest.mark.needs("torchrl")
@pytest.mark.filterwarnings("ignore")
def test_the_checker_of_torchrl_passes() -> None:
    import torchrl.envs as envs
    from torchrl.envs.utils import check_env_specs

    check_env_specs(envs.GymWrapper(TicTacToe(opponent="random")))
    for mode in ("SameStep", "Disabled"):
        check_env_specs(envs.GymWrapper(TicTacToeVector(4, opponent="random", autoreset_mode=mode)))


@pytest.mark.slow
@pytest.mark.needs("torchrl")
@pytest.mark.filterwarnings("ignore")
def test_torchrl_plays_the_legal_moves_of_a_batch() -> None:
    """The example in the guide, with an error for an illegal move."""
    import torch
    import torchrl.envs as envs
    from torchrl.data import Binary, Composite
    from torchrl.envs.gym_like import default_info_dict_reader

    batch = gymnasium.make_vec(ID, num_envs=8, opponent="random", illegal="raises", autoreset_mode="Disabled")
    env = envs.GymWrapper(batch, categorical_action_encoding=True)
    mask = Composite({"action_mask": Binary(shape=(8, 9), dtype=torch.bool)}, shape=(8,))
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=mask))
    steps = envs.TransformedEnv(env, envs.ActionMask()).rollout(30, break_when_any_done=False)
    assert steps["next", "done"].sum() > 40


def test_gymnasium_imports_the_module_that_is_named_before_the_environment() -> None:
    code = f"import gymnasium; print(gymnasium.make('noughts.adapters.gymnasium:{ID}').reset(seed=1)[0].shape)"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.stderr) == ("(2, 3, 3)\n", "")


# One game.


def test_an_observation_shows_the_position_to_the_player_to_move() -> None:
    env = TicTacToe(opponent="self")
    planes, info = env.reset()
    assert not planes.any()
    for move in (4, 0, 8):
        planes, reward, over, _, info = env.step(move)
        assert np.array_equal(planes, observation(env.position))
        assert np.array_equal(info["action_mask"], action_mask(env.position))
        assert np.array_equal(env.action_masks(), action_mask(env.position) == 1)
        assert (reward, over) == (0, False)


@pytest.mark.parametrize(
    ("game", "moves", "reward"),
    [
        ("tictactoe", "a1 a2 b1 b2 c1", 1),
        ("3,3,3 misere", "a1 a2 b1 b2 c1", -1),
        ("tictactoe", "a1 a2 b1 b2 c3 c2", 1),  # the reward is the mover's
        ("tictactoe", "b2 a1 a2 c2 a3 c1 b1 b3 c3", 0),
        ("2,2,2 full=o", "a1 b1 a2", 1),
    ],
)
def test_the_last_move_gives_its_player_the_result(game: str, moves: str, reward: int) -> None:
    _, got, over, truncated, _ = play(TicTacToe(game, "self"), *moves.split())
    assert (got, over, truncated) == (reward, True, False)


def test_a_loss_against_the_opponent_is_rewarded_in_the_same_step() -> None:
    _, reward, over, _, _ = play(TicTacToe(opponent="perfect"), "a1", "b1", "b3")
    assert (reward, over) == (-1, True)


def test_the_side_decides_who_moves_first() -> None:
    stones = set()
    for seed in range(20):
        env = TicTacToe(opponent="random", side="random")
        env.reset(seed=seed)
        stones.add(9 - env.position.empty.bit_count())
    assert stones == {0, 1}
    assert TicTacToe(opponent="random", side="o").reset(seed=1)[0].sum() == 1


def test_an_illegal_move_loses_or_raises() -> None:
    planes, reward, over, _, info = play(TicTacToe(opponent="self"), "b2", "b2")
    assert (reward, over, planes.sum(), info["illegal"]) == (-1, True, 1, "b2 is taken: X has a stone there")
    with pytest.raises(IllegalMove, match="b2 is taken"):
        play(TicTacToe(opponent="self", illegal="raises"), "b2", "b2")


def test_a_finished_game_accepts_no_move() -> None:
    env = TicTacToe(opponent="self")
    play(env, "a1", "a2", "b1", "b2", "c1")
    with pytest.raises(IllegalMove, match="the game is over, or has not begun: call reset"):
        env.step(8)
    with pytest.raises(IllegalMove, match="call reset"):
        TicTacToe(opponent="self").step(8)


@pytest.mark.parametrize("illegal", ["loses", "raises"])
@pytest.mark.parametrize("action", [9, -1, 10**30, 1.0, np.nan, True, "b2", None, [4], np.array([4]), np.float32(4)])
def test_an_action_that_is_not_a_cell_is_an_error(illegal: Any, action: Any) -> None:
    env = TicTacToe(opponent="self", illegal=illegal)
    env.reset()
    with pytest.raises(IllegalMove, match="expected a whole number from 0 to 8 as an action, not "):
        env.step(action)
    assert env.position == Position()


@pytest.mark.parametrize("action", [4, np.int8(4), np.uint64(4), np.array(4)])
def test_a_whole_number_of_any_type_is_an_action(action: Any) -> None:
    env = TicTacToe(opponent="self")
    env.reset()
    env.step(action)
    assert env.position == Position().play("b2")


def test_the_oracle_tells_values_and_regret() -> None:
    env = TicTacToe(opponent="self", oracle=True)
    _, info = env.reset()
    assert (info["value"], info["distance"], info["optimal_mask"].tolist()) == (0, 9, [1] * 9)
    info = play(env, "b2", "b1")[-1]  # an edge loses against the centre
    assert (info["regret"], info["value"]) == (1, 1)
    exact = oracle.value(position("_o_/_x_/3_ x"))
    assert info["distance"] == exact.distance
    assert np.flatnonzero(info["optimal_mask"]).tolist() == sorted(move.move for move in exact.keeping)
    assert play(env, "b2", "b2")[-1]["regret"] == 1  # an illegal move loses a drawn game
    info = play(env, "a1", "a2", "b1", "b2", "c1")[-1]
    assert (info["value"], info["distance"], info["regret"]) == (1, 0, 0)


def test_a_game_that_is_too_hard_for_the_oracle_is_an_error() -> None:
    with pytest.raises(SearchLimit, match=r"oracle=True cannot solve 15_/.* of 15,15,5 .*: expected a smaller game"):
        TicTacToe("15,15,5", "self", oracle=True).reset()


@pytest.mark.parametrize("make", [TicTacToe, TicTacToeVector])
@pytest.mark.parametrize("wrong", [{"side": "y"}, {"illegal": "ignored"}, {"opponent": "wizard"}, {"game": "chess"}])
def test_a_wrong_argument_is_an_error(make: Any, wrong: dict[str, str]) -> None:
    with pytest.raises(NoughtsError, match="expected"):
        make(**wrong)


@pytest.mark.parametrize("number", [0, -1, 2.5, 2.0, True, "2", None])
def test_a_batch_needs_at_least_one_board(number: Any) -> None:
    with pytest.raises(NoughtsError, match="expected a whole number of at least 1 as num_envs, not "):
        TicTacToeVector(number, opponent="self")
    with pytest.raises(NoughtsError, match="expected a whole number of at least 1 as num_envs"):
        gymnasium.make_vec(ID, number, opponent="self")


def test_an_unknown_render_mode_is_an_error() -> None:
    with pytest.raises(NoughtsError, match="invalid render_mode='html': expected 'ansi' or 'human' or 'rgb_array' or"):
        TicTacToe(render_mode="html")  # type: ignore[arg-type]


def test_a_board_is_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    env = TicTacToe(opponent="self", render_mode="ansi")
    play(env, "b2")
    assert env.render() == ". . .\n. x .\n. . ."
    play(TicTacToe(opponent="self", render_mode="human"), "b2")
    assert capsys.readouterr().out == ". . .\n. . .\n. . .\n\n. . .\n. x .\n. . .\n\n"


def test_a_board_is_shown_as_a_picture() -> None:
    env = TicTacToe(opponent="self", render_mode="rgb_array")
    play(env, "b2")
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape == (96, 96, 3)
    assert picture.dtype == np.uint8
    changed = np.argwhere((picture != pixels(Position())).any(axis=2))
    assert changed.min() >= 32, "only the cell in the middle has changed"
    assert changed.max() < 64
    assert pixels(Position("4x4x4")).shape == (128, 608, 3), "four layers with gaps between them"
    assert pixels(Position("7,6,4 gravity")).shape == (192, 224, 3)


@pytest.mark.slow
@pytest.mark.needs("stable_baselines3")
@pytest.mark.filterwarnings("ignore")
def test_environments_are_made_by_stable_baselines() -> None:
    from stable_baselines3.common.env_util import make_vec_env

    envs = make_vec_env(ID, 2, env_kwargs={"opponent": "random"})  # it asks for rgb_array
    envs.reset()
    assert envs.render("rgb_array").shape == (192, 96, 3)
    assert np.array(envs.env_method("action_masks")).all()


# Many games.


def legal(random: np.random.Generator, masks: Any) -> Any:
    """Return a random legal move for each mask."""
    return (random.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("game", GAMES)
def test_a_batch_and_single_environments_agree(game: str, mode: AutoresetMode) -> None:
    """With the same moves, a batch returns what Gymnasium's batch of single environments returns."""
    assert agreeing_games(mode, 100, game=game, opponent="self", oracle=len(noughts.game(game).board) < 10) > 10


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("game", few_fast(["tictactoe", "4,4,3 gravity", "4,4,3", "misere", "3,3,3 full=o"], 2))
@pytest.mark.parametrize("opponent", LEVELS)
def test_in_a_batch_each_level_plays_as_against_one_agent(opponent: str, game: str, mode: AutoresetMode) -> None:
    """The opponents make the same moves as in single environments with the same seeds."""
    assert agreeing_games(mode, 40, game=game, opponent=opponent, side="random") > 10


def fickle(at: Position, random: Random) -> Choice:
    """Use random numbers of several kinds."""
    moves = list(at.moves)
    random.shuffle(moves)
    return Choice(moves[int(random.random() * len(moves))])


def fickle_function(position: Position, random: Random) -> int:
    """Choose like `fickle`, as a plain function."""
    return fickle(position, random).move


@pytest.mark.parametrize(
    "opponent",
    [
        *("minimax:depth=2", "minimax:depth=1,order=random", "mcts:simulations=3"),
        *(Opponent("fickle", fickle, pure) for pure in (False, True)),
        pytest.param(fickle_function, marks=pytest.mark.slow),
    ],
    ids=["depth 2", "random order", "mcts", "fickle", "fickle and pure", "function"],
)
def test_in_a_batch_every_opponent_plays_as_against_one_agent(opponent: Opponent | str) -> None:
    assert agreeing_games(AutoresetMode.NEXT_STEP, 40, opponent=opponent, side="random") > 10


def agreeing_games(mode: AutoresetMode, steps: int, **options: Any) -> int:
    """Compare a batch with single environments that have the same seeds, and return how many games have ended."""
    ours = gymnasium.make_vec(ID, 4, vectorization_mode="vector_entry_point", autoreset_mode=mode, **options)
    assert isinstance(ours, TicTacToeVector)
    assert ours.autoreset_mode is ours.metadata["autoreset_mode"] is mode
    theirs = gymnasium.make_vec(ID, 4, "sync", vector_kwargs={"autoreset_mode": mode}, **options)
    (planes, info), (same, _) = ours.reset(seed=1), theirs.reset(seed=1)
    assert np.array_equal(planes, same)
    random, games = np.random.default_rng(1), 0
    for step in range(steps):
        masks = info["action_mask"]
        moves = legal(random, masks) if step % 7 else random.integers(0, masks.shape[1], 4)
        results: Any = ours.step(moves)
        expected: Any = theirs.step(moves)
        info, their_info = results[-1], expected[-1]
        for one, other in zip(results[:-1], expected[:-1], strict=True):
            assert np.array_equal(one, other)
        over = results[2]
        games += int(over.sum())
        if mode is AutoresetMode.SAME_STEP:
            assert_same_end(info, their_info, over)
            over[:] = False  # new games have begun
        else:
            assert info["action_mask"][over].all()  # a softmax over the mask is always defined
        if mode is AutoresetMode.DISABLED and over.any():
            seed = 7 if step % 2 else None  # only the boards in the mask are seeded
            (planes, info), (same, their_info) = (
                env.reset(seed=seed, options={"reset_mask": over.copy()}) for env in (ours, theirs)
            )
            assert np.array_equal(planes, same)
            over[:] = False
        for name in ("action_mask", "value", "distance", "optimal_mask", "regret"):
            if name in their_info:
                told = their_info[f"_{name}"] & ~over
                assert info[f"_{name}"][told].all()
                assert np.array_equal(info[name][told], their_info[name][told])
    return games


def assert_same_end(ours: dict[str, Any], theirs: dict[str, Any], over: Any) -> None:
    """Compare the reports of two batches on the games that have ended in this step."""
    assert ("final_obs" in ours) == ("final_obs" in theirs) == over.any()
    if over.any():
        for one, other in zip(ours["final_obs"], theirs["final_obs"], strict=True):
            assert np.array_equal(one, other)  # both are None on the other boards
        for name in {"value", "distance", "optimal_mask", "regret"} & theirs["final_info"].keys():
            assert np.array_equal(ours["final_info"][name][over], theirs["final_info"][name][over])
        for info in (ours, theirs):
            assert np.array_equal(info["_final_obs"], over)
            assert np.array_equal(info["_final_info"], over)
            assert np.array_equal(info["final_info"]["_action_mask"], over)


def test_a_batch_without_autoreset_is_reset_by_a_mask() -> None:
    env = TicTacToeVector(2, opponent="random", autoreset_mode="Disabled")
    env.reset(seed=1)
    env.step([4, 4])
    planes, _ = env.reset(options={"reset_mask": np.array([False, True])})
    assert planes.sum(axis=(1, 2, 3)).tolist() == [2, 0]
    *_, over, _, _ = env.step([4, 4])  # the first is illegal and loses
    assert over.tolist() == [True, False]
    with pytest.raises(IllegalMove, match="board 0: the game is over: call reset with the option reset_mask"):
        env.step([0, 0])
    env.reset(options={"reset_mask": over})
    env.step([4, next(iter(env.boards.position(1).moves))])


@pytest.mark.parametrize("mask", [None, True, [True, False], np.array([1, 0]), np.array([True]), np.array([False] * 2)])
def test_a_mask_for_the_reset_has_a_bool_for_each_board(mask: Any) -> None:
    env = TicTacToeVector(2, opponent="self")
    env.reset()
    with pytest.raises(
        NoughtsError, match=r"invalid reset_mask=.*: expected an array of 2 bools, not all of them False"
    ):
        env.reset(options={"reset_mask": mask})


@pytest.mark.parametrize("opponent", ["random", "perfect"])
def test_a_new_game_begins_in_the_same_step(opponent: str) -> None:
    env = TicTacToeVector(8, opponent=opponent, side="o", autoreset_mode="SameStep")
    (_, info), random = env.reset(seed=1), np.random.default_rng(1)
    ended = 0
    for _ in range(30):
        planes, rewards, over, _, info = env.step(legal(random, info["action_mask"]))
        assert (planes[over].sum(axis=(1, 2, 3)) == 1).all()  # the opponent has moved first
        assert (info["action_mask"][over].sum(axis=1) == 8).all()
        assert not rewards[~over].any()
        ended += int(over.sum())
        for board in np.flatnonzero(over).tolist():
            assert info["final_obs"][board].sum() >= 5
    assert ended > 20


@pytest.mark.parametrize("opponent", ["random", "perfect"])
@pytest.mark.parametrize("side", ["x", "o", "random"])
def test_a_batch_plays_against_an_opponent(opponent: str, side: Any) -> None:
    env, random = TicTacToeVector(8, opponent=opponent, side=side), np.random.default_rng(1)
    planes, info = env.reset(seed=3)
    rewards: list[float] = []
    first = set(planes.sum(axis=(1, 2, 3)).tolist())
    for _ in range(100):
        planes, reward, over, _, info = env.step(legal(random, info["action_mask"]))
        assert (over | (reward == 0)).all()
        own, others = planes[~over].sum(axis=(2, 3)).T
        assert set((others - own).tolist()) <= {0, 1}  # the agent is always to move
        rewards += reward[over].tolist()
    assert first == {"x": {0}, "o": {1}, "random": {0, 1}}[side]
    assert set(rewards) == ({-1, 0, 1} if opponent == "random" else {-1, 0})


def test_a_player_of_your_own_is_an_opponent() -> None:
    last = Opponent("random", lambda position, random: Choice(position.moves[-1]))  # the name means nothing
    env = TicTacToeVector(2, opponent=last, side="o")
    env.reset()
    assert env.boards.position(1) == Position().play("c3")


@pytest.mark.parametrize("pure", [False, True])
def test_an_illegal_move_of_the_opponent_is_its_fault(pure: bool) -> None:
    taken = Opponent("careless", lambda position, random: Choice(0), pure)
    for env, move in ((TicTacToe(opponent=taken), 0), (TicTacToeVector(2, opponent=taken), [0, 0])):
        env.reset()
        with pytest.raises(PlayerFault, match="careless made an illegal move: a1 is taken"):
            env.step(move)


def test_only_a_pure_opponent_chooses_once_in_equal_positions() -> None:
    asked = []

    def last(position: Position, random: Random) -> Choice:
        asked.append(position)
        return Choice(position.moves[-1])

    for pure, times in ((False, 8), (True, 1)):
        env = TicTacToeVector(8, opponent=Opponent("last", last, pure), side="o")
        env.reset()
        assert len(asked) == times
        asked.clear()


def test_a_seed_repeats_a_batch() -> None:
    def played() -> list[Any]:
        env, random = TicTacToeVector(4, opponent="easy", side="random"), np.random.default_rng(1)
        planes, info = env.reset(seed=5)
        steps = [planes]
        for _ in range(30):
            planes, *_, info = env.step(legal(random, info["action_mask"]))
            steps.append(planes)
        return steps

    assert np.array_equal(played(), played())


def test_an_illegal_move_in_a_batch_ends_only_its_own_game() -> None:
    env = TicTacToeVector(2, opponent="self")
    env.reset()
    env.step([4, 4])
    planes, rewards, over, _, _ = env.step([4, 0])
    assert (rewards.tolist(), over.tolist(), planes.sum(axis=(1, 2, 3)).tolist()) == ([-1, 0], [True, False], [1, 2])
    planes, rewards, over, _, _ = env.step([4, 8])
    assert (rewards.tolist(), over.tolist(), planes.sum(axis=(1, 2, 3)).tolist()) == ([0, 0], [False, False], [0, 3])


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ([4, 0], "board 0: b2 is taken"),
        ([0, 9], r"expected 2 whole numbers from 0 to 8 as actions, not \[0, 9\]"),
        *((moves, "expected 2 whole numbers from 0 to 8 as actions, not ") for moves in NOT_TWO_CELLS),
    ],
)
def test_a_batch_rejects_wrong_moves(moves: Any, reason: str) -> None:
    env = TicTacToeVector(2, opponent="self", illegal="raises")
    env.reset()
    env.step([4, 4])
    with pytest.raises(IllegalMove, match=reason):
        env.step(moves)
    assert env.boards.position(1) == Position().play("b2")


def test_wrappers_of_gymnasium_accept_a_batch() -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(TicTacToeVector(3, opponent="random"))
    _, info = env.reset(seed=1)
    random = np.random.default_rng(1)
    lengths: list[int] = []
    for _ in range(20):
        *_, info = env.step(legal(random, info["action_mask"]))
        if "episode" in info:
            lengths += info["episode"]["l"][info["_episode"]].tolist()
    assert lengths
    assert 3 <= min(lengths) <= max(lengths) <= 5  # moves of the agent
    env = gymnasium.wrappers.vector.DictInfoToList(TicTacToeVector(3, opponent="random", oracle=True))
    _, infos = env.reset(seed=1)
    assert [info["value"] for info in infos] == [0, 0, 0]


def test_a_position_is_the_same_in_all_environments() -> None:
    env = TicTacToeVector(1, opponent="self")
    env.reset()
    env.step([4])
    assert env.boards.position(0) == Position().play(4)


def test_a_batch_must_be_reset_before_its_first_step() -> None:
    with pytest.raises(IllegalMove, match="no game has begun: call reset"):
        TicTacToeVector(2).step([0, 1])


def test_after_an_illegal_move_the_oracle_speaks_of_a_lost_game() -> None:
    single, batch = TicTacToe(oracle=True), TicTacToeVector(1, oracle=True)
    for env, move in ((single, 4), (batch, [4])):
        env.reset(seed=1)
        env.step(move)
        info = env.step(move)[4]
        assert np.ravel(info["value"]).tolist() == [-1]
        assert np.ravel(info["distance"]).tolist() == [0]
        assert not np.any(info["optimal_mask"])
