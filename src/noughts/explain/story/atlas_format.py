"""Atlases as JSON, for viewers and other programs. `atlas.schema.json` describes version 1 of the format.

Each field of the states is stored as a column. Viewers open branches on demand. A state at the border of the atlas has
a sentence that says how to continue from it.
"""

from typing import Any

from noughts.explain.story.atlas import Atlas, AtlasState
from noughts.explain.story.build_story import MOST_NODES
from noughts.explain.story.documents import head_data, json_text, read_schema
from noughts.explain.story.pseudocode import FORMS, Step
from noughts.explain.words import count_losing, plural
from noughts.rules.board import cells_in
from noughts.rules.notation import cell_string
from noughts.solver.evaluation import distance

FORMAT = "noughts-atlas"
VERSION = 1

_MOST_LISTED = 12  # the maximum number of scores listed in a sentence


def schema() -> dict[str, Any]:
    """Return the JSON Schema of atlases."""
    return read_schema("atlas.schema.json")


def to_json(atlas: Atlas, *, indent: int | None = None) -> str:
    """Convert an atlas to JSON text."""
    return json_text(to_data(atlas), indent)


def to_data(atlas: Atlas) -> dict[str, Any]:
    """Convert an atlas to JSON-compatible data, with the states stored in columns, one for each field."""
    sentences: dict[tuple[int, str], int] = {}
    texts = [sentences.setdefault(_sentence(atlas, state), len(sentences)) for state in atlas.states]
    lines = {place: o.line for place, s in enumerate(atlas.states) if (o := s.position.outcome) and o.line}
    return {
        **head_data(FORMAT, VERSION, atlas.position, FORMS["lists"]),
        "max": atlas.maximiser.value,
        "order": atlas.order,
        "unit": atlas.unit,
        "complete": atlas.complete,
        "note": _note(atlas),
        "sentences": [{"line": line, "text": text} for line, text in sentences],
        "states": {
            "count": len(atlas.states),
            "boards": "".join(cell_string(state.position) for state in atlas.states),
            "turns": "".join(state.position.turn.value for state in atlas.states),
            "ends": "".join(map(_end, atlas.states)),
            "scores": [atlas.shown(state) for state in atlas.states],
            "plies": [_plies(state) for state in atlas.states],
            "moves": [[] if state.border else list(state.moves) for state in atlas.states],
            "next": [list(state.next) for state in atlas.states],
            "chosen": [state.chosen for state in atlas.states],
            "sentences": texts,
            "lines": {str(place): list(cells_in(line)) for place, line in lines.items()},
        },
    }


def _note(atlas: Atlas) -> str:
    """Say how large the tree is, and why it is explored move by move."""
    size = f"{'' if atlas.whole else 'more than '}{plural(atlas.tree, 'state')}"
    large = "" if atlas.whole and atlas.tree <= MOST_NODES else ", too many to show every step"
    known = "exact score" if atlas.complete else "exact score if it is known"
    return f"The tree from here has {size}{large}. Open it move by move: each state shows its {known}."


def _end(state: AtlasState) -> str:
    """Return the winner, ``=`` for a draw, ``+`` at the border of the atlas, or ``.`` for any other state."""
    outcome = state.position.outcome
    if outcome:
        return outcome.winner.value if outcome.winner else "="
    return "+" if state.border else "."


def _plies(state: AtlasState) -> int | None:
    return None if state.score is None else distance(state.score, state.position.empty.bit_count())


def _sentence(atlas: Atlas, state: AtlasState) -> tuple[int, str]:
    """Return the number of the line of pseudocode that a state runs, and a sentence template for the viewer to fill in.

    The fields are in braces: ``{score}``, the state's score; ``{scores}``, its children's scores; ``{move}``, the best
    move; ``{plies}``, the plies to the end of the game; and ``{cells}``, the cells row by row.
    """
    here, player = state.position, str(state.position.turn)
    role = "max" if here.turn is atlas.maximiser else "min"
    if here.outcome:
        winner = here.outcome.winner
        return _line("end", role), f"{winner} has won: {{score}}." if winner else "The game is over, a draw: {score}."
    if state.border:
        value = f"{player} is to move: {{score}}, {_value(state, player)}."
        if state.score is None:
            value = f"{player} is to move. Its score is unknown: the position is too large to solve here."
        game = "" if here.game.name == "3,3,3" else f" --game '{here.game.name}'"
        command = f"noughts explain '{{cells}} {here.turn.value}'{game} --html FILE"
        return _line("ask", role), f"{value} This page ends here. To continue, run: {command}"
    if state.score is None:
        return (
            _line("ask", role),
            f"{player} is to move and wants to {role}imise. "
            "Its score is unknown: the position is too large to solve here.",
        )
    if any(atlas.states[child].score is None for child in state.next):
        rest = "Not all of its moves have a known score: there are too many to solve here."
        return _line("ask", role), f"{player} is to move: {{score}}, {_value(state, player)}. {rest}"
    text = f"{player} {role}imises: {role}({{scores}}) = {{score}}."
    if len(state.next) > _MOST_LISTED:
        best = "greatest" if role == "max" else "least"
        text = f"{player} {role}imises: {{score}} is the {best} of {len(state.next)} scores."
    return _line("answer", role), f"{text} {_advice(atlas, state, player)}"


def _line(step: Step, role: str) -> int:
    return FORMS["lists"].line(step, role)


def _value(state: AtlasState, player: str) -> str:
    if not state.score:
        return "a draw with best play"
    return f"{player} {'wins' if state.score > 0 else 'loses'} in {{plies}}"


def _advice(atlas: Atlas, state: AtlasState, player: str) -> str:
    """Recommend the best move in a state where the score of every move is known."""
    assert state.score is not None
    assert state.chosen is not None
    if state.score > 0:
        return "Choose {move}, which wins " + ("at once." if _plies(state) == 1 else "in {plies}.")
    if state.score < 0:
        if len(state.moves) == 1:
            return f"{{move}} is the only move, and {player} loses in {{plies}}."
        return f"{player} loses in {{plies}} at the latest; {{move}} holds out longest."
    after = atlas.states[state.next[state.chosen]]
    replies = [atlas.states[child].score for child in after.next]
    losing = sum(score is not None and score > 0 for score in replies)  # from the point of view of `player`
    if not losing:
        return "Choose {move}, which keeps the draw."
    return f"Choose {{move}}, which keeps the draw; {count_losing(after.position, losing)}."
