"""The JSON API endpoints for the puzzles that come with noughts. The endpoints run in threads, because the first
request reads files.
"""

from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from noughts.puzzles import Puzzle, puzzle_of_the_day, with_id
from noughts.rules.errors import NoughtsError
from noughts.web.api.models import PuzzleModel
from noughts.web.api.openapi import responses

router = APIRouter(generate_unique_id_function=lambda route: route.name)


@router.get("/puzzles/daily", tags=["puzzles"], responses=responses(PuzzleModel))
def daily_puzzle(
    request: Request, day: Annotated[date | None, Query(description="The day. By default, today.")] = None
) -> PuzzleModel:
    """Return the puzzle of a day. Everyone gets the same puzzle."""
    today: date = request.app.state.today()
    if day and day > today + timedelta(1):
        raise NoughtsError(f"the puzzle of {day} is not out yet: expected a day up to today")
    return _model(puzzle_of_the_day(day or today))


@router.get("/puzzles/{id}", tags=["puzzles"], responses=responses(PuzzleModel))
def show_puzzle(
    id: Annotated[str, Path(description="The name of the puzzle.", pattern="^[a-z0-9]{6}$")],
) -> PuzzleModel:
    """Return a puzzle with its solution."""
    return _model(with_id(id))


def _model(puzzle: Puzzle) -> PuzzleModel:
    return PuzzleModel(id=puzzle.id, turn=puzzle.position.turn.value, **puzzle.to_data())
