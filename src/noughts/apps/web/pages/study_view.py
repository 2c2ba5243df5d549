"""What the Analyse page shows of a study: sentences, rows and links as plain data, for the template to lay out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from noughts.apps.names import isolated
from noughts.apps.web.model.stored_game import winning_line
from noughts.apps.web.pages.game_view import BoardView, CellView, board_view, side_by_side
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
"""What the marks beside moves mean."""

_PUT = {"x": "press for X", "o": "press for O", "": "press to empty it", "none": "cannot be changed"}


@dataclass(frozen=True)
class MoveRow:
    """A move in the list: whose it is, its mark with what that means, and where the link leads."""

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
    """A game gone through, in words; with what its values begin with, and what the numbers beside them mean."""

    heading: str
    summary: tuple[str, ...]
    start_value: str
    legend: str


@dataclass(frozen=True)
class StudyView:
    """The page.

    Attributes:
        words: the rules in words.
        status: how it stands, in a sentence.
        said: what is to be said about the position or the move that led to it.
        board: the board to press.
        moves: every move of the game.
        pairs: the same, X's and O's side by side; None where there is none.
        faults, stories: those of them that have a mark, and those of which something is to be said.
        review: the game gone through, once that is known.
        can: where what can be done leads, by name; what cannot be done is not in it.
        files: where what can be taken away is found, by name.
        position: the position as T3EN.
    """

    words: str
    status: str
    said: tuple[str, ...]
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
    """Return what somebody sees of a study.

    Args:
        study: the study.
        analysis: what every move is worth, as the engine says it; None while that is not known.
        review: the moves gone through, likewise.
    """
    position = study.position
    moves = _moves(study, review)
    best = analysis["moves"][0] if analysis and analysis["moves"] else None
    guessed = best["cell"] if best and best["moveValue"] == "undecided" else None  # what is proven needs no star
    said = [] if study.editing else [unreachable_note(position)]
    said += [analysis["hint"]] if analysis and best else []
    if study.at and (row := moves[study.at - 1]).mark:
        said.append(f"Last move: {row.player} {row.name} {row.mark} {' '.join(row.story)}")
    board = (
        editing_board(position)
        if study.editing
        else board_view(position, awaited=not position.is_over, last=study.last, hinted=guessed, analysis=analysis)
    )
    return StudyView(
        game_words(study.game),
        standing(study, analysis),
        tuple(filter(None, said)),
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
    """Return how a position stands: ``X to move and wins in 1.``"""
    position = study.position
    turn, names = position.turn, position.game.board.names
    if study.editing:
        return f"Set up the board: {turn} is to move."
    if outcome := position.outcome:
        line = ", ".join(names[cell] for cell in winning_line(position))
        if outcome.winner is None:
            return "The game is over: a draw."
        if not line:
            return f"The game is over: {outcome.winner} wins, as the board is full."
        if position.game.misere:
            return f"The game is over: {outcome.winner} wins, as {outcome.winner.other} completed {line}."
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
    if abs(guess) >= 1:  # of the moves that were looked at, the best is proven: there may be others
        return f"{turn} to move and {'wins' if guess > 0 else 'loses'}, as far as can be seen."
    return f"{turn} to move: not decided, about {signed(guess, '+.2f')} for {turn}."


def editing_board(position: Position) -> BoardView:
    """Return a board that is set up: every press changes a cell."""
    plain = board_view(position, awaited=False)

    def cell(seen: CellView) -> CellView:
        put = _PUT[_pressed(position, seen)]
        falls = f", falls to {position.game.board.names[seen.takes]}" if seen.takes != seen.cell else ""
        return replace(seen, can=True, label=f"{seen.label}{falls}, {put}")

    layers = tuple(
        replace(layer, rows=tuple((number, tuple(map(cell, row))) for number, row in layer.rows))
        for layer in plain.layers
    )
    return replace(plain, layers=layers)


def _pressed(position: Position, seen: CellView) -> str:
    """Return the mark that a press puts on a cell, or why not; tried only where not every mark may be possible."""
    if position.is_over or (seen.mark and position.game.needs):
        try:
            return pressed(position, seen.takes)[0]
        except RulesError:
            return "none"
    return {"": "x", "x": "o", "o": ""}[seen.mark]


def values_of(review: Mapping[str, Any]) -> tuple[Value, ...]:
    """Return what each position of a game is worth, seen by X, as `noughts.render.history` takes it."""
    return tuple(Value(score, distance, exact) for score, distance, exact in review["values"])


def marks_of(review: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the mark of each move."""
    return tuple(move["mark"] for move in review["moves"])


def address(study: Study, path: str = "/analyse") -> str:
    """Return where a study is found."""
    query = urlencode(study.query(), safe=",/")
    return f"{path}?{query}" if query else path


def _moves(study: Study, review: Mapping[str, Any] | None) -> tuple[MoveRow, ...]:
    told: Sequence[Mapping[str, Any]] = review["moves"] if review else [{}] * len(study.record.moves)
    values = [value_words(value) for value in values_of(review)[1:]] if review else [""] * len(told)
    return tuple(
        MoveRow(
            ply,
            str(study.record.positions[ply - 1].turn),
            name,
            address(study.go(ply).edit(False)),
            ply == study.at,
            mark := move.get("mark", ""),
            MARKS.get(mark, ""),
            tuple(move.get("story", "").removeprefix(f"{name} ").splitlines()),
            value,
        )
        for ply, (name, move, value) in enumerate(zip(study.record.move_names, told, values, strict=True), 1)
    )


def _review(review: Mapping[str, Any], names: tuple[str, str]) -> ReviewView:
    values = values_of(review)
    x, o = map(isolated, names)
    heading = " ".join(filter(None, [review["heading"], who_played((x, o))]))  # the engines are not told who played
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
    return {name: address(other) for name, other in can.items() if other is not None}


def _files(study: Study) -> Mapping[str, str]:
    here = urlencode({"game": study.game.name, "position": t3en(study.position)}, safe=",/")
    history = address(study, "/analyse/history.svg")
    files = {
        "board": address(study, "/analyse/board.svg"),
        "sgf": address(study, "/analyse/game.sgf"),
        "moves": address(study, "/analyse/moves.txt"),
        "json": f"/api/v1/analyse?{here}",
        "explore": f"/explore?{here}",
    }
    return files | ({"history": history, "narrow": f"{history}&narrow=1"} if study.record.moves else {})
