"""A study as plain data for the template of the Analyse page, with sentences, rows and links."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from noughts.explain.review.summary import who_played
from noughts.explain.scores import signed
from noughts.explain.words import game_words, naming_of, plural, unreachable_note
from noughts.render.history import ValueForX, legend, value_words
from noughts.render.history_svg import history_size
from noughts.render.names import isolated
from noughts.rules.errors import RulesError
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import Record, ended_text
from noughts.rules.tree import GameTree
from noughts.web.model.stored_game import winning_line
from noughts.web.model.study import MOST_URL, Dropped, Study, pressed
from noughts.web.model.task import AnalysisAnswer, ReviewAnswer
from noughts.web.pages.analyse.move_list import Aside, MoveList, MoveRow, Pair, ReviewFields
from noughts.web.pages.board_view import BoardView, CellView, board_view
from noughts.web.pages.columns import move_name

MARKS = {
    "?": "turned a win into a draw, or a draw into a loss",
    "??": "threw the game away",
    "?!": "could have won sooner",
}
"""The meanings of the marks beside moves."""

_PUT = {"x": "press for X", "o": "press for O", "": "press to empty it", "none": "cannot be changed"}


@dataclass(frozen=True)
class ReviewView:
    """A review in words, with the value of the first position, a legend, and the sizes of the review's two pictures."""

    heading: str
    summary: tuple[str, ...]
    start_value: str
    legend: str
    wide: tuple[int, int]
    narrow: tuple[int, int]


@dataclass(frozen=True)
class StudyView:
    """The data that the Analyse page's template displays.

    Attributes:
        words: the rules in words.
        status: the state of the game in a sentence.
        why: the reason for it, in a sentence or two.
        notes: sentences about the position or the last move.
        board: the board.
        moves: the moves of the main line.
        rows: the same moves in pairs of X's and O's, with comments and variations between them.
        review: the review, once it is known.
        comment: the comment on the position.
        can: the URLs of the actions that are possible now, by name.
        files: the URLs of the files that can be saved, by name.
        position: the position as T3EN.
    """

    words: str
    status: str
    why: str
    notes: tuple[str, ...]
    board: BoardView
    moves: tuple[MoveRow, ...]
    rows: tuple[Pair | Aside, ...]
    review: ReviewView | None
    comment: str
    can: Mapping[str, str]
    files: Mapping[str, str]
    position: str


@dataclass(frozen=True)
class GameChoice:
    """One of several games in a text, with its players, a sentence about its rules and moves, and its URL."""

    title: str
    words: str
    href: str


def choices_of(trees: Sequence[GameTree]) -> tuple[GameChoice, ...]:
    """Return games to choose from, each with a title, a description and a URL."""
    choices = []
    for tree in trees:
        study, record = Study.of(tree), tree.main_line
        x, o = map(isolated, tree.names)
        players = " – ".join(name or mark for name, mark in ((x, "X"), (o, "O"))) if x or o else ""
        names = [move_name(study.game, move) for move in record.moves[:6]]
        moves = " ".join([*names, *(["…"] if len(record.moves) > 6 else [])])
        words = f"{plural(len(record.moves), 'move')}: {moves}" if moves else "a position"
        title = players or ("Game" if moves else t3en(tree.start))
        shown, dropped = shortened(study)
        end = "" if words.endswith("…") else "."
        more = " Only the main line can be shown." if dropped == "variations" else ""
        href = study_url(shown)
        choices.append(GameChoice(title, f"{game_words(study.game).capitalize()}, {words}{end}{more}", href))
    return tuple(choices)


def fits(study: Study) -> bool:
    """Return whether the URL of a study is short enough."""
    return len(study_url(study)) <= MOST_URL


def shortened(study: Study) -> tuple[Study, Dropped]:
    """Return a study, shortened if its URL would be too long, and the parts that were left out.

    If the URL of the whole study is too long, try the study without properties, and then its main line.
    """
    if fits(study):
        return study, ""
    bare = study.without_properties()
    return (bare, "properties") if fits(bare) else (study.without_lines(), "variations")


def study_view(study: Study, analysis: AnalysisAnswer | None = None, review: ReviewAnswer | None = None) -> StudyView:
    """Return the view of a study.

    Args:
        study: the study.
        analysis: the engine's analysis of the position, once it is known.
        review: the engine's review of the game, once it is known.
    """
    position = study.position
    listed = _moves(study, review)
    moves = listed.main
    best = analysis["moves"][0] if analysis and analysis["moves"] else None
    notes = [] if study.editing else [*study.tree.notes, unreachable_note(position)]
    if study.at and study.is_main and (row := moves[study.at - 1]).mark:
        notes.append(f"Last move: {row.player} {row.name} {row.mark} {' '.join(row.story)}")
    board = (
        editing_board(position)
        if study.editing
        else board_view(position, awaited=not position.is_over, last=study.last, analysis=analysis)
    )
    return StudyView(
        game_words(study.game),
        standing(study, analysis),
        analysis["hint"] if analysis and best and not study.editing else "",
        tuple(filter(None, notes)),
        board,
        moves,
        listed.rows(),
        _review(review, study.record) if review else None,
        study.node.comment,
        _can(study),
        _files(study),
        t3en(position),
    )


def standing(study: Study, analysis: AnalysisAnswer | None) -> str:
    """Return the state of the game in a sentence, such as ``X to move and wins in 1.``"""
    position = study.position
    turn = position.turn
    if study.editing:
        return f"Set up the board: {turn} is to move."
    if outcome := position.outcome:
        cells = winning_line(position)
        if outcome.winner is None:
            return "The game is over: a draw."
        if not cells:
            return f"The game is over: {outcome.winner} wins because the board is full."
        line = naming_of(position.game).row(position.game.board, cells, between=", ")
        if position.game.misere:
            return f"The game is over: {outcome.winner} wins because {outcome.winner.other} completed {line}."
        return f"The game is over: {outcome.winner} wins with {line}."
    if study.record.ended and study.path == study.record.moves:
        return f"The game is over: {ended_text(study.record.ended)}."
    if analysis is None or (analysis["positionValue"] == "undecided" and "estimate" not in analysis):
        return f"{turn} is to move."
    plies = f" in {analysis['remoteness']}" if analysis["remoteness"] is not None else ""
    match analysis["positionValue"]:
        case "win":
            return f"{turn} to move and wins{plies}."
        case "lose":
            return f"{turn} to move and loses{plies}."
        case "tie":
            return f"{turn} to move: a draw with best play."
    guess = analysis["estimate"]
    if abs(guess) >= 1:  # proven for the searched moves, but other moves may be better
        return f"{turn} to move and {'wins' if guess > 0 else 'loses'}, as far as can be seen."
    return f"{turn} to move: not decided, about {signed(guess, '+.2f')} for {turn}."


def editing_board(position: Position) -> BoardView:
    """Return the view of a board that is being set up. Pressing a cell changes the mark on the cell."""
    plain = board_view(position, awaited=False)

    def editable(cell: CellView) -> CellView:
        put = _PUT[_pressed(position, cell)]
        falls = f", falls to {position.name(cell.takes)}" if cell.takes != cell.cell else ""
        return cell._replace(can=True, label=f"{cell.label}{falls}, {put}")

    layers = tuple(
        replace(layer, rows=tuple((number, tuple(map(editable, row))) for number, row in layer.rows))
        for layer in plain.layers
    )
    return replace(plain, layers=layers)


def _pressed(position: Position, cell: CellView) -> str:
    """Return the mark that a press puts on a cell, or ``none`` if the cell cannot be changed."""
    if position.is_over or (cell.mark and position.game.needs):
        try:
            return pressed(position, cell.takes)[0]
        except RulesError:
            return "none"
    return {"": "x", "x": "o", "o": ""}[cell.mark]


def values_of(review: ReviewAnswer) -> tuple[ValueForX, ...]:
    """Return the value of each position of a game, from the point of view of X."""
    return tuple(ValueForX(score, distance, exact) for score, distance, exact in review["values"])


def marks_of(review: ReviewAnswer) -> tuple[str, ...]:
    """Return the mark of each move."""
    return tuple(move["mark"] for move in review["moves"])


def study_url(study: Study, path: str = "analyse") -> str:
    """Return the URL of a study, relative to the base of the page."""
    query = urlencode(study.query(), safe=",/()")
    return f"{path}?{query}" if query else path


def _moves(study: Study, review: ReviewAnswer | None) -> MoveList:
    if not review:
        return MoveList(study)
    values = [value_words(value) for value in values_of(review)[1:]]
    marks: list[ReviewFields] = [
        {
            "mark": (mark := move["mark"]),
            "meaning": MARKS.get(mark, ""),
            "story": tuple(filter(None, [" ".join(move["sentences"]), *move["remarks"]])),
            "value": value,
        }
        for move, value in zip(review["moves"], values, strict=True)
    ]
    return MoveList(study, marks)


def _review(review: ReviewAnswer, record: Record) -> ReviewView:
    values, marks = values_of(review), marks_of(review)
    x, o = map(isolated, record.names)
    heading = " ".join(filter(None, [review["heading"], who_played((x, o))]))  # engines do not receive the names
    named, moves = replace(record, names=(x, o)), [move_name(record.start.game, move) for move in record.moves]
    wide, narrow = (history_size(named, values, moves=moves, marks=marks, narrow=narrow) for narrow in (False, True))
    return ReviewView(heading, tuple(review["summary"]), value_words(values[0]), legend(values), wide, narrow)


def _can(study: Study) -> Mapping[str, str]:
    position, moved, plies = study.position, bool(study.tree.root.children), len(study.line)
    can = {
        "start": study.go(0) if study.at else None,
        "undo": study.go(study.at - 1) if study.at else None,
        "redo": study.go(study.at + 1) if study.at < plies else None,
        "end": study.go(plies) if study.at < plies else None,
        "up": study.beside(-1),
        "down": study.beside(1),
        "flip": study.flip(),
        "restart": study.restart() if position.x | position.o or moved else None,
        "edit": study.edit(True),
        "review": replace(study, reviewing=True) if moved and not study.is_reviewed else None,
        "main": None if study.is_main else study.on_main(),
        "promote": None if study.is_main else study.promote(),
        "delete": study.delete() if study.at else None,
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
    history = study_url(study, "analyse/history.svg")
    files = {
        "board": study_url(study, "analyse/board.svg"),
        "sgf": study_url(study, "analyse/game.sgf"),
        "moves": study_url(study, "analyse/moves.txt"),
        "json": f"api/v1/analyse?{here}",
        "explore": f"explore?{here}",
    }
    return files | ({"history": history, "narrow": f"{history}&narrow=1"} if study.record.moves else {})
