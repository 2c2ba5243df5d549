"""The Play page in a browser: complete games of every kind, and every button beside the board."""

from typing import Any

import pytest

from noughts.rules.game import Player
from noughts.search.alphabeta import alphabeta
from tests.browser.people import People, Person
from tests.slowly import few_fast

HERE = "/play?mode=here"
PLACES = """() => [...document.querySelectorAll('.row > :not(input), .board')].map((one) => {
  const { left, top } = one.getBoundingClientRect();
  return [Math.round(left), Math.round(top)];
})"""

BOTTOM = "(one) => one.getBoundingClientRect().bottom"

ENDS = {
    "X wins": ("game=tictactoe", "a1 b2 a2 b1 a3", "X wins!", "a1 a2 a3"),
    "O begins and wins": ("game=tictactoe&begins=o", "a1 b1 b2 b3 c3", "O wins!", "a1 b2 c3"),
    "O wins": ("game=tictactoe", "a1 c1 b1 b2 c3 a3", "O wins!", "c1 b2 a3"),
    "draw": ("game=tictactoe", "a1 b2 c3 b1 b3 a3 c1 c2 a2", "A draw.", ""),
    "misère": ("game=misere", "a1 b2 a2 b1 a3", "O wins! X made a row.", "a1 a2 a3"),
    "gravity": ("game=connect+four", "d1 e1 d1 e1 d1 e1 d1", "X wins!", "d3 d4 d5 d6"),
    "3-D": ("game=qubic", "a1a a2a b1b a3a c1c a4b d1d", "X wins!", "a1a b1b c1c d1d"),
    "19 × 19": ("game=19,19,5", "k10 a1 l10 b1 m10 c1 n10 d1 o10", "X wins!", "k10 o10"),
    "typed": ("game=custom&other=5,4,4+gravity", "a1 b1 a1 b1 a1 b1 a1", "X wins!", "a1 a4"),
}


FAST = ("X wins", "draw", "misère", "gravity")  # the others are marked as slow


@pytest.mark.parametrize(
    ("query", "moves", "end", "line"),
    [pytest.param(*case, id=name, marks=[] if name in FAST else pytest.mark.slow) for name, case in ENDS.items()],
)
def test_two_people_at_one_screen_play_to_the_end(people: People, query: str, moves: str, end: str, line: str) -> None:
    ada = people.add().goes(f"{HERE}&{query}")
    ada.presses(*moves.split())
    ada.sees(end)
    for name in line.split():
        assert "in the line" in ada.labels[name]
    before = ada.labels
    ada.page.locator(".board button").last.click(force=True)
    assert ada.labels == before, "a click after the end of the game changes nothing"
    assert end in ada.announced


def _play_to_the_end(person: Person, side: Player, *, well: bool) -> None:
    """Play a game of tic-tac-toe to its end, with the best move every time or with the worst."""
    while not (now := person.position("tictactoe")).is_over:
        assert now.turn is side
        scores = alphabeta(now).scores
        choose = max if well else min
        move = choose(scores, key=lambda cell: scores[cell])
        count = person.moves()
        person.cell(now.game.board.names[move]).click()
        person.until(
            lambda count=count: person.moves() == count + 2 or person.position("tictactoe").is_over,
            "the computer's move",
        )


@pytest.mark.parametrize("side", few_fast(Player))
@pytest.mark.parametrize(
    ("level", "well", "end"),
    [
        ("random", True, "You win!"),
        ("perfect", True, "Draw. Nobody can do better against perfect play."),
        ("perfect", False, "The computer wins. Try again!"),
    ],
)
def test_the_score_after_a_game_against_the_computer(
    people: People, side: Player, level: str, well: bool, end: str
) -> None:
    ada = people.add().goes(f"/play?side={side.value}&level={level}&begins=x")
    if side is Player.O:
        ada.sees("The computer moves first").clicks("Start").sees("Your move.")
    _play_to_the_end(ada, side, well=well)
    ada.sees(end)
    winner = {"You win!": side, "The computer wins. Try again!": side.other}.get(end)
    score = [str(int(won)) for won in (winner is Player.X, winner is Player.O, winner is None)]
    assert ada.score == score
    ada.clicks("Play again")
    ada.until(lambda: ada.moves() < 2, "the next game")
    assert ada.score == score
    assert ada.moves() == (1 if side is Player.X else 0), "the other player begins the next game"
    ada.clicks("Hard").sees("hard", ".players").sees("Your move." if side is Player.X else "Press a square")
    assert ada.score == ["0", "0", "0"], "each level has a score of its own"
    ada.goes(f"/play?level={level}")
    assert ada.score == score, "the score is there again"
    ada.clicks("Reset the score")
    ada.until(lambda: ada.score == ["0", "0", "0"], "a new score")
    assert ada.page.get_by_role("button", name="Reset the score").is_disabled()


def test_a_streak_of_wins_is_counted_for_each_level_and_ends_with_the_next_game_that_is_not_won(
    people: People,
) -> None:
    ada = people.add(width=360, height=740).goes("/play?level=easy&side=x&begins=x")
    streak, shown, places = 0, set[int](), ada.page.evaluate(PLACES)
    for well in (*[True] * 5, False):
        while ada.moves() == 0 and ada.page.locator("[data-begin]").count():
            ada.clicks("Start").sees("Your move.")
        _play_to_the_end(ada, Player.X, well=well)
        streak = streak + 1 if ada.status == "You win!" else 0
        ada.clicks("Perfect").sees("perfect", ".players")
        assert ada._text(".players .x small") == ""
        ada.clicks("Easy").sees("easy", ".players")  # the next game, with the same player beginning
        words = f"{streak} wins in a row" if streak > 1 else ""
        assert ada._text(".players .x small") == words
        assert ada.page.evaluate(PLACES) == places, "nothing moves"
        shown.add(streak)
    assert max(shown) > 1
    assert streak == 0


@pytest.mark.parametrize(
    ("query", "words", "stars"),
    [
        ("game=tictactoe", "Any square is fine: no first move loses.", 0),
        ("game=torus", "Any square is fine: every first move wins.", 0),
        ("game=misere", "b2 is forced: every other move loses.", 1),
        ("game=connect+four", "can still complete. It wins. No other move wins.", 1),
        ("game=tictactoe&mode=here&begins=o", "Any square is fine: no first move loses.", 0),
    ],
)
def test_a_hint_is_there_before_the_first_move(people: People, query: str, words: str, stars: int) -> None:
    ada = people.add().goes(f"/play?level=medium&{query}").clicks("Hint").sees(words, "#note")
    assert ada.page.locator(".cell.hint").count() == stars
    ada.page.locator(".cell button:not([aria-disabled=true])").first.click()
    ada.until(lambda: ada.moves() > 0, "the first move")
    assert "hint" not in ada.page.url
    assert ada.page.locator(".levels [aria-pressed=true]").all_inner_texts() == ["Medium"] * ("here" not in query)


def test_values_before_the_first_move_stay_on_during_the_game(people: People) -> None:
    ada = people.add().goes("/play?level=easy").clicks("Values").sees("draw", ".cell .value >> nth=0")
    assert ada.page.locator(".cell .value").count() == 9
    assert "values=on" in ada.clicks("Hint").sees("Any square is fine", "#note").page.url
    ada.presses("b2").sees("Your move.")
    assert ada.page.locator(".cell .value").count() == 7
    assert ada.clicks("Values").sees_no(".cell .value").page.locator(".cell .mark").count() == 2


def test_a_hint_before_the_first_move_is_in_view_on_a_phone(people: People) -> None:
    ada = people.add(width=360, height=740, has_touch=True).goes("/play").clicks("Hint").sees("Any square", "#note")
    assert ada.page.locator("#note").evaluate(BOTTOM) <= 740
    assert ada.page.evaluate("scrollY") == 0


def test_values_are_a_button_that_stays_pressed(people: People) -> None:
    ada = people.add().goes("/play").presses("b2").sees("Your move.")
    values = ada.page.get_by_role("button", name="Values")
    assert values.get_attribute("aria-pressed") == "false"
    values.focus()
    ada.keys("Space").sees("draw", ".value")
    assert values.get_attribute("aria-pressed") == "true"


def test_a_question_mark_opens_the_keys(people: People) -> None:
    ada = people.add().goes("/play").sees("You are X.")
    ada.keys("?")
    ada.page.get_by_role("dialog", name="Keys").wait_for()


def test_every_button_of_the_play_page(people: People) -> None:
    ada = people.add().goes("/play?level=perfect").presses("b2").sees("Your move.")
    places = ada.page.evaluate(PLACES)
    ada.clicks("Values").sees("draw", ".value")
    assert ada.page.locator(".value").count() == 7
    assert ada.page.locator(".cell [aria-label*='draw'][aria-label*='lose']").count() == 7
    ada.clicks("Hint").sees("keeps the draw", "#note")
    assert ada.page.locator(".row [aria-pressed=true]", has_text="Values").count() == 1, "a hint leaves the values on"
    ada.clicks("Values").sees_no(".value")
    ada.clicks("Undo")
    ada.until(lambda: ada.moves() == 0, "both moves to be taken back")
    assert ada.page.get_by_role("button", name="Undo", exact=True).is_disabled()
    ada.clicks("Redo")
    ada.until(lambda: ada.moves() == 2, "both moves to be made again")
    assert ada.page.evaluate(PLACES) == places, "no button moves"
    ada.clicks("New game")
    ada.until(lambda: ada.moves() == 0, "a new game")
    ada.page.go_back()
    ada.sees("The next game has begun.")
    ada.clicks("To the next game").sees("You are X. Press a square.")


def test_on_a_phone_a_link_leads_to_the_other_games(people: People) -> None:
    ada = people.add(width=360, height=740, has_touch=True).goes("/play")
    gallery = ada.page.locator(".gallery button").first
    in_view = "(one) => one.getBoundingClientRect().bottom <= innerHeight"
    top = "(one) => one.getBoundingClientRect().top + scrollY"
    before = ada.page.locator(".board").evaluate(top)
    assert not gallery.evaluate(in_view)
    ada.page.get_by_role("link", name="Other games").tap()
    ada.until(lambda: gallery.evaluate(in_view), "the games")
    ada.presses("b2").sees("Your move.")
    assert ada.page.locator(".board").evaluate(top) == before
    assert not ada.page.get_by_role("link", name="Other games").count()
    assert people.add().goes("/play").page.locator(".others").is_hidden()


def test_in_a_low_window_a_whole_game_is_played_without_scrolling(people: People) -> None:
    ada = people.add(width=360, height=560, has_touch=True).goes("/play?level=easy")
    places = ada.page.evaluate(PLACES)
    ada.presses("b2").sees("Your move.").clicks("Hint")
    ada.until(lambda: ada.note, "the hint and its reason")
    assert ada.page.locator("#note").evaluate(BOTTOM) <= 560
    assert ada.page.evaluate(PLACES) == places, "nothing moves when the game begins"
    _play_to_the_end(ada, Player.X, well=True)
    assert ada.page.get_by_role("button", name="Play again").evaluate(BOTTOM) <= 560
    assert ada.page.evaluate("scrollY") == 0
    ada.page.get_by_role("button", name="Change: Computer").click()
    ada.page.get_by_role("button", name="Hard", exact=True).click()
    ada.page.get_by_role("button", name="Hard", exact=True).wait_for(state="hidden")
    ada.page.get_by_role("button", name="Change: Computer, hard").wait_for()


@pytest.mark.parametrize("size", [(1440, 900), (800, 900), (360, 740), (360, 560)])
def test_a_long_result_does_not_move_the_board(people: People, size: tuple[int, int]) -> None:
    ada = people.add(width=size[0], height=size[1])
    places = ada.goes("/play?mode=here&game=misere").page.evaluate(PLACES)
    for names in ("", "&name=Augusta Ada King, Countess of Lovelace&friend=Rear Admiral Grace Brewster Murray Hopper"):
        ada.goes(f"/play?mode=here&game=misere{names}").presses("a1", "b1", "a2", "b2", "a3").sees("made a row.")
        assert ada.page.locator("#status").evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
        assert ada.page.evaluate(PLACES)[0] == places[0]


@pytest.mark.parametrize("scripts", [True, False])
def test_after_a_game_two_people_can_give_their_names(people: People, scripts: bool) -> None:
    ada = people.add(java_script_enabled=scripts).goes("/play?mode=here").presses("a1", "a2", "b1", "b2", "c1")
    assert ada.names == ["X", "O"]
    ada.page.get_by_label("Name of X").fill("Ada")
    ada.page.get_by_label("Name of O").fill("Grace")
    ada.clicks("New game with these names").sees("Your move, Ada (X).").presses("b2").sees("Your move, Grace (O).")
    assert ada.names == ["Ada", "Grace"]
    ada.page.get_by_label("Name of O").fill("")
    ada.keys("Enter").sees("Your move, Ada (X).")
    assert ada.names == ["Ada", "O"]


LANDING = """() => {
  const time = (one) => one.getAnimations()[0].effect.getComputedTiming();
  const strokes = [...document.querySelectorAll('.stroke path')].map((one) => time(one).delay);
  return [time(document.querySelector('.last .disc')).endTime, Math.min(...strokes)];
}"""


@pytest.mark.parametrize("moves", ["a6 b6 a5 b5 a4 b4 a3", "a6 a5 b6 b5 c6 c5 d6"])
def test_the_winning_line_is_drawn_after_the_winning_disc_has_landed(people: People, moves: str) -> None:
    ada = people.add().goes("/play?mode=here&game=connect+four").presses(*moves.split()).sees("wins!")
    landed, drawn = ada.page.evaluate(LANDING)
    assert landed <= drawn


def test_a_newcomer_meets_an_opponent_that_can_be_beaten(people: People) -> None:
    ada = people.add().goes("/").sees("You are X. Press a square.")
    assert _pressed(ada) == ["Computer", "Beginner", "Tic-tac-toe 3 in a row", "X", "You"]
    for words in ("mcts", "simulations", "called"):
        assert words not in ada.page.inner_text("#part")
    assert ada.page.locator(".set select").count() == 0, "opponents and levels are buttons"


def test_who_moves_first_is_a_person_or_the_computer(people: People) -> None:
    ada = people.add().goes("/play")
    first = ada.page.get_by_role("group", name="First move").get_by_role("button")
    assert first.all_inner_texts() == ["You", "Computer"]
    first.last.click()
    ada.sees("The computer moves first")
    ada.page.get_by_role("group", name="You play").get_by_role("button", name="O").click()
    ada.sees("You are O. Press a square.")
    assert _pressed(ada)[-2:] == ["O", "You"]


@pytest.mark.parametrize(
    "game", few_fast(["4 × 4", "Connect four", "Misère", "Qubic", "Tic-tac-toe", "Gomoku", "Torus", "Cube"], 4)
)
def test_the_level_and_the_game_chosen_are_those_played(people: People, game: str) -> None:
    ada = people.add().goes("/play")
    ada.page.get_by_role("button", name=game).click()
    ada.clicks("Medium")
    ada.until(lambda: any("Medium" in words for words in _pressed(ada)), "the level")
    cells = len(ada.labels)
    ada.page.locator(".cell button").last.click()
    ada.page.wait_for_url("**/play/*")
    ada.until(lambda: ada.moves() == 2, "the computer's move")
    assert len(ada.labels) == cells
    assert "medium" in ada.page.inner_text(".players")
    ada.goes("/play")
    assert any(words.startswith(game) for words in _pressed(ada)), "the browser remembers the choice"
    assert "Medium" in _pressed(ada)


def test_two_quick_choices_are_both_kept(people: People) -> None:
    ada, waiting = people.add().goes("/play"), list[Any]()

    def hold_the_first(route: Any) -> None:
        if waiting:
            route.continue_()
        else:
            waiting.append(route)

    ada.page.route("**/play?*game=4*", hold_the_first)
    ada.page.get_by_role("button", name="4 × 4").click()
    ada.until(lambda: bool(waiting), "the first request")
    ada.clicks("Hard")
    ada.page.wait_for_timeout(100)
    waiting[0].continue_()
    ada.until(lambda: "Hard" in _pressed(ada), "the level")
    assert "4 × 4 4 in a row" in _pressed(ada)


def test_a_name_typed_just_before_the_first_move_is_kept(people: People) -> None:
    ada = people.add().goes("/play?mode=here")
    ada.page.get_by_label("Name of X").fill("Ada <b>")
    ada.page.get_by_label("Name of O").fill("Grace")
    ada.clicks("4 × 4 4 in a row")
    ada.until(lambda: len(ada.labels) == 16, "the board of the chosen game")
    ada.presses("a1").sees("Your move, Grace (O).")
    ada.presses("b2", "a2", "b1", "a3", "c1", "a4").sees("Ada <b> wins!")
    assert (ada.names, ada.score) == (["Ada <b>", "Grace"], ["1", "0", "0"])
    ada.clicks("Play again").sees("Your move, Grace (O).")
    assert (ada.names, ada.score) == (["Ada <b>", "Grace"], ["1", "0", "0"])


def test_the_winning_stroke_is_one_line_on_top_of_the_marks(people: People) -> None:
    ada = people.add().goes(HERE).presses("a1", "b1", "b2", "c1", "c3").sees("X wins!")
    assert ada.page.locator(".stroke").count() == 1
    on_top = """() => {
      const [board, stroke] = ['.board tbody', '.stroke']
        .map((one) => document.querySelector(one).getBoundingClientRect());
      const name = document.querySelector('.board tbody th').getBoundingClientRect().width;
      const ends = [stroke.right - board.right, stroke.bottom - board.bottom];
      return [stroke.left - board.left - name, stroke.top - board.top, ...ends];
    }"""
    assert all(abs(difference) < 2 for difference in ada.page.evaluate(on_top)), "it has the size of the board"
    assert ada.page.locator(".stroke path").last.get_attribute("d") == "M0.16 0.16L2.84 2.84"


def test_in_columns_the_whole_column_lights_up_and_shows_where_the_disc_lands(people: People) -> None:
    ada = people.add().goes("/play?game=connect+four&mode=here").presses("d1")
    ada.cell("d1").hover()
    assert ada.page.locator(".cell.lit").count() == 6
    assert ada.page.locator(".cell.landing button").get_attribute("aria-label") == "d5, empty"


def test_an_impossible_game_cannot_be_chosen(people: People) -> None:
    ada = people.add().goes("/play?level=hard")
    ada.page.get_by_text("Make your own game").click()
    assert ada.page.get_by_label("In a row").locator("option").all_inner_texts() == ["2", "3"]
    ada.page.get_by_label("Columns").select_option("5")
    ada.page.locator(".layer.n5").wait_for()
    ada.page.get_by_label("In a row").select_option("5")
    ada.sees("Get 5 in a row", "#note-place")
    ada.page.get_by_label("A row loses").check()
    ada.sees("Whoever gets 5 in a row loses.", "#note-place")
    ada.page.get_by_label("Columns").select_option("4")
    ada.sees("Whoever gets 4 in a row loses.", "#note-place")
    assert len(ada.labels) == 12
    assert "Hard" in _pressed(ada)
    ada.clicks("Tic-tac-toe 3 in a row")
    ada.until(lambda: len(ada.labels) == 9, "the chosen board, not the one built before")


@pytest.mark.parametrize(
    ("sizes", "variants", "cells", "goal"),
    [
        ("4 4 1 3", "Discs fall down", 16, "Get 3 in a row to win: across, down or diagonally. Discs fall down."),
        ("4 3 1 3", "Rows go round the edges", 12, "A row may leave the board and go on at the opposite edge."),
        ("3 3 3 3", "Discs fall down", 27, "in one layer or through the layers. Marks fall to the lowest free layer."),
    ],
)
def test_a_game_of_ones_own_is_built_from_lists_and_played(
    people: People, sizes: str, variants: str, cells: int, goal: str
) -> None:
    ada = people.add().goes("/play?mode=here")
    ada.page.get_by_text("Make your own game").click()
    for name, size in zip(("Columns", "Rows", "Layers", "In a row"), sizes.split(), strict=True):
        ada.page.get_by_role("combobox", name=name, exact=True).select_option(size)
    ada.page.get_by_label(variants).check()
    ada.sees(goal, "#note-place")
    assert len(ada.labels) == cells
    ada.page.locator(".cell button:not([aria-disabled=true])").first.click()
    ada.until(lambda: ada.moves() == 1, "the first move")
    assert ada.page.get_by_label(variants).is_checked(), "the form describes the game on the board"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "called"),
    [("tictactoe", "perfect"), ("misere", "perfect"), ("gomoku", "strongest"), ("qubic", "strongest")],
)
def test_the_best_player_is_called_perfect_only_on_small_boards(people: People, game: str, called: str) -> None:
    ada = people.add().goes(f"/play?game={game}&level=perfect")
    assert called.capitalize() in _pressed(ada)
    assert called in ada.page.inner_text(".players")
    ada.cell("a1" if game != "qubic" else "a1a").click()
    ada.page.wait_for_url("**/play/*")
    ada.goes("/games").sees(f"Computer ({called})", ".list")


@pytest.mark.slow
def test_the_computer_can_play_against_itself(people: People) -> None:
    ada = people.add().goes("/play?mode=watch&level=perfect&rival=random")
    ada.clicks("Start").sees("Computer X is to move")
    ada.clicks("Next move")
    ada.until(lambda: ada.moves() == 1, "one move")
    ada.clicks("Next move")
    ada.until(lambda: ada.moves() == 2, "two moves")
    ada.clicks("Undo")
    ada.until(lambda: ada.moves() == 1, "one move to be taken back")
    ada.clicks("Play on")
    ada.page.locator("#status", has_text="wins").or_(ada.page.locator("#status", has_text="draw")).wait_for()


def _pressed(person: Person) -> list[str]:
    """Return the names of the chosen buttons."""
    chosen = person.page.locator(".play [aria-pressed=true]").all_inner_texts()
    return [" ".join(words.split()) for words in chosen]


def test_a_mark_appears_at_once_and_one_request_is_sent(people: People) -> None:
    ada = people.add().goes("/play?level=perfect").presses("b2")
    waiting: list[Any] = []
    ada.page.route("**/move", lambda route: waiting.append(route))
    ada.cell("a1").dblclick()
    assert ada.page.locator(".pending .mark.x").count() == 1
    ada.cell("c1").click()
    assert ada.page.locator(".pending").count() == 1, "only one move can be pending"
    ada.until(lambda: len(waiting) == 1, "one request")
    ada.page.wait_for_timeout(50)
    assert len(waiting) == 1
    waiting[0].continue_()
    ada.until(lambda: ada.moves() == 4, "the computer's move")
    assert ada.page.locator(".pending").count() == 0


def test_the_mark_of_a_rejected_move_disappears(people: People) -> None:
    ada = people.add(expected=["409", "429"]).goes(HERE).presses("b2")
    stale = ada.page.locator("input[name=ply]").first
    stale.evaluate("input => { input.value = 7; }")
    ada.cell("a1").click()
    ada.sees("changed in the meantime", "#note")
    assert ada.moves() == 1
    assert ada.page.locator(".board .mark").count() == 1
    assert ada.focus == "a1"
    assert "changed in the meantime" in ada.announced
    ada.page.route(
        "**/move", lambda route: route.fulfill(status=429, content_type="text/plain", body="Too much: wait.")
    )
    ada.cell("a2").click()
    ada.sees("Too much: wait.", "#note")
    assert ada.page.locator(".board .mark").count() == 1
    ada.page.unroute("**/move")
    ada.presses("a3")
    assert not ada.note


def test_the_back_button_and_reload_keep_the_game(people: People) -> None:
    ada = people.add().goes("/play").presses("b2")
    ada.page.wait_for_url("**/play/*")
    ada.until(lambda: ada.moves() == 2, "the computer's move")
    ada.page.reload()
    assert ada.moves() == 2
    ada.page.go_back()
    ada.until(lambda: ada.moves() == 0, "the board before the game")
    ada.page.go_forward()
    ada.until(lambda: ada.moves() == 2, "the game")


def test_two_tabs_of_one_browser_show_the_same_moves(people: People) -> None:
    ada = people.add().goes(HERE).presses("b2")
    ada.page.wait_for_url("**/play/*")
    twin = ada.other_tab().goes(ada.page.url)
    twin.presses("a1")
    ada.until(lambda: ada.moves() == 2, "the other tab's move")
    ada.presses("c3")
    twin.until(lambda: twin.moves() == 3, "this tab's move")


def test_an_event_that_arrives_during_a_request_is_not_lost(people: People) -> None:
    """The response to a request can be older than an event that arrived before it."""
    ada = people.add().goes(HERE).presses("b2")
    ada.page.wait_for_url("**/play/*")
    twin = ada.other_tab().goes(ada.page.url)
    held: list[tuple[Any, Any]] = []

    def hold(route: Any) -> None:
        held.append((route, route.fetch()))

    ada.page.route("**/play/*hint*", hold, times=1)
    ada.clicks("Hint")
    ada.until(lambda: len(held) == 1, "the response with the hint")
    twin.presses("a1")
    route, answer = held[0]
    route.fulfill(response=answer)
    ada.until(lambda: ada.moves() == 2, "the move from the event")


def test_a_hidden_page_requests_nothing_and_catches_up_later(people: People) -> None:
    ada = people.add().goes(HERE).presses("b2")
    ada.page.wait_for_url("**/play/*")
    twin = ada.other_tab().goes(ada.page.url)
    hide = """(hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    requests: list[str] = []
    ada.page.on("request", lambda request: requests.append(request.url))
    ada.page.evaluate(hide, True)
    twin.presses("a1", "c3")
    assert not requests
    ada.page.evaluate(hide, False)
    ada.until(lambda: ada.moves() == 3, "the moves made while the page was hidden")
    twin.presses("a3")
    ada.until(lambda: ada.moves() == 4, "the next move")


def test_sound_and_theme_can_be_switched(people: People) -> None:
    ada = people.add(color_scheme="light").goes("/play")
    sound, dark = (ada.page.get_by_role("button", name=name, exact=True) for name in ("Sound", "Dark"))
    assert sound.get_attribute("aria-pressed") == dark.get_attribute("aria-pressed") == "false"
    sound.click()
    ada.presses("b2")
    assert sound.get_attribute("aria-pressed") == "true"
    sound.click()
    assert sound.get_attribute("aria-pressed") == "false"
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = ada.page.evaluate(background)
    dark.click()
    assert ada.page.evaluate(background) != light
    ada.goes("/games")
    assert ada.page.evaluate(background) != light, "the next page is dark, too"
    assert ada.page.locator("html").get_attribute("data-theme") == "dark"
