"""The game API does exactly what the rules and the keys allow, for requests in any order.

The clients are the creator of the games, a friend, a spectator and a stranger. Each link is tried as a secret, too.
"""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from noughts.rules.gallery import game as named_game
from noughts.rules.game import Player
from noughts.rules.notation import t3en
from noughts.web.auth import new_secret
from tests.web.game_model import OK, UNKNOWN, Table
from tests.web.web_server import Application

GAMES = ["tictactoe", "misere", "2,2,2", "3,1,2", "4,3,3", "4,4,3 gravity", "3x3x3", "3,3,3 torus", "2,3,2 full=o"]
NAMES = ["", "Ada", "ada", "Grace", "<b>Ada</b>", "ᴬda\u202e"]
CREATOR, FRIEND, WATCHER, STRANGER = range(4)
ANYBODY = st.integers(0, 9)
BEHIND = st.sampled_from([0, 0, 0, 0, -1, 1])


class Api(RuleBasedStateMachine):
    """Sends each request to the server and the model, and compares the results."""

    app: Application

    def __init__(self) -> None:
        super().__init__()
        self.people = [new_secret() for _ in range(4)]
        self.links: list[str] = []
        self.tables: list[Table] = []  # the last is the one that people play at
        self.ids: list[str] = []  # of all games, the newest last

    # Requests.

    def ask(self, secret: str, method: str, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
        headers = {"authorization": f"Bearer {secret}"}
        answer = self.app.request(method, f"/api/v1{path}", headers=headers, json=body or None)
        assert answer.status_code < 500, answer.text
        return answer.status_code, answer.json() if answer.content else {}

    def key(self, number: int) -> str:
        """Return a person's secret, or the secret of a recent link."""
        keys = [*self.people, *self.links[-6:]]
        return keys[number % len(keys)]

    @property
    def table(self) -> Table:
        return self.tables[-1]

    def change(self, secret: str, path: str, expected: int, **body: Any) -> dict[str, Any]:
        status, answer = self.ask(secret, "POST", f"/games/{self.table.id}{path}", **body)
        assert status == expected, (path, body, answer)
        assert (status == OK) == ("error" not in answer)
        return answer

    # Actions of the clients.

    @initialize(game=st.sampled_from(GAMES), begins=st.sampled_from(Player), host=st.sampled_from(["", "", "x", "o"]))
    def create_first(self, game: str, begins: Player, host: str) -> None:
        self.create(game, begins, host)

    @precondition(lambda self: len(self.tables) < 3)
    @rule(game=st.sampled_from(GAMES), begins=st.sampled_from(Player), host=st.sampled_from(["", "x", "o", "o"]))
    def create(self, game: str, begins: Player, host: str) -> None:
        creator = self.people[CREATOR]
        mode, side = ("link", host) if host else ("here", "x")
        asked = {"mode": mode, "game": game, "side": side, "begins": begins.value}
        status, made = self.ask(creator, "POST", "/games", **asked)
        assert status == 201, made
        assert made["secret"] == creator
        usual = dict.fromkeys(Player, "Host") if host else {Player.X: "X", Player.O: "O"}
        seats = {player: "" if host and player.value != host else usual[player] for player in Player}
        keys = {(creator, host or "own")} | {(secret, role) for role, secret in made["links"].items()}
        self.links += made["links"].values()
        self.ids.append(made["id"])
        self.tables.append(Table(made["id"], made["id"], named_game(game), begins, bool(host), seats, keys))

    @rule(who=ANYBODY, link=st.integers(0, 5), name=st.sampled_from(NAMES))
    def enter(self, who: int, link: int, name: str) -> None:
        if not self.links:
            return
        secret, chosen = self.people[who % 3], self.links[-1 - link % len(self.links)]
        found = [table for table in self.tables if table.roles(chosen)]
        status, answer = self.ask(secret, "POST", f"/seats?link={chosen}", name=name)
        if not found:
            assert status == UNKNOWN
            return
        table = max(found, key=lambda table: self.ids.index(table.id))  # the latest
        shown = "".join(c for c in name if c.isprintable()).strip() or "Guest"
        assert status == table.enter(chosen, secret, shown), answer
        self.tables.remove(table)
        self.tables.append(table)

    @rule(who=ANYBODY, cell=st.integers(0, 30), behind=BEHIND, legal=st.booleans())
    def play(self, who: int, cell: int, behind: int, legal: bool) -> None:
        table, secret = self.table, self.key(who)
        moves = table.position.moves
        cells = moves if legal and moves else range(len(table.game.board))
        self.move(secret, max(0, len(table.moves) + behind), cells[cell % len(cells)])

    @rule(cells=st.lists(st.integers(0, 30), min_size=1, max_size=9))
    def play_on(self, cells: list[int]) -> None:
        """Move for the player to move, so that games reach their ends."""
        table = self.table
        for cell in cells:
            able = [holder for holder, _ in sorted(table.keys) if table.position.turn in table.players(holder)]
            if moves := table.position.moves:
                self.move(able[0] if able else self.people[CREATOR], len(table.moves), moves[cell % len(moves)])

    @precondition(lambda self: self.table.moves)
    @rule(who=ANYBODY, ply=st.integers(0, 30))
    def repeat(self, who: int, ply: int) -> None:
        ply %= len(self.table.moves)
        self.move(self.key(who), ply, self.table.moves[ply])

    def move(self, secret: str, ply: int, cell: int) -> None:
        name = self.table.game.board.names[cell]
        expected = self.table.play(secret, ply, cell)
        self.change(secret, "/moves", expected, ply=ply, move=name)

    @rule(who=ANYBODY, behind=BEHIND, action=st.sampled_from(["undo", "redo"]))
    def back_or_forth(self, who: int, behind: int, action: str) -> None:
        secret, version = self.key(who), max(0, self.table.version + behind)
        expected = getattr(self.table, action)(secret, version)
        self.change(secret, f"/{action}", expected, version=version)

    @rule(who=ANYBODY, behind=BEHIND, offer=st.sampled_from(["takeback", "draw", "rematch"]))
    def offer(self, who: int, behind: int, offer: str) -> None:
        secret, version = self.key(who), max(0, self.table.version + behind)
        expected = self.table.ask(secret, version, offer, "?")
        self.followed(secret, self.change(secret, "/offer", expected, version=version, offer=offer))

    @rule(who=ANYBODY)
    def resign(self, who: int) -> None:
        secret = self.key(who)
        self.change(secret, "/resign", self.table.resign(secret))

    @rule(who=ANYBODY, behind=BEHIND, yes=st.booleans())
    def answer(self, who: int, behind: int, yes: bool) -> None:
        secret, version = self.key(who), max(0, self.table.version + behind)
        expected = self.table.answer(secret, version, yes, "?")
        self.followed(secret, self.change(secret, "/answer", expected, version=version, yes=yes))

    @rule(who=ANYBODY, behind=BEHIND, swap=st.booleans())
    def begin_anew(self, who: int, behind: int, swap: bool) -> None:
        secret, version = self.key(who), max(0, self.table.version + behind)
        expected = self.table.next(secret, version, swap=swap, id="?")
        self.followed(secret, self.change(secret, "/next", expected, version=version, swap=swap))

    def followed(self, secret: str, answer: dict[str, Any]) -> None:
        following = self.table.following
        if following and following.id == "?":
            following.id = answer["id"]
            self.ids.append(following.id)
            self.compare(self.table)
            self.tables.append(following)
        elif following and "id" in answer:
            assert answer["id"] == following.id

    @precondition(lambda self: len(self.tables) > 1)
    @rule(number=st.integers(0, 9))
    def turn_to_another(self, number: int) -> None:
        self.tables.append(self.tables.pop(number % len(self.tables)))

    @precondition(lambda self: len(self.tables) > 1)
    @rule(who=ANYBODY)
    def forget(self, who: int) -> None:
        secret, table = self.key(who), self.table
        status, _ = self.ask(secret, "DELETE", f"/games/{table.id}")
        expected = table.forget(secret)
        assert status == (204 if expected == OK else expected)
        if table.gone:
            self.compare(table)
            self.tables.remove(table)

    # Views of all clients.

    @invariant()
    def what_they_see(self) -> None:
        if self.tables:
            self.compare(self.table)

    def compare(self, table: Table) -> None:
        position, names = table.position, table.game.board.names
        for secret in dict.fromkeys([*self.people, *self.links[-3:]]):
            status, access = self.ask(secret, "GET", f"/games/{table.id}")
            if not table.roles(secret):
                assert status == UNKNOWN
                continue
            assert status == 200
            mine = table.players(secret)
            assert access["you"] == [player.value for player in Player if player in mine]
            assert access["version"] == table.version
            assert (access["position"], access["ply"]) == (t3en(position), len(table.moves))
            assert access["moves"] == [names[move] for move in table.moves]
            assert access["legalMoves"] == ([] if table.is_over else [names[move] for move in position.moves])
            assert (access["isOver"], access["ended"]) == (table.is_over, table.ended)
            assert access["winner"] == (table.winner.value if table.winner else None)
            assert (access["offer"], access["refused"], access["offeredBy"]) == (
                table.offer,
                table.refused,
                table.offered_by.value if table.offered_by else "",
            )
            assert access["next"] == (table.following.id if table.following else "")
            told = access["players"]
            assert {player: told[player.value]["name"] for player in Player} == table.seats
            assert (told["x"]["wins"], told["o"]["wins"], access["drawn"]) == table.tally


def run(machine: type[Api], how: settings) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    with tempfile.TemporaryDirectory() as directory:
        machine.app = Application(Path(directory) / "games.sqlite3")
        try:
            run_state_machine_as_test(machine, settings=how)
        finally:
            machine.app.close()


HOW = settings(deadline=None, suppress_health_check=list(HealthCheck))


def test_the_api_does_what_rules_and_keys_allow() -> None:
    run(Api, settings(HOW, max_examples=4, stateful_step_count=25))


@pytest.mark.slow
def test_the_api_does_what_rules_and_keys_allow_at_length() -> None:
    run(Api, settings(HOW, max_examples=600, stateful_step_count=60))
