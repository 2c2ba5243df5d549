"""The lessons for everyone are short, contain no code, and state only true facts. All numbers are computed again."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from noughts import (
    IgnoreDistance,
    Ordered,
    Player,
    Position,
    Solver,
    alphabeta,
    analyse,
    centre_first,
    game,
    minimax,
    plies,
)
from noughts import position as read_position
from noughts.explain.exercises.duel import LONGEST, Duel, duel
from noughts.explain.exercises.practice import QUESTIONS, Feedback, feedback
from noughts.rules.tactics import forks, immediate_wins, line_wins, sign

FOLDER = Path(__file__).parents[1] / "docs" / "tutorial" / "everyone"
PAGES = sorted(FOLDER.glob("*.md"))
START = Position(game("tictactoe"))
NAMES = START.game.board.names


def text(number: int) -> str:
    """Return the text of a lesson, with its lines joined."""
    (page,) = FOLDER.glob(f"{number}-*.md")
    return " ".join(page.read_text(encoding="utf-8").split())


@cache
def board(lesson: int, number: int) -> dict[str, Feedback]:
    """Return the answers of a board in a lesson, by the names of the moves."""
    (page,) = FOLDER.glob(f"{lesson}-*.md")
    found = re.findall(r":::\{board\} (.*)\n((?::.*\n)+?):::", page.read_text(encoding="utf-8"))[number - 1]
    options = dict(re.findall(r"^:(\w+): (.*)$", found[1], re.M))
    at = read_position(found[0], options.get("game", "tictactoe"))
    return {at.game.board.names[move]: answer for move, answer in feedback(at, options["task"]).items()}


def good(lesson: int, number: int) -> set[str]:
    return {name for name, answer in board(lesson, number).items() if answer.tone == "good"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_lesson_is_short_has_boards_to_press_and_no_code(page: Path) -> None:
    written = page.read_text(encoding="utf-8")
    words = re.sub(r":::.*?:::\n", "", written, flags=re.S).split()
    if "challenge" in page.name:
        assert written.count(":::{board}") == 5
    else:
        assert 240 <= len(words) <= 410
        assert 2 <= written.count(":::{board}") <= 3
    assert "`" not in written
    assert not re.search(r" --\w", written)
    assert not re.search(r"\b(python|import|terminal)\b", written, re.I)
    assert all(task in QUESTIONS for task in re.findall(r"^:task: (.*)$", written, re.M))
    sentences = re.split(r"[.!?:] ", " ".join(re.sub(r"\|.*\n", "", written).split()))
    assert max(len(sentence.split()) for sentence in sentences) <= 30, "short sentences"


# Lessons 1 and 2: the four rules.


def allowed(at: Position, rules: int) -> tuple[int, ...]:
    """Return the moves that the first three or all four rules allow."""
    if wins := immediate_wins(at):
        return wins
    if blocks := line_wins(at, at.turn.other):
        return blocks
    if at.empty.bit_count() >= 8:  # the player's first move
        return (4,) if at.empty >> 4 & 1 else (0, 2, 6, 8)
    safe = tuple(move for move in at.moves if not forks(at.play(move)))
    assert safe or rules < 4, "rule 4 always leaves a move"
    return safe if rules == 4 else at.moves


def games(player: Player, rules: int, line: tuple[Position, ...] = (START,)) -> Iterator[tuple[Position, ...]]:
    """Yield all games in which one player follows the rules and the other plays anything, position by position."""
    at = line[-1]
    if at.is_over:
        yield line
        return
    for move in allowed(at, rules) if at.turn is player else at.moves:
        yield from games(player, rules, (*line, at.play(move)))


def lost(line: tuple[Position, ...], player: Player) -> bool:
    outcome = line[-1].outcome
    return outcome is not None and outcome.winner is player.other


def test_with_three_rules_o_loses_only_to_two_threats_at_once() -> None:
    played = list(games(Player.O, 3))
    losses = [line for line in played if lost(line, Player.O)]
    assert f"O still lost {len(losses)} of the {len(played):,} games" in text(1)
    assert all(len(line_wins(line[-3], Player.X)) >= 2 for line in losses), "before O's last move"


def test_with_four_rules_nobody_loses() -> None:
    counts = []
    for player in Player:
        played = list(games(player, 4))
        assert not [line for line in played if lost(line, player)]
        counts.append(len(played))
    assert f"{counts[0]:,} games in which the rules play X, and {counts[1]:,} in which they play O" in text(2)


def test_lesson_1_counts_rows_and_safe_answers() -> None:
    rows = {name: len(START.game.lines_at[cell]) for cell, name in enumerate(NAMES)}
    assert rows["b2"] == 4
    assert {rows[name] for name in ("a1", "c1", "a3", "c3")} == {3}
    assert {rows[name] for name in ("b1", "a2", "c2", "b3")} == {2}
    assert (good(1, 1), good(1, 2), good(1, 3)) == ({"c1"}, {"c1"}, {"b2"})
    assert "X must block" in board(1, 2)["c1"].text
    wrong = [answer.text for name, answer in board(1, 3).items() if name != "b2"]
    assert len(wrong) == 7
    assert all("two threats at once" in answer for answer in wrong)


def test_lesson_2_shows_forks() -> None:
    assert good(2, 1) == {"a2", "a3"}
    assert good(2, 2) == {"b1", "c1", "b2"}
    assert all("must block" in board(2, 2)[name].text for name in good(2, 2)), "a threat first"
    assert good(2, 3) == {"b1", "a2", "c2", "b3"}
    assert all("X must block" in board(2, 3)[name].text for name in good(2, 3))
    assert all("two threats at once" in board(2, 3)[name].text for name in ("c1", "a3"))


# Lesson 3: why perfect play is a draw.


def boards(lesson: int) -> list[tuple[Position, str]]:
    """Return the boards of a lesson, each with its task."""
    (page,) = FOLDER.glob(f"{lesson}-*.md")
    found = re.findall(r":::\{board\} (.*)\n((?::.*\n)+?):::", page.read_text(encoding="utf-8"))
    options = [dict(re.findall(r"^:(\w+): (.*)$", one[1], re.M)) for one in found]
    return [
        (read_position(one[0], said.get("game", "tictactoe")), said["task"])
        for one, said in zip(found, options, strict=True)
    ]


def duels(start: Position, tries: tuple[int, ...] = ()) -> Iterator[Duel]:
    """Yield every game that a reader can play against Perfect, after each of the reader's moves."""
    played = duel(start, tries)
    yield played
    if not played.position.is_over:
        for move in played.position.moves:
            yield from duels(start, (*tries, move))


def test_lesson_3_counts_games_and_traps() -> None:
    counted = list(plies(START))
    by = {winner: sum(ply.ended.get(winner, 0) for ply in counted) for winner in (Player.X, Player.O, None)}
    total = sum(by.values())
    said = text(3)
    assert f"There are {total:,} different ways to play a game. X wins {by[Player.X]:,} of them, which is more" in said
    assert f"O wins {by[Player.O]:,}, and only {by[None]:,} are draws" in said
    assert by[Player.X] * 2 > total
    for name, answer in board(3, 1).items():
        assert answer.text.startswith(
            f"A good try: {7 if name in ('a1', 'c1', 'a3', 'c3') else 4} of Perfect's 8 answers"
        )


@pytest.mark.parametrize("start", [at for lesson in (3, 7) for at, task in boards(lesson) if task == "beat"], ids=str)
def test_nobody_beats_perfect_and_the_reader_can_always_reach_a_draw(start: Position) -> None:
    every = list(duels(start, () if start.empty.bit_count() < 9 else (0,)))
    over = [one for one in every if one.position.is_over]
    assert {one.position.winner for one in over} == {None, start.turn.other}
    assert all(one.position == start or one.feedback for one in every if one.tries)
    texts = [one.feedback.text for one in every if one.feedback]
    assert max(map(len, texts)) <= len(LONGEST), "the page reserves the space"


def test_lesson_3_has_partners_that_stop_every_row_through_the_centre() -> None:
    pairs = [{"b1", "b3"}, {"c1", "a3"}, {"a2", "c2"}]
    lines = [{NAMES[cell] for cell in range(9) if line >> cell & 1} for line in START.game.lines]
    left = [line for line in lines if "a1" not in line and not any(pair <= line for pair in pairs)]
    assert all("b2" not in line for line in left), "the bottom row and the right column"
    start = read_position("o2_/_x_/3_ x")
    for pair in pairs:
        for name in pair:
            (partner,) = pair - {name}
            played = duel(start, [start.cell(name)])
            assert played.position.o == start.o | 1 << start.cell(partner)
            assert len([m for m in analyse(start.play(name)).moves if m.value == 0]) == 1, "any other answer loses"


# Lessons 4 and 5: the work of a computer.


def test_lesson_4_counts_states() -> None:
    assert sum(ply.sequences for ply in plies(START)) == 549_946
    assert "**549,946** states" in text(4)
    assert 6 < 549_946 / (60 * 60 * 24) < 7, "days, at a state a second"
    assert minimax(read_position("o_x/x2_/x2o x")).visited == 10
    assert "looks at ten **states**" in text(4)
    assert good(4, 1) == {"b2"}
    assert "c2: X wins" in board(4, 1)["b1"].text
    harder = read_position("2ox/x_o/2_x x")
    assert not immediate_wins(harder)
    assert good(4, 2) == {"a3"}


def test_lesson_5_counts_what_pruning_saves() -> None:
    pruned = alphabeta(IgnoreDistance(START)).visited
    ordered = alphabeta(IgnoreDistance(Ordered(START, centre_first))).visited
    assert f"| it prunes | {pruned:,} |" in text(5)
    assert f"| it prunes, and tries the centre first | {ordered:,} |" in text(5)
    assert (549_946 // pruned, 549_946 // ordered) == (30, 75)
    assert alphabeta(START).score == Solver(START.game).score(START), "the result is always the same"
    assert "c3" in good(5, 1)
    assert good(5, 2) == {"a3"}
    for before, text_after, number, name in [
        ("x2_/_x_/o2_ o", "xo_/_x_/o2_ x", 1, "c3"),
        ("x2_/_o_/2_x o", "x_o/_o_/2_x x", 2, "a3"),
    ]:
        assert minimax(read_position(before)).score == 0, "O has a safe move"
        at = read_position(text_after)
        states = sum(minimax(at.play(move)).visited for move in at.moves if move != at.cell(name))
        assert f"skips the other 4 answers: {states} states in all" in board(5, number)[name].text


# Lesson 6: bigger boards.


def test_lesson_6_is_right_about_bigger_boards() -> None:
    assert {name for name, answer in board(6, 1).items() if answer.tone == "bad"} == {"a2", "d2"}
    assert good(6, 1) == set(board(6, 1)) - {"a2", "d2"}
    square = Solver(game("4,4,3"))
    assert len(square.game.board) + 1 - square.score(Position(square.game)) == 5, "moves of both players"
    assert good(6, 2) == {"b6", "e6"}


@pytest.mark.parametrize(
    ("rules", "row"), [("3,3,3", "tic-tac-toe"), ("4,3,3", "four columns, three rows, three in a row")]
)
def test_lesson_6_counts_positions(rules: str, row: str) -> None:
    start = Position(game(rules))
    count = sum(ply.positions for ply in plies(start))
    result = "X wins" if sign(Solver(start.game).score(start)) > 0 else "draw"
    assert f"| {row} | {count:,} | {result} |" in text(6)


def test_lesson_6_agrees_with_the_tutorial_on_counts_that_take_long() -> None:
    larger = (FOLDER.parent / "12-larger-boards.md").read_text(encoding="utf-8")
    assert "| 4,4,4 | 9,722,011 | 36,277,691,063,105 | draw |" in larger, "tests/test_truths.py checks it"
    assert "| four columns, four rows, four in a row | 9,722,011 | draw |" in text(6)
    assert "36,277,691,063,105 states" in text(6)
    assert round(36_277_691_063_105 / 1_000_000 / 60 / 60 / 24) == 420
    four = Solver(game("4,4,4"))
    assert four.score(Position(four.game)) == 0
    assert four.visited < 20_000
    assert "4,531,985,219,092 positions" in (FOLDER.parent / "09-table.md").read_text(encoding="utf-8")


def test_only_the_middle_column_wins_connect_four() -> None:
    moves = analyse(Position(game("connect four"))).moves
    assert [move.name for move in moves if move.value == 1] == ["d6"]


# The challenge.


def test_every_board_of_the_challenge_has_an_answer_and_most_cells_are_wrong() -> None:
    for number, (at, task) in enumerate(boards(7), 1):
        if task != "beat":
            assert 0 < len(good(7, number)) < len(at.moves)
