"""The wheel contains exactly the files that the program needs. The source distribution builds the same wheel."""

import tarfile
import zipfile
from pathlib import Path

from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[1]
LESSONS = "noughts/web/docs"


def build_wheel(project: Path, folder: Path) -> Path:
    (wheel,) = WheelBuilder(str(project)).build(directory=str(folder), versions=["standard"])
    return Path(wheel)


def test_the_wheel_contains_the_package_with_the_lessons_and_nothing_else(tmp_path: Path) -> None:
    with zipfile.ZipFile(build_wheel(ROOT, tmp_path)) as packed:
        contents = {name for name in packed.namelist() if ".dist-info/" not in name}
    source = [file for file in (ROOT / "src" / "noughts").rglob("*") if file.is_file() and file.suffix != ".pyc"]
    wanted = {file.relative_to(ROOT / "src").as_posix() for file in source}
    lessons = ROOT / "docs" / "tutorial"
    wanted |= {f"{LESSONS}/tutorial/{file.relative_to(lessons).as_posix()}" for file in lessons.rglob("*.md")}
    plans = ROOT / "docs" / "teachers"
    wanted |= {f"{LESSONS}/teachers/{file.relative_to(plans).as_posix()}" for file in plans.rglob("*.*")}
    wanted |= {f"{LESSONS}/pictures/{file.name}" for file in (ROOT / "docs" / "pictures").glob("*.svg")}
    assert contents == wanted
    for name in (
        "py.typed",
        "web/pages/templates/base.html",
        "web/pages/static/noughts.js",
        "render/assets/explorer.js",
    ):
        assert f"noughts/{name}" in contents


def test_the_source_distribution_builds_the_same_wheel_byte_for_byte(tmp_path: Path) -> None:
    (sdist,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    (project,) = (tmp_path / "unpacked").iterdir()
    here, there = build_wheel(ROOT, tmp_path / "here"), build_wheel(project, tmp_path / "there")
    assert here.read_bytes() == there.read_bytes()
    assert {file.name for file in project.iterdir()} == {
        *["src", "docs", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "PKG-INFO", ".gitignore"]
    }
