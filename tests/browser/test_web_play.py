"""The Play page in a browser: complete games of every kind, and every button beside the board."""

from typing import Any

import pytest

from noughts.rules.game import Player
from noughts.search.alphabeta import alphabeta
from tests.browser.people import People, Person
from tests.slowly import few_fast

HERE = "/play?x=person&o=person"

ENDS = {
    "X wins": ("game=tictactoe", "a1 b2 a2 b1 a3", "X wins: a1, a2, a3.", "a1 a2 a3"),
    "O begins and wins": ("game=tictactoe&begins=o", "a1 b1 b2 b3 c3", "O wins: a1, b2, c3.", "a1 b2 c3"),
    "O wins": ("game=tictactoe", "a1 c1 b1 b2 c3 a3", "O wins: c1, b2, a3.", "c1 b2 a3"),
    "draw": ("game=tictactoe", "a1 b2 c3 b1 b3 a3 c1 c2 a2", "A draw.", ""),
    "misère": ("game=misere", "a1 b2 a2 b1 a3", "O wins: X completed a1, a2, a3.", "a1 a2 a3"),
    "gravity": ("game=connect+four", "d1 e1 d1 e1 d1 e1 d1", "X wins: d3, d4, d5, d6.", "d3 d4 d5 d6"),
    "3-D": ("game=qubic", "a1a a2a b1b a3a c1c a4b d1d", "X wins: a1a, b1b, c1c, d1d.", "a1a b1b c1c d1d"),
    "19 × 19": ("game=19,19,5", "k10 a1 l10 b1 m10 c1 n10 d1 o10", "X wins: k10, l10, m10, n10, o10.", "k10 o10"),
    "typed": ("game=tictactoe&custom=5,4,4+gravity", "a1 b1 a1 b1 a1 b1 a1", "X wins: a1, a2, a3, a4.", "a1 a4"),
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
    [("random", True, "You win"), ("perfect", True, "A draw."), ("perfect", False, "Computer wins")],
)
def test_the_score_after_a_game_against_the_computer(
    people: People, side: Player, level: str, well: bool, end: str
) -> None:
    ada = people.add().goes(f"/play?{side.value}=person&{side.other.value}={level}&begins=x")
    if side is Player.O:
        ada.clicks("Begin: Computer moves first").sees("Your move (O).")
    _play_to_the_end(ada, side, well=well)
    ada.sees(end)
    winner = {"You win": side, "Computer wins": side.other}.get(end)
    assert ada.score == [str(int(won)) for won in (winner is Player.X, winner is Player.O, winner is None)]
    ada.clicks("New game, sides swapped")
    ada.sees(f"Your move ({side.other}).")
    assert ada.score == [str(int(won)) for won in (winner is Player.O, winner is Player.X, winner is None)]


def test_every_button_of_the_play_page(people: People) -> None:
    ada = people.add().goes("/play?x=person&o=perfect")
    ada.presses("b2").sees("Your move (X).")
    ada.clicks("Show values").sees("draw", ".value")
    assert ada.page.locator(".value").count() == 7
    assert ada.page.locator(".cell [aria-label*='draw'][aria-label*='lose']").count() == 7
    ada.clicks("Hint").sees("★", ".star")
    assert "keeps the draw" in ada.note
    assert "Hide values" in ada.page.inner_text(".actions >> nth=0"), "a hint leaves the values on"
    ada.clicks("Hide values").sees_no(".value")
    ada.clicks("Undo")
    ada.until(lambda: ada.moves() == 0, "both moves to be taken back")
    assert ada.page.get_by_role("button", name="Undo", exact=True).count() == 0
    ada.clicks("Redo")
    ada.until(lambda: ada.moves() == 2, "both moves to be made again")
    ada.clicks("New game")
    ada.until(lambda: ada.moves() == 0, "a new game")
    ada.page.go_back()
    ada.sees("The next game has begun.")
    ada.clicks("To the next game").sees("Your move (X).")


def test_the_buttons_for_a_new_game_have_clear_names(people: People) -> None:
    ada = people.add().goes("/play?x=person&o=random").presses("b2").sees("Your move (X).")
    assert ada.page.get_by_role("button", name="Swap sides").count() == 0
    for words in ("New game", "New game, sides swapped"):
        assert ada.page.get_by_role("button", name=words, exact=True).count() == 1
    before = ada.page.url
    ada.clicks("New game, sides swapped").sees("Your move (O).")
    assert ada.score == ["0", "0", "0"]
    ada.goes(before).sees("The next game has begun.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "called"),
    [("tictactoe", "perfect"), ("misere", "perfect"), ("gomoku", "strongest"), ("qubic", "strongest")],
)
def test_the_best_player_is_called_perfect_only_on_small_boards(people: People, game: str, called: str) -> None:
    ada = people.add().goes(f"/play?game={game}&x=person&o=perfect")
    assert f"Computer ({called})" in ada.page.inner_text(".players")
    assert set(ada.page.locator("option[value=perfect]").all_inner_texts()) == {f"computer: {called}"}
    assert "On boards of up to 12 cells, the perfect level never makes a mistake." in ada.page.inner_text(
        "[data-setup]"
    )
    ada.cell("a1" if game != "qubic" else "a1a").click()
    ada.page.wait_for_url("**/play/*")
    ada.goes("/games").sees(f"Computer ({called})", ".list")
    ada.goes(f"/analyse?game={game}")
    assert ada.page.locator(".onward option[value=perfect]").inner_text() == called


def test_names_and_the_score_follow_a_swap_of_sides(people: People) -> None:
    ada = people.add().goes("/play")
    for side, name in (("X", "Ada <b>"), ("O", "Grace")):
        box = ada.page.get_by_role("group", name=side, exact=True)
        box.get_by_label("Played by").select_option("person")
        box.get_by_role("textbox", name="Name").fill(name)
    ada.clicks("Set up the board").sees("Your move, Ada <b> (X).")
    ada.presses("a1", "b2", "a2", "b1", "a3").sees("Ada <b> wins with X")
    assert (ada.names, ada.score) == (["Ada <b>", "Grace"], ["1", "0", "0"])
    ada.clicks("New game, sides swapped").sees("Your move, Grace (X).")
    assert (ada.names, ada.score) == (["Grace", "Ada <b>"], ["0", "1", "0"])


@pytest.mark.slow
def test_a_custom_game_can_be_typed_and_invalid_text_is_kept(people: People) -> None:
    ada = people.add(expected=["400"]).goes("/play")
    form = ada.page.get_by_role("region", name="New game")
    custom, begins = form.get_by_label("Or any other"), form.get_by_label("First move")
    custom.fill("5,5,nine")
    begins.select_option("o")
    ada.clicks("Set up the board").sees("expected columns, rows and how many in a row", "#note")
    assert custom.input_value() == "5,5,nine"
    assert begins.input_value() == "o"
    ada.page.locator("[data-setup] select[name=game]").select_option("tictactoe")
    assert custom.input_value() == "", "selecting a game clears the field"
    custom.fill("5,4,3 misère")
    ada.clicks("Set up the board")
    ada.until(lambda: len(ada.labels) == 20, "the board of the custom game")
    ada.sees("Your move (X).")  # the computer has made the first move
    ada.clicks("Set up another game")
    assert ada.page.locator("[data-setup] select[name=game]").input_value() == "5,4,3 misere"
    ada.page.locator("[data-setup] select[name=game]").select_option("tictactoe")
    ada.clicks("Set up the board")
    ada.until(lambda: len(ada.labels) == 9, "the selected board, not the one typed before")


@pytest.mark.slow
def test_the_computer_can_play_against_itself(people: People) -> None:
    ada = people.add().goes("/play?x=perfect&o=random")
    ada.clicks("Begin: Computer X moves first").sees("Computer X is to move")
    ada.clicks("Next move")
    ada.until(lambda: ada.moves() == 1, "one move")
    ada.clicks("Next move")
    ada.until(lambda: ada.moves() == 2, "two moves")
    ada.clicks("Undo")
    ada.until(lambda: ada.moves() == 1, "one move to be taken back")
    ada.clicks("Play automatically")
    ada.page.locator("#status", has_text="wins").or_(ada.page.locator("#status", has_text="draw")).wait_for()


def test_a_mark_appears_at_once_and_one_request_is_sent(people: People) -> None:
    ada = people.add().goes("/play?x=person&o=perfect").presses("b2")
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
    assert ada.page.locator(".mark").count() == 1
    assert ada.focus == "a1"
    assert "changed in the meantime" in ada.announced
    ada.page.route(
        "**/move", lambda route: route.fulfill(status=429, content_type="text/plain", body="Too much: wait.")
    )
    ada.cell("a2").click()
    ada.sees("Too much: wait.", "#note")
    assert ada.page.locator(".mark").count() == 1
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
