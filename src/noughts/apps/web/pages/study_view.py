"""A study as plain data for the template of the Analyse page: sentences, rows and links."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from noughts.apps.names import isolated
from noughts.apps.web.model.stored_game import winning_line
from noughts.apps.web.pages.board_view import BoardView, CellView, board_view
from noughts.apps.web.pages.game_view import side_by_side
from noughts.apps.web.pages.study import Study, pressed
from noughts.explain.scores import signed
from noughts.explain.summary import who_played
from noughts.explain.words import game_words, unreachable_note
from noughts.render.history import Value, legend, value_words
from noughts.rules.errors import RulesError
from noughts.rules.notation import t3en
from noughts.rules.position import Position

MARKS = {
    "?": "gave half a point away",
    "??": "gave a whole point away",
    "?!": "could have won sooner",
}
"""The meanings of the marks beside moves."""

_PUT = {"x": "press for X", "o": "press for O", "": "press to empty it", "none": "cannot be changed"}


@dataclass(frozen=True)
class MoveRow:
    """A move in the list.

    Attributes:
        ply: its number.
        player: the player who made it.
        name: the name of the cell.
        href: the URL of the position after the move.
        here: whether that position is shown.
        mark: the mark, such as ``?``.
        meaning: the meaning of the mark.
        story: sentences about the move.
        value: the value of the position after the move.
    """

    ply: int
    player: str
    name: str
    href: str
    here: bool
    mark: str = ""
    meaning: str = ""
    story: tuple[str, ...] = ()
    value: str = ""


@dataclass(frozen=True)
class ReviewView:
    """A review in words, with the value of the first position and a legend for the values."""

    heading: str
    summary: tuple[str, ...]
    start_value: str
    legend: str


@dataclass(frozen=True)
class StudyView:
    """The page.

    Attributes:
        words: the rules in words.
        status: the state of the game in a sentence.
        notes: sentences about the position or the last move.
        board: the board.
        moves: all moves of the game.
        pairs: the same moves in pairs of X's and O's. None stands for a missing move.
        faults: the moves with a mark.
        stories: the moves with sentences about them.
        review: the review, once it is known.
        can: the URLs of the actions that are possible now, by name.
        files: the URLs of the files that can be saved, by name.
        position: the position as T3EN.
    """

    words: str
    status: str
    notes: tuple[str, ...]
    board: BoardView
    moves: tuple[MoveRow, ...]
    pairs: tuple[tuple[MoveRow | None, MoveRow | None], ...]
    faults: tuple[MoveRow, ...]
    stories: tuple[MoveRow, ...]
    review: ReviewView | None
    can: Mapping[str, str]
    files: Mapping[str, str]
    position: str


def study_view(
    study: Study, analysis: Mapping[str, Any] | None = None, review: Mapping[str, Any] | None = None
) -> StudyView:
    """Return the view of a study.

    Args:
        study: the study.
        analysis: the engine's analysis of the position, once it is known.
        review: the engine's review of the game, once it is known.
    """
    position = study.position
    moves = _moves(study, review)
    best = analysis["moves"][0] if analysis and analysis["moves"] else None
    guessed = best["cell"] if best and best["moveValue"] == "undecided" else None  # a proven value has no star
    notes = [] if study.editing else [unreachable_note(position)]
    notes += [analysis["hint"]] if analysis and best else []
    if study.at and (row := moves[study.at - 1]).mark:
        notes.append(f"Last move: {row.player} {row.name} {row.mark} {' '.join(row.story)}")
    board = (
        editing_board(position)
        if study.editing
        else board_view(position, awaited=not position.is_over, last=study.last, hinted=guessed, analysis=analysis)
    )
    return StudyView(
        game_words(study.game),
        standing(study, analysis),
        tuple(filter(None, notes)),
        board,
        moves,
        side_by_side(moves, study.record.start.turn),
        tuple(row for row in moves if row.mark),
        tuple(row for row in moves if row.story),
        _review(review, study.record.names) if review else None,
        _can(study),
        _files(study),
        t3en(position),
    )


def standing(study: Study, analysis: Mapping[str, Any] | None) -> str:
    """Return the state of the game in a sentence, such as ``X to move and wins in 1.``"""
    position = study.position
    turn, names = position.turn, position.game.board.names
    if study.editing:
        return f"Set up the board: {turn} is to move."
    if outcome := position.outcome:
        line = ", ".join(names[cell] for cell in winning_line(position))
        if outcome.winner is None:
            return "The game is over: a draw."
        if not line:
            return f"The game is over: {outcome.winner} wins because the board is full."
        if position.game.misere:
            return f"The game is over: {outcome.winner} wins because {outcome.winner.other} completed {line}."
        return f"The game is over: {outcome.winner} wins with {line}."
    if analysis is None:
        return f"{turn} is to move."
    plies = f" in {analysis['remoteness']}" if analysis["remoteness"] is not None else ""
    match analysis["positionValue"]:
        case "win":
            return f"{turn} to move and wins{plies}."
        case "lose":
            return f"{turn} to move and loses{plies}."
        case "tie":
            return f"{turn} to move: a draw with best play."
    guess = float(analysis["estimate"])
    if abs(guess) >= 1:  # proven for the searched moves, but other moves may be better
        return f"{turn} to move and {'wins' if guess > 0 else 'loses'}, as far as can be seen."
    return f"{turn} to move: not decided, about {signed(guess, '+.2f')} for {turn}."


def editing_board(position: Position) -> BoardView:
    """Return the view of a board that is being set up. Pressing a cell changes it."""
    plain = board_view(position, awaited=False)

    def editable(cell: CellView) -> CellView:
        put = _PUT[_pressed(position, cell)]
        falls = f", falls to {position.game.board.names[cell.takes]}" if cell.takes != cell.cell else ""
        return replace(cell, can=True, label=f"{cell.label}{falls}, {put}")

    layers = tuple(
        replace(layer, rows=tuple((number, tuple(map(editable, row))) for number, row in layer.rows))
        for layer in plain.layers
    )
    return replace(plain, layers=layers)


def _pressed(position: Position, cell: CellView) -> str:
    """Return the mark that pressing a cell puts there, or ``none`` if the cell cannot be changed."""
    if position.is_over or (cell.mark and position.game.needs):
        try:
            return pressed(position, cell.takes)[0]
        except RulesError:
            return "none"
    return {"": "x", "x": "o", "o": ""}[cell.mark]


def values_of(review: Mapping[str, Any]) -> tuple[Value, ...]:
    """Return the value of each position of a game, from the point of view of X."""
    return tuple(Value(score, distance, exact) for score, distance, exact in review["values"])


def marks_of(review: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the mark of each move."""
    return tuple(move["mark"] for move in review["moves"])


def study_url(study: Study, path: str = "/analyse") -> str:
    """Return the URL of a study."""
    query = urlencode(study.query(), safe=",/")
    return f"{path}?{query}" if query else path


def _moves(study: Study, review: Mapping[str, Any] | None) -> tuple[MoveRow, ...]:
    reviewed: Sequence[Mapping[str, Any]] = review["moves"] if review else [{}] * len(study.record.moves)
    values = [value_words(value) for value in values_of(review)[1:]] if review else [""] * len(reviewed)
    return tuple(
        MoveRow(
            ply,
            str(study.record.positions[ply - 1].turn),
            name,
            study_url(study.go(ply).edit(False)),
            ply == study.at,
            mark := move.get("mark", ""),
            MARKS.get(mark, ""),
            tuple(move.get("story", "").removeprefix(f"{name} ").splitlines()),
            value,
        )
        for ply, (name, move, value) in enumerate(zip(study.record.move_names, reviewed, values, strict=True), 1)
    )


def _review(review: Mapping[str, Any], names: tuple[str, str]) -> ReviewView:
    values = values_of(review)
    x, o = map(isolated, names)
    heading = " ".join(filter(None, [review["heading"], who_played((x, o))]))  # engines do not receive the names
    return ReviewView(heading, tuple(review["summary"]), value_words(values[0]), legend(values))


def _can(study: Study) -> Mapping[str, str]:
    position, moved = study.position, len(study.record.moves)
    can = {
        "start": study.go(0) if study.at else None,
        "undo": study.go(study.at - 1) if study.at else None,
        "redo": study.go(study.at + 1) if study.at < moved else None,
        "end": study.go(moved) if study.at < moved else None,
        "flip": study.flip(),
        "restart": study.restart() if position.x | position.o or moved else None,
        "edit": study.edit(True),
        "review": replace(study, reviewing=True) if moved and not study.is_reviewed else None,
    }
    if study.editing:
        can = {
            "turn": study.turned(position.turn.other),
            "clear": study.restart() if position.x | position.o else None,
            "done": study.edit(False),
        }
    return {name: study_url(other) for name, other in can.items() if other is not None}


def _files(study: Study) -> Mapping[str, str]:
    here = urlencode({"game": study.game.name, "position": t3en(study.position)}, safe=",/")
    history = study_url(study, "/analyse/history.svg")
    files = {
        "board": study_url(study, "/analyse/board.svg"),
        "sgf": study_url(study, "/analyse/game.sgf"),
        "moves": study_url(study, "/analyse/moves.txt"),
        "json": f"/api/v1/analyse?{here}",
        "explore": f"/explore?{here}",
    }
    return files | ({"history": history, "narrow": f"{history}&narrow=1"} if study.record.moves else {})
