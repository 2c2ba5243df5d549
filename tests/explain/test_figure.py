"""The story reproduces the well-known figure: ten states of ``o_x/x2_/x2o x``, level by level, centre first."""

from noughts import cell_string, position
from noughts.explain.story.build_story import tell
from noughts.explain.story.story import Event, Story
from tests.explain.stories import ARTICLE

START = position("o_x/x2_/x2o x")


def pushes(story: Story) -> dict[int, tuple[int, float]]:
    """Return, for each state, the state onto which it pushed its score, and the score."""
    return {
        event.child: (event.node, event.value or 0) for event in story.events if event.kind == "push" and event.child
    }


def lists(story: Story) -> dict[int, tuple[float, ...]]:
    """Return the score list of each state at the end."""
    return {event.node: event.scores for event in story.events if event.kind in ("answer", "choose")}


def of(story: Story, kind: str) -> list[Event]:
    return [event for event in story.events if event.kind == kind]


def test_the_boards_of_the_ten_states() -> None:
    story = tell(START, **ARTICLE)
    boards = {node.id: cell_string(node.position) for node in story.nodes}
    assert boards == {
        1: "o_xx__xoo",
        2: "o_xxx_xoo",  # X b2 wins
        3: "oxxx__xoo",  # X b1
        4: "o_xx_xxoo",  # X c2
        5: "oxxxo_xoo",  # O b2 wins
        6: "oxxx_oxoo",  # O c2
        7: "o_xxoxxoo",  # O b2 wins
        8: "ooxx_xxoo",  # O b1
        9: "oxxxxoxoo",  # X b2 wins
        10: "ooxxxxxoo",  # X b2 wins
    }
    assert {node.id: node.children for node in story.nodes if node.children} == {
        1: [2, 3, 4],
        3: [5, 6],
        4: [7, 8],
        6: [9],
        8: [10],
    }


def test_the_pushes_and_the_chosen_moves() -> None:
    story = tell(START, **ARTICLE)
    pushed = pushes(story)
    assert pushed[2] == (1, 10)
    assert pushed[5] == (3, -10)
    assert pushed[7] == (4, -10)
    assert (pushed[9], pushed[10]) == ((6, 10), (8, 10))
    assert (pushed[6], pushed[8]) == ((3, 10), (4, 10)), "states 6 and 8 lead only to final states with a score of +10"
    assert (pushed[3], pushed[4]) == ((1, -10), (1, -10))
    assert lists(story) == {1: (10, -10, -10), 3: (-10, 10), 4: (-10, 10), 6: (10,), 8: (10,)}
    assert (story.node(3).score, story.node(4).score) == (-10, -10)
    assert (story.node(1).score, story.node(1).chosen) == (10, 2)
    assert story.events[-1].text == "X maximises: max(+10, −10, −10) = +10. Choose b2 (state 2)."
    assert story.searched == len(story.nodes) == 10


def test_the_sentences_of_the_article() -> None:
    texts = [event.text for event in tell(START, **ARTICLE).events]
    assert "State 1 writes down +10, the score of state 2: [+10]." in texts
    assert "State 3 writes down −10, the score of state 5: [−10]." in texts
    assert "State 4 writes down −10, the score of state 7: [−10]." in texts
    assert "State 3: O minimises: min(−10, +10) = −10." in texts


def test_all_forms_of_minimax_take_the_same_steps() -> None:
    stories = [tell(START, form=form, **ARTICLE) for form in ("lists", "j", "max-min")]
    assert len({tuple((event.kind, event.node, event.value) for event in story.events) for story in stories}) == 1
    assert stories[0].nodes == stories[1].nodes == stories[2].nodes


def test_forms_without_score_lists_use_the_variable_v() -> None:
    texts = [event.text for event in tell(START, form="max-min", **ARTICLE).events]
    assert "State 2 returns +10, which is more than −∞: v of state 1 is now +10." in texts
    assert "State 5 returns −10, which is less than +∞: v of state 3 is now −10." in texts
    assert "State 6 returns +10, which is not less than −10: v of state 3 stays −10." in texts
    assert "State 3: O minimises: v = −10." in texts
    assert texts[-1] == "X maximises: v = +10. Choose b2 (state 2)."
    texts = [event.text for event in tell(START, form="j", **ARTICLE).events]
    assert "State 5 returns −10, the first value in state 3: v is −10." in texts
    assert "State 3 returns −10: v(3) is −10." in texts
    assert texts[-1] == "X maximises: v(2) = +10 is the greatest of +10, −10, −10. Choose b2 (state 2)."


def test_alpha_beta_searches_six_states_and_gives_reasons_for_skipping_the_others() -> None:
    story = tell(START, algorithm="alphabeta", **ARTICLE)
    assert [node.id for node in story.nodes if node.searched] == [1, 2, 3, 4, 5, 7]
    assert story.searched == 6
    assert {node.id: node.reason for node in story.nodes if not node.searched} == {
        6: "State 3 stops: O can make it −10 or less here, but X is already sure of +10 or more elsewhere.",
        8: "State 4 stops: O can make it −10 or less here, but X is already sure of +10 or more elsewhere.",
        9: "It lies below state 6, which was not searched.",
        10: "It lies below state 8, which was not searched.",
    }
    assert [(event.node, event.skipped) for event in of(story, "cut")] == [(3, (6,)), (4, (8,))]
    assert lists(story)[1] == (10, -10, -10)
    assert of(story, "choose")[0].bounds == ("=", "<=", "<=")
    assert (story.node(3).bound, story.node(4).bound, story.node(1).bound) == ("<=", "<=", "=")
    assert story.node(1).chosen == 2
