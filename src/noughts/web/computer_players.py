"""Make the moves of computer players in stored games."""

import asyncio
import secrets
from time import time_ns
from zlib import crc32

from noughts.rules.errors import NoughtsError
from noughts.rules.notation import t3en
from noughts.web.analysis.engines import Engines
from noughts.web.model.errors import Outdated
from noughts.web.model.stored_game import StoredGame
from noughts.web.model.task import EngineTask
from noughts.web.store import GameStore

_MOVE_SECONDS = 10.0  # the time limit of an engine: a level moves within two seconds
_PAUSES = (0.2, 1.0, 3.0)  # seconds before the next attempts of a computer player that failed
_MOST_TROUBLES = 1_000


class ComputerPlayers:
    """The computer players of all games. With a seed, random moves are repeatable."""

    def __init__(self, store: GameStore, engines: Engines, seed: int | None = None) -> None:
        self._store = store
        self._engines = engines
        self._seed = seed
        self._tasks: dict[str, asyncio.Task[StoredGame | None]] = {}
        self._troubles: dict[str, str] = {}

    async def close(self) -> None:
        """Stop all computer players. A stopped computer player moves when its game is next loaded."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def trouble(self, id: str) -> str:
        """Return the reason why the computer player of a game cannot move, or an empty string."""
        return self._troubles.get(id, "")

    def start(self, game: StoredGame, *, again: bool = False) -> None:
        """Start the search for the computer's move if it is the computer's turn in a game against a person.

        With `again`, the search also starts if the computer player has failed in this position.
        """
        if again:
            self._troubles.pop(game.id, None)
        if not game.computer_moves or game.both_computers or game.id in self._tasks or game.id in self._troubles:
            return
        task = asyncio.create_task(self._play(game))
        self._tasks[game.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(game.id, None))

    async def reply(self, game: StoredGame, seconds: float) -> StoredGame:
        """Wait for the computer player's move and return the game after it, or the unchanged game after a timeout."""
        if task := self._tasks.get(game.id):
            await asyncio.wait([task], timeout=seconds)
            if task.done() and not task.cancelled() and not task.exception():
                return task.result() or game
        return game

    async def move(self, game: StoredGame) -> StoredGame:
        """Make the move of a computer player, and return the game after the move.

        Raises:
            Outdated: the game has changed in the meantime.
            NoughtsError: the engine failed, or the move could not be stored.
        """
        position = game.position
        task: EngineTask = {
            "do": "choose",
            "game": game.rules,
            "position": t3en(position),
            "level": game.seat(position.turn).level,
            "seed": self._seed_for(game),
        }
        answer = await self._engines.ask(task, seconds=_MOVE_SECONDS, urgent=True)
        after = game.play([position.turn], len(game.moves), int(answer["move"]), time_ns() // 1_000_000)
        if not await self._store.change(game, after):
            raise Outdated("the game has changed in the meantime: look at the board again")
        return after

    async def _play(self, game: StoredGame) -> StoredGame | None:
        """Make a computer player's move and return the new game, or None if no computer player has to move now."""
        latest: StoredGame | None = game
        for pause in (*_PAUSES, None):
            try:
                latest = latest or await self._store.load(game.id)
                if latest is None or not latest.computer_moves:
                    return None
                return await self.move(latest)
            except Outdated:  # a person took back a move
                latest = None
            except NoughtsError as error:
                latest = None
                if pause is None:
                    self._report(game.id, str(error))
                else:
                    await asyncio.sleep(pause)
        return None

    def _report(self, id: str, trouble: str) -> None:
        if len(self._troubles) >= _MOST_TROUBLES:
            self._troubles.pop(next(iter(self._troubles)))
        self._troubles[id] = trouble
        self._store.hub.wake(id)

    def _seed_for(self, game: StoredGame) -> int:
        if self._seed is None:
            return secrets.randbits(64)
        return crc32(f"{self._seed} {game.rules} {game.start} {game.moves}".encode())
