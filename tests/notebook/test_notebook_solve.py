"""Solve in a notebook: one picture is updated in place, and what is known is kept if the search ends early."""

import sys
from types import SimpleNamespace

import pytest

from noughts import Evaluation, Limit, NoughtsError, solve
from noughts.notebook import solve as solve_in_notebook

START = "o_x/x2_/x2o x"
LONG = "8,8,4 gravity"  # takes hours


class Display:
    """The output of a cell: every picture that it has shown, and an optional interruption by an update."""

    def __init__(self, *, is_interrupted: bool) -> None:
        self.shown: list[Evaluation] = []
        self.updates = 0
        self.is_interrupted = is_interrupted

    def display(self, known: Evaluation) -> None:
        self.shown.append(known)

    def update(self, known: Evaluation) -> None:
        self.shown.append(known)
        self.updates += 1
        if self.is_interrupted and self.updates == 1:
            raise KeyboardInterrupt


@pytest.fixture
def output(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Display:
    """Replace IPython's display. Its first update is interrupted if the parameter is True."""
    output = Display(is_interrupted=getattr(request, "param", False))
    module = SimpleNamespace(DisplayHandle=lambda: output)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(display=module))
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    return output


def test_the_picture_ends_with_the_answer_which_is_returned(output: Display) -> None:
    known = solve_in_notebook(START)
    expected = solve(START, all_moves=True)
    assert (known.value, known.distance, known.moves) == (expected.value, expected.distance, expected.moves)
    assert output.shown[-1] == known
    assert output.updates == len(output.shown) - 1, "one picture, then only updates of it"


def test_a_finished_game_needs_no_search(output: Display) -> None:
    assert solve_in_notebook("xxx/oo_/3_").distance == 0
    assert len({str(known) for known in output.shown}) == 1


def test_a_time_limit_ends_the_search(output: Display) -> None:
    pytest.importorskip("noughts_kernel")
    known = solve_in_notebook(LONG, Limit(seconds=0))
    assert known.value is None
    assert len(known.moves) == 8
    assert output.shown[-1] == known


def test_a_budget_ends_the_search(output: Display) -> None:
    pytest.importorskip("noughts_kernel")
    known = solve_in_notebook(LONG, 3000)
    assert known.value is None
    assert known.nodes == output.shown[-1].nodes == 3000, "all nodes count, also those after the last proof"


@pytest.mark.parametrize("output", [True], indirect=True)
def test_interrupting_the_cell_keeps_what_is_known(output: Display) -> None:
    pytest.importorskip("noughts_kernel")
    known = solve_in_notebook(LONG)
    assert len(known.moves) == 8
    assert known.value is None
    assert output.shown[-1] == known
    assert known.nodes > 0


@pytest.mark.usefixtures("output")
@pytest.mark.parametrize("settings", [{"seconds": -1}, {"seconds": "5"}, {"seconds": float("nan")}, {"nodes": -1}])
def test_invalid_limits_raise_an_error(settings: dict[str, object]) -> None:
    with pytest.raises(NoughtsError, match="at least 0"):
        solve_in_notebook(START, Limit(**settings))  # type: ignore[arg-type]


def test_without_ipython_the_error_names_another_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython.display", None)
    with pytest.raises(NoughtsError, match=r"noughts\.solve_steps"):
        solve_in_notebook(START)
