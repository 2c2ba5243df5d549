"""`noughts site` replaces only an earlier site."""

import json
from pathlib import Path

import pytest

from noughts.rules.errors import NoughtsError
from noughts.web.browser.build import build_site
from noughts.web.pages.grade.grade import PYTHON
from tests import optional


@pytest.mark.parametrize("name", ["notes.txt", "service-worker.js", "index.html"])
def test_a_folder_with_other_files_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(NoughtsError, match="contains other files"):
        build_site(tmp_path, tmp_path / "runtime")
    assert (tmp_path / name).read_text() == "mine"


def test_a_missing_runtime_is_named_and_an_earlier_site_stays(tmp_path: Path) -> None:
    earlier = tmp_path / "site" / "app-1" / "site.json"
    earlier.parent.mkdir(parents=True)
    earlier.write_text("{}")
    with pytest.raises(NoughtsError, match="npm install pyodide@"):
        build_site(tmp_path / "site", tmp_path / "runtime", say=lambda sentence: None)
    assert earlier.exists()
    assert [file.name for file in tmp_path.iterdir()] == ["site"], "nothing half-built is left"


@pytest.mark.needs("pyodide")
def test_the_page_names_the_version_of_python_for_browsers() -> None:
    lock = Path(str(optional.find("pyodide"))).parent / "pyodide-lock.json"
    version = json.loads(lock.read_text())["info"]["python"]
    assert version.rpartition(".")[0] == PYTHON
