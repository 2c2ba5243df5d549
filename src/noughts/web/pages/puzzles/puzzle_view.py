"""A puzzle in progress, and a visitor's progress, as plain data for the templates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from noughts.explain.words import game_words
from noughts.puzzles import SHIPPED, THEMES, Progress, Puzzle
from noughts.puzzles.collections import theme_counts
from noughts.rules.board import Move
from noughts.rules.gallery import game as named_game
from noughts.rules.gallery import usual_name
from noughts.rules.game import Game, Player
from noughts.rules.record import Record
from noughts.web.model.page_games import display_name
from noughts.web.model.study import Study
from noughts.web.model.task import VerdictAnswer
from noughts.web.pages.analyse.study_view import study_url
from noughts.web.pages.board_view import BoardView, board_view
from noughts.web.pages.columns import move_name
from noughts.web.pages.play.game_view import goal
from noughts.web.pages.puzzles.sitting import Sitting

_GOALS = {
    "win": "Find the move that wins for {}.",
    "draw": "Save the draw for {}.",
    "fours": "Win for {}: make a four with every move.",
}
_CERTAIN = 110  # a rating that is less certain is shown as a guess


@dataclass(frozen=True)
class PuzzleView:
    """A puzzle in progress.

    Attributes:
        tone: ``right``, ``wrong``, ``answer`` or empty.
        headline: the goal, or whether the move is right.
        words: why, and how to go on.
        board: the board. The moves that answer a wrong move, or the solution, are numbered on it.
        turn: the player to move.
        rules: what to do to win, in short sentences.
        awaited: whether the visitor can try a move.
        analyse: the URL of the puzzle and the moves played, on the Analyse page.
    """

    tone: str
    headline: str
    words: str
    board: BoardView
    turn: Player
    rules: str
    awaited: bool
    analyse: str


def puzzle_view(sitting: Sitting, verdict: VerdictAnswer | None) -> PuzzleView:
    """Return the view of a puzzle.

    Args:
        sitting: the puzzle in progress.
        verdict: the verdict on the last move tried, or on the shown answer, if it is known.
    """
    rest, wrong = sitting.rest, sitting.wrong
    position, game = rest.position, rest.position.game
    words, line = (verdict["words"], verdict["line"]) if verdict else ("", [])
    steps: Sequence[Move] = ()
    last: Move | None = None
    task = _GOALS[rest.goal].format(_start(sitting).position.turn)
    tone, headline = "", task
    if sitting.answer and rest.line:
        tone, headline, steps = "answer", f"The answer: {move_name(game, rest.line[0])}.", max(rest.line, line, key=len)
    elif wrong is not None:
        tone, headline, steps = "wrong", "Not that one.", line or (wrong,)
        words = f"{words} Try again."
    elif sitting.tries:
        tone, last = "right", sitting.tries[-1]
        headline = "Right!" if not rest.is_solved else "Solved!" if sitting.is_clean else "Solved."
        steps = line[1:] if rest.is_solved else ()
        if not rest.is_solved:
            last = _reply(sitting)
            words = f"{words} {position.turn.other} answers {move_name(game, last)}. And now?"
    awaited = not sitting.is_done
    board = board_view(position, awaited=awaited, last=last, reply=last is not None and awaited, played=steps)
    return PuzzleView(
        tone,
        headline,
        words.strip(),
        board,
        position.turn,
        f"{task} {goal(game)}" if tone else goal(game),
        awaited,
        study_url(Study.of(Record(_start(sitting).position, tuple(_moves(sitting))))),
    )


def _start(sitting: Sitting) -> Puzzle:
    assert sitting.puzzle
    return sitting.puzzle


def _moves(sitting: Sitting) -> list[Move]:
    """Return the right moves with the replies to them, and the rest of the solution if it is shown."""
    moves, rest = list[Move](), _start(sitting)
    for move in sitting.tries:
        if move in rest.answers:
            after = rest.play(move)
            taken = rest.position.empty & ~after.position.empty & ~(1 << move)
            moves += [move, taken.bit_length() - 1] if taken else [move]
            rest = after
    return [*moves, *(rest.line if sitting.answer else ())]


def _reply(sitting: Sitting) -> Move:
    return _moves(replace(sitting, answer=False))[-1]


@dataclass(frozen=True)
class ProgressView:
    """A visitor's progress with puzzles, in words.

    Attributes:
        rating: the rating.
        is_rough: whether it is still uncertain.
        solved: how many puzzles were solved without a mistake.
        failed: how many other puzzles were tried.
        days: for how many days in a row the puzzle of the day was solved.
        sprint, streak: the best runs.
        is_new: whether nothing has been tried yet.
    """

    rating: str
    is_rough: bool
    solved: int
    failed: int
    days: int
    sprint: int
    streak: int
    is_new: bool


def progress_view(progress: Progress, today: date) -> ProgressView:
    """Return a visitor's progress."""
    return ProgressView(
        f"{round(progress.skill.rating):,}",
        progress.skill.deviation > _CERTAIN,
        progress.solved,
        len(progress.results) - progress.solved,
        progress.days_in_a_row(today),
        progress.sprint,
        progress.streak,
        progress == Progress(),
    )


@dataclass(frozen=True)
class Choice:
    """A theme or a game to choose, with its name in URLs, its title, its description and, for a theme, the number of
    puzzles.
    """

    name: str
    title: str
    words: str
    count: int = 0


@cache
def theme_choices() -> list[Choice]:
    """Return the themes that have puzzles."""
    counts = theme_counts()
    return [
        Choice(name, theme.title, f"{theme.words[0].upper()}{theme.words[1:]}.", counts[name])
        for name, theme in THEMES.items()
        if counts[name]
    ]


@cache
def game_choices() -> list[Choice]:
    """Return the games with puzzles."""
    games = [(name, named_game(name)) for name in SHIPPED]
    return [Choice(name, title_of(game), game_words(game)) for name, game in games]


def title_of(game: Game) -> str:
    """Return a short title of a game, such as ``Connect four`` or ``4 × 4``."""
    usual = usual_name(game.name)
    title = game_words(game).partition(",")[0] if usual == game.name else display_name(usual)
    return title[0].upper() + title[1:]
