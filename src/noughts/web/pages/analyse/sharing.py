"""The forms in which a person can share a game, such as pictures, emoji, links, and the code of an embedded board."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from noughts.explain.review.review import GAVE_AWAY
from noughts.explain.words import plural
from noughts.render.board.emoji import emoji_board
from noughts.render.board.layers import layers
from noughts.render.names import isolated
from noughts.rules.game import Player
from noughts.rules.record import Record, ended_text
from noughts.web.model.page_games import display_name
from noughts.web.model.study import Study
from noughts.web.pages.analyse.study_view import study_url


@dataclass(frozen=True)
class ShareView:
    """Texts and links that a person can use to share a game.

    Attributes:
        result: how the game ended, in a few words, or an empty string.
        said: the result for other people, with the game's name.
        link: the link to the page.
        emoji: the board as text, with the result and the link.
        lines: the number of lines of that text.
        board: the URL of the picture of the board.
        game: the URL of the moving picture of the game. Empty without moves.
        challenge: the link of a game in a link, from a position in which somebody can do better, or empty.
        challenge_words: what the challenge link shows.
        embed: the code of an embedded board.
    """

    result: str
    said: str
    link: str
    emoji: str
    lines: int
    board: str
    game: str
    challenge: str
    challenge_words: str
    embed: str


def share_view(study: Study, base: str, marks: Sequence[str] = ()) -> ShareView:
    """Return texts and links that a person can use to share a game and its position.

    Args:
        study: the game and the position.
        base: the URL of the pages, ending in a slash.
        marks: the marks of the moves of the main line, if the game has been reviewed.
    """
    link, name = f"{base}{study_url(study)}", display_name(study.game.name)
    shown = study.tree.line(study.path) if study.path == study.line else Record(study.tree.start, study.path)
    said = f"{name}: {_told(shown)}"
    emoji = f"{said}\n{emoji_board(study.position)}\n{link}"
    challenge = _challenge(study, marks)
    columns, rows = _size(study)
    source, title = escape(f"{base}{study_url(study, 'embed')}"), escape(name)
    return ShareView(
        _result(study.record),
        said,
        link,
        emoji,
        emoji.count("\n") + 2,
        study_url(study, "analyse/board.svg"),
        study_url(study, "analyse/game.svg") if study.path else "",
        f"{base}{study_url(challenge, 'play/link')}" if challenge else "",
        f"after {plural(challenge.at, 'move')}, {challenge.position.turn} to move" if challenge else "",
        f'<iframe src="{source}" width="{columns}" height="{rows}" title="{title}" loading="lazy"></iframe>',
    )


def _challenge(study: Study, marks: Sequence[str]) -> Study | None:
    """Return a position from which a friend can try to do better, or None if there is no such position.

    It is the shown position or, after the end of the game, the position before the decisive mistake.
    """
    moves = study.path
    if study.position.is_over or (study.record.ended and moves == study.record.moves):
        loser = winner.other if (winner := study.record.winner) else None
        turns = [position.turn for position in study.record.positions]
        faults = [n for n, mark in enumerate(marks) if mark in GAVE_AWAY and turns[n] is loser]
        if not faults or not study.is_main:
            return None
        moves = study.record.moves[: faults[-1]]
    return Study.of(Record(study.tree.start, moves))


def _result(record: Record) -> str:
    """Return how a game ended, in a few words, or an empty string."""
    if not record.is_over:
        return ""
    if record.winner is None:
        return ended_text(record.ended).capitalize() or "Draw"
    name = _name(record, record.winner)
    return f"{isolated(name)} {'win' if name == 'You' else 'wins'}"


def _told(record: Record) -> str:
    """Describe the state of a game for other people. A player who is called “You” becomes “I”."""
    moves = plural(len(record.moves), "move")
    if not record.is_over:
        return f"{record.position.turn} to move, after {moves}" if record.moves else f"{record.position.turn} to move"
    if record.winner is None:
        return f"{record.ended or 'draw'} after {moves}"
    name = _name(record, record.winner)
    return f"{'I' if name == 'You' else isolated(name)} won in {moves}"


def _name(record: Record, player: Player) -> str:
    return record.names[player is Player.O] or str(player)


def _size(study: Study) -> tuple[int, int]:
    """Return the width and the height of an embedded board in pixels."""
    board = study.game.board
    shown = layers(board)
    columns, rows = board.shape[0], len(shown[0].rows) * len(shown)
    width = 360 if columns < 9 else 560
    return width, round(rows * (width - 40) / max(columns, 3)) + 170
