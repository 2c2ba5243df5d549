"""A game in a link, to play with a friend far away. The URL contains all moves, so no server has to store the game.

A player makes a move and sends the new URL to the other player. The other player opens it and makes the next move. The
URL has the same fields as on the Analyse page. After a move, ``sent=1`` shows the player the URL to send.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.explain.words import game_words
from noughts.render.board.layers import landing
from noughts.render.names import isolated
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position
from noughts.rules.record import result_text
from noughts.web.model.errors import status_of
from noughts.web.model.fields import whole_number
from noughts.web.model.page_games import display_name
from noughts.web.model.study import Study, read
from noughts.web.pages.addresses import base_for_others
from noughts.web.pages.analyse.study_view import study_url
from noughts.web.pages.board_view import board_view
from noughts.web.pages.columns import board_form, refusal
from noughts.web.pages.play.game_view import goal
from noughts.web.pages.tabs import links_to_study
from noughts.web.pages.templating import redirect, render

_PATH = "play/link"


async def show(request: Request) -> Response:
    """Show a game in a link, make a move in it, or show the link after a move."""
    query, study, error = request.query_params, Study.of(Position()), ""
    status = 200
    try:
        study = Study.of(read(query).record)
        if cell := query.get("cell", ""):
            move = landing(study.position, whole_number("cell", cell, len(study.game.board) - 1))
            return redirect(f"/{_PATH}", **study.play(move).query(), sent="1")
    except NoughtsError as invalid:
        error, status = refusal(invalid), status_of(invalid)
    here = study_url(study, _PATH)
    sent = "sent" in query and bool(study.record.moves)
    return render(
        request,
        "game_in_link.html",
        status=status,
        tab="play",
        note=error,
        tone="refusal",
        words=game_words(study.game),
        goal=goal(study.game),
        rules=display_name(study.game.name),
        fields=study.query(),
        moves=len(study.record.moves),
        board=board_view(study.position, awaited=not sent, last=study.last),
        turn=study.position.turn,
        headline=_headline(study, sent),
        over=study.position.is_over,
        sent=sent,
        link=f"{base_for_others(request)}{here}",
        before=study_url(Study.of(study.record.back()), _PATH) if sent else "",
        analyse=study_url(study),
        tab_links={"play": here} if not study.position.is_over else links_to_study(study) | {"play": here},
    )


def _headline(study: Study, sent: bool) -> str:
    position, names = study.position, study.record.names
    if position.is_over:
        return f"{result_text(position).capitalize()}."
    if sent:
        return "Now send this link to your friend."
    name = names[position.turn.value == "o"]
    if study.record.moves:
        return f"Your move, {isolated(name)} ({position.turn})." if name else f"Your move: you are {position.turn}."
    return f"You are {position.turn}. Press a {'column' if board_form(study.game) == 'columns' else 'square'}."


routes = [Route(f"/{_PATH}", show)]
