"""A class: who may do what, names, and that nothing is lost when many do something at once."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.render.names import alike
from noughts.rules.errors import NoughtsError
from noughts.web import classes
from noughts.web.analysis.engines import Engines
from noughts.web.auth import COOKIE, hashed, new_secret
from noughts.web.classes import ClassClient, place
from noughts.web.games import Games
from noughts.web.model.errors import Forbidden, NotFound
from noughts.web.model.roles import class_secret
from noughts.web.model.stored_class import LIFETIME, MOST_PUPILS, StoredClass
from noughts.web.server.store.store import SQLStore
from tests.web.web_server import Application, application

SCHOOL = StoredClass("k7mpqx", created=1, teachers=("t",), device_link="d", watch_link="w")


def with_pupils(*names: str) -> StoredClass:
    school = SCHOOL
    for number, name in enumerate(names, 1):
        school = school.join(f"p{number}", name)
    return school


# The value.


@given(st.lists(st.text(max_size=60), max_size=30))
def test_no_two_pupils_have_the_same_name(names: list[str]) -> None:
    school = with_pupils(*names)
    shown = [alike(pupil.name) for pupil in school.pupils]
    assert len({*shown}) == len(names)
    assert all(shown)
    assert [pupil.number for pupil in school.pupils] == [*range(1, len(names) + 1)]
    assert StoredClass.from_data(school.to_data()) == school


def test_names_are_cleaned() -> None:
    school = with_pupils("Ada", " ADA ", "\u202eevil\u0007", "", "x" * 1000)
    assert [pupil.name for pupil in school.pupils][:4] == ["Ada", "ADA 2", "evil", "Pupil 4"]
    assert len(school.pupils[4].name) < 50
    similar = with_pupils("Ada", "Ａda", "Ada\u3164", "Ada\ufe0f", "\u2800")
    assert [pupil.name for pupil in similar.pupils] == ["Ada", "Ａda 2", "Ada 3", "Ada\ufe0f 4", "Pupil 5"]
    assert school.rename(1, "Grace").pupils[0].name == "Grace"
    assert school.rename(2, "Ada").pupils[1].name == "Ada 2"
    assert school.rename(1, "Ada") is school


def test_a_browser_joins_once_and_not_again_after_it_was_removed() -> None:
    school = with_pupils("Ada", "Grace")
    assert school.join("p1", "Somebody else") is school
    removed = school.remove(1)
    assert [pupil.name for pupil in removed.present] == ["Grace"]
    with pytest.raises(Forbidden, match="removed you"):
        removed.join("p1", "Ada")
    with pytest.raises(NotFound):
        removed.rename(1, "Ada")
    assert removed.join("p3", "Ada").present[-1].name == "Ada"


def test_a_full_class_and_one_that_has_ended_say_so() -> None:
    school = with_pupils(*["Ada"] * MOST_PUPILS)
    with pytest.raises(Forbidden, match="full: it has 100 pupils"):
        school.join("one more", "Ada")
    assert school.join("p1", "Ada") is school
    with pytest.raises(Forbidden, match="has ended"):
        SCHOOL.end().join("p1", "Ada")
    assert SCHOOL.end().end().version == SCHOOL.version + 1


# The store.


def visitor(store: SQLStore) -> ClassClient:
    """Return a client with a new secret. No test here needs an engine."""
    return ClassClient(store, Games(store, cast(Engines, None)), new_secret())


def in_store(work: Callable[[SQLStore], Awaitable[None]], url: str) -> None:
    async def run() -> None:
        async with SQLStore.open(url, clock=lambda: 1) as store:
            await work(store)

    asyncio.run(run())


def test_all_who_join_at_once_are_in_the_class_and_still_are_after_a_restart(url: str) -> None:
    async def joined(store: SQLStore) -> None:
        teacher = visitor(store)
        school = await teacher.create()
        pupils = [visitor(store) for _ in range(40)]
        await asyncio.gather(*(pupil.join(school.id, "Ada") for pupil in pupils))
        numbers = {access.pupil.number for pupil in pupils if (access := await pupil.see(school.id)).pupil}
        assert numbers == {*range(1, 41)}
        ids.append(school.id)
        assert await teacher.latest() == (await teacher.see(school.id)).school

    async def there(store: SQLStore) -> None:
        school = await store.load_class(ids[0])
        assert school
        assert len({pupil.name for pupil in school.pupils}) == 40
        assert school.version == 41

    ids = list[str]()
    in_store(joined, url)
    in_store(there, url)


def test_an_error_of_one_change_does_not_concern_the_others(url: str) -> None:
    async def work(store: SQLStore) -> None:
        school = await visitor(store).create()
        stranger, pupil = visitor(store), visitor(store)
        refused, joined = await asyncio.gather(
            stranger.lead(school.id, StoredClass.end), pupil.join(school.id, "Ada"), return_exceptions=True
        )
        assert isinstance(refused, Forbidden)
        assert not isinstance(joined, BaseException)
        assert joined.role == "pupil"
        assert await store.change_class("absent", StoredClass.end) is None

    in_store(work, url)


def test_a_class_is_over_after_a_day_and_then_deleted(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: SQLStore) -> None:
        teacher = visitor(store)
        old = await teacher.create()
        later = (old.created + LIFETIME + 1_000) * 1_000_000
        monkeypatch.setattr(classes, "time_ns", lambda: later)
        with pytest.raises(NotFound):
            await teacher.see(old.id)
        assert await teacher.latest() is None
        new = await teacher.create()
        assert await store.latest_class(teacher.key) == new.id
        assert await store.change_class(old.id, StoredClass.end) is None

    in_store(work, url)


def test_a_pupil_is_present_at_a_place_of_their_own() -> None:
    assert place(with_pupils("Ada", "Grace"), 2) == "k7mpqx.2"


# The pages: every secret and every action.


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    with application(tmp_path_factory.mktemp("class") / "games.sqlite3", seed=1) as made:
        yield made


class Visitor:
    """A browser with a secret, without scripts."""

    def __init__(self, app: Application) -> None:
        self.app, self.secret = app, new_secret()

    def get(self, path: str) -> Any:
        return self.app.request("GET", path, headers={"cookie": f"{COOKIE}={self.secret}"})

    def post(self, path: str, **fields: object) -> Any:
        return self.app.request("POST", path, headers={"cookie": f"{COOKIE}={self.secret}"}, data=fields)


def begun(app: Application) -> tuple[Visitor, str]:
    """Return a teacher and the path of a new class."""
    teacher = Visitor(app)
    return teacher, teacher.post("/class").headers["location"]


def joined(app: Application, path: str, name: str) -> Visitor:
    pupil = Visitor(app)
    assert pupil.post(f"{path}/join", name=name).status_code == 303
    assert f"You are <bdi>{name}</bdi>" in pupil.get(path).text
    return pupil


TEACHERS = {
    "rename": {"pupil": 1, "name": "Hacked"},
    "remove": {"pupil": 1},
    "hints": {"hints": "on"},
    "end": {},
}


@pytest.mark.parametrize(("action", "fields"), TEACHERS.items())
def test_only_the_teacher_leads_the_class(app: Application, action: str, fields: dict[str, object]) -> None:
    teacher, path = begun(app)
    other_teacher, _ = begun(app)
    ada, grace = joined(app, path, "Ada"), joined(app, path, "Grace")
    before = teacher.get(path).text
    for person in (ada, grace, Visitor(app), other_teacher):
        assert person.post(f"{path}/{action}", **fields).status_code == 403
    assert without_times(teacher.get(path).text) == without_times(before)
    assert teacher.post(f"{path}/{action}", **fields).status_code == 303
    assert without_times(teacher.get(path).text) != without_times(before)


def test_a_pupil_sees_no_other_pupil_and_no_secret(app: Application) -> None:
    teacher, path = begun(app)
    ada, _ = joined(app, path, "Ada"), joined(app, path, "Grace")
    links = set(
        re.findall(r"[\w-]{22}", " ".join(re.findall(r"/(?:projector|device)/([\w-]+)", teacher.get(path).text)))
    )
    assert len(links) == 2
    for page in (ada.get(path).text, Visitor(app).get(path).text):
        assert "Grace" not in page
        assert not any(link in page for link in links)


def test_the_projector_has_a_link_that_leads_nothing(app: Application) -> None:
    teacher, path = begun(app)
    ada = joined(app, path, "Ada")
    (link,) = {*re.findall(r"projector/([\w-]{22})", teacher.get(path).text)}
    beamer = Visitor(app)
    page = beamer.get(f"{path}/projector/{link}")
    assert page.status_code == 200
    assert "Ada" in page.text
    assert "Rename" not in page.text
    assert beamer.get(f"{path}/projector/{new_secret()}").status_code == 404
    assert beamer.get(f"{path}/projector/{ada.secret}").status_code == 404
    other, elsewhere = begun(app)
    assert other.get(f"{elsewhere}/projector/{link}").status_code == 404
    assert beamer.post(f"{path}/device/{link}").status_code == 404
    assert beamer.post(f"{path}/end").status_code == 403


def test_the_teacher_leads_from_another_device_with_the_private_link(app: Application) -> None:
    teacher, path = begun(app)
    (link,) = {*re.findall(rf"{path}/device/([\w-]{{22}})", teacher.get(path).text)}
    phone = Visitor(app)
    assert phone.post(f"{path}/device/{new_secret()}").status_code == 404
    assert phone.get(f"{path}/device/{link}").status_code == 200
    assert phone.post(f"{path}/end").status_code == 403  # loading the page has changed nothing
    assert phone.post(f"{path}/device/{link}").status_code == 303
    assert "Open the projector" not in phone.get(path).text  # its secret does not give the links
    assert phone.post(f"{path}/hints", hints="on").status_code == 303


def test_a_class_of_another_id_and_unknown_actions_do_not_exist(app: Application) -> None:
    teacher, path = begun(app)
    for wrong in ("/class/zzzzzz", "/class/%00", f"{path}/events/x", "/class/zzzzzz/events", "/class/zzzzzz/qr.svg"):
        assert teacher.get(wrong).status_code == 404, wrong
    assert teacher.post(f"{path}/explode").status_code == 404
    assert teacher.post("/class/zzzzzz/join", name="Ada").status_code == 404
    assert teacher.post(f"{path}/rename", pupil="x").status_code == 400
    assert teacher.get("/class?id=zzzzzz").status_code == 404
    assert teacher.get(f"/class?id={path[-6:].upper()}").headers["location"] == path


def test_a_pupil_finds_the_class_again(app: Application) -> None:
    teacher, path = begun(app)
    ada = joined(app, path, "Ada")

    def offered(cookie: str) -> bool:
        headers = {"cookie": f"{COOKIE}={ada.secret}; joined={cookie}"}
        return f'href="{path[1:]}">Back to your class' in app.request("GET", "/class", headers=headers).text

    assert f"joined={path[-6:]}" in ada.post(f"{path}/join", name="Ada").headers["set-cookie"]
    assert offered(path[-6:])
    assert not offered("zzzzzz")
    assert not offered("")
    assert "Back to your class" not in Visitor(app).get("/class").text
    teacher.post(f"{path}/end")
    assert not offered(path[-6:])


def test_the_teacher_finds_the_class_again(app: Application) -> None:
    teacher, path = begun(app)
    assert f'href="{path[1:]}"' in teacher.get("/class").text
    teacher.post(f"{path}/end")
    assert path[1:] not in teacher.get("/class").text
    assert "has ended" in teacher.get(path).text


@pytest.mark.parametrize("change", [StoredClass.end, lambda school: school.join("k", "Ada")])
def test_the_database_holds_only_hashes(tmp_path: Path, change: Callable[[StoredClass], StoredClass]) -> None:
    async def work(store: SQLStore) -> None:
        teacher = visitor(store)
        school = await teacher.create()
        changed = await store.change_class(school.id, change)
        assert changed
        text = str(changed.to_data())
        secrets = [
            teacher.secret,
            *(class_secret(teacher.secret, school.id, role) for role in ("teacher", "projector")),
        ]
        assert not any(secret in text for secret in secrets)
        assert all(hashed(secret) in text for secret in secrets)

    in_store(work, f"sqlite:///{tmp_path / 'games.sqlite3'}")


def test_errors_are_sentences() -> None:
    with pytest.raises(NoughtsError, match="no such pupil in this class"):
        SCHOOL.remove(7)


def without_times(page: str) -> str:
    return re.sub(r'data-version="\d+"|[\w-]{22}', "", page)
