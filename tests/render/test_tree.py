"""The tree of a story agrees with the story: as text, in ASCII, as SVG, in grey, and in its description."""

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given

from noughts import position
from noughts.explain.story.build_story import tell
from noughts.explain.story.story import Event, Story, number
from noughts.render.theme import THEMES, Theme
from noughts.render.tree.sheet import tree_sheet_svg
from noughts.render.tree.svg import MOST_DRAWN, tree_svg
from noughts.render.tree.text import WHOLE, ending, hidden_below, tree_text
from tests.explain.stories import ARTICLE, StoryCase, stories
from tests.render.pictures import Picture

START = position("o_x/x2_/x2o x")


def test_the_tree_is_drawn_as_text() -> None:
    assert tree_text(tell(START, algorithm="alphabeta", **ARTICLE)).splitlines() == [
        " 1  max X  o_x/x2_/x2o",
        " 2  ├ b2  end  +10                      state 1 writes down +10: [+10]",
        " 3  ├ b1  min O",
        " 5  │ ├ b2  end  −10                    state 3 writes down −10: [−10]",
        " 6  │ └ c2  cut: X already has +10, O can hold state 3 to −10 or less",
        " 9  │   └ b2  not searched",
        "    │ state 3: min(−10) = −10 or less   state 1 writes down ≤−10: [+10, ≤−10]",
        " 4  └ c2  min O",
        " 7    ├ b2  end  −10                    state 4 writes down −10: [−10]",
        " 8    └ b1  cut: X already has +10, O can hold state 4 to −10 or less",
        "10      └ b2  not searched",
        "      state 4: min(−10) = −10 or less   state 1 writes down ≤−10: [+10, ≤−10, ≤−10]",
        "X maximises: max(+10, ≤−10, ≤−10) = +10. Choose b2 (state 2).   searched 6 of 10 states",
    ]


def test_where_discs_fall_moves_are_columns() -> None:
    story = tell(position("3_/xox", "3,2,3 gravity"), algorithm="minimax")
    text, sheet = tree_text(story), tree_sheet_svg(story)
    assert "├ b  " in text
    assert "State 2 by a leads to" in sheet
    assert "State 2, after a: " in tree_svg(story)
    for picture in (text, sheet, tree_svg(story)):
        assert re.findall(r"\b[a-c][12]\b", picture) == []
    moves = Picture(tree_svg(story)).texts
    assert {"a", "b", "c"} <= set(moves)


def test_the_tree_is_drawn_in_ascii_and_in_few_columns() -> None:
    assert tree_text(tell(START, algorithm="alphabeta", **ARTICLE), ascii=True, width=50).splitlines() == [
        " 1  max X  o_x/x2_/x2o",
        " 2  | b2  end  +10",
        "    |   state 1 writes down +10: [+10]",
        " 3  | b1  min O",
        " 5  | | b2  end  -10",
        "    | |   state 3 writes down -10: [-10]",
        " 6  | ` c2  cut: X already has +10, O can hold",
        "    |     state 3 to -10 or less",
        " 9  |   ` b2  not searched",
        "    | state 3: min(-10) = -10 or less",
        "    |   state 1 writes down <=-10: [+10, <=-10]",
        " 4  ` c2  min O",
        " 7    | b2  end  -10",
        "      |   state 4 writes down -10: [-10]",
        " 8    ` b1  cut: X already has +10, O can hold",
        "          state 4 to -10 or less",
        "10      ` b2  not searched",
        "      state 4: min(-10) = -10 or less",
        "        state 1 writes down <=-10: [+10, <=-10,",
        "        <=-10]",
        "X maximises: max(+10, <=-10, <=-10) = +10. Choose b2 (state 2).   searched 6 of 10 states",
    ]


def test_in_negamax_scores_change_sign_and_both_players_maximise() -> None:
    text = tree_text(tell(START, algorithm="negamax", **ARTICLE))
    assert "state 1 writes down −(−10) = +10: [+10]" in text
    assert "state 3: max(+10, −10) = +10" in text
    assert " 3  ├ b1  O to move" in text
    assert "min" not in text.replace("minimax", "")


def test_forms_without_score_lists_return_values_and_push_nothing() -> None:
    text = tree_text(tell(START, form="max-min", **ARTICLE))
    assert "state 6 returns +10 to state 3: v = −10" in text
    assert "state 3: v = −10   " in text
    text = tree_text(tell(START, form="j", **ARTICLE))
    assert "state 3 returns −10 to state 1: v(3) = −10" in text
    assert "state 6 returns +10 to state 3: v = −10" in text
    for form in ("j", "max-min"):
        drawn = Picture(tree_svg(tell(START, form=form)))
        assert not [words for words in [*drawn.texts, *drawn.tips] if "[" in words or "list" in words]


def flat(text: str) -> str:
    """Return the text without the blanks and bars of its lines, so that wrapping does not matter."""
    return re.sub(r"[│├└|` \n]+", " ", text)


def stored_value(story: Story, event: Event) -> str:
    """Return what a state without a score list keeps after a child returns: the best score, or the new one."""
    best = max if story.node(event.node).role == "max" else min
    return number(event.scores[-1] if story.form.keeps == "v(i)" and event.node == 1 else best(event.scores))


@given(stories())
def test_the_text_has_every_push_in_order_and_every_visible_state(case: StoryCase) -> None:
    story = case.story
    text = tree_text(story)
    hidden = hidden_below(story)
    assert text.isprintable() or "\n" in text
    pushes = [event for event in story.events if event.kind == "push" and event.node not in hidden]
    if story.form.keeps == "scores":  # the tree and the steps use the same words
        said = [re.sub(r", the score of state [^:]+|(?<=\d),(?=\d{3})", "", event.text).lower() for event in pushes]
        rows = re.findall(r"state [0-9]+ writes down .*", re.sub(r"−\(\S+\) = ", "", text))
        assert [f"{row}." for row in rows] == said
    else:
        returned = re.findall(r"state ([0-9]+) returns (\S+) to state ([0-9]+): v(?:\([0-9]+\))? = (\S+)", text)
        assert returned == [
            (str(event.child), number(event.value or 0, event.bounds[-1]), str(event.node), stored_value(story, event))
            for event in pushes
        ]
    numbers = [int(number) for number in re.findall(r"^ *([0-9]+)  ", text, re.MULTILINE)]
    assert len(numbers) == len(set(numbers)) == len(story.nodes) - sum(hidden.values())
    assert text.endswith(ending(story))
    for width in (40, 80, 120):
        narrow = tree_text(story, width=width)
        assert flat(narrow) == flat(text)
        assert all(len(line) <= max(width, 70) for line in narrow.splitlines()[:-1])
    plain = tree_text(story, ascii=True)
    assert plain.isascii()
    assert len(plain.splitlines()) == len(text.splitlines())


def test_a_large_tree_counts_the_states_below_a_cut_off() -> None:
    story = tell(position("xox/o2_/3_ x"), algorithm="alphabeta")
    hidden = hidden_below(story)
    assert len(story.nodes) > WHOLE
    assert all(not story.node(state).searched for state in hidden)
    shown = len(story.nodes) - sum(hidden.values())
    assert len(re.findall(r"^ *[0-9]+  ", tree_text(story), re.MULTILINE)) == shown
    assert "(4 below)" in tree_text(story)


# As a picture.


def node_tips(picture: Picture) -> dict[int, str]:
    """Return the tooltip of each state, by its number."""
    return {int(tip.split()[1].rstrip(",:")): tip for tip in picture.tips}


def test_the_tree_is_drawn_as_a_picture() -> None:
    picture = Picture(tree_svg(tell(START, algorithm="alphabeta", **ARTICLE)))
    picture.is_safe_and_alone()
    picture.lies_on_the_paper()
    texts = picture.texts
    assert (texts.count("MAX"), texts.count("MIN"), texts.count("END")) == (2, 1, 1)
    assert "minimax with alpha and beta, from o_x/x2_/x2o x: searched 6 of 10 states" in texts
    assert "X maximises: max(+10, ≤−10, ≤−10) = +10. Choose b2 (state 2)." in texts
    assert "[+10 ≤−10 ≤−10]" in texts
    assert texts.count("▼ ≤−10") == 2
    assert texts.count("cut") == 4
    assert len(picture.of("n-chosen")) == 3 + 1, "three choices and the legend"
    assert len(picture.of("n-cut")) == 4
    assert len(picture.of("n-snip")) == 2
    assert len(picture.of("n-hatch")) == 4 + 1
    assert len(picture.of("n-win")) == 2 + 1
    assert len(picture.of("n-loss")) == 4 + 1
    assert {"▲ X wins", "▼ O wins", "not searched", "the move chosen", "≤ at most, ≥ at least: a bound"} <= set(texts)
    tips = node_tips(picture)
    assert tips[3] == "State 3, after b1: O to move, worth −10 or less; scores [−10]."
    assert tips[6].startswith(
        "State 6, after c2: cut: X already has +10, O can hold state 3 to −10 or less. State 3 stops"
    )
    assert any("State 3 stops: O can make it −10 or less here" in text for text in texts), (
        "the reason is below the state"
    )
    assert picture.title == "Search tree: minimax with alpha and beta, from o_x/x2_/x2o x"
    assert picture.described == tree_text(tell(START, algorithm="alphabeta", **ARTICLE))


@given(stories())
def test_each_level_names_its_player_or_says_that_all_games_are_over(case: StoryCase) -> None:
    levels: dict[int, list[int]] = {}
    for state in shown_states(case.story):
        levels.setdefault(case.story.node(state).depth, []).append(state)
    wanted = []
    for depth, states in sorted(levels.items()):
        over = all(case.story.node(state).position.is_over for state in states)
        wanted.append("END" if over else "MIN" if depth % 2 and case.story.view == "max" else "MAX")
    texts = Picture(tree_svg(case.story)).texts
    assert [text for text in texts if text in ("MAX", "MIN", "END")] == wanted


def shown_states(story: Story) -> list[int]:
    hidden = hidden_below(story, MOST_DRAWN)
    shown = [1]
    for state in shown:
        shown += [] if state in hidden else story.node(state).children
    return shown


@given(stories())
def test_every_state_has_its_score_and_list_or_the_reason_why_it_was_skipped(case: StoryCase) -> None:
    story = case.story
    picture = Picture(tree_svg(story))
    picture.is_safe_and_alone()
    picture.lies_on_the_paper()
    shown = shown_states(story)
    tips = node_tips(picture)
    assert sorted(tips) == sorted(shown)
    lists = {event.node: event for event in story.events if event.kind == "push"}
    for state in shown:
        node = story.node(state)
        if node.searched:
            assert f"worth {number(node.score or 0)}" in tips[state]
            words = {"=": "", "<=": " or less", ">=": " or more"}[node.bound]
            assert words in tips[state]
            if state in lists and story.form.keeps == "scores":
                listed = ", ".join(map(number, lists[state].scores, lists[state].bounds))
                assert f"scores [{listed}]" in tips[state]
        else:
            assert node.reason in tips[state]
    assert len(picture.of("n-box")) >= len(shown)
    edges = len(picture.of("n-edge")) + len(picture.of("n-cut")) + len(picture.of("n-chosen"))
    assert edges == len(shown) - 1 + 1, "one more for the legend"
    boxes = [node for node in picture.of("n-box") if node.get("rx") == "6"]
    places = [tuple(float(box.get(key) or 0) for key in ("x", "y", "width", "height")) for box in boxes]
    by_row: dict[float, list[tuple[float, float]]] = {}
    for x, y, width, _ in places:
        by_row.setdefault(y, []).append((x, x + width))
    for row in by_row.values():
        row.sort()
        assert all(right <= left for (_, right), (left, _) in pairwise(row)), "no overlap"


@pytest.mark.parametrize("theme", THEMES)
def test_the_tree_can_be_drawn_in_every_theme(theme: Theme) -> None:
    picture = Picture(tree_svg(tell(START), theme=theme, size=1000))
    assert picture.root.get("class") == f"n-{theme}"
    assert picture.size[0] == 1000


def test_without_notes_only_the_tree_is_drawn() -> None:
    with_notes, without = (
        Picture(tree_svg(tell(START, algorithm="alphabeta", **ARTICLE), notes=notes)) for notes in (True, False)
    )
    assert without.size[1] < with_notes.size[1]
    assert not [text for text in without.texts if "stops" in text or "wins" in text]
    without.lies_on_the_paper()


def test_a_large_tree_is_drawn_to_a_level_and_counts_the_states_below() -> None:
    story = tell(position("xo_/3_/3_ x"), algorithm="alphabeta", unit="depth")
    picture = Picture(tree_svg(story))
    drawn = [node for node in picture.of("n-box") if node.get("rx") == "6"]
    assert len(drawn) <= MOST_DRAWN < len(story.nodes)
    assert [text for text in picture.texts if re.fullmatch(r"\+[0-9]+ below", text)]
    assert [text for text in picture.texts if "more cuts" in text]
    assert len(picture.described) < 3_000
    small = Picture(tree_svg(story, most=10))
    assert len([node for node in small.of("n-box") if node.get("rx") == "6"]) == 8, (
        "the root and its children are always drawn"
    )


def test_estimates_are_not_drawn_as_wins() -> None:
    picture = Picture(tree_svg(tell(position("xo_/3_/3_ x"), algorithm="alphabeta", depth=1)))
    assert not picture.of("n-win")
    assert [text for text in picture.texts if text.startswith("~")]
    assert "~ an estimate" in picture.texts


def test_a_whole_tree_is_drawn_quickly() -> None:
    story = tell(position("xo_/_x_/o2_ x"))
    times = []
    for _ in range(3):
        start = time.perf_counter()
        tree_svg(story)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.25
