"""A tournament of a class: general laws, the rights of each role, pupils who leave, and a restart in the middle of a
round."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import time_ns
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.rules.errors import NoughtsError
from noughts.rules.files.sgf import read_sgf
from noughts.web.auth import COOKIE, new_secret
from noughts.web.live.presence import LEFT
from noughts.web.model.class_tournament import ClassTournament, Moment, System, Table, TableResult, usual_rounds
from noughts.web.model.stored_class import LIFETIME, StoredClass
from noughts.web.model.stored_game import StoredGame
from noughts.web.pages.classes.day_review import best_moments
from noughts.web.pages.classes.tournament_view import points
from tests.web.web_server import Application, application

# The value.

RESULTS: tuple[TableResult, ...] = ("x", "o", "tie", "void")


@st.composite
def tournaments(draw: st.DrawFn) -> ClassTournament:
    """Return a tournament in which pupils come and go between rounds, and the last round may be running."""
    tournament = ClassTournament("3,3,3", draw(st.sampled_from(["swiss", "all"])), planned=draw(st.integers(1, 5)))
    ids = count()
    for _ in range(draw(st.integers(0, 5))):
        pupils = sorted(draw(st.sets(st.integers(1, 9), min_size=1)))
        tournament = tournament.end_round().begin_round(pupils, lambda: f"g{next(ids)}")
        results = {table.game: draw(st.sampled_from(("", *RESULTS))) for table in tournament.tables}
        tournament = tournament.with_results(results)
    return tournament


@given(tournaments(), st.sets(st.integers(1, 9), min_size=1))
def test_everybody_who_is_present_plays_exactly_one_game(tournament: ClassTournament, pupils: set[int]) -> None:
    after = tournament.end_round().begin_round(sorted(pupils), new_secret)
    seated = [pupil for table in after.tables for pupil in (table.x, table.o) if pupil]
    assert sorted(seated) == sorted(pupils)
    assert sum(table.o is None for table in after.tables) == len(pupils) % 2
    assert after.rounds[:-1] == tournament.end_round().rounds
    assert after.unfinished == after.tables


@given(tournaments())
def test_a_tournament_is_the_same_after_it_was_stored(tournament: ClassTournament) -> None:
    school = StoredClass("abc234", teachers=("t",), showing="tournament", tournament=tournament)
    assert StoredClass.from_data(json.loads(json.dumps(school.to_data()))) == school


@given(tournaments())
def test_every_game_brings_one_point_and_a_void_game_none(tournament: ClassTournament) -> None:
    played = [table for table in tournament.games if table.result in ("x", "o", "tie")]
    lost = sum({"o": 1.0, "tie": 0.5}.get(table.result, 0) for table in played if table.o is None)
    rows = tournament.standings(range(1, 10))
    assert sum(row.points for row in rows) == len(played) - lost
    assert [row.place for row in rows] == sorted(row.place for row in rows)


@given(tournaments(), st.sampled_from(RESULTS))
def test_a_result_never_changes(tournament: ClassTournament, result: TableResult) -> None:
    ended = tournament.with_results({table.game: result for table in tournament.games})
    assert not ended.unfinished
    before = [table for table in tournament.games if table.result]
    assert set(before) <= {*ended.games}
    assert ended.end_round() is ended
    assert ended.with_results({}) is ended


@pytest.mark.parametrize("pupils", range(2, 12))
def test_everyone_meets_everyone_exactly_once(pupils: int) -> None:
    tournament, everybody = ClassTournament("3,3,3", "all"), range(1, pupils + 1)
    while not tournament.is_complete(everybody):
        tournament = tournament.begin_round(everybody, new_secret).end_round()
    assert len(tournament.rounds) == tournament.rounds_for(everybody)
    met = Counter(frozenset((table.x, table.o)) for table in tournament.games)
    assert {*met.values()} == {1}
    assert sum(None not in pair for pair in met) == pupils * (pupils - 1) // 2


def test_those_who_were_away_meet_the_others_later() -> None:
    tournament, everybody = ClassTournament("3,3,3", "all"), [1, 2, 3, 4, 5]
    for here in ([1, 2, 3, 4], [1, 2, 3], everybody, everybody, everybody, everybody, everybody):
        tournament = tournament.begin_round(here, new_secret).end_round()
    assert tournament.is_complete(everybody)


@pytest.mark.parametrize(
    ("pupils", "rounds"), [(0, 3), (1, 3), (2, 1), (3, 3), (4, 3), (8, 3), (9, 4), (16, 4), (30, 5), (40, 6)]
)
def test_so_many_rounds_are_usual(pupils: int, rounds: int) -> None:
    assert usual_rounds(pupils) == rounds


def test_what_is_not_possible_is_refused() -> None:
    tournament = ClassTournament("3,3,3")
    with pytest.raises(NoughtsError, match="no pupil is here"):
        tournament.begin_round([], new_secret)
    running = tournament.begin_round([1, 2], new_secret)
    with pytest.raises(NoughtsError, match="not over yet"):
        running.begin_round([1, 2], new_secret)
    with pytest.raises(NoughtsError, match="is over"):
        running.end().begin_round([1, 2], new_secret)
    school = StoredClass("abc234").set_up(running)
    with pytest.raises(NoughtsError, match="another tournament"):
        school.set_up(tournament)
    ended = school.end()
    assert ended.tournament
    assert ended.tournament.over
    assert not ended.tournament.unfinished


@pytest.mark.parametrize(("number", "words"), [(0, "0"), (0.5, "½"), (1, "1"), (2.5, "2½")])
def test_half_points_are_written_as_such(number: float, words: str) -> None:
    assert points(number) == words


def test_symmetrical_moments_are_shown_once() -> None:
    corner = [Moment("best", weight, f"{cell}", "x_______o o", cell) for weight, cell in ((1, 2), (2, 6))]
    assert [moment.words for moment in best_moments("3,3,3", corner)] == ["6"]


# The pages.


@dataclass
class Somebody:
    """A browser."""

    app: Application
    secret: str = field(default_factory=new_secret)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.app.request("GET", path, headers={"cookie": f"{COOKIE}={self.secret}", **headers})

    def send(self, path: str, **fields: object) -> httpx.Response:
        cookie = {"cookie": f"{COOKIE}={self.secret}"}
        data = {k: v if isinstance(v, list) else str(v) for k, v in fields.items()}
        return self.app.request("POST", path, headers=cookie, data=data)


@dataclass
class Lesson:
    """A class with a teacher, pupils and a projector."""

    app: Application
    system: System = "swiss"
    pupils: dict[str, Somebody] = field(default_factory=dict)
    path: str = ""

    def __post_init__(self) -> None:
        self.teacher = Somebody(self.app)
        self.path = self.teacher.send("/class").headers["location"]
        page = self.teacher.get(self.path).text
        found = re.search(r"class/\w{6}/projector/[\w-]{22}", page)
        assert found
        self.projector = f"/{found[0]}"

    def joins(self, *names: str) -> None:
        for name in names:
            self.pupils[name] = Somebody(self.app)
            self.pupils[name].send(f"{self.path}/join", name=name)
            self.comes(name)

    def comes(self, *names: str) -> None:
        for name in names:
            self.pupils[name].get(self.path)

    def leaves(self, *names: str) -> None:
        """Let a minute pass while these pupils are absent."""
        presence = self.app.store.presence
        before = presence._clock()
        presence.pulse()
        for id in [id for id in presence._rooms if id.startswith(self.id)]:
            del presence._rooms[id]
        self.comes(*(name for name in self.pupils if name not in names))
        presence._clock = lambda: before + LEFT + 1
        presence.pulse()

    @property
    def id(self) -> str:
        return self.path.removeprefix("/class/")

    @property
    def school(self) -> StoredClass:
        school = self.app.run(self.app.store.load_class(self.id))
        assert school
        return school

    @property
    def tournament(self) -> ClassTournament:
        assert self.school.tournament
        return self.school.tournament

    def begins(self, **fields: object) -> None:
        assert self.teacher.send(f"{self.path}/tournament", game="tictactoe", **fields).status_code == 303

    def begins_round(self) -> tuple[Table, ...]:
        sent = self.teacher.send(f"{self.path}/begin-round", round=len(self.tournament.rounds) + 1)
        assert sent.status_code == 303
        return self.tournament.tables

    def who(self, pupil: int) -> Somebody:
        return self.pupils[next(each.name for each in self.school.pupils if each.number == pupil)]

    def plays(self, table: Table, *cells: int) -> None:
        """Let the two pupils of a table move in turn."""
        for ply, cell in enumerate(cells):
            mover = table.o if ply % 2 and table.o else table.x
            sent = self.who(mover).send(f"/play/{table.game}/move", ply=ply, cell=cell)
            assert sent.status_code == 303, sent.text

    def sees(self, somebody: Somebody | None = None) -> str:
        """Return the page of a person or of the projector as text."""
        page = somebody.get(self.path) if somebody else Somebody(self.app).get(self.projector)
        return text(page)


def text(page: httpx.Response) -> str:
    main = page.text.partition("<main")[2].partition("</main>")[0]
    return re.sub(" ([.:,])( |$)", r"\1 ", " ".join(re.sub("<[^>]+>", " ", main).split()))


WIN = (0, 3, 1, 4, 2)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    with application(tmp_path_factory.mktemp("tournament") / "games.sqlite3", seed=1) as made:
        yield made


@pytest.fixture
def lesson(app: Application) -> Iterator[Lesson]:
    clock = app.store.presence._clock
    yield Lesson(app)
    app.store.presence._clock = clock


def test_a_round_ends_by_itself_when_all_games_are_over(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace", "Mary", "Kim")
    lesson.begins()
    assert "A tournament begins soon" in lesson.sees(lesson.pupils["Ada"])
    assert "End the tournament" not in lesson.sees(lesson.teacher), "there is nothing to end yet"
    first, second = lesson.begins_round()
    assert "you play X against Grace" in lesson.sees(lesson.who(first.x))
    lesson.plays(first, *WIN)
    assert "Round 1 of 3 1 game running" in lesson.sees()
    assert "Ada 1: 0 Grace" in lesson.sees()
    assert "You won against Grace. Wait for the others." in lesson.sees(lesson.who(first.x))
    lesson.plays(second, *WIN)
    assert "Round 1 of 3 is over" in lesson.sees(lesson.teacher)
    assert "You have 1 point: place 1 of 4." in lesson.sees(lesson.who(first.x))
    assert [table.result for table in lesson.tournament.tables] == ["x", "x"]
    assert {*lesson.begins_round()} != {first, second}


def test_the_games_of_a_tournament_have_no_takeback_no_rematch_and_no_claim(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace")
    lesson.begins()
    (table,) = lesson.begins_round()
    lesson.plays(table, 0)
    ada, grace, game = lesson.who(table.x), lesson.who(table.o or 0), f"/play/{table.game}"
    room = ada.get(game).text
    assert "Take back" not in room
    assert "Claim the win" not in room
    assert "Won</th>" not in room, "one game is not a match"
    assert "/seat/" not in room, "there are no links that would give the seat away"
    version = int(re.findall(r'data-version="(\d+)"', room)[0])
    for action in ("takeback", "rematch", "claim", "undo", "new"):
        assert ada.send(f"{game}/{action}", version=version).status_code in (400, 403, 409), action
    assert ada.get(f"{game}?hint=1").status_code == 403
    assert ada.send("/games/delete", id=table.game).status_code == 403, "a running game cannot be removed"
    assert ada.send(f"{game}/draw", version=version).status_code == 303
    assert grace.send(f"{game}/accept", version=version + 1).status_code == 303
    assert "Back to the class" in text(ada.get(game))
    assert "Rematch" not in text(ada.get(game))
    assert "You have ½ point" in lesson.sees(ada)


def test_the_odd_pupil_plays_the_computer(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace", "Mary")
    lesson.begins()
    table = next(table for table in lesson.begins_round() if table.o is None)
    odd, game = lesson.who(table.x), f"/play/{table.game}"
    room = odd.get(game)
    assert "Computer (medium)" in text(room)
    assert "is away" not in text(room)
    version = int(re.findall(r'data-version="(\d+)"', room.text)[0])
    assert odd.send(f"{game}/draw", version=version).status_code == 403
    assert odd.send(f"{game}/move", ply=0, cell=0).status_code == 303
    lesson.app.run(lesson.app.games.computers.reply(stored(lesson, table), 10))
    assert len(stored(lesson, table).moves) == 2
    assert odd.send(f"{game}/resign").status_code == 303
    assert "You lost to the computer" in lesson.sees(odd)
    assert next(each for each in lesson.tournament.tables if each.game == table.game).result == "o"


def test_a_pupil_cannot_delete_a_lost_game_to_play_it_again(lesson: Lesson) -> None:
    lesson.joins("Ada")
    lesson.begins()
    (table,) = lesson.begins_round()
    ada, program = lesson.pupils["Ada"], {"authorization": f"Bearer {lesson.pupils['Ada'].secret}"}
    assert ada.send(f"/play/{table.game}/resign").status_code == 303
    own = ada.send("/play/move", cell=0, game="3,3,3", mode="here").headers["location"]
    refused = ada.send("/games/delete", id=[table.game, own.removeprefix("/play/")])
    assert refused.status_code == 403
    assert "deleted with its class" in text(refused)
    assert ada.get(own).status_code == 404, "other games are deleted, too"
    assert lesson.app.request("DELETE", f"/api/v1/games/{table.game}", headers=program).status_code == 403
    assert stored(lesson, table).ended == "x resigned"
    assert "Round 1 is over" in lesson.sees(ada)
    assert lesson.tournament.tables[0].result == "o"


def stored(lesson: Lesson, table: Table) -> Any:
    return lesson.app.run(lesson.app.store.load(table.game))


def test_a_pupil_who_has_left_forfeits_at_their_turn_and_can_return(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace", "Mary", "Kim")
    lesson.begins()
    first, second = lesson.begins_round()
    gone, other = first.x, second.o or 0
    names = {each.number: each.name for each in lesson.school.pupils}
    lesson.leaves(names[gone], names[other])
    lesson.sees()
    assert [table.result for table in lesson.tournament.tables] == ["o", ""], "only the pupil to move forfeits"
    lesson.plays(second, 0)
    lesson.sees()
    assert [table.result for table in lesson.tournament.tables] == ["o", "x"]
    assert "forfeited" in text(lesson.who(first.o or 0).get(f"/play/{first.game}"))
    lesson.comes(*names.values())
    assert len(lesson.begins_round()) == 2, "both are back"


def test_a_pupil_who_never_moves_loses_on_time(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson.joins("Ada", "Grace")
    lesson.begins(clock="1")
    (table,) = lesson.begins_round()
    clocks = re.findall(r'class="clock runs" data-left="(\d+)"', lesson.who(table.x).get(f"/play/{table.game}").text)
    assert len(clocks) == 1, "the clock of X runs from the beginning of the round"
    assert 50_000 < int(clocks[0]) <= 60_000
    later = time_ns() + 61 * 10**9
    monkeypatch.setattr("noughts.web.tournaments.time_ns", lambda: later)
    assert "You have 1 point" in lesson.sees(lesson.who(table.o or 0))
    assert stored(lesson, table).ended == "x lost on time"


def test_if_both_have_left_nobody_scores(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace")
    lesson.begins()
    (table,) = lesson.begins_round()
    lesson.leaves("Ada", "Grace")
    assert "Ada no points Grace" in lesson.sees()
    assert stored(lesson, table).ended == "void"
    lesson.teacher.send(f"{lesson.path}/begin-round", round=2)
    assert len(lesson.tournament.rounds) == 1, "no pupil is here"


def test_an_opponent_alone_ends_the_game_of_a_pupil_who_has_left(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace")
    lesson.begins()
    (table,) = lesson.begins_round()
    lesson.leaves(next(each.name for each in lesson.school.pupils if each.number == table.x))
    assert "forfeited. You win!" in text(lesson.who(table.o or 0).get(f"/play/{table.game}"))


def test_absent_and_late_pupils_join_the_next_round(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace", "Mary")
    lesson.leaves("Mary")
    lesson.begins()
    (table,) = lesson.begins_round()
    lesson.joins("Kim")
    assert "begun without you" in lesson.sees(lesson.pupils["Kim"])
    lesson.comes("Mary")
    lesson.plays(table, *WIN)
    lesson.sees()
    assert len(lesson.begins_round()) == 2


def test_the_teacher_ends_a_round_and_running_games_bring_no_points(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace", "Mary", "Kim")
    lesson.begins()
    first, second = lesson.begins_round()
    lesson.plays(first, *WIN)
    lesson.teacher.send(f"{lesson.path}/end-round")
    assert [table.result for table in lesson.tournament.tables] == ["x", "void"]
    assert lesson.who(second.x).send(f"/play/{second.game}/move", ply=0, cell=0).status_code == 409
    assert "This game brings no points" in text(lesson.who(second.x).get(f"/play/{second.game}"))
    lesson.teacher.send(f"{lesson.path}/end-tournament")
    assert "Final standings" in lesson.sees()


@pytest.mark.parametrize("ends", ["remove", "end"])
def test_games_end_with_the_class_or_when_a_pupil_is_removed(lesson: Lesson, ends: str) -> None:
    lesson.joins("Ada", "Grace")
    lesson.begins()
    (table,) = lesson.begins_round()
    lesson.teacher.send(f"{lesson.path}/{ends}", pupil=table.x)
    lesson.sees()
    assert stored(lesson, table).is_over
    assert not lesson.tournament.unfinished


def test_beginning_a_round_twice_begins_it_once(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace")
    lesson.begins()
    (table,) = lesson.begins_round()
    lesson.plays(table, *WIN)
    assert lesson.teacher.send(f"{lesson.path}/begin-round", round=1).status_code == 303
    assert len(lesson.tournament.rounds) == 1


TEACHERS = ("tournament", "begin-round", "end-round", "end-tournament", "moments", "lobby", "standings")


def test_only_the_teacher_leads_and_only_the_two_players_move(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace", "Mary", "Kim")
    lesson.begins()
    first, second = lesson.begins_round()
    stranger, before = Somebody(lesson.app), lesson.school
    others = [stranger, lesson.who(second.x), Somebody(lesson.app, lesson.projector.rpartition("/")[2])]
    for somebody in [*others, lesson.who(first.o or 0)]:
        for action in TEACHERS:
            assert somebody.send(f"{lesson.path}/{action}", round=2, game="3,3,3").status_code == 403, action
        for page in ("tournament", "tournament.csv", "tournament.sgf", "wall"):
            assert somebody.get(f"{lesson.path}/{page}").status_code == 403, page
        assert somebody.get(f"{lesson.path}/wall/events").status_code == 403
    assert lesson.school == before
    for somebody in [*others, lesson.teacher]:
        assert somebody.get(f"/play/{first.game}").status_code == 404
        for action in ("move", "resign", "draw", "accept"):
            assert somebody.send(f"/play/{first.game}/{action}", ply=0, cell=0, version=1).status_code == 404
    turn = lesson.who(first.o or 0).send(f"/play/{first.game}/move", ply=0, cell=0)
    assert turn.status_code == 403, "it is the other pupil's turn"
    for other in lesson.pupils.values():
        seen = other.get(lesson.path).text
        games = {first.game, second.game} & {*re.findall(r"[\w-]{22}", seen)}
        assert len(games) == 1, "pupils see only their own game"
    assert first.game not in stranger.get(lesson.projector).text
    assert stranger.get(f"{lesson.path}/projector/{new_secret()}/wall").status_code == 404


def test_the_wall_shows_all_boards_and_one_of_them_large(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace", "Mary")
    wall = f"{lesson.projector}/wall"
    assert "when a round begins" in text(Somebody(lesson.app).get(wall))
    lesson.begins()
    lesson.begins_round()
    for somebody, path in ((Somebody(lesson.app), wall), (lesson.teacher, f"{lesson.path}/wall")):
        page = somebody.get(path)
        assert page.text.count('<svg class="thumb"') == 2
        assert "Ada – Grace" in text(page)
        large = somebody.get(f"{path}?board=2")
        assert large.text.count('<svg class="thumb"') == 1
        assert "Mary – Computer" in text(large)
    assert Somebody(lesson.app).get(f"{wall}?board=99").status_code == 200
    assert Somebody(lesson.app).get(f"{wall}?board=x").status_code == 400


def test_after_a_game_a_pupil_goes_on_to_the_class_or_to_the_next_game(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace")
    lesson.begins()
    (table,) = lesson.begins_round()
    lesson.plays(table, *WIN)
    ada, on = lesson.who(table.x), f"{lesson.path}?next="
    assert f'data-next="{on[1:]}"' in ada.get(f"/play/{table.game}").text
    assert ada.get(on).headers["location"] == lesson.path
    (following,) = lesson.begins_round()
    assert ada.get(on).headers["location"] == f"/play/{following.game}"
    assert lesson.teacher.get(on).headers["location"] == lesson.path
    assert Somebody(lesson.app).get(on).headers["location"] == lesson.path


def test_the_standings_and_the_games_are_files(lesson: Lesson) -> None:
    lesson.joins("=Ada", "Grace")
    lesson.begins(clock="3")
    (table,) = lesson.begins_round()
    lesson.plays(table, *WIN)
    csv = lesson.teacher.get(f"{lesson.path}/tournament.csv")
    assert csv.headers["content-type"].startswith("text/csv")
    assert csv.content.decode("utf-8-sig").splitlines() == [
        "place,name,points,wins,opponents' points",
        "1,'=Ada,1.0,1,0.0",
        "2,Grace,0.0,0,1.0",
    ]
    sgf = lesson.teacher.get(f"{lesson.path}/tournament.sgf").text
    tree = read_sgf(sgf)
    assert tree.names == ("=Ada", "Grace")
    assert len(tree.main_line.moves) == 5


def test_the_moments_of_the_day_are_found_when_the_teacher_asks(lesson: Lesson) -> None:
    lesson.joins("Rude word", "Grace")
    lesson.begins()
    (table,) = lesson.begins_round()
    assert lesson.teacher.send(f"{lesson.path}/moments").status_code == 403, "the round is running"
    lesson.plays(table, 0, 4, 8, 2, 6, 7, 3)  # O's corner loses
    lesson.teacher.send(f"{lesson.path}/rename", pupil=table.x, name="Ada")
    assert read_sgf(lesson.teacher.get(f"{lesson.path}/tournament.sgf").text).names == ("Ada", "Grace")
    lesson.teacher.send(f"{lesson.path}/moments")
    for _ in range(20):
        lesson.sees(lesson.teacher)
        if lesson.tournament.review and lesson.tournament.review.done:
            break
    for page in (lesson.sees(lesson.teacher), lesson.sees()):
        assert "Rude" not in page
        assert "Grace (O) played b2 against Ada: the only move of 8 that kept the draw." in page
        assert "Grace (O) played c1 against Ada and turned a draw into a loss." in page


def test_the_name_of_a_removed_pupil_is_gone_from_the_projector_and_the_files(lesson: Lesson) -> None:
    lesson.joins("Ada", "Rude word")
    lesson.begins()
    lesson.begins_round()
    lesson.teacher.send(f"{lesson.path}/remove", pupil=2)
    wall = text(Somebody(lesson.app).get(f"{lesson.projector}/wall"))
    sgf = lesson.teacher.get(f"{lesson.path}/tournament.sgf").text
    for shown in (lesson.sees(), lesson.sees(lesson.teacher), wall, sgf):
        assert "Rude" not in shown
        assert "Pupil 2" in shown


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "custom", "columns": "9", "rows": "1", "k": "20"}, "in a row"),
        ({"system": "knockout"}, "Unknown system"),
        ({"rounds": "99"}, "rounds"),
        ({"clock": "7"}, "Unknown clock"),
    ],
)
def test_a_wrong_setting_is_refused(lesson: Lesson, fields: dict[str, str], words: str) -> None:
    refused = lesson.teacher.send(f"{lesson.path}/tournament", **fields)
    assert refused.status_code == 400
    assert words in refused.text
    assert lesson.school.tournament is None


def test_a_game_of_ones_own_is_chosen_as_on_the_page_play(lesson: Lesson) -> None:
    own = {"columns": "4", "rows": "3", "layers": "1", "k": "3", "misere": "on"}
    page = lesson.teacher.get(f"{lesson.path}/tournament?game=nearest&{'&'.join(f'{k}={v}' for k, v in own.items())}")
    assert 'name="game" value="4,3,3 misere"' in page.text
    lesson.teacher.send(f"{lesson.path}/tournament", game="4,3,3 misere", rounds=2, system="all", clock=1)
    tournament = lesson.tournament
    assert (tournament.rules, tournament.system, tournament.planned, tournament.clock) == ("4,3,3 misere", "all", 2, 1)


def test_a_round_survives_a_restart(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite3", seed=1) as app:
        lesson = Lesson(app)
        lesson.joins("Ada", "Grace", "Mary")
        lesson.begins()
        first, second = lesson.begins_round()
        lesson.plays(first, 0, 3)
        lesson.who(second.x).send(f"/play/{second.game}/move", ply=0, cell=0)
    with application(tmp_path / "games.sqlite3", seed=1) as app:
        lesson.app = lesson.teacher.app = app
        for pupil in lesson.pupils.values():
            pupil.app = app
        assert "Round 1 of 3 2 games running" in lesson.sees(lesson.teacher), "no pupil counts as gone at once"
        app.run(app.games.computers.reply(stored(lesson, second), 10))
        assert len(stored(lesson, second).moves) == 2, "the computer moves after all"
        for ply, cell in ((2, 1), (3, 4), (4, 2)):
            mover = lesson.who((first.o if ply % 2 else first.x) or 0)
            assert mover.send(f"/play/{first.game}/move", ply=ply, cell=cell).status_code == 303
        assert lesson.who(second.x).send(f"/play/{second.game}/resign").status_code == 303
        assert "Round 1 of 3 is over" in lesson.sees()


def test_a_game_that_was_not_created_before_a_restart_is_created(lesson: Lesson) -> None:
    lesson.joins("Ada", "Grace")
    lesson.begins()

    def begun(school: StoredClass) -> StoredClass:
        return school.with_tournament(lambda tournament: tournament.begin_round([1, 2], new_secret))

    lesson.app.run(lesson.app.store.change_class(lesson.id, begun))
    assert "you play X against Grace" in lesson.sees(lesson.pupils["Ada"])
    lesson.plays(lesson.tournament.tables[0], *WIN)
    lesson.sees()
    assert lesson.tournament.tables[0].result == "x"


def test_the_games_of_a_class_are_deleted_with_it(app: Application) -> None:
    old, game = StoredClass("zzz222", created=1, teachers=("t",)), StoredGame(new_secret(), class_id="zzz222")

    async def later() -> StoredGame | None:
        assert await app.store.create_class(old)
        await app.store.create_all([(game, [("k", "x")])])
        assert await app.store.create_class(StoredClass("zzz223", created=2 + LIFETIME, teachers=("t",)))
        return await app.store.load(game.id)

    assert app.run(later()) is None
