"""The JSON API endpoints that analyse positions, review games and explain searches.

A trace contains every step of a search, in the format of ``noughts explain --json``. An atlas contains the positions of
a game, in the format of `noughts.explain.story.atlas_format`. Engines compute all responses, and the server passes them
on unchanged.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Body, Query, Request
from fastapi.responses import Response

from noughts.explain.scores import Unit, check_unit
from noughts.explain.story.atlas import MOST_STATES
from noughts.explain.story.build_story import MOST_NODES
from noughts.explain.story.settings import StorySettings
from noughts.explain.story.story import DEFAULT_NUMBERING, DEFAULT_ORDER, Algorithm, Numbering, Order
from noughts.rules.errors import NoughtsError
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.web.analysis.engines import engines_of
from noughts.web.analysis.service import MOST_SECONDS, analyst_of, position_task, review_task
from noughts.web.api.models import AnalysisModel, ReviewModel
from noughts.web.api.openapi import EVENTS, responses
from noughts.web.live.events import EventFields, sse
from noughts.web.model.errors import sentence
from noughts.web.model.exploration import Exploration
from noughts.web.model.page_games import page_game
from noughts.web.model.task import EngineTask
from noughts.web.reading import read_game

router = APIRouter(generate_unique_id_function=lambda route: route.name)

Rules = Annotated[str, Query(alias="game", description="The game, such as `4,4,3 gravity`.", max_length=60)]
Text = Annotated[
    str,
    Query(
        description="A position, such as `o_x/x2_/x2o x`. By default, the empty board.",
        max_length=2000,
        examples=["o_x/x2_/x2o x"],
    ),
]
Units = Annotated[Unit, Query(description="The unit of scores: 1 + empty cells, ±1, ±10, or ±(10 − depth).")]
Orders = Annotated[Order, Query(description="The order in which moves are tried.")]
Seed = Annotated[int, Query(ge=0, lt=2**63, description="The seed of a random order.")]

_TIMEOUT = 50.0  # seconds: an analysis takes up to 30 seconds, and may have to wait for another one


@router.get("/analyse", tags=["analysis"], responses=responses(AnalysisModel))
async def analyse_position(request: Request, game: Rules = "tictactoe", position: Text = "") -> Response:
    """Return the value of a position and of every legal move. Field names follow GamesmanUni."""
    start = _position(game, position)
    return await _answer(request, position_task("analyse", start))


@router.get("/steps", tags=["analysis"], response_class=Response, responses=EVENTS)
async def solve_steps(
    request: Request,
    game: Rules = "tictactoe",
    position: Text = "",
    seconds: Annotated[int, Query(ge=1, le=MOST_SECONDS, description="The time limit of the search.")] = 30,
) -> Response:
    """Solve a position, and stream the proved values of its moves as server-sent events.

    The data of each event `evaluation` is the JSON document of `noughts solve --moves --json`. Values become more
    precise from one event to the next. While nothing new is proved, an event comes about every half second, with the
    number of nodes searched so far. A later search of the same position usually continues where this one ended. While
    other clients wait for an engine, a search ends after a few seconds. The last event is `end`. Its data is `{}`, or
    `{"error": "…"}` if the search failed.
    """
    task = position_task("steps", _position(game, position))
    evaluations = analyst_of(request).engines.steps(task, seconds=seconds)
    first = await anext(evaluations)  # wait for the first item, so that early errors have an HTTP status
    return sse(_events(first, evaluations))


@router.post("/review", tags=["analysis"], responses=responses(ReviewModel))
async def review_game(
    request: Request,
    text: Annotated[str, Body(media_type="text/plain", max_length=20_000, description="One game, as SGF or moves.")],
) -> Response:
    """Review a finished game, and explain its mistakes."""
    record = (await engines_of(request).run(lambda: read_game(text))).main_line
    return await _answer(request, review_task(record))


@router.get("/trace", tags=["trees"], response_class=Response, responses=responses(tree="Trace"))
async def trace_search(
    request: Request,
    game: Rules = "tictactoe",
    position: Text = "",
    algorithm: Annotated[Algorithm, Query(description="The search.")] = "minimax",
    form: Annotated[str, Query(max_length=20, description="The pseudocode. For minimax: lists, j or max-min.")] = "",
    order: Orders = DEFAULT_ORDER,
    seed: Seed = 0,
    unit: Units = "ten",
    numbering: Annotated[Numbering, Query(description="Number states by visit or level.")] = DEFAULT_NUMBERING,
    depth: Annotated[
        int | None,
        Query(ge=1, le=1000, description="The number of plies to look ahead. By default, to the end of the game."),
    ] = None,
    states: Annotated[
        int, Query(ge=1, le=MOST_NODES, description="The maximum number of states. A larger tree is an error.")
    ] = MOST_NODES,
) -> Response:
    """Return every step of a search, with the visited states, their windows, the scores and the cut-offs."""
    settings = StorySettings(algorithm, form or None, order, seed, unit, numbering, depth)
    exploration = Exploration(_position(game, position), settings)
    exploration.check()
    exploration.expect_few_steps()
    return await _answer(request, {**exploration.task, "states": states})


@router.get("/atlas", tags=["trees"], response_class=Response, responses=responses(tree="Atlas"))
async def map_positions(
    request: Request,
    game: Rules = "tictactoe",
    position: Text = "",
    order: Orders = DEFAULT_ORDER,
    seed: Seed = 0,
    unit: Units = "ten",
    plies: Annotated[
        int | None, Query(ge=1, le=1000, description="The number of plies. The default is the whole game.")
    ] = None,
    states: Annotated[
        int,
        Query(ge=1, le=MOST_STATES, description="The maximum number of positions. A larger tree lacks its last plies."),
    ] = MOST_STATES,
) -> Response:
    """Return all positions that can follow a position, without repetitions, and their exact scores. `states` limits the
    number of positions.
    """
    start = _position(game, position)
    check_unit(unit, start.empty.bit_count())
    task: EngineTask = {"do": "atlas", "game": start.game.name, "position": t3en(start), "unit": unit, "states": states}
    return await _answer(request, {**task, "order": order, "seed": seed, "plies": plies})


def _position(game: str, text: str) -> Position:
    rules = page_game(game)
    return read_position(text, rules) if text else Position(rules)


async def _answer(request: Request, task: EngineTask) -> Response:
    text = await analyst_of(request).expect_text(task, request, patience=_TIMEOUT)
    return Response(text, media_type="application/json")


async def _events(first: bytes, evaluations: AsyncGenerator[bytes, None]) -> AsyncIterator[EventFields]:
    end = {}
    async with aclosing(evaluations):
        try:
            if first:
                yield _evaluation(first)
            async for known in evaluations:
                yield _evaluation(known)
        except NoughtsError as error:
            end = {"error": sentence(error)}
    yield {"event": "end", "data": json.dumps(end)}


def _evaluation(text: bytes) -> EventFields:
    return {"event": "evaluation", "data": text.decode().strip()}
