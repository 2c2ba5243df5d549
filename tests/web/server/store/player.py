"""A program for kill tests: for every line of its input it starts a process that plays games.

The line contains a random seed and the URL of a database. The process prints ``begun`` with its process id, then
``moved`` or ``resigned`` after every acknowledged change. After the process was killed, the program prints ``ended``.
The processes are forked from the program, which has already imported everything, so each process starts quickly.
"""

import asyncio
import os
import sys
from random import Random

from noughts.web.model.stored_game import StoredGame
from noughts.web.server.store.store import SQLStore
from tests.web.server.store.stores import create, loaded, moved, opened


def say(*words: object) -> None:
    """Write a line in one piece."""
    os.write(sys.stdout.fileno(), (" ".join(map(str, words)) + "\n").encode())


async def play(store: SQLStore, name: str, random: Random) -> None:
    """Play one game after the other. Each game follows the previous one."""
    number = 0
    game = await create(store, StoredGame(f"{name}-{number}", rules="9,9,5"), [(name, "own")])
    while True:
        if game.is_over:
            number += 1
            after, following = game.followed_by(f"{name}-{number}", swap=False)
            assert await store.change(game, after, following=following)
            game = await loaded(store, following.id)
        if random.random() < 0.02:
            after = game.resign(game.position.turn)
            assert await store.change(game, after)
            say("resigned", game.id, len(game.moves), after.ended.replace(" ", "-"))
            game = await loaded(store, game.id)
            continue
        after = moved(game, random.choice(game.position.moves))
        assert await store.change(game, after)
        say("moved", game.id, len(game.moves), after.moves[-1])
        game = await loaded(store, game.id)
        await asyncio.sleep(random.random() * 0.01)


async def main(seed: str, url: str) -> None:
    async with opened(url) as store:
        await asyncio.gather(*(play(store, f"s{seed}-{task}", Random(f"{seed} {task}")) for task in range(8)))


if __name__ == "__main__":
    for line in sys.stdin:
        if not (child := os.fork()):
            say("begun", os.getpid())
            asyncio.run(main(*line.split()))
        os.waitpid(child, 0)
        say("ended")
