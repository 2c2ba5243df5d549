import os

import pytest


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests do not cut the power."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
