"""The opponents of environments: their moves have the probabilities of the level, and depend on the seed alone."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Position, oracle, player, position
from noughts.adapters import kept
from noughts.adapters.boards import Boards, key
from noughts.adapters.replies import Replies
from noughts.adapters.streams import Stream, Streams
from noughts.oracle.draws import NUMBERS
from noughts.players.levels import LEVELS

PUBLISHED = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]


def test_the_random_numbers_are_those_of_splitmix64() -> None:
    """The first numbers with the seed 1234567, as published at rosettacode.org."""
    one, batch, third = Stream(1234567), Streams(5), np.array([2])
    batch.seed(1234565, np.arange(5))
    assert [one.draw() for _ in PUBLISHED] == PUBLISHED
    assert [int(batch.draw(third)[0]) for _ in PUBLISHED] == PUBLISHED


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1, 10**30])
def test_each_stream_of_a_batch_has_a_seed_of_its_own(seed: int) -> None:
    batch, everywhere = Streams(3), np.arange(3)
    batch.seed(seed, everywhere)
    numbers = [batch.draw(everywhere).tolist() for _ in range(4)]
    singles = [Stream(seed + board) for board in range(3)]
    assert numbers == [[stream.draw() for stream in singles] for _ in range(4)]


@pytest.mark.parametrize("level", [*LEVELS, "minimax:depth=1"])
@pytest.mark.parametrize("at", [Position(), position("x8_ o"), position("xo7_"), position("x_x/3_/x_o o")], ids=str)
def test_replies_have_the_exact_probabilities_of_a_level(level: str, at: Position) -> None:
    """Each move replies to as large a share of all numbers as its probability."""
    answers, count = Replies(player(level)), 3600
    found = Counter(answers.move(at, number * NUMBERS // count) for number in range(count))
    chances = oracle.policy_of(level)(at)
    assert found.keys() == chances.keys()
    for move, chance in chances.items():
        assert abs(found[move] - count * chance) <= 2  # a move can have a range in each of two draws


@pytest.mark.parametrize("level", LEVELS)
def test_replies_stay_the_same_when_they_are_forgotten(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def played() -> list[list[int]]:
        boards, random, answers, everywhere = Boards("tictactoe", 16), Random(1), Replies(player(level)), np.arange(16)
        moves = []
        for turn in range(40):
            numbers = np.array([random.getrandbits(64) for _ in everywhere], np.uint64)
            chosen = boards.masks.argmax(axis=1) if turn % 2 else answers.moves(boards, everywhere, numbers)
            moves.append(chosen.tolist())
            _, over = boards.play(chosen)
            boards.reset(np.flatnonzero(over))
        return moves

    moves = played()
    monkeypatch.setattr(kept, "MOST", 3)
    assert played() == moves


@pytest.mark.parametrize("game", ["tictactoe", "connect four", "3x3x3"])
def test_a_key_stands_for_one_position(game: str) -> None:
    boards, random, everywhere, seen = Boards(game, 64), Random(1), np.arange(64), dict[bytes, Position]()
    for _ in range(4):
        boards.play([random.choice(np.flatnonzero(mask).tolist()) for mask in boards.masks])
        for board, name in enumerate(boards.keys(everywhere)):
            at = boards.position(board)
            assert name == key(at)
            assert seen.setdefault(name, at) == at


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99), st.integers(0, 8)), max_size=60))
def test_a_kept_reply_never_changes(asked: list[tuple[int, int, int, int]]) -> None:
    """Each reply is kept for a range around its number, except for numbers that already have a reply."""
    answers, known, scale = kept.Kept(), dict[int, int](), NUMBERS // 100
    for number, down, up, move in asked:
        if number not in known:
            first, last = max(0, number - down), min(99, number + up)
            end = NUMBERS if last == 99 else (last + 1) * scale
            answers.add(b"at", number * scale, (first * scale, end), move)
            while first < number and any(each in known for each in range(first, number)):
                first += 1
            while last > number and any(each in known for each in range(number + 1, last + 1)):
                last -= 1
            known |= dict.fromkeys(range(first, last + 1), move)
        expected = [known.get(each, kept.UNKNOWN) for each in range(100)]
        assert [answers.find(b"at", each * scale) for each in range(100)] == expected
        found = answers.find_all([b"at"] * 100, np.arange(100, dtype=np.uint64) * np.uint64(scale))
        assert all(one in (other, kept.UNKNOWN) for one, other in zip(found.tolist(), expected, strict=True))
        assert answers.find(b"elsewhere", number * scale) == kept.UNKNOWN
