"""Offer to continue the unfinished game."""

from typing import TYPE_CHECKING

from noughts.rules.tree import GameTree
from noughts.session.resuming import offer_words
from noughts.session.resuming import resume as resume_session
from noughts.terminal.screen.dialogs.ask import Choose

if TYPE_CHECKING:
    from noughts.terminal.screen.app import FullScreen


def offer(app: "FullScreen", kept: GameTree) -> None:
    """Ask whether to continue the unfinished game."""

    def answer(choice: int | None) -> None:
        if choice == 0:
            resume(app, kept)
            app.resumed()

    app.push_screen(Choose(offer_words(kept), ("Continue it", "New game")), answer)


def resume(app: "FullScreen", tree: GameTree) -> None:
    """Continue a game with its players in the room Play."""
    for note in (*resume_session(app.session, tree, limit=app.searches.limit), *tree.notes):
        app.notify(note, markup=False)
    if app.current_mode == "play":
        app.room.changed()  # type: ignore[attr-defined]
    else:
        app.switch_mode("play")
