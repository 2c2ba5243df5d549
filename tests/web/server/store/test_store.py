"""The contract of the store, on SQLite and on PostgreSQL."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import fields, replace

import pytest
from sqlalchemy import event

from noughts.web.model.errors import StoreFault
from noughts.web.model.roles import Role
from noughts.web.model.stored_game import StoredGame, StoredSeat
from noughts.web.server.store.store import SQLStore
from tests.web.server.store.stores import BOTH, create, linked_game, loaded, moved, new_game, opened, with_store

FULL = StoredGame(
    id="all-fields",
    series="first",
    version=7,
    rules="4,4,3 misere",
    start="x___/____/____/____ o",
    moves=(5, 3),
    undone=(7,),
    x=StoredSeat("Ülkü 𝕏 'quoted\" %_"),
    o=StoredSeat("computer", "strong"),
    linked=True,
    ended="o resigned",
    lines="b2 (a1 {corner}) c3",
    offer="takeback",
    offered_by="x",
    refused="rematch",
    next="the next",
    score=(1, 2, 3),
    streak=4,
    clock=180,
    x_left=1_000,
    o_left=2_000,
    since=3,
    class_id="k7mpqx",
    created=5,
    updated=6,
)


def test_the_full_game_differs_from_the_default_in_every_field() -> None:
    for field in fields(StoredGame):
        assert getattr(FULL, field.name) != field.default, f"the next test does not check {field.name}"


def test_a_stored_game_is_loaded_unchanged_even_after_a_restart(url: str) -> None:
    game = FULL

    async def stored(store: SQLStore) -> None:
        kept = await create(store, game, [("hash", "x")])
        assert replace(kept, created=5, updated=6) == game
        assert 1_000_000 < kept.created == kept.updated
        assert await store.load(game.id) == kept

    async def found(store: SQLStore) -> None:
        kept = await loaded(store, game.id)
        assert replace(kept, created=5, updated=6) == game
        assert await store.roles(game.id, ["hash"]) == {"x"}

    with_store(url, stored)
    with_store(url, found)


def test_a_change_is_loaded_with_its_time_even_after_a_restart(url: str) -> None:
    game = new_game()

    async def played(store: SQLStore) -> None:
        before = await create(store, game, [])
        for _ in range(5):
            after = moved(before)
            assert await store.change(before, after)
            before = await loaded(store, game.id)
            assert before.moves == after.moves
            assert before.updated > before.created

    async def found(store: SQLStore) -> None:
        kept = await loaded(store, game.id)
        assert (kept.version, kept.moves) == (6, (0, 1, 2, 3, 4))

    with_store(url, played)
    with_store(url, found)


@pytest.mark.parametrize("id", ["", "stranger", "a" * 100_000, "' OR 1=1 --"])
def test_unknown_ids_and_keys_find_nothing(url: str, id: str) -> None:
    async def scenario(store: SQLStore) -> None:
        assert await store.load(id) is None
        assert await store.roles(id, ["hash", id]) == frozenset()
        assert await store.games_of(id) == []
        await store.add_keys(id, [("hash", "x")])
        await store.forget(id, id)

    with_store(url, scenario)


@pytest.mark.parametrize("text", ["stranger", "\0", "\ud800", "a" * 100_000, "' OR 1=1 --"])
def test_a_search_for_any_text_finds_nothing_in_an_empty_list(url: str, text: str) -> None:
    async def scenario(store: SQLStore) -> None:
        assert await store.games_of("me", text=text) == []
        assert await store.games_of("me", before=(1, text)) == []

    with_store(url, scenario)


def test_of_concurrent_changes_of_one_version_exactly_one_is_stored(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        for _ in range(20):
            game = await create(store, new_game(), [])
            changes = [moved(game, cell) for cell in range(9)]
            done = await asyncio.gather(*(store.change(game, after) for after in changes))
            assert sum(done) == 1
            assert (await loaded(store, game.id)).moves == changes[done.index(True)].moves

    with_store(url, scenario)


def test_an_outdated_change_changes_nothing(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        first = await create(store, new_game(), [])
        assert await store.change(first, moved(first, 4))
        assert not await store.change(first, moved(first, 0), following=new_game())
        assert not await store.change(first, moved(first, 0), keys=[("late", "o")])
        assert (await loaded(store, first.id)).moves == (4,)
        assert await store.roles(first.id, ["late"]) == frozenset()

    with_store(url, scenario)


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("known", ["", "abc"])  # the keys that the process has in memory
def test_the_keys_to_a_game_are_copied_to_the_next_game(url: str, swapped: bool, known: str) -> None:
    async def scenario(store: SQLStore) -> None:
        given: list[tuple[str, Role]] = [("a", "x"), ("b", "o"), ("c", "watch"), ("d", "own"), ("a", "watch")]
        game = await create(store, linked_game(), given)
        after, following = game.followed_by(f"{game.id}-next", swap=swapped)
        await store.roles(game.id, known)
        assert await store.change(game, after, following=following, swapped=swapped)
        assert (await loaded(store, game.id)).next == following.id
        assert replace(await loaded(store, following.id), created=0, updated=0) == following
        roles = [await store.roles(following.id, [key]) for key in "abcd"]
        x, o = ("o", "x") if swapped else ("x", "o")
        assert roles == [{x, "watch"}, {o}, {"watch"}, {"own"}]

    with_store(url, scenario)


def test_of_many_players_who_take_one_seat_one_gets_it_and_the_key(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        game = await create(store, linked_game(o=StoredSeat()), [])
        names = [f"friend {i}" for i in range(12)]
        after = [game.enter(BOTH[1], name) for name in names]
        done = await asyncio.gather(
            *(store.change(game, then, keys=[(name, "o")]) for then, name in zip(after, names, strict=True))
        )
        assert sum(done) == 1
        winner = names[done.index(True)]
        assert (await loaded(store, game.id)).o.name == winner
        assert [name for name in names if await store.roles(game.id, [name])] == [winner]

    with_store(url, scenario)


def test_roles_of_keys_add_up_and_a_key_can_be_added_twice(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        game = await create(store, linked_game(), [("link", "x")])
        await asyncio.gather(*(store.add_keys(game.id, [("browser", "watch")]) for _ in range(5)))
        assert await store.roles(game.id, ["link", "browser", "stranger"]) == {"x", "watch"}
        assert await store.roles(game.id, []) == frozenset()
        assert await store.roles("other", ["link"]) == frozenset()

    with_store(url, scenario)


def test_the_game_list_is_searched_and_paged_last_changed_first(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        named = {
            name: new_game(x=StoredSeat(name), rules="4,4,3") for name in ["Ada", "Ülkü", "a_b", "axb", "100%", "ADAM"]
        }
        for game in named.values():
            await create(store, game, [("me", "own"), ("me", "x")])
        await create(store, new_game(), [("somebody else", "own")])

        async def found(text: str) -> list[str]:
            return [game.x.name for game in await store.games_of("me", text=text)]

        assert await found("") == ["ADAM", "100%", "axb", "a_b", "Ülkü", "Ada"]
        assert await found("ada") == ["ADAM", "Ada"]
        assert await found("ÜLKÜ") == ["Ülkü"]
        assert await found("a_b") == ["a_b"], "an underscore is not a wildcard"
        assert await found("100%") == ["100%"]
        assert await found("4,4,3 ada") == ["ADAM", "Ada"]
        assert await found("5,5,4") == []
        easy = new_game(x=StoredSeat("You"), o=StoredSeat("Computer", "easy"))
        await create(store, easy, [("me", "own")])
        strong = new_game(x=StoredSeat("Bob"), o=StoredSeat("Computer", "perfect"), rules="15,15,5")
        await create(store, strong, [("me", "own")])
        for text in ("tictactoe", "3,3,3", "easy"):  # the words that the pages use for the game
            assert await found(text) == ["You"]
        assert await found("gomoku strongest") == ["Bob"]
        for game in (easy, strong):
            await store.forget("me", game.id)
        first = await store.games_of("me", limit=4)
        rest = await store.games_of("me", limit=4, before=(first[-1].updated, first[-1].id))
        assert [game.x.name for game in first + rest] == await found("")
        assert [game.x.name async for game in store.export("me")] == await found("")

    with_store(url, scenario)


def test_the_export_has_all_games(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        games = await asyncio.gather(*(create(store, new_game(), [("me", "own")]) for _ in range(120)))
        assert {game.id async for game in store.export("me")} == {game.id for game in games}

    with_store(url, scenario)


def test_removing_a_game_on_one_screen_deletes_it(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        game = await create(store, new_game(), [("me", "own"), ("link", "watch")])
        await store.forget("stranger", game.id)
        await store.forget("link", game.id)
        assert await store.load(game.id)
        assert await store.roles(game.id, ["link"]) == frozenset()
        async with store.hub.listen(game.id) as listener:
            await store.forget("me", game.id)
            await listener.next_version(99)  # tells the client to reload
        assert await store.load(game.id) is None
        assert await store.games_of("me") == []
        assert await store.roles(game.id, ["me"]) == frozenset()

    with_store(url, scenario)


def test_a_game_by_link_is_deleted_when_both_players_have_removed_it(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        game = await create(store, linked_game(), [("x link", "x"), ("o link", "o"), ("w link", "watch"), ("Ada", "x")])
        await store.add_keys(game.id, [("Grace", "o")])
        await store.forget("Ada", game.id)
        assert await store.roles(game.id, ["Ada", "x link"]) == frozenset()
        assert await store.games_of("Ada") == []
        assert [kept.id for kept in await store.games_of("Grace")] == [game.id]
        await store.forget("Grace", game.id)
        assert await store.load(game.id) is None
        assert await store.roles(game.id, ["w link"]) == frozenset()

    with_store(url, scenario)


@pytest.mark.parametrize("other", [StoredSeat(), StoredSeat("computer", "strong")])
def test_a_game_by_link_without_another_person_is_deleted_at_once(url: str, other: StoredSeat) -> None:
    async def scenario(store: SQLStore) -> None:
        game = await create(store, linked_game(o=other), [("Ada", "x"), ("o link", "o")])
        await store.forget("Ada", game.id)
        assert await store.load(game.id) is None

    with_store(url, scenario)


def test_a_game_that_cannot_be_stored_does_not_affect_others(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        taken = await create(store, new_game(), [])
        wanted = [new_game(), taken, new_game(), replace(new_game(), rules="\0"), new_game()]
        wanted[3].__dict__["game"] = taken.game  # its rules cannot even be read
        done = await asyncio.gather(*(create(store, game, [("me", "own")]) for game in wanted), return_exceptions=True)
        bad = [isinstance(result, BaseException) for result in done]
        stored = {game.id for game in await store.games_of("me") if game.id != wanted[3].id}
        assert stored == {wanted[0].id, wanted[2].id, wanted[4].id}
        assert (bad[0], bad[1], bad[2], bad[4]) == (False, False, False, False)
        assert done[1] == taken, "a game with this id already exists and does not change"

    with_store(url, scenario)


def test_a_change_is_stored_although_its_caller_is_cancelled(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        game = await create(store, new_game(), [])
        async with store.hub.listen(game.id) as listener:
            leaving = asyncio.create_task(store.change(game, moved(game)))
            await asyncio.sleep(0)
            leaving.cancel()
            async with asyncio.timeout(20):
                while await listener.next_version(1) != 2:
                    pass  # tells the client to reload, because changes of other processes now arrive
        assert (await loaded(store, game.id)).version == 2

    with_store(url, scenario)


def test_closing_stores_waiting_changes_and_rejects_later_ones(url: str) -> None:
    games = [new_game() for _ in range(300)]

    async def main() -> None:
        async with AsyncExitStack() as stack:
            store = await stack.enter_async_context(opened(url))
            waiting = [asyncio.create_task(create(store, game, [])) for game in games]
            await asyncio.sleep(0)
            async with store.hub.listen("any") as listener:
                await stack.aclose()
                await listener.next_version(0)
                assert listener.closed
            await asyncio.gather(*waiting)
            with pytest.raises(StoreFault, match="stopping"):
                await create(store, new_game(), [])
        async with opened(url) as store:
            assert all([await store.load(game.id) for game in games])

    asyncio.run(main())


def test_changes_beyond_the_limit_of_the_queue_are_rejected_at_once(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        games = [new_game() for _ in range(200)]
        done = await asyncio.gather(*(create(store, game, []) for game in games), return_exceptions=True)
        refused = [isinstance(result, StoreFault) for result in done]
        assert any(refused)
        for game, no in zip(games, refused, strict=True):
            assert (await store.load(game.id) is None) == no

    with_store(url, scenario, waiting=20)


def test_the_health_of_a_working_database_is_reported(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        health = await store.healthy()
        assert health.writable
        assert 0 < health.commit_ms < 10_000
        assert health.bytes > 10_000
        assert health.schema == "noughts_7"

    with_store(url, scenario)


def test_the_health_is_checked_with_a_commit_unless_there_was_one_a_moment_ago(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        commits: list[object] = []
        event.listen(store.writing, "commit", commits.append)
        for _ in range(3):
            assert (await store.healthy()).writable
        assert len(commits) == 1
        store.writer.tried -= 60
        assert (await store.healthy()).writable
        assert len(commits) == 2
        assert await store.load("probe") is None

    with_store(url, scenario)


@pytest.mark.parametrize("table", ["games", "keys"])
def test_a_missing_table_is_reported_at_once(url: str, table: str) -> None:
    async def scenario(store: SQLStore) -> None:
        assert (await store.healthy()).writable
        await store.writer.run(lambda connection: connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO gone"))
        health = await store.healthy()
        assert (health.writable, "could not be read" in health.reason) == (False, True)

    with_store(url, scenario)


def test_a_change_is_stored_only_while_the_keys_have_the_roles(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        game = await create(store, linked_game(), [("Ada", "x"), ("Grace", "o"), ("Grace", "watch")])
        wrong: list[tuple[list[str], set[Role]]] = [
            (["Ada"], {"o"}),
            (["Ada"], {"x", "watch"}),
            (["stranger"], {"x"}),
            ([], {"x"}),
            (["Grace"], {"x", "o"}),
        ]
        for hashes, roles in wrong:
            assert not await store.change(game, moved(game), hashes=hashes, roles=frozenset(roles))
            assert await loaded(store, game.id) == game
        assert await store.change(game, moved(game), hashes=["Ada", "stranger"], roles=frozenset({"x"}))
        game = await loaded(store, game.id)
        assert await store.change(game, moved(game), hashes=["Grace"], roles=frozenset({"o", "watch"}))
        game = await loaded(store, game.id)
        assert await store.change(game, moved(game)), "a computer needs no key"

    with_store(url, scenario)


def test_concurrent_changes_are_checked_one_by_one(url: str) -> None:
    """Of two conflicting changes of a game, one is stored."""

    async def scenario(store: SQLStore) -> None:
        games = [await create(store, linked_game(o=StoredSeat()), [(f"x{n}", "x"), (f"l{n}", "o")]) for n in range(40)]

        async def many(number: int, game: StoredGame) -> tuple[bool, bool]:
            after, following = game.followed_by(f"{game.id}-next", swap=True)
            mine = {"hashes": [f"x{number}"], "roles": frozenset({"x"})}
            first = store.change(
                game,
                game.enter(BOTH[1], "Grace"),
                hashes=[f"l{number}"],
                roles=frozenset({"o"}),
                keys=[(f"g{number}", "o")],
            )
            then = store.change(game, after, following=following, swapped=True, **mine)  # type: ignore[arg-type]
            return await asyncio.gather(*((first, then) if number % 2 else (then, first)))

        done = await asyncio.gather(*map(many, range(40), games))
        for number, (game, won) in enumerate(zip(games, done, strict=True)):
            assert sum(won) == 1
            entered = won[number % 2 == 0]
            stored = await loaded(store, game.id)
            assert stored.version == 2
            assert stored.o.open is not entered
            assert bool(stored.next) is not entered
            assert await store.roles(game.id, [f"g{number}"]) == ({"o"} if entered else set())
            for key, role in [(f"x{number}", "o"), (f"l{number}", "x")]:
                assert await store.roles(f"{game.id}-next", [key]) == (set() if entered else {role})
            assert (await store.load(f"{game.id}-next") is None) is entered

    with_store(url, scenario)


def test_keys_follow_the_players_and_can_be_added_and_removed(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        game = await create(store, linked_game(), [("Ada", "x"), ("link", "o")])
        for key, role in [("Ada", {"x"}), ("Grace", set()), ("link", {"o"})]:
            assert await store.roles(game.id, [key]) == role
        await store.add_keys(game.id, [("Grace", "watch"), ("Ada", "watch")])
        assert await store.roles(game.id, ["Grace"]) == {"watch"}
        assert await store.roles(game.id, ["Ada"]) == {"x", "watch"}
        await store.add_keys(game.id, [("Grace", "o")], by=("link", "o"))
        assert await store.roles(game.id, ["Grace"]) == {"watch", "o"}
        after, following = game.followed_by("next", swap=True)
        assert await store.change(game, after, following=following, swapped=True)
        assert await store.held("next", ["Ada", "Grace", "link", "stranger"]) == {
            "Ada": {"o", "watch"},
            "Grace": {"x", "watch"},
            "link": {"x"},
        }
        await store.forget("Grace", "next")
        assert await store.held("next", ["Ada", "Grace", "link"]) == {"Ada": {"o", "watch"}}
        await store.add_keys("next", [("late", "x")], by=("link", "o"))
        assert not await store.roles("next", ["late"]), "the link leads to no game any more"

    with_store(url, scenario)
