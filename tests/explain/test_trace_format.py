"""Traces: they match their schema, can be read back, and invalid ones raise an error."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from noughts import NotationError, position
from noughts.explain.story.build_story import RecordedSearch, tell
from noughts.explain.story.settings import StorySettings
from noughts.explain.story.trace_format import FORMAT, VERSION, from_data, from_json, schema, to_data, to_json
from tests.explain.stories import ARTICLE, StoryCase, stories

TRACE = to_data(tell(position("o_x/x2_/x2o x"), algorithm="alphabeta", **ARTICLE))


@pytest.mark.needs("jsonschema")
@given(stories())
def test_a_trace_matches_the_schema(case: StoryCase) -> None:
    import jsonschema

    validator = jsonschema.Draft202012Validator(schema())
    validator.validate(json.loads(to_json(case.story)))


@pytest.mark.needs("jsonschema")
def test_a_part_is_a_trace_too_but_only_a_whole_story_can_be_read() -> None:
    import jsonschema

    for first in (1, 60_000, 67_681):
        part = to_data(RecordedSearch(position("9_"), StorySettings("alphabeta")).part(first, 120))
        jsonschema.Draft202012Validator(schema()).validate(json.loads(json.dumps(part)))
        with pytest.raises(NotationError, match=r"the numbers of its states do not match"):
            from_data(part)


@pytest.mark.needs("jsonschema")
def test_the_schema_is_valid_and_rejects_other_documents() -> None:
    import jsonschema

    jsonschema.Draft202012Validator.check_schema(schema())
    validator = jsonschema.Draft202012Validator(schema())
    assert validator.is_valid(TRACE)
    for key in TRACE:
        assert not validator.is_valid({name: value for name, value in TRACE.items() if name != key})
    assert not validator.is_valid({**TRACE, "more": 1})


@given(stories())
@pytest.mark.slow
def test_reading_a_trace_returns_the_story(case: StoryCase) -> None:
    text = to_json(case.story)
    back = from_json(text)
    assert back == case.story
    assert to_json(back) == text
    assert json.loads(to_json(case.story, indent=2)) == json.loads(text)


def test_a_trace_contains_everything_a_viewer_needs() -> None:
    assert (TRACE["format"], TRACE["version"]) == (FORMAT, VERSION)
    assert TRACE["game"]["cells"][:4] == ["a1", "b1", "c1", "a2"]
    assert TRACE["position"] == "o_x/x2_/x2o x"
    assert TRACE["pseudocode"]["lines"][0] == "def minimax(state, alpha, beta):"
    assert TRACE["windowed"]
    nodes = {node["id"]: node for node in TRACE["nodes"]}
    assert nodes[2]["line"] == [2, 4, 6]
    assert (nodes[2]["winner"], nodes[2]["board"]) == ("x", "o_xxx_xoo")
    assert nodes[6]["reason"].startswith("State 3 stops")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "not a trace"),
        ({"version": 2}, "version 2"),
        ({"position": "zzz"}, "invalid"),
        ({"windowed": False}, "windowed is False, expected True"),
        ({"view": "mover"}, "view is 'mover', expected 'max' for alphabeta"),
        ({"game": {"name": "chess"}}, "invalid"),
        ({"nodes": [{}]}, "incomplete"),
        ({"nodes": [{**TRACE["nodes"][0], "score": "1"}]}, "score is '1', which has the wrong type"),
        ({"nodes": TRACE["nodes"][:-1]}, "the numbers of its states do not match"),
        ({"events": TRACE["events"][:-1]}, "it does not have all steps from 1 to "),
        ({"steps": 3}, "it does not have all steps from 1 to 3, in order"),
        ({"events": [{**TRACE["events"][0], "variables": [["a"]]}]}, "invalid"),
        ({"events": [{**TRACE["events"][0], "node": 99}]}, "the numbers of its states do not match"),
        ({"searched": "1"}, "searched is '1', which has the wrong type"),
        ({"events": 3}, "incomplete"),
        ({"pseudocode": {"form": "unknown"}}, "incomplete"),
    ],
)
def test_invalid_traces_raise_an_error_that_says_why(change: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        from_data({**TRACE, **change})


@given(
    st.text()
    | st.recursive(st.none() | st.integers() | st.text(), lambda c: st.lists(c) | st.dictionaries(st.text(), c))
)
@example("[" * 100_000)
def test_any_other_text_or_data_raises_an_error(anything: Any) -> None:
    with pytest.raises(NotationError, match=r"not JSON|not a trace"):
        from_json(anything if isinstance(anything, str) and anything else json.dumps(anything))


@given(st.sampled_from(sorted(TRACE)), st.none() | st.integers() | st.text(max_size=3) | st.just([]) | st.just({}))
def test_a_damaged_trace_raises_only_notation_errors(key: str, value: Any) -> None:
    with suppress(NotationError):
        from_data({**TRACE, key: value})
