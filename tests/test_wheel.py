"""The wheel holds all that the program needs, and nothing else."""

import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="needs what builds the wheel")

from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[1]
LESSONS = "noughts/apps/web/docs"


def test_the_wheel_holds_the_package_with_the_lessons_and_nothing_else(tmp_path: Path) -> None:
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(wheel) as packed:
        found = {name for name in packed.namelist() if ".dist-info/" not in name}
    source = [file for file in (ROOT / "src" / "noughts").rglob("*") if file.is_file() and file.suffix != ".pyc"]
    wanted = {file.relative_to(ROOT / "src").as_posix() for file in source}
    wanted |= {f"{LESSONS}/tutorial/{file.name}" for file in (ROOT / "docs" / "tutorial").glob("*.md")}
    wanted |= {f"{LESSONS}/pictures/{file.name}" for file in (ROOT / "docs" / "pictures").glob("*.svg")}
    assert found == wanted
    for name in ("py.typed", "apps/web/templates/base.html", "apps/web/static/noughts.js", "render/assets/explorer.js"):
        assert f"noughts/{name}" in found
