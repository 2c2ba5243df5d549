"""Atlases hold every position with its true score, keep to their limits, and say where they end."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NoughtsError, Player, Position, game, minimax, position
from noughts.explain.story.atlas import Atlas, atlas
from noughts.explain.story.atlas_format import schema, to_data, to_json
from noughts.explain.story.build_story import tell
from noughts.rules.board import cells_in
from noughts.rules.notation import cell_string
from noughts.solver.solver import Solver
from tests.strategies import games, played

EMPTY = atlas(Position(game("tictactoe")))


def score(place: Position) -> float:
    return place.score if place.is_over else minimax(place).score


def check(result: Atlas) -> None:
    """Check everything that an atlas says about its states."""
    places = {(state.position.x, state.position.o): place for place, state in enumerate(result.states)}
    assert len(places) == len(result.states)
    assert result.states[0].position == result.position
    for state in result.states:
        here = state.position
        assert sorted(state.moves) == list(here.moves)
        if state.next:
            assert len(state.next) == len(state.moves)
            for move, place in zip(state.moves, state.next, strict=True):
                assert result.states[place].position == here.play(move)
        if state.score is not None:
            assert state.score == score(here)
        if state.chosen is not None:
            assert -(result.states[state.next[state.chosen]].score or 0) == state.score


@given(st.data())
def test_an_atlas_of_any_game_has_every_position_once_with_its_score(data: st.DataObject) -> None:
    start = data.draw(played(data.draw(games(most=6))))
    result = atlas(start)
    check(result)
    assert result.complete
    assert all(state.chosen is not None for state in result.states if state.moves)


def test_the_empty_board_has_5478_positions_and_the_solver_agrees() -> None:
    assert len(EMPTY.states) == 5478
    assert EMPTY.complete
    solver = Solver(EMPTY.position.game)
    assert all(state.score == solver.score(state.position) for state in EMPTY.states)
    assert sum(not state.moves for state in EMPTY.states) == 958


def test_the_size_of_the_tree_agrees_with_the_search() -> None:
    assert EMPTY.tree == 549_946
    assert "549,946 states, too many" in to_data(EMPTY)["note"]
    small = atlas(position("o_x/x2_/x2o x"))
    assert small.tree == 10
    assert to_data(small)["note"].startswith("The tree from here has 10 states. Open it move by move")
    part = atlas(Position(game("4,4,3")), plies=1)
    assert not part.whole
    assert "more than 17 states" in to_data(part)["note"]


@pytest.mark.parametrize(
    ("name", "states", "plies"),
    [("4,4,3", 2_000, 3), ("4,4,3 misere", 300, 2), pytest.param("3,3,3", 100, 2, marks=pytest.mark.slow)],
)
def test_plies_beyond_the_limit_are_left_out_entirely(name: str, states: int, plies: int) -> None:
    result = atlas(Position(game(name)), states=states, nodes=3_000)
    assert len(result.states) <= states
    assert not result.complete
    depths = {result.position.empty.bit_count() - state.position.empty.bit_count() for state in result.states}
    assert depths == set(range(plies + 1))
    border = [state for state in result.states if state.border]
    assert border
    assert {result.position.empty.bit_count() - s.position.empty.bit_count() for s in border} == {plies}
    if name == "3,3,3":
        check(result)


def test_unknown_scores_are_labelled_unknown() -> None:
    result = atlas(Position(game("15,15,5")))
    assert len(result.states) == 226
    assert all(state.score is None and state.chosen is None for state in result.states)
    data = to_data(result)
    assert set(data["states"]["scores"]) == {None}
    texts = [line["text"] for line in data["sentences"]]
    assert all("score is unknown" in text for text in texts)
    assert any("noughts explain '{cells} o' --game '15,15,5' --html FILE" in text for text in texts)
    assert result.advice()[0].endswith("unknown.")


def test_an_immediate_win_is_known_on_any_board() -> None:
    start = position("4x11_/15_/15_/15_/4o11_/" + "/".join(["15_"] * 10) + " x", "15,15,5")
    top, *after = atlas(start, plies=1, nodes=0).states
    scores = {start.game.board.names[move]: state.score for move, state in zip(top.moves, after, strict=True)}
    lost = scores.pop("e1")  # O's view: X has completed a row
    assert lost is not None
    assert lost < 0
    assert {name for name, known in scores.items() if known is None} == {"e5"}  # it blocks O, and the game continues
    assert top.score == -lost
    assert len(atlas(start.play("e1")).states) == 1


def test_a_branch_keeps_the_point_of_view_of_the_whole_tree() -> None:
    start = position("o_x/x2_/x2o x")
    top, *after = atlas(start, plies=1).states
    assert [start.game.board.names[move] for move in top.moves] == ["b1", "b2", "c2"]
    assert [state.score for state in after] == [2, -3, 2]  # seen by O
    branch = to_data(atlas(after[0].position, maximiser=start.turn, plies=1))
    assert branch["max"] == "x"
    assert branch["states"]["count"] == 3
    assert branch["states"]["scores"] == [-10, -10, 10]  # seen by X, in the atlas's unit
    assert branch["states"]["ends"] == ".o+"


@pytest.mark.parametrize("unit", ["noughts", "one", "ten", "depth"])
def test_scores_are_shown_in_the_units_of_stories(unit: Any) -> None:
    start = position("o_x/x2_/x2o x")
    states = to_data(atlas(start, unit=unit))["states"]
    boards = [states["boards"][i : i + 9] for i in range(0, len(states["boards"]), 9)]
    expected = {cell_string(node.position): node.score for node in tell(start, unit=unit).nodes}
    assert dict(zip(boards, states["scores"], strict=True)) == expected


@pytest.mark.needs("jsonschema")
def test_the_document_matches_the_schema() -> None:
    import jsonschema

    validator = jsonschema.Draft202012Validator(schema())
    for result in (EMPTY, atlas(Position(game("4,4,3")), states=500), atlas(position("3x/oo_/3_ o"))):
        validator.validate(json.loads(to_json(result)))


def test_all_columns_have_the_same_length() -> None:
    data = json.loads(to_json(EMPTY))
    states = data["states"]
    count = states["count"]
    assert len(states["boards"]) == 9 * count
    for column in ("turns", "ends", "scores", "plies", "moves", "next", "chosen", "sentences"):
        assert len(states[column]) == count
    assert max(states["sentences"]) < len(data["sentences"])
    for place, state in enumerate(EMPTY.states):
        outcome = state.position.outcome
        assert states["lines"].get(str(place), []) == list(cells_in(outcome.line if outcome else 0))
        assert states["turns"][place] == state.position.turn.value
        assert len(states["moves"][place]) == len(states["next"][place])


def test_every_sentence_is_true_for_its_state() -> None:
    states = EMPTY.states
    data = to_data(EMPTY)
    for place, state in enumerate(states):
        sentence = data["sentences"][data["states"]["sentences"][place]]
        text, here = sentence["text"], state.position
        outcome = here.outcome
        if outcome:
            assert text.startswith(f"{outcome.winner} has won" if outcome.winner else "The game is over, a draw")
            continue
        assert text.startswith("X maximises: max" if here.turn is Player.X else "O minimises: min")
        assert data["pseudocode"]["lines"][sentence["line"] - 1].strip().endswith("(scores)")
        assert state.score is not None
        assert ("wins" in text) == (state.score > 0)
        assert ("keeps the draw" in text) == (state.score == 0)
        if " replies " in text:
            assert state.chosen is not None
            after = states[state.next[state.chosen]].position
            losing = sum(score(after.play(reply)) > 0 for reply in after.moves)
            assert f"{losing} of {after.turn}'s {len(after.moves)} replies lose" in text


@pytest.mark.slow
def test_the_document_stays_small() -> None:
    assert len(to_json(EMPTY)) < 300_000
    assert len(to_json(atlas(Position(game("4,4,3"))))) < 800_000


def test_invalid_settings_raise_an_error() -> None:
    with pytest.raises(NoughtsError, match="unknown order of moves 'left': expected scan, centre or random"):
        atlas(position("9_"), order="left")  # type: ignore[arg-type]
    with pytest.raises(NoughtsError, match="at most 9 more plies"):
        atlas(Position(game("4,4,3")), unit="depth")
    assert schema()["title"].startswith("noughts atlas")
