"""Offer to continue the unfinished game."""

from typing import TYPE_CHECKING

from noughts.explain.words import game_words, plural
from noughts.rules.errors import cut
from noughts.rules.tree import GameTree
from noughts.session.seats import Seat, saved_seats, take_seats
from noughts.terminal.screen.dialogs.ask import Choose

if TYPE_CHECKING:
    from noughts.terminal.screen.app import FullScreen

_LONGEST_NAME = 20  # characters of a name in the question


def offer(app: "FullScreen", kept: GameTree) -> None:
    """Ask whether to continue the unfinished game."""
    record = kept.main_line
    names = (cut(" ".join(name.split()), _LONGEST_NAME) or side for name, side in zip(record.names, "XO", strict=True))
    players, moves = " against ".join(names), plural(len(record.moves), "move")
    question = f"The last game is unfinished: {players}, {game_words(record.start.game)}, {moves}."

    def answer(choice: int | None) -> None:
        if choice == 0:
            resume(app, kept)
            app.resumed()

    app.push_screen(Choose(question, ("Continue it", "New game")), answer)


def resume(app: "FullScreen", tree: GameTree) -> None:
    """Continue a game with its players in the room Play."""
    from noughts.players.registry import player

    saved, notes = saved_seats(tree.main_line, limit=app.searches.limit)
    if any(saved):
        usual = Seat("You"), Seat("Computer", player("perfect", limit=app.searches.limit))
        app.session.resume(tree, *take_seats(saved, usual))
    else:
        app.session.resume(tree)
    for note in (*notes, *tree.notes):
        app.notify(note, markup=False)
    if app.current_mode == "play":
        app.room.changed()  # type: ignore[attr-defined]
    else:
        app.switch_mode("play")
