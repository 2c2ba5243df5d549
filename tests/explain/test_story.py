"""Stories: replaying the events gives the whole story, and the story matches the search."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NoughtsError, Position, SearchLimit, game, minimax, position, trace
from noughts.explain.scores import UNITS
from noughts.explain.story.build_story import tell
from noughts.explain.story.pseudocode import FORMS
from noughts.explain.story.settings import ALGORITHM_OF
from noughts.explain.story.story import ALGORITHMS, Story, StoryNode
from noughts.explain.story.trace_format import from_data, to_data
from noughts.search.order import centre_first
from tests.explain.stories import Replay, StoryCase, in_unit, search_again, stories, truth
from tests.search.foreign import Subtraction


@given(stories())
def test_replaying_the_events_gives_every_score_list_window_and_choice(case: StoryCase) -> None:
    story, replay = case.story, Replay(case.story)
    for _ in replay.run():
        pass
    assert not replay.stack
    searched = {node.id for node in story.nodes if node.searched}
    assert set(replay.answers) == searched
    assert story.searched == replay.searched == len(searched)
    for node in story.nodes:
        assert node.score == replay.answers.get(node.id)
        assert node.chosen == replay.chosen.get(node.id)
        assert (node.end == "cut") == (node.id in replay.skipped.values())


@given(stories())
def test_the_answer_matches_the_search(case: StoryCase) -> None:
    story, result = case.story, search_again(case)
    names = story.position.game.board.names
    choice = story.events[-1]
    assert choice.kind == "choose"
    assert choice.child is not None
    assert story.node(choice.child).move == names[result.move]
    assert choice.value == story.node(1).score == in_unit(case, result.score)
    assert story.searched == result.visited
    scores = {story.node(child).move: story.node(child).score for child in story.node(1).children}
    for move, score in result.scores.items():
        assert scores[names[move]] == in_unit(case, -score if story.view == "mover" else score)


@given(stories())
def test_scores_and_bounds_are_true(case: StoryCase) -> None:
    value = truth(case)
    for node in case.story.nodes:
        if node.searched:
            assert node.score is not None
            true = value(node.position, node.depth)
            assert {"=": true == node.score, "<=": true <= node.score, ">=": true >= node.score}[node.bound], node
            assert node.bound == "=" or case.story.algorithm not in ("minimax", "negamax")


@given(stories())
def test_the_tree_matches_the_game(case: StoryCase) -> None:
    story = case.story
    assert story.complete
    root = story.node(1)
    assert (root.position, root.parent, root.move, root.depth, root.role) == (story.position, None, "", 0, "max")
    for node in story.nodes:
        beyond = case.depth is not None and node.depth >= case.depth
        moves = () if beyond else node.position.moves
        names = node.position.game.board.names
        assert {story.node(child).move for child in node.children} == {names[move] for move in moves}
        for child in map(story.node, node.children):
            assert child.parent == node.id
            assert child.position == node.position.play(child.move)
            assert (child.depth, child.role) == (node.depth + 1, "min" if node.role == "max" else "max")


@given(stories())
def test_only_skipped_states_have_a_reason(case: StoryCase) -> None:
    story = case.story
    for node in story.nodes:
        assert bool(node.reason) is not node.searched
        if node.searched:
            assert node.end != "unsearched"
            continue
        assert (node.score, node.chosen, node.end) == (None, None, "unsearched")
        above = story.node(node.parent or 0)
        if not above.searched:
            assert node.reason == f"It lies below state {above.id:,}, which was not searched."
        elif above.end == "table":
            assert node.reason == f"The table already knew state {above.id:,}."
        else:
            assert above.end == "cut"
            (cut,) = (event for event in story.events if event.kind == "cut" and event.node == above.id)
            assert cut.text.startswith(node.reason)
            assert node.id in cut.skipped


@given(stories())
def test_the_stated_end_of_a_state_is_true(case: StoryCase) -> None:
    for node in case.story.nodes:
        if not node.searched:
            continue
        outcome = node.position.outcome
        if outcome:
            assert node.end == ("win" if outcome.winner else "draw")
        elif node.end == "horizon":
            assert node.depth == case.depth
        elif node.end == "table":
            same = [n for n in case.story.nodes if n.position == node.position and n.searched and n.chosen]
            assert same, "it has been searched before"
        else:
            left = [child for child in node.children if not case.story.node(child).searched]
            assert node.end == ("cut" if left else None)


@given(stories())
def test_every_event_fits_the_line_of_pseudocode_that_it_runs(case: StoryCase) -> None:
    story, form = case.story, case.story.form
    for event in story.events:
        node = story.node(event.node)
        marks = form.lines[event.line - 1].partition("|")[0].split()
        assert marks, "every event has a line of pseudocode"
        kinds = {mark.partition(":")[0] for mark in marks}
        assert event.kind in kinds
        tags = {tag for mark in marks for kind, _, tag in [mark.partition(":")] if kind == event.kind and tag}
        by_table = "table knows" in event.text or "the table says" in event.text
        holds = {"max": node.role == "max", "min": node.role == "min", "root": node.parent is None}
        holds |= {"table": by_table, "horizon": node.end == "horizon"}
        holds |= {f"horizon:{role}": node.end == "horizon" and node.role == role for role in ("max", "min")}
        assert not tags or any(holds[tag] for tag in tags)
        assert form.text[event.line - 1].strip()


@pytest.mark.parametrize("depths", [[None], [3, 4]], ids=["whole", "limited"])  # the horizon is X's or O's
@pytest.mark.parametrize(
    "form",
    [pytest.param(form, marks=[pytest.mark.slow] * (form in ("alphabeta", "negamax", "max-min"))) for form in FORMS],
)
def test_every_labelled_line_of_a_form_runs_in_some_story(form: str, depths: list[int | None]) -> None:
    run = set()
    algorithm = ALGORITHM_OF[form]
    for text in ("o_x/x2_/x2o x", "xox/o2_/3_ x", "xo_/_x_/o2_ x", "x2_/_o_/2_x o"):
        for unit, depth in product(UNITS, depths):
            story = tell(position(text), algorithm=algorithm, form=form, unit=unit, depth=depth)
            run |= {event.line for event in story.events}
    assert run == {number for number, line in enumerate(story.form.lines, 1) if line.partition("|")[0]}


def level(story: Story) -> list[int]:
    return [node.depth for node in story.nodes]


@given(stories(), st.booleans())
def test_states_are_numbered_level_by_level_or_by_visit(case: StoryCase, by_visit: bool) -> None:
    story = tell(
        case.story.position,
        algorithm=case.story.algorithm,
        numbering="visit" if by_visit else "level",
        depth=case.depth,
    )
    asked = [event.node for event in story.events if event.kind == "ask"]
    assert [node.id for node in story.nodes] == list(range(1, len(story.nodes) + 1))
    if by_visit:
        assert asked == list(range(1, len(asked) + 1))
    else:
        assert level(story) == sorted(level(story))
        for node in story.nodes:
            assert node.children == sorted(node.children), "from left to right"


def test_moves_follow_the_chosen_order() -> None:
    start = position("_x_/_o_/2_x o")
    orders = {
        order: [story.node(child).move for child in story.node(1).children]
        for order in ("scan", "centre", "random")
        for story in [tell(start, order=order, seed=3, algorithm="alphabeta")]
    }
    names = start.game.board.names
    assert orders["scan"] == [names[move] for move in start.moves]
    assert orders["centre"] == [names[move] for move in centre_first(start) if move in start.moves]
    assert orders["centre"] == ["a1", "c1", "a3", "a2", "c2", "b3"], "corners, then edges; the centre is taken"
    assert sorted(orders["random"]) == sorted(orders["scan"])
    again = tell(start, order="random", seed=3, algorithm="alphabeta")
    assert [again.node(child).move for child in again.node(1).children] == orders["random"]


def test_scores_use_the_units_of_the_course() -> None:
    start = position("o_x/x2_/x2o x")
    scores = {unit: tell(start, unit=unit).events[-1].scores for unit in UNITS}
    assert scores == {"one": (-1, 1, -1), "ten": (-10, 10, -10), "depth": (-8, 9, -8), "noughts": (-2, 3, -2)}


def test_negamax_scores_are_for_the_player_to_move() -> None:
    story = tell(position("o_x/x2_/x2o x"), algorithm="negamax")
    assert [node.score for node in story.nodes] == [10, 10, -10, 10, -10, -10, 10, 10, -10, -10]
    assert story.events[-1].scores == (-10, 10, -10)


def test_a_large_tree_keeps_only_the_topmost_skipped_states() -> None:
    story = tell(position("xo_/3_/3_ x"), algorithm="alphabeta", order="centre", nodes=1_000)
    assert not story.complete
    assert len(story.nodes) < 1_000
    for node in story.nodes:
        if not node.searched:
            assert story.node(node.parent or 0).searched, "only the topmost skipped states are in the story"
            assert node.reason
    for _ in Replay(story).run():
        pass


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_tree_that_is_too_large_raises_an_error(algorithm: str) -> None:
    with pytest.raises(SearchLimit, match="more than 50 "):
        tell(Position(game("tictactoe")), algorithm=algorithm, nodes=50)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"algorithm": "guessing"}, "expected minimax, negamax"),
        (
            {"form": "alphabeta"},
            "^minimax has no pseudocode 'alphabeta': expected lists, j or max-min, or the algorithm alphabeta$",
        ),
        ({"algorithm": "negamax", "form": "j"}, "no pseudocode"),
        ({"order": "best"}, "^unknown order of moves 'best': expected scan, centre or random$"),
        ({"numbering": "backwards"}, "^unknown numbering of states 'backwards': expected level or visit$"),
        ({"depth": 0}, "the depth"),
        ({"depth": 1.5}, "the depth"),
        (
            {"algorithm": "negamax", "form": "j"},
            "^negamax has no pseudocode 'j': expected negamax, or the algorithm minimax$",
        ),
        ({"form": "k"}, "expected lists, j or max-min$"),
        ({"unit": "hundred"}, "unknown unit of scores 'hundred'"),
    ],
)
def test_invalid_settings_raise_an_error(settings: dict[str, str], message: str) -> None:
    with pytest.raises(NoughtsError, match=message):
        tell(position("o_x/x2_/x2o x"), **settings)  # type: ignore[arg-type]


def test_a_state_that_is_not_a_position_raises_an_error_with_advice() -> None:
    with pytest.raises(NoughtsError, match=r"needs a Position, not a Subtraction, .* use trace\(minimax, state\)"):
        tell(Subtraction(3))  # type: ignore[arg-type]
    assert len(trace(minimax, Subtraction(3))) > 3, "the suggested call works"


def test_a_story_keeps_the_seed_of_its_random_order() -> None:
    start = position("o_x/x2_/x2o x")
    assert tell(start, order="random").seed == 0
    assert tell(start, order="random", seed=3).seed == 3
    assert tell(start).seed is None
    assert "seed" not in to_data(tell(start, seed=3))
    assert from_data(to_data(tell(start, order="random", seed=3))).seed == 3


def test_a_finished_game_and_a_long_game_in_plies_raise_an_error() -> None:
    with pytest.raises(NoughtsError, match="the game is over"):
        tell(position("3x/oo_/3_"))
    with pytest.raises(NoughtsError, match="at most 9 more plies"):
        tell(Position(game("4,4,4")), unit="depth", depth=2)


def test_estimates_never_outrank_a_proof() -> None:
    start = Position(game("5,5,4"))
    for move in ("b2", "b1", "b3", "a5", "c2", "e5"):
        start = start.play(move)
    for unit in ("one", "ten", "noughts"):
        story = tell(start, algorithm="alphabeta", depth=2, unit=unit)
        size = 10 if unit == "ten" else 1
        horizon = [node for node in story.nodes if node.end == "horizon"]
        assert horizon
        assert all(isinstance(node, StoryNode) and abs(node.score or 0) < size for node in horizon)
