"""The atlas as JSON, for every player of it; `atlas.schema.json` beside this file describes it.

Version 1: a column for each thing there is to know of a state. A player opens branches when asked to; a state at the
border says in its sentence how to go on.
"""

import json
from importlib import resources
from typing import Any

from noughts.explain.atlas import Atlas, AtlasState
from noughts.explain.pseudocode import FORMS, Step
from noughts.explain.telling import MOST_NODES
from noughts.explain.trace_format import board_data
from noughts.rules.board import cells_in
from noughts.rules.notation import cell_string, t3en
from noughts.solver.analysis import distance

FORMAT = "noughts-atlas"
VERSION = 1

_MOST_LISTED = 12  # scores in a sentence


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the atlas."""
    text = resources.files("noughts.explain").joinpath("atlas.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def to_json(made: Atlas, *, indent: int | None = None) -> str:
    """Return the atlas as JSON text."""
    separators = None if indent else (",", ":")
    return json.dumps(to_data(made), indent=indent, separators=separators, ensure_ascii=False)


def to_data(made: Atlas) -> dict[str, Any]:
    """Return the atlas as data for JSON: a column for each thing there is to know of a state."""
    form = FORMS["lists"]
    sentences: dict[tuple[int, str], int] = {}
    texts = [sentences.setdefault(_sentence(made, state), len(sentences)) for state in made.states]
    lines = {place: o.line for place, s in enumerate(made.states) if (o := s.position.outcome) and o.line}
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": board_data(made.position),
        "position": t3en(made.position),
        "max": made.maximiser.value,
        "order": made.order,
        "unit": made.unit,
        "complete": made.complete,
        "note": _note(made),
        "pseudocode": {"form": form.name, "title": form.title, "lines": list(form.text)},
        "sentences": [{"line": line, "text": text} for line, text in sentences],
        "states": {
            "count": len(made.states),
            "boards": "".join(cell_string(state.position) for state in made.states),
            "turns": "".join(state.position.turn.value for state in made.states),
            "ends": "".join(map(_end, made.states)),
            "scores": [made.shown(state) for state in made.states],
            "plies": [_plies(state) for state in made.states],
            "moves": [[] if state.border else list(state.moves) for state in made.states],
            "next": [list(state.next) for state in made.states],
            "chosen": [state.chosen for state in made.states],
            "sentences": texts,
            "lines": {str(place): list(cells_in(line)) for place, line in lines.items()},
        },
    }


def _note(made: Atlas) -> str:
    """Return why the tree is not told step by step."""
    size, known = made.tree, "" if made.complete else ", where that could be found"
    large = "" if made.whole and size <= MOST_NODES else ", too many to go through step by step"
    states = f"{'' if made.whole else 'more than '}{size:,} state{'' if size == 1 else 's'}"
    return (
        f"The tree from here has {states}{large}. It is opened move by move: each state shows its exact score{known}."
    )


def _end(state: AtlasState) -> str:
    outcome = state.position.outcome
    if outcome:
        return outcome.winner.value if outcome.winner else "="
    return "+" if state.border else "."


def _plies(state: AtlasState) -> int | None:
    return None if state.score is None else distance(state.score, state.position.empty.bit_count())


def _sentence(made: Atlas, state: AtlasState) -> tuple[int, str]:
    """Return the line of pseudocode that a state runs, and what it says; in braces what a player fills in.

    ``{score}`` is the state's score, ``{scores}`` its children's, ``{move}`` the best move, ``{plies}`` the
    plies to the end, ``{cells}`` the cells row by row.
    """
    here, player = state.position, str(state.position.turn)
    role = "max" if here.turn is made.maximiser else "min"
    if here.outcome:
        winner = here.outcome.winner
        return _line("end", role), f"{winner} has won: {{score}}." if winner else "The game is over, a draw: {score}."
    if state.border:
        value = "" if state.score is None else f": {{score}}, {_value(state, player)}"
        known = " Its score is not known: the position is too large to solve here." if state.score is None else ""
        game = "" if here.game.name == "3,3,3" else f" --game '{here.game.name}'"
        on = f"noughts explain '{{cells}} {here.turn.value}'{game} --html FILE"
        return _line("ask", role), f"{player} is to move{value}.{known} This page ends here; to go on: {on}"
    if state.score is None:
        return (
            _line("ask", role),
            f"{player} is to move and wants to {role}imise. Its score is not known: "
            "the position is too large to solve here.",
        )
    if any(made.states[place].score is None for place in state.next):
        rest = "Not all of its moves have a known score: they are too many to solve here."
        return _line("ask", role), f"{player} is to move: {{score}}, {_value(state, player)}. {rest}"
    text = f"{player} {role}imises: {role}({{scores}}) = {{score}}."
    if len(state.next) > _MOST_LISTED:
        best = "greatest" if role == "max" else "least"
        text = f"{player} {role}imises: of {len(state.next)} scores {{score}} is the {best}."
    return _line("answer", role), f"{text} {_advice(made, state, player)}"


def _line(step: Step, role: str) -> int:
    return FORMS["lists"].line(step, role)


def _value(state: AtlasState, player: str) -> str:
    if not state.score:
        return "a draw with best play"
    return f"{player} {'wins' if state.score > 0 else 'loses'} in {{plies}}"


def _advice(made: Atlas, state: AtlasState, player: str) -> str:
    assert state.score is not None
    assert state.chosen is not None
    if state.score > 0:
        return "Choose {move}, which wins " + ("at once." if _plies(state) == 1 else "in {plies}.")
    if state.score < 0:
        if len(state.moves) == 1:
            return f"{{move}} is the only move, and {player} loses in {{plies}}."
        return f"{player} loses in {{plies}} at the latest; {{move}} holds out longest."
    after = made.states[state.next[state.chosen]]
    replies = [made.states[place].score for place in after.next]
    losing = sum(score is not None and score > 0 for score in replies)  # seen by us, who answer the reply
    if not losing:
        return "Choose {move}, which keeps the draw."
    verb = "loses" if losing == 1 else "lose"
    return f"Choose {{move}}, which keeps the draw; {losing} of {after.position.turn}'s {len(replies)} replies {verb}."
