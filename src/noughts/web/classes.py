"""Create, join and lead a class of pupils, and play its tournament. Each change is stored before the client gets a
response.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from time import time_ns
from typing import TypeAlias

from starlette.requests import Request

from noughts.rules.errors import NoughtsError
from noughts.web.auth import hashed, is_secret, new_secret
from noughts.web.games import Games
from noughts.web.model.access import Access
from noughts.web.model.class_tournament import ClassTournament
from noughts.web.model.errors import Forbidden, NotFound
from noughts.web.model.roles import class_secret
from noughts.web.model.stored_class import LIFETIME, ClassRole, Pupil, StoredClass, new_id
from noughts.web.store import ClassChange, ClassStore
from noughts.web.tournaments import settled

_TRIES = 10  # attempts to find a free id
_TEACHER_ONLY = "only the teacher of this class can do this"
_NONE = "there is no such class: the address may be mistyped, or the class is over"

PupilChange: TypeAlias = Callable[[StoredClass, Pupil], StoredClass]
"""Returns the class after a pupil's change."""


@dataclass(frozen=True)
class ClassAccess:
    """A client's access to a class, with the client's role and, for a pupil, the pupil's data."""

    school: StoredClass
    role: ClassRole
    pupil: Pupil | None = None


@dataclass(frozen=True)
class ClassClient:
    """The client of a request, which creates, joins and leads classes.

    Attributes:
        store: where the classes are stored.
        games: the games of their tournaments.
        secret: the client's secret.
    """

    store: ClassStore
    games: Games
    secret: str

    @cached_property
    def key(self) -> str:
        """The hash of the client's secret. The client's role in a class is stored under this hash."""
        return hashed(self.secret)

    async def create(self) -> StoredClass:
        """Create a class, with the client as its teacher."""
        now = time_ns() // 1_000_000
        for _ in range(_TRIES):
            id = new_id()
            device, watch = (hashed(class_secret(self.secret, id, role)) for role in ("teacher", "projector"))
            new = StoredClass(id, created=now, teachers=(self.key,), device_link=device, watch_link=watch)
            if await self.store.create_class(new):
                return new
        raise NoughtsError("no class could be created: try again")

    async def latest(self) -> StoredClass | None:
        """Return the latest class that the client began, unless the class has ended or expired."""
        if not (id := await self.store.latest_class(self.key)):
            return None
        school = await self.store.load_class(id)
        return school if school and not (school.ended or _is_over(school)) else None

    async def see(self, id: str, watch: str = "") -> ClassAccess:
        """Return a class and the client's role in the class, if the client has a role.

        Args:
            id: the id of the class.
            watch: the secret of the link for a projector, if the client has used one.

        Raises:
            NotFound: there is no such class, it is over, or the secret belongs to another class.
        """
        school = await self.store.load_class(id)
        if school is None or _is_over(school):
            raise NotFound(_NONE)
        if watch:
            if not is_secret(watch) or hashed(watch) != school.watch_link:
                raise NotFound(_NONE)
            return ClassAccess(await self._settled(school, None), "projector")
        return await self._access(school)

    def links(self, school: StoredClass) -> dict[ClassRole, str]:
        """Return the secrets of two links to a class, for a projector and for another device of its teacher.

        Other browsers of the teacher get no secrets, because these are derived from the secret of the first browser.
        """
        links: dict[ClassRole, str] = {
            role: class_secret(self.secret, school.id, role) for role in ("projector", "teacher")
        }
        return links if hashed(links["projector"]) == school.watch_link else {}

    async def join(self, id: str, name: str) -> ClassAccess:
        """Join a class as a pupil."""
        return await self._change(id, lambda school: school.join(self.key, name))

    async def lead_here(self, id: str, link: str) -> ClassAccess:
        """Let this browser lead the class, given the secret of the teacher's link."""
        key = hashed(link) if is_secret(link) else ""
        return await self._change(id, lambda school: school.admit_teacher(self.key, key))

    async def led(self, id: str) -> StoredClass:
        """Return a class that the client leads.

        Raises:
            Forbidden: the client is not the teacher.
        """
        access = await self.see(id)
        if access.role != "teacher":
            raise Forbidden(_TEACHER_ONLY)
        return access.school

    async def lead(self, id: str, change: ClassChange) -> ClassAccess:
        """Apply a teacher's change to a class.

        Raises:
            Forbidden: the client is not the teacher.
        """
        return await self._change(id, partial(_by_teacher, self.key, change))

    async def take_part(self, id: str, change: PupilChange) -> ClassAccess:
        """Apply a pupil's change to a class.

        Raises:
            Forbidden: the client is not a pupil of the class, or the class has ended.
        """
        return await self._change(id, partial(_by_pupil, self.key, change))

    async def _change(self, id: str, change: ClassChange) -> ClassAccess:
        await self.see(id)
        school = await self.store.change_class(id, change)
        if school is None:
            raise NotFound(_NONE)
        return await self._access(school)

    async def begin_round(self, id: str, number: int) -> ClassAccess:
        """Begin a round of the tournament, with the pupils who are present. If the round has already begun, nothing
        changes.

        Raises:
            Forbidden: the client is not the teacher, another round is running, or no pupil is present.
        """

        def change(school: StoredClass) -> StoredClass:
            school.expect_running()
            if school.tournament and number <= len(school.tournament.rounds):
                return school
            here = [each.number for each in school.present if self.store.presence.at(place(school, each.number)).x]
            return school.with_tournament(lambda tournament: tournament.begin_round(here, new_secret))

        return await self.lead(id, change)

    async def look(self, access: Access) -> Access:
        """Update a tournament game, and return the client's access to it. The game ends if a pupil has left."""
        school = await self.store.load_class(access.game.class_id)
        if not school or not (pupil := school.pupil(self.key)):
            return access
        await self._settled(school, pupil)
        game = await self.games.store.load(access.game.id)
        return replace(access, game=game) if game else access

    async def places(self, access: Access) -> tuple[str, str]:
        """Return the ids under which the presence of the client and of its opponent in a tournament game is tracked.

        Both ids are empty for other games and clients. In a game against the computer, the second id is empty.
        """
        school = await self.store.load_class(access.game.class_id) if access.game.class_id else None
        pupil = school and school.pupil(self.key)
        if not school or not pupil:
            return "", ""
        other = opponent(school.tournament, pupil.number)
        return place(school, pupil.number), place(school, other) if other else ""

    async def _access(self, school: StoredClass) -> ClassAccess:
        role, pupil = school.role(self.key), school.pupil(self.key)
        return ClassAccess(await self._settled(school, pupil) if role else school, role, pupil)

    async def _settled(self, school: StoredClass, pupil: Pupil | None) -> StoredClass:
        """Update the games of the latest tournament round, or only a pupil's game, and return the class."""
        if not school.tournament:
            return school
        removed = {each.number for each in school.pupils if each.removed}

        def has_left(number: int) -> bool:
            return number in removed or self.store.presence.has_left(place(school, number))

        return await settled(self.store, self.games, school, has_left, pupil.number if pupil else None)


def opponent(tournament: ClassTournament | None, pupil: int) -> int | None:
    """Return the opponent of a pupil in the latest round, or None."""
    table = tournament and tournament.table(pupil)
    return table.opponent(pupil) if table else None


def class_client(request: Request) -> ClassClient:
    """Return the client of a request about classes, identified by its browser's secret."""
    games: Games = request.app.state.games
    store: ClassStore = request.app.state.games.store
    return ClassClient(store, games, request.state.secret)


def place(school: StoredClass, number: int) -> str:
    """Return the id under which a pupil's presence is tracked. The pupil is tracked like the player X of a game."""
    return f"{school.id}.{number}"


def _by_teacher(key: str, change: ClassChange, school: StoredClass) -> StoredClass:
    if key not in school.teachers:
        raise Forbidden(_TEACHER_ONLY)
    return change(school)


def _by_pupil(key: str, change: PupilChange, school: StoredClass) -> StoredClass:
    school.expect_running()
    if not (pupil := school.pupil(key)):
        raise Forbidden("only pupils of this class can do this: join it first")
    return change(school, pupil)


def _is_over(school: StoredClass) -> bool:
    return school.created + LIFETIME < time_ns() // 1_000_000
