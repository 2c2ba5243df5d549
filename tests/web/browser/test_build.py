"""`noughts site` replaces only an earlier site."""

import json
from pathlib import Path

import pytest

from noughts.rules.errors import NoughtsError
from noughts.web.browser.build import build_site
from noughts.web.pages.grade.grade import PYTHON
from tests import optional

SITE = {
    "service-worker.js": 'const VERSION = "1";\nconst FILES = ["docs/index.html", "index.html"];\n',
    "index.html": "",
    "404.html": "",
    "docs/index.html": "",
    ".nojekyll": "",
}


def earlier_site(folder: Path) -> Path:
    (folder / "docs").mkdir(parents=True)
    for name, text in SITE.items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(
    ("name", "is_site"),
    [
        ("notes.txt", False),
        ("service-worker.js", False),
        ("index.html", False),
        ("CNAME", True),
        (".git", True),
        ("docs/mine", True),
    ],
)
def test_a_folder_with_other_files_is_left_alone(tmp_path: Path, name: str, is_site: bool) -> None:
    folder = tmp_path / "site"
    if is_site:
        earlier_site(folder)
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("mine")
    with pytest.raises(NoughtsError, match="contains other files"):
        build_site(folder, tmp_path / "runtime")
    assert (folder / name).read_text() == "mine"


@pytest.mark.parametrize("name", [".", "..", "../site"])
def test_the_folder_in_which_one_is_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (folder := earlier_site(tmp_path / "site") / "inside").mkdir()
    monkeypatch.chdir(folder if name == ".." else folder.parent)
    with pytest.raises(NoughtsError, match="is the current folder"):
        build_site(Path(name), tmp_path / "runtime")
    assert (folder.parent / "index.html").exists()


def test_documentation_that_is_not_built_is_reported_in_a_sentence(tmp_path: Path) -> None:
    (docs := tmp_path / "docs").mkdir()
    (docs / "index.md").touch()
    with pytest.raises(
        NoughtsError, match=r"docs lacks searchindex\.js: build the documentation first, with make docs"
    ):
        build_site(tmp_path / "site", tmp_path / "runtime", docs=docs)
    assert not (tmp_path / "site").exists()


def test_a_missing_runtime_is_named_and_an_earlier_site_stays(tmp_path: Path) -> None:
    earlier = earlier_site(tmp_path / "site") / "index.html"
    with pytest.raises(NoughtsError, match="npm install pyodide@"):
        build_site(tmp_path / "site", tmp_path / "runtime", say=lambda sentence: None)
    assert earlier.exists()
    assert [file.name for file in tmp_path.iterdir()] == ["site"], "nothing half-built is left"


@pytest.mark.needs("pyodide")
def test_the_page_names_the_version_of_python_for_browsers() -> None:
    lock = Path(str(optional.find("pyodide"))).parent / "pyodide-lock.json"
    version = json.loads(lock.read_text())["info"]["python"]
    assert version.rpartition(".")[0] == PYTHON
