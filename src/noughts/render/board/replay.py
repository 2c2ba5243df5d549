"""A game as an animated SVG picture, which plays the moves in a loop without a script.

On paper, and for people who prefer reduced motion, the picture shows the end of the game.
"""

from noughts.explain.words import discs_fall, game_words, naming_of
from noughts.render.board.svg import BoardPicture
from noughts.render.markup import frame
from noughts.render.theme import Theme
from noughts.rules.board import cells_in
from noughts.rules.record import Record, expect_record, result_text

_STEP = 0.9  # seconds between two moves
_LONGEST = 30.0  # the maximum seconds for all moves; longer games play faster
_REST = 3.0  # seconds that the end is shown
_STILL = "<style>@media print,(prefers-reduced-motion:reduce){.n-go{animation:none!important}}</style>"


def replay_svg(
    record: Record, *, caption: str = "", coordinates: bool = True, size: int | None = None, theme: Theme = "auto"
) -> str:
    """Return an animated picture of a game as one SVG element, which also works in an ``<img>``.

    Args:
        record: the game.
        caption: a line of text below the board.
        coordinates: whether to write the names of columns and rows.
        size: the width in pixels. By default, the natural width.
        theme: the colours; ``auto`` follows the reader's light or dark page.

    Raises:
        NoughtsError: the size is not a whole number of at least 1, or the theme is unknown.
    """
    expect_record(record)
    game, start, count = record.start.game, record.start, len(record.moves)
    sheet, clock = BoardPicture(game.board, coordinates, bool(caption), discs_fall(game)), _Clock(count)
    body = [_STILL, clock.rules, sheet.axes()]
    for cell, place in enumerate(sheet.places):
        owner = start[cell]
        body.append(sheet.square(*place, None) + (sheet.stone(*place, owner) if owner else ""))
    for number, (move, before) in enumerate(zip(record.moves, record.positions, strict=False), 1):
        place = sheet.places[move]
        last = sheet.square(*place, "last")
        body.append(clock.shown(last, number, until=number + 1) + clock.shown(sheet.stone(*place, before.turn), number))
    outcome = record.position.outcome
    if outcome and outcome.line:
        body.append(clock.shown(sheet.stroke(outcome.line), count + 0.6))
    if caption:
        body.append(sheet.name(sheet.width / 2, sheet.height - 9 * sheet.scale, caption))
    naming = naming_of(game)
    moves = ", ".join(naming.move(game.board, move) for move in record.moves)
    described = " ".join(
        [
            *(f"{player} begins on {_names(record, stones)}." for player, stones in _set_up(record)),
            f"The moves: {moves}." if moves else "No moves.",
            f"The line is {_names(record, outcome.line)}." if outcome and outcome.line else "",
        ]
    ).strip()
    title = f"{game_words(game)}: {result_text(record)}"
    return frame("".join(body), sheet.width, sheet.height, title, described, size=size, theme=theme)


class _Clock:
    """Shows and hides parts of a picture. Pictures of the same length share the names of their animations."""

    def __init__(self, moves: int) -> None:
        self._moves = moves
        self._step = min(_STEP, _LONGEST / max(1, moves))
        self._seconds = (moves + 1) * self._step + _REST
        rules = [self._rule(number, None) + self._rule(number, number + 1) for number in range(1, moves)]
        self.rules = f"<style>{''.join(rules)}{self._rule(moves, None)}{self._rule(moves + 0.6, None)}</style>"

    def shown(self, part: str, number: float, until: int | None = None) -> str:
        """Wrap a part of the picture so that it appears with move `number` and disappears with move `until`."""
        if until is not None and until > self._moves:
            until = None
        hidden = "" if until is None else ' opacity="0"'
        name = self._name(number, until)
        return f'<g class="n-go"{hidden} style="animation:{name} {self._seconds:.4g}s infinite">{part}</g>'

    def _name(self, number: float, until: int | None) -> str:
        kind = "go" if until is None else "last"
        return f"n-{kind}-{self._moves}-{number:g}".replace(".", "h")

    def _rule(self, number: float, until: int | None) -> str:
        begin = 100 * number * self._step / self._seconds
        frames = f"0%,{begin:.4g}%{{opacity:0}}{begin + 0.5:.4g}%"
        if until is None:
            frames += ",100%{opacity:1}"
        else:
            end = 100 * until * self._step / self._seconds
            frames += f",{end:.4g}%{{opacity:1}}{end + 0.5:.4g}%,100%{{opacity:0}}"
        return f"@keyframes {self._name(number, until)}{{{frames}}}"


def _set_up(record: Record) -> list[tuple[str, int]]:
    return [(player, stones) for player, stones in (("X", record.start.x), ("O", record.start.o)) if stones]


def _names(record: Record, cells: int) -> str:
    return ", ".join(record.start.game.board.names[cell] for cell in cells_in(cells))
