"""A program to be killed: for every line it reads it starts a process that plays games, and says each move it has made.

The line is a number to draw from and the URL of a database. The process says ``begun`` with its own number first, and
``moved`` after every move that was acknowledged. When it has been killed, ``ended`` is said. Processes are forked from
this one, which has imported all there is to import: so a killing costs no more than what is measured.
"""

import asyncio
import os
import sys
from random import Random

from noughts.apps.web.model.stored_game import StoredGame
from noughts.apps.web.store.store import Created, Store
from tests.apps.web.store.stores import loaded, moved, opened


def say(*words: object) -> None:
    """Say it, in one piece, whatever happens next."""
    os.write(sys.stdout.fileno(), (" ".join(map(str, words)) + "\n").encode())


async def play(store: Store, name: str, random: Random) -> None:
    """Play one game after the other; each follows the one before."""
    number = 0
    game = await store.create(StoredGame(f"{name}-{number}", rules="9,9,5"), [(name, "own")])
    while True:
        if game.position.is_over:
            number += 1
            after, following = game.followed_by(f"{name}-{number}", swap=False)
            assert await store.change(game, after, Created(following))
            game = await loaded(store, following.id)
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
