"""Reviews mark exactly the moves that give value away, have correct statistics, and say which values are unknown."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, Player, Position, Record, Solver, analyse, game, player, position, read_moves
from noughts.explain.review.review import Review, review
from noughts.explain.review.summary import describe_chance, summary, who_played
from noughts.explain.review.tactical_scores import loses_quickly, safe_move, tactical_score
from noughts.rules.tactics import immediate_wins, sign
from noughts.solver.evaluation import distance
from tests.oracle import Oracle
from tests.strategies import games, in_sets, mark, positions

X, O = Player.X, Player.O  # noqa: E741


def played(start: Position, choices: list[int]) -> Record:
    """Return the record of a game in which each choice selects a move."""
    record = Record(start)
    for choice in choices:
        if record.position.is_over:
            break
        record = record.play(record.position.moves[choice % len(record.position.moves)])
    return record


def as_text(position: Position) -> str:
    return "".join(
        "x" if position.x >> c & 1 else "o" if position.o >> c & 1 else "_" for c in range(len(position.game.board))
    )


def check(reviewed: Review, oracle: Oracle) -> None:
    """Check all marks, values and figures of a review in which all values are known."""
    assert not reviewed.unknown
    record, kept, mattered = reviewed.record, {X: 0, O: 0}, {X: 0, O: 0}
    assert [m.position for m in reviewed.moves] == list(record.positions[:-1])
    assert [m.played.move for m in reviewed.moves] == list(record.moves)
    for number, m in enumerate(reviewed.moves, 1):
        values = oracle.after(as_text(m.position), mark(m.player))
        result, plies = values[m.played.move]
        best = max(value for value, _ in values.values())
        soonest = min(p for value, p in values.values() if value == best)
        assert m.before is not None
        assert m.after is not None
        assert (m.number, m.player) == (number, m.position.turn)
        assert (sign(m.before), sign(m.after)) == (best, result)
        assert distance(m.after, m.position.empty.bit_count()) == plies
        lost = best - result
        late = lost == 0 and best == 1 and plies > soonest
        assert m.mark == ("??" if lost == 2 else "?" if lost == 1 else "?!" if late else "")
        assert m.mattered == (len({value for value, _ in values.values()}) > 1)
        assert m.good == sum(value == best for value, _ in values.values())
        mattered[m.player] += bool(m.mattered)
        kept[m.player] += bool(m.mattered) and not lost
        assert (m.better is not None) == bool(m.mark)
        if m.better:
            assert m.better.move in oracle.best(as_text(m.position), mark(m.player))
        if not lost or number == len(reviewed.moves):
            assert m.punished is None
        else:
            assert m.punished == (reviewed.moves[number].mark not in ("?", "??"))
    for side in Player:
        accuracy = reviewed.accuracy(side)
        assert (accuracy.kept, accuracy.mattered) == (kept[side], mattered[side])
        assert accuracy.share == (kept[side] / mattered[side] if mattered[side] else None)
    lost_marks = [m for m in reviewed.moves if m.mark in ("?", "??")]
    assert ("Nobody gave anything away." in summary(reviewed)) == (not lost_marks and bool(reviewed.moves))
    json.dumps(reviewed.to_data())


@given(games(7), st.lists(st.integers(0, 10**6), max_size=9), st.sampled_from(Player))
def test_reviews_of_any_game_are_correct(drawn: Game, choices: list[int], first: Player) -> None:
    record = played(Position(drawn, 0, 0, first), choices)
    check(review(record), Oracle(in_sets(drawn)))


@pytest.mark.parametrize(
    "name",
    ["3,3,3", *(pytest.param(f"3,3,3 {rule}", marks=pytest.mark.slow) for rule in ("misere", "gravity", "full=o"))],
)
def test_reviews_of_random_games_are_correct(name: str) -> None:
    random, start = Random(5), Position(game(name))
    solver, oracle = Solver(start.game), Oracle(in_sets(start.game))
    for _ in range(25):
        record = played(start, [random.randrange(10**6) for _ in range(random.randint(1, 9))])
        check(review(record, solver=solver), oracle)


def test_perfect_play_has_no_marks() -> None:
    perfect, random = player("perfect"), Random(2)
    for name in ("3,3,3", "3,3,3 misere", "4,4,3 gravity"):
        for _ in range(8):
            record = Record(Position(game(name)))
            while not record.position.is_over:
                record = record.play(perfect.choose(record.position, random).move)
            reviewed = review(record)
            assert not any(m.mark for m in reviewed.moves)
            assert {reviewed.accuracy(side).share for side in Player} <= {1.0, None}
            assert summary(reviewed)[0] == "Nobody gave anything away."


def test_answering_a_corner_with_an_edge_is_the_well_known_mistake() -> None:
    reviewed = review(read_moves("a1 b1 a3 a2 c3 b3 b2"))
    assert [m.mark for m in reviewed.moves] == ["", "?", "", "", "", "", ""]
    mistake = reviewed.moves[1]
    assert mistake.played.text == (
        "b1 throws away the draw: X answers a3, O must block a2, and then c3 forks, threatening b2 and b3. "
        "Only b2 keeps the draw."
    ), "the line follows the game"
    assert mistake.better is not None
    assert mistake.position.game.board.names[mistake.better.move] == "b2"
    assert mistake.punished
    assert describe_chance(reviewed, mistake) == "X took the chance: 3. a3."
    assert [reviewed.accuracy(player).share for player in Player] == [1.0, 0.0]
    assert reviewed.marks(O) == {"?": 1}
    assert summary(reviewed) == (
        "What decided the game: move 2, where O's b1 threw away the draw.",
        "Accuracy: X 3 of 3 (100%), O 0 of 1 (0%). It counts the moves that kept the value, where the choice mattered.",
    )


def test_accuracy_is_given_in_words_if_no_move_mattered() -> None:
    assert summary(review(read_moves("b2")))[-1] == "Accuracy: no move mattered."
    text = summary(review(read_moves("b2 a1")))[-1]
    assert text.startswith("Accuracy: X had no move that mattered, O 1 of 1 (100%). It counts")
    large = review(read_moves("h8 i9", game("gomoku")), 50)
    assert summary(large)[0] == "Accuracy: no move is known to have mattered."


def test_a_missed_chance_and_a_late_win_are_marked() -> None:
    reviewed = review(read_moves("a1 b2 c3 a3 b3 c2 b1 c1"))
    assert [m.mark for m in reviewed.moves] == ["", "", "", "?", "??", "?!", "", ""]
    assert describe_chance(reviewed, reviewed.moves[3]) == "X missed the chance: 5. b3 ??."
    assert describe_chance(reviewed, reviewed.moves[4]) == "O took the chance, but not in the quickest way: 6. c2 ?!."
    assert reviewed.moves[4].played.text.startswith("b3 throws away the win and loses: O wins at c1. Instead, c1 forks")
    assert reviewed.moves[5].played.text == "c2 still wins, but c1 wins at once."


def test_games_from_other_positions_and_games_without_moves_can_be_reviewed() -> None:
    record = Record(position("o_x/x2_/x2o x"), (1,))
    (only,) = review(record).moves
    assert (only.mark, only.punished) == ("??", None)
    assert "What decided" not in " ".join(summary(review(record)))
    empty = review(Record(Position(game("tictactoe"))))
    assert (empty.moves, summary(empty)) == ((), ("There are no moves to review.",))


def test_in_large_games_early_values_are_unknown_and_late_values_exact() -> None:
    truth, random = Solver(game("4,4,3")), Random(8)
    unknown = 0
    for _ in range(6):
        record = played(Position(game("4,4,3")), [random.randrange(10**6) for _ in range(16)])
        reviewed = review(record, 60)
        for m in reviewed.moves:
            assert m.before in (None, truth.score(m.position))
            assert m.after in (None, -truth.score(m.position.play(m.played.move)))
            if None not in (m.before, m.after):
                lost = sign(m.before or 0) - sign(m.after or 0)
                assert (m.mark in ("?", "??")) == bool(lost)
            unknown += None in (m.before, m.after)
        if reviewed.unknown:
            assert "could not be judged" in summary(reviewed)[-1]
        assert None not in (reviewed.moves[-1].before, reviewed.moves[-1].after), "values near the end are known"
    assert unknown


def test_a_game_on_a_very_large_board_is_reviewed_quickly() -> None:
    four = "d8 a1 e8 c1 f8 e1 g8 g1 i1 a3 h8"
    reviewed = review(read_moves(four, "gomoku"), 2_000)
    assert {1, 2, 3} <= set(reviewed.unknown)
    assert not {m.number for m in reviewed.moves if m.mark} & set(reviewed.unknown)
    assert reviewed.moves[8].mark == "?!", "an immediate win was missed"
    assert reviewed.moves[8].played.text == "i1 misses a win: c8 wins at once."
    assert reviewed.moves[9].played.text == "a3 lets X win at once at c8 or h8."
    assert (reviewed.moves[10].after, reviewed.moves[10].mark) == (distance_to_score(reviewed.moves[10].position), "")
    assert reviewed.accuracy(X).share is None
    assert [m.mark for m in reviewed.moves] == [*[""] * 5, "??", "", "", "?!", "", ""]
    assert reviewed.moves[5].played.text.startswith("e1 lets X fork at c8"), "three stones with both ends open"
    assert summary(reviewed)[0] == "What decided the game, as far as is known: move 6, O's e1."


@pytest.mark.slow
def test_unknown_moves_are_not_praised() -> None:
    drawn = read_moves("a1 c1 b1 d1 c2 a2 d2 b2 a3 c3 b3 d3 c4 a4 d4 b4", "4,4,4")
    reviewed = review(drawn, 60)
    assert 0 < len(reviewed.unknown) < 16
    assert not any(m.mark for m in reviewed.moves)
    assert summary(reviewed)[0] == "No mistake was found in the moves that could be judged."
    whole = review(drawn)
    assert (whole.unknown, summary(whole)[0]) == ((), "Nobody gave anything away.")


def test_a_review_without_values_makes_no_claims() -> None:
    reviewed = review(read_moves("h8 a1 o15", "gomoku"), 100)
    assert reviewed.unknown == (1, 2, 3)
    assert not [text for text in summary(reviewed) if "mistake" in text or "Nobody" in text]


def test_an_unblocked_immediate_win_is_marked_without_a_search() -> None:
    reviewed = review(read_moves("d6 d5 d4 e6 c6 e5 b6 e4 a6", "8,6,4 gravity"), 2_000)
    assert [m.mark for m in reviewed.moves] == [*[""] * 7, "??", ""]
    slip = reviewed.moves[7]
    assert (slip.before, slip.after, slip.punished) == (None, 2 - 1 - slip.position.empty.bit_count(), True)
    assert slip.played.text == "e4 lets X win at once at a6."
    assert slip.better is not None
    assert slip.better.text == "a6 blocks a6-b6-c6-d6."
    assert summary(reviewed)[0] == "What decided the game, as far as is known: move 8, O's e4."
    assert reviewed.unknown == (1, 2, 3, 4, 5, 6, 7)


def test_an_unblocked_open_three_is_marked_and_later_moves_are_not() -> None:
    reviewed = review(read_moves("e4 e5 d4 d5 c4 c5 b4 h8 a4", "gomoku"), 2_000)
    assert [m.mark for m in reviewed.moves] == [*[""] * 5, "??", "", "", ""]
    assert reviewed.moves[5].played.text == "c5 lets X fork at b4 or f4."
    assert reviewed.moves[7].after == 1 - reviewed.moves[7].position.empty.bit_count()


@given(games(7), st.lists(st.integers(0, 10**6), max_size=9), st.sampled_from(Player))
def test_marks_without_a_search_are_true(drawn: Game, choices: list[int], first: Player) -> None:
    """With a node budget of 0, marks are still true, and every immediate win that could have been blocked is marked."""
    record = played(Position(drawn, 0, 0, first), choices)
    truth = Solver(drawn)
    for m in review(record, 0).moves:
        after, score = m.position.play(m.played.move), truth.score(m.position)
        assert m.before in (None, score)
        assert m.after in (None, -truth.score(after))
        lost = not m.position.game.misere and bool(immediate_wins(after))
        held = [move for move in m.position.moves if truth.score(m.position.play(move)) < 1]
        if m.mark == "??":
            assert truth.score(after) >= 1
            assert not loses_quickly(m.position, safe_move(m.position) or 0) or m.before is not None
        if lost and held:
            assert m.mark in ("?", "??")


@given(positions(games(7)))
def test_tactical_scores_are_true(at: Position) -> None:
    proven, score = tactical_score(at), Solver(at.game).score(at)
    assert proven in (None, score)
    saved = safe_move(at)
    if immediate_wins(at):
        assert proven == score == at.empty.bit_count()
    elif saved is None and at.moves:
        assert proven == score <= -1
    elif saved is not None:
        assert not loses_quickly(at, saved)
        assert not immediate_wins(at.play(saved))


def distance_to_score(before: Position) -> int:
    """Return the score of an immediate win."""
    return before.empty.bit_count()


def test_every_text_agrees_with_the_analysis() -> None:
    reviewed = review(read_moves("b2 b1 a1 c3 a3 a2 c1"))
    for m in reviewed.moves:
        assert m.played.text.startswith(m.name)
        kept = analyse(m.position).value == sign(m.after or 0)
        assert kept == ("throws away" not in m.played.text)


@pytest.mark.parametrize(
    ("x", "o", "expected"),
    [
        ("Ada", "Grace", "Ada is X; Grace is O."),
        ("You", "Computer", "You are X; the computer is O."),
        ("Computer", "You", "The computer is X; you are O."),
        ("Ada", "", "Ada is X."),
        ("", "Computer", "The computer is O."),
        ("ada", "You", "ada is X; you are O."),
        ("", "", ""),
    ],
)
def test_the_text_addresses_the_player_as_you_or_by_name(x: str, o: str, expected: str) -> None:
    assert who_played((x, o)) == expected
