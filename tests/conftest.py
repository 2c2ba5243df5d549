"""Set the number of Hypothesis examples for all tests, and skip tests whose optional programs are missing.

A normal run draws a few examples; if CI is set, they are the same in every run. `.ci/nightly` draws hundreds, with
``--hypothesis-profile=noughts-long``. A test sets its own number only if its examples are unusually slow.
"""

import os
import signal
import sys
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from tests import optional

settings.register_profile("noughts", max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("noughts-ci", settings.get_profile("noughts"), derandomize=True, print_blob=True)
settings.register_profile("noughts-long", settings.get_profile("noughts"), max_examples=500, print_blob=True)
settings.load_profile("noughts-ci" if os.environ.get("CI") else "noughts")

signal.signal(
    signal.SIGINT, signal.default_int_handler
)  # tested programs must react to Ctrl-C even if this run ignores it

# No test may find or keep the unfinished games of the person who runs it.
os.environ["XDG_STATE_HOME"] = os.path.join(tempfile.gettempdir(), f"noughts-tests-{os.getpid()}")

# The tests start hundreds of processes, and without this each of them would compile noughts again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_xdist_auto_num_workers() -> int:
    """Return half more workers than processors, because many tests wait for other processes."""
    return max(2, (os.cpu_count() or 1) * 3 // 2)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that is marked `needs` if one of the programs or packages is missing."""
    if reason := optional.missing(*(name for mark in item.iter_markers("needs") for name in mark.args)):
        pytest.skip(reason)
