"""The Puzzles pages, with today's puzzle, single puzzles, sets, sprints and streaks."""

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.puzzles import THEMES, Puzzle
from noughts.puzzles.collections import EASY, easier_puzzle
from noughts.puzzles.progress import Progress, Run, next_puzzle
from noughts.puzzles.share import share_line, squares
from noughts.render.board.layers import landing
from noughts.rules.errors import NoughtsError
from noughts.web.analysis.engines import engines_of
from noughts.web.analysis.service import analyst_of
from noughts.web.games import client_of
from noughts.web.model.errors import NotFound
from noughts.web.model.fields import whole_number
from noughts.web.model.task import VerdictAnswer
from noughts.web.pages.addresses import base_for_others
from noughts.web.pages.forms import PostedForm
from noughts.web.pages.puzzles.puzzle_view import (
    game_choices,
    progress_view,
    puzzle_view,
    theme_choices,
    title_of,
)
from noughts.web.pages.puzzles.sitting import (
    MISTAKES,
    MOST_IN_SET,
    Sitting,
    fitting,
    read,
    run_of,
    set_of,
)
from noughts.web.pages.tabs import links_to_latest
from noughts.web.pages.templating import from_script, redirect, render, today_of

_QUICK = 0.2  # seconds that a page with scripts waits for the reason before it shows whether the move is right
_PATIENCE = 2.5  # the same number for a page without scripts, and for a page that asks again
_RETRY = 100  # milliseconds until the page asks again
_LEAST, _MOST = 400, 3_000  # ratings in the form for sets
_FIRST = {"theme": "", "game": "", "least": "400", "most": "900", "n": "10"}


async def show(request: Request) -> Response:
    """Show a puzzle in progress, or the end of a set or a run. If the request has no fields, show the puzzle of the
    day."""
    today = today_of(request)
    if not today:  # this page is a file of a site without a server, whose visitors come on any day
        return render(request, "puzzles.html", tab="puzzles", sitting=None, heading="Today’s puzzle")
    sitting = await _read(request, request.query_params, str(request.path_params.get("id", "")), today)
    progress = await client_of(request).progress()
    if not sitting.puzzle:
        return _show_end(request, sitting, progress)
    return await _show_puzzle(request, sitting, progress, today)


async def _show_puzzle(request: Request, sitting: Sitting, progress: Progress, today: date) -> Response:
    verdict, waits = await _verdict(request, sitting)
    puzzle, view = _puzzle(sitting), puzzle_view(sitting, verdict)
    results, is_free = sitting.results, not (sitting.set or sitting.run)
    return render(
        request,
        "puzzles.html",
        tab="puzzles",
        tab_links=await links_to_latest(request),
        sitting=sitting,
        heading=_heading(sitting, today),
        puzzle=puzzle,
        view=view,
        waits=waits,
        retry=_RETRY,
        stats=progress_view(progress, today),
        counts=progress.latest == puzzle.id,
        gain=progress.gain,
        result=_day_result(sitting, progress) if sitting.day else "",
        solved_before=bool(sitting.day) and sitting.day == progress.day and not sitting.tries,
        easier=easier_puzzle(sitting.day).id if sitting.day and puzzle.rating > EASY else "",
        here=base_for_others(request) + "puzzles",
        themes=[THEMES[name] for name in puzzle.themes],
        game=title_of(puzzle.position.game),
        next=_next(sitting),
        seconds=sitting.seconds_left(_now()) if sitting.run == "sprint" else 0,
        count=results.count("1"),
        spent=results.count("0"),
        most=MISTAKES[sitting.run] if sitting.run else 0,
        earlier=results[-1:] if sitting.run and not sitting.tries else "",
        by_theme=theme_choices() if is_free else [],
        by_game=game_choices() if is_free else [],
    )


def _day_result(sitting: Sitting, progress: Progress) -> str:
    """Return a line of text to share the result of a day's puzzle, or an empty string if the puzzle is not solved."""
    assert sitting.day
    if sitting.day == progress.day:
        return share_line(_puzzle(sitting), sitting.day, progress.attempts, progress.days)
    return share_line(_puzzle(sitting), sitting.day, sitting.squares) if sitting.rest.is_solved else ""


def _show_end(request: Request, sitting: Sitting, progress: Progress) -> Response:
    results, run = sitting.results, sitting.run
    right, again = results.count("1"), ""
    if run:
        ids = [puzzle.id for puzzle in run_of(run, sitting.begun)]
        best, again = progress.sprint if run == "sprint" else progress.streak, f"puzzles/{run}"
        line = f"noughts {run} · {right} solved" + ("" if run == "sprint" else " in a row")
        heading = f"{run.capitalize()}: {right} solved"
        words = f"Your best is {best}." if best > right else "That is your best so far!" if right else "Try again!"
    else:
        ids, again = list(sitting.set), f"puzzles?{urlencode({'set': ','.join(sitting.set)}, safe=',')}"
        line, heading = (
            f"noughts puzzles · {right} of {len(ids)} · {squares(results)}",
            f"{right} of {len(ids)} solved",
        )
        words = "All of them, without a mistake!" if right == len(ids) else "Have another look at the red ones."
    done = [(id, result == "1") for id, result in zip(ids, results, strict=False)]
    return render(
        request,
        "puzzles_end.html",
        tab="puzzles",
        heading=heading,
        words=words,
        done=done,
        result=line,
        here=base_for_others(request) + (again if sitting.set else "puzzles"),
        again=again,
        celebrates=bool(right) and "0" not in results,
    )


async def act(request: Request) -> Response:
    """Try a move, or show the answer. Each puzzle counts once for the visitor's rating."""
    form, today = await PostedForm.read(request), today_of(request) or date.today()
    sitting = await _read(request, form, form.get("id", ""), today)
    if sitting.puzzle and not sitting.is_done:
        if form.get("answer") == "show" and not sitting.run:
            sitting = replace(sitting, answer=True)
        elif cell := form.get("cell", ""):
            position = sitting.rest.position
            sitting = sitting.play(landing(position, whole_number("cell", cell, len(position.game.board) - 1)))
        if (run := sitting.run) and (sitting.is_done or not sitting.is_clean):
            sitting = sitting.following()
            solved = sitting.results.count("1")
            await client_of(request).change_progress(lambda progress: progress.finished(run, solved))
        elif sitting.is_done or not sitting.is_clean:
            await client_of(request).change_progress(partial(_after_puzzle, sitting=sitting, today=today))
    return redirect(f"/{sitting.path}", **sitting.fields)


def _after_puzzle(progress: Progress, sitting: Sitting, today: date) -> Progress:
    earlier = "0" if sitting.is_clean and not progress.results.get(_puzzle(sitting).id, True) else ""  # a failure
    progress = progress.after(_puzzle(sitting), solved=sitting.is_clean)
    if sitting.day and sitting.rest.is_solved and abs((sitting.day - today).days) <= 1:
        progress = progress.on(sitting.day, earlier + sitting.squares)
    return progress


async def go_on(request: Request) -> Response:
    """Go to the next puzzle, with a rating near the visitor's rating."""
    theme, game = (request.query_params.get(name, "") for name in ("theme", "game"))
    puzzles = await engines_of(request).run(lambda: fitting(theme, game), short=True)
    if not puzzles:
        raise NotFound("there are no such puzzles: choose another theme or game")
    progress = await client_of(request).progress()
    puzzle = next_puzzle(puzzles, progress, Random())
    return redirect(f"/puzzles/{puzzle.id}", theme=theme, game=game)


async def begin(run: Run, request: Request) -> Response:
    """Begin a sprint or a streak."""
    return redirect("/puzzles", **{run: str(_now())})


async def reset(request: Request) -> Response:
    """Delete the visitor's progress."""
    await client_of(request).change_progress(lambda progress: Progress())
    return redirect("/puzzles")


async def build_set(request: Request) -> Response:
    """Show a form for a set of puzzles, and the link to the set."""
    query = {name: request.query_params.get(name, usual) for name, usual in _FIRST.items()}
    note, puzzles = "", list[Puzzle]()
    try:
        least, most = (whole_number(f"rating, {name},", query[name], 9_999) for name in ("least", "most"))
        count = whole_number("number", query["n"], MOST_IN_SET, least=1)
        choose = partial(set_of, query["theme"], query["game"], least, most, count)
        puzzles = await engines_of(request).run(choose, short=True)
        note = "" if puzzles else "There are no such puzzles. Choose another theme, game or ratings."
    except NoughtsError as error:
        note = str(error)
    ids = ",".join(puzzle.id for puzzle in puzzles)
    return render(
        request,
        "puzzles_set.html",
        tab="puzzles",
        note=note,
        tone="refusal" if note else "",
        by_theme=theme_choices(),
        by_game=game_choices(),
        query=query,
        bounds=(_LEAST, _MOST, MOST_IN_SET),
        path=f"puzzles?set={ids}" if ids else "",
        base_for_others=base_for_others(request),
        puzzles=[
            (puzzle, title_of(puzzle.position.game), [THEMES[name].title for name in puzzle.themes])
            for puzzle in puzzles
        ],
    )


async def _verdict(request: Request, sitting: Sitting) -> tuple[VerdictAnswer | None, bool]:
    """Return the verdict on the last move or on the answer, and whether the engines are still computing it."""
    if not (sitting.tries or sitting.answer) or sitting.run:
        return None, False
    if sitting.answer and not sitting.rest.is_solved:
        puzzle, move = sitting.rest, sitting.rest.line[0]
    else:
        puzzle, move = sitting.before, sitting.tries[-1]
    patience = _QUICK if from_script(request) else _PATIENCE
    try:
        verdict = await analyst_of(request).verdict(puzzle, move, request, patience=patience)
    except NoughtsError:  # the engines are busy: whether the move is right is known without them
        return None, False
    return verdict, verdict is None


def _heading(sitting: Sitting, today: date) -> str:
    if sitting.day == today:
        return "Today’s puzzle"
    if sitting.day:
        return f"Puzzle of {sitting.day.day} {sitting.day:%B}" + f" {sitting.day.year}" * (
            sitting.day.year != today.year
        )
    if sitting.set:
        return f"Puzzle {len(sitting.results) + 1} of {len(sitting.set)}"
    if sitting.run:
        return sitting.run.capitalize()
    if sitting.theme:
        return THEMES[sitting.theme].title
    return "Puzzle"


def _next(sitting: Sitting) -> str:
    """Return the URL of the next puzzle."""
    if sitting.set:
        return f"puzzles?{urlencode(sitting.following().fields, safe=',')}"
    fields = {name: value for name, value in (("theme", sitting.theme), ("game", sitting.game)) if value}
    return "puzzles/next" + (f"?{urlencode(fields)}" if fields else "")


async def _read(request: Request, fields: Mapping[str, str], id: str, today: date) -> Sitting:
    """Return the puzzle in progress that these fields describe. The server handles other requests while puzzles are
    read from files.
    """
    return await engines_of(request).run(lambda: read(fields, id, today, _now()), short=True)


def _puzzle(sitting: Sitting) -> Puzzle:
    assert sitting.puzzle
    return sitting.puzzle


def _now() -> int:
    return time.time_ns() // 1_000_000


routes = [
    Route("/puzzles", show),
    Route("/puzzles", act, methods=["POST"]),
    Route("/puzzles/next", go_on),
    Route("/puzzles/set", build_set),
    Route("/puzzles/reset", reset, methods=["POST"]),
    *(Route(f"/puzzles/{run}", partial(begin, run)) for run in MISTAKES),
    Route("/puzzles/{id}", show),
]
