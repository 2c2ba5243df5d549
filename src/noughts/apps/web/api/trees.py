"""The part of the JSON API that gives search trees: a trace, every step of a search, and an atlas, every position.

They are the documents that ``noughts explain --json`` and `noughts.explain.atlas_format` write, with the same names of
fields. An engine makes them, and they are passed on as they come.
"""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from noughts.apps.web.api.openapi import answers
from noughts.apps.web.model.stored_game import page_game
from noughts.apps.web.pages.exploration import Exploration
from noughts.apps.web.pages.tree_responses import answer
from noughts.explain.atlas import MOST_STATES
from noughts.explain.build_story import MOST_NODES
from noughts.explain.scores import Unit, check_unit
from noughts.explain.story import DEFAULT_NUMBERING, DEFAULT_ORDER, Algorithm, Numbering, Order
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position

router = APIRouter(generate_unique_id_function=lambda route: route.name)

Rules = Annotated[str, Query(alias="game", description="The game, such as `4,4,3 gravity`.", max_length=60)]
Text = Annotated[
    str,
    Query(
        description="A position, such as `o_x/x2_/x2o x`; without one the empty board.",
        max_length=2000,
        examples=["o_x/x2_/x2o x"],
    ),
]
Units = Annotated[Unit, Query(description="The unit of scores: 1 + empty cells, ±1, ±10, or ±(10 − depth).")]
Orders = Annotated[Order, Query(description="The order in which moves are tried.")]
Seed = Annotated[int, Query(ge=0, lt=2**63, description="Of the order random.")]

_PATIENCE = 30.0  # seconds


@router.get("/trace", tags=["trees"], response_class=Response, responses=answers(tree="Trace"))
async def trace_search(
    request: Request,
    game: Rules = "tictactoe",
    position: Text = "",
    algorithm: Annotated[Algorithm, Query(description="The search.")] = "minimax",
    form: Annotated[str, Query(max_length=20, description="The pseudocode: minimax has lists, j and max-min.")] = "",
    order: Orders = DEFAULT_ORDER,
    seed: Seed = 0,
    unit: Units = "ten",
    numbering: Annotated[Numbering, Query(description="Number states by visit or level.")] = DEFAULT_NUMBERING,
    depth: Annotated[
        int | None, Query(ge=1, le=1000, description="How far depth-limited looks; without it what suits the board.")
    ] = None,
    states: Annotated[
        int, Query(ge=1, le=MOST_NODES, description="The budget: a tree of more states is refused.")
    ] = MOST_NODES,
) -> Response:
    """Tell every step of a search: the states it looks at, with their windows, what each answers, what is left out."""
    asked = Exploration(_position(game, position), algorithm, form, order, seed, unit, numbering, depth)
    asked.check()
    asked.expect_few_steps()
    return await _answer(request, {**asked.task, "states": states})


@router.get("/atlas", tags=["trees"], response_class=Response, responses=answers(tree="Atlas"))
async def map_positions(
    request: Request,
    game: Rules = "tictactoe",
    position: Text = "",
    order: Orders = DEFAULT_ORDER,
    seed: Seed = 0,
    unit: Units = "ten",
    plies: Annotated[int | None, Query(ge=1, le=1000, description="How far it goes at most; else to the end.")] = None,
    states: Annotated[
        int, Query(ge=1, le=MOST_STATES, description="The budget: with more positions the last plies are left out.")
    ] = MOST_STATES,
) -> Response:
    """Map all positions after a position, each once, with its exact score; of a larger game the first plies."""
    start = _position(game, position)
    check_unit(unit, start.empty.bit_count())
    task = {"do": "atlas", "game": start.game.name, "position": t3en(start), "unit": unit, "states": states}
    return await _answer(request, {**task, "order": order, "order_seed": seed, "plies": plies})


def _position(game: str, text: str) -> Position:
    rules = page_game(game)
    return read_position(text, rules) if text else Position(rules)


async def _answer(request: Request, task: dict[str, Any]) -> Response:
    return Response(await answer(request, task, _PATIENCE), media_type="application/json")
