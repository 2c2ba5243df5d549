"""Worksheets: different positions from play in which the choice matters, and the same sheet for the same seed."""

from random import Random

import pytest

from noughts import NoughtsError, Position, canonical, game, minimax
from noughts.explain.exercises.worksheet import TREE_EMPTIES, worksheet

GAMES = [
    ("tictactoe", 4),
    ("tictactoe", 2),
    ("tictactoe", 7),
    ("misere", 5),
    ("4,4,3", 6),
    ("3,3,3 gravity", 4),
    ("connect four", 5),
    ("3x3x3", 5),
]


def can_come_up(position: Position) -> bool:
    """Return whether some game leads to a position, decided by removing stones."""
    if not position.x and not position.o:
        return True
    owner = position.turn.other
    stones = position.x if owner.value == "x" else position.o
    for cell in range(len(position.game.board)):
        if stones >> cell & 1:
            x, o = position.x & ~(1 << cell), position.o & ~(1 << cell)
            try:
                before = Position(position.game, x, o, owner)
            except NoughtsError:
                continue
            if cell in before.moves and can_come_up(before):
                return True
    return False


def test_a_board_that_is_too_wide_or_has_few_positions_has_fewer_trees() -> None:
    wide = worksheet("10,4,4", count=1, seed=1)
    assert (len(wide.questions), wide.trees) == (1, ())
    assert len(worksheet("connect four", count=1, seed=1).trees) == 2
    cube = worksheet("3x3x3", count=3, seed=1)
    assert (len(cube.questions), len(cube.trees) < 2) == (3, True)


@pytest.mark.parametrize(("name", "empties"), GAMES)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_positions_are_worth_solving(name: str, empties: int, seed: int) -> None:
    sheet = worksheet(name, count=5, empties=empties, trees=2, seed=seed)
    assert (len(sheet.questions), len(sheet.trees)) == (5, 2)
    for question in sheet.questions:
        assert question.position.game == game(name)
        assert question.position.empty.bit_count() == empties
        assert question.exact
        assert not question.position.is_over
        assert len({move.result for move in question.moves}) > 1
        if len(question.position.game.board) == 9:
            assert can_come_up(question.position)
    for story in sheet.trees:
        assert story.position.empty.bit_count() == min(empties, TREE_EMPTIES)
        assert all(node.searched for node in story.nodes)
    alike = [canonical(question.position) for question in sheet.questions] + [
        canonical(s.position) for s in sheet.trees
    ]
    assert len(set(alike)) == len(alike)


def test_the_answers_agree_with_minimax() -> None:
    for question in worksheet(count=20, empties=5, seed=3).questions:
        right = minimax(question.position)
        assert {move.move: move.score for move in question.moves} == right.scores
        assert question.score == right.score


@pytest.mark.parametrize("name", ["tictactoe", "misere", "4,4,3", "connect four"])
def test_every_alphabeta_tree_has_a_cut(name: str) -> None:
    for story in worksheet(name, count=0, trees=2, algorithm="alphabeta", seed=1).trees:
        assert 0 < story.searched < len(story.nodes) <= 16
        assert story.algorithm == "alphabeta"


def test_the_sheets_of_a_class_are_all_different() -> None:
    sheets = [worksheet(count=0, trees=2, algorithm="alphabeta", seed=seed) for seed in range(1, 31)]
    assert len({frozenset(story.position for story in sheet.trees) for sheet in sheets}) == 30


def test_the_same_seed_gives_the_same_sheet() -> None:
    assert worksheet(seed=4) == worksheet(seed=4)
    assert worksheet(seed=4) != worksheet(seed=5)


def test_easy_positions_come_first_and_kinds_are_mixed() -> None:
    for seed in range(5):
        questions = worksheet(count=6, empties=5, trees=0, seed=seed).questions
        sizes = [minimax(question.position).visited for question in questions]
        assert sizes == sorted(sizes)
        assert {(question.result, question.distance == 1) for question in questions} == {
            (0, False),
            (1, True),
            (1, False),
        }


def test_seeds_give_many_different_sheets() -> None:
    drawn = {worksheet(count=1, empties=4, trees=0, seed=seed).questions[0].position for seed in range(40)}
    assert len(drawn) > 20


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"empties": 1}, "2 to 9 empty cells, not 1"),
        ({"empties": 10}, "2 to 9 empty cells, not 10"),
        ({"empties": 20, "game": "4,4,3"}, "2 to 9 empty cells, not 20"),
        ({"count": -1}, "up to 100 positions"),
        ({"count": 0, "trees": 0}, "would be empty"),
        ({"count": 101}, "up to 100 positions"),
        ({"game": "4x4x4", "trees": 1}, "trees of 4x4x4 would be too small to read on a page: expected 0 trees, not 1"),
        ({"empties": 9}, "found only 0 of 5 positions"),
        ({"empties": 9, "game": "misere", "trees": 0}, "found only 1 of 5 positions"),
        ({"game": "3,3,9"}, "found only 0 of 5"),
        ({"algorithm": "alphabeta", "unit": "winner"}, "alpha and beta are numbers: choose a unit other than winner"),
    ],
)
def test_impossible_requests_raise_an_error(settings: dict[str, object], message: str) -> None:
    with pytest.raises(NoughtsError, match=message):
        worksheet(**settings)  # type: ignore[arg-type]


def test_other_random_generators_are_untouched() -> None:
    random = Random(1)
    state = random.getstate()
    worksheet(seed=1)
    assert random.getstate() == state
