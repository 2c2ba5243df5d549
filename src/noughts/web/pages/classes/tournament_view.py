"""The views of a tournament for a teacher, a pupil and a projector, as plain data for the templates."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from noughts.explain.words import plural
from noughts.render.names import isolated
from noughts.rules.game import Player
from noughts.rules.notation import position as read_position
from noughts.web.model.class_tournament import ClassTournament, DayReview, Table
from noughts.web.model.page_games import display_name, page_game
from noughts.web.model.stored_class import Pupil, StoredClass
from noughts.web.pages.thumbnail import Thumbnail, thumbnail
from noughts.web.tournaments import COMPUTER

_RESULTS = {"": "", "x": "1 : 0", "o": "0 : 1", "tie": "½ : ½", "void": "no points"}


@dataclass(frozen=True)
class TableRow:
    """A game of a round, with the names of X and O, the winner, and the result. The result is empty while the game is
    running.
    """

    x: str
    o: str
    result: str
    winner: str


@dataclass(frozen=True)
class StandingRow:
    """A row of the standings, with a pupil's place, name, points and number of wins."""

    place: int
    name: str
    points: str
    wins: int


@dataclass(frozen=True)
class MomentView:
    """A move of the day, with a description, a small board, and whether the move is good."""

    good: bool
    words: str
    picture: Thumbnail


@dataclass(frozen=True)
class ReviewView:
    """The best moves and the biggest turning points of the day, and the progress of the search for them."""

    best: tuple[MomentView, ...]
    turns: tuple[MomentView, ...]
    done: bool
    progress: str


@dataclass(frozen=True)
class TournamentView:
    """A tournament for the teacher and the projector.

    Attributes:
        words: the game, the system and the clock.
        headline: what happens now.
        games_left: how many games of the round are running.
        number: the number of the latest round, or 0.
        running: whether a round is running.
        complete: whether all rounds are played.
        over: whether the teacher has ended the tournament.
        tables: the games of the latest round.
        standings: all pupils, the best first.
        review: the moves of the day, if the teacher has asked for them.
    """

    words: str
    headline: str
    games_left: str
    number: int
    running: bool
    complete: bool
    over: bool
    tables: tuple[TableRow, ...]
    standings: tuple[StandingRow, ...]
    review: ReviewView | None


@dataclass(frozen=True)
class PupilTournament:
    """A tournament for a pupil.

    Attributes:
        headline: what happens now.
        detail: the pupil's own place and points.
        game: the id of the pupil's running game, or empty.
    """

    headline: str
    detail: str
    game: str


def tournament_view(school: StoredClass, tournament: ClassTournament) -> TournamentView:
    """Return a tournament for the teacher and the projector."""
    pupils, names = [pupil.number for pupil in school.present], names_of(school)
    left = len(tournament.unfinished)
    complete = tournament.is_complete(pupils)
    return TournamentView(
        _words(tournament),
        _headline(tournament, pupils, complete),
        f"{plural(left, 'game')} running" if left else "",
        len(tournament.rounds),
        bool(left),
        complete,
        tournament.over,
        tuple(table_row(table, names) for table in tournament.tables),
        tuple(
            StandingRow(row.place, names[row.player], points(row.points), row.wins)
            for row in tournament.standings(pupils)
        ),
        _review(tournament, tournament.review),
    )


def pupil_tournament(school: StoredClass, tournament: ClassTournament, pupil: Pupil) -> PupilTournament:
    """Return a tournament for a pupil."""
    table, names = tournament.table(pupil.number), names_of(school)
    running = table is not None and not table.result
    number, round = len(tournament.rounds), f"Round {len(tournament.rounds)}"
    if tournament.over:
        headline = "The tournament is over."
    elif table and running:
        headline = f"{round}: you play {table.side(pupil.number)} against {_opponent(table, pupil.number, names)}."
    elif not number:
        headline = "A tournament begins soon. Stay on this page."
    elif not tournament.unfinished:
        headline = f"{round} is over. Wait for the next one."
    elif table:
        headline = f"{_ended(table, pupil.number, names)} Wait for the others."
    else:
        headline = f"{round} has begun without you. You play in the next one."
    return PupilTournament(
        headline, _own_place(school, tournament, pupil.number), table.game if table and running else ""
    )


def points(number: float) -> str:
    """Return points such as ``1½``."""
    half = "½" if number % 1 else ""
    return f"{int(number) or ('' if half else 0)}{half}"


@lru_cache(maxsize=64)
def _words(tournament: ClassTournament) -> str:
    system = "Swiss system" if tournament.system == "swiss" else "everyone against everyone"
    clock = f"{plural(tournament.clock, 'minute')} each" if tournament.clock else ""
    game = display_name(tournament.rules)
    return ", ".join(filter(None, [game[:1].upper() + game[1:], system, clock]))


def _headline(tournament: ClassTournament, pupils: list[int], complete: bool) -> str:
    number, planned = len(tournament.rounds), max(len(tournament.rounds), tournament.rounds_for(pupils))
    if tournament.over or complete:
        return "Final standings"
    if not number:
        return "A tournament begins soon"
    return f"Round {number} of {planned}" + ("" if tournament.unfinished else " is over")


def names_of(school: StoredClass) -> dict[int, str]:
    """Return the names of all pupils, keyed by the pupil's number."""
    return {pupil.number: pupil.name for pupil in school.pupils}


def table_row(table: Table, names: Mapping[int, str]) -> TableRow:
    """Return a game as a row of a round's table."""
    o = names[table.o] if table.o else COMPUTER
    return TableRow(names[table.x], o, _RESULTS[table.result], table.result if table.result in ("x", "o") else "")


def _opponent(table: Table, pupil: int, names: Mapping[int, str]) -> str:
    other = table.opponent(pupil)
    return isolated(names[other]) if other else "the computer"


def _ended(table: Table, pupil: int, names: Mapping[int, str]) -> str:
    """Return how the game of a pupil ended, in words."""
    match table.result:
        case "void":
            return "Your game brought no points."
        case "tie":
            return f"A draw with {_opponent(table, pupil, names)}."
        case winner:
            won = Player(winner) is table.side(pupil)
            return f"You {'won against' if won else 'lost to'} {_opponent(table, pupil, names)}."


def _own_place(school: StoredClass, tournament: ClassTournament, pupil: int) -> str:
    rows = tournament.standings([each.number for each in school.present])
    mine = next((row for row in rows if row.player == pupil), None)
    if not tournament.rounds or not mine:
        return ""
    word = "point" if mine.points in (0.5, 1) else "points"
    return f"You have {points(mine.points)} {word}: place {mine.place} of {len(rows)}."


def _review(tournament: ClassTournament, review: DayReview | None) -> ReviewView | None:
    if not review:
        return None
    seen = {
        kind: tuple(
            MomentView(kind == "best", moment.words, _moment_picture(tournament.rules, moment.position, moment.cell))
            for moment in review.moments
            if moment.kind == kind
        )
        for kind in ("best", "turn")
    }
    count = sum(1 for _ in tournament.games)
    progress = f"{min(review.reviewed, count)} of {plural(count, 'game')} reviewed"
    return ReviewView(seen["best"], seen["turn"], review.done, progress)


@lru_cache(maxsize=64)
def _moment_picture(rules: str, position: str, cell: int) -> Thumbnail:
    before = read_position(position, page_game(rules))
    return thumbnail(before.play(cell), before)
