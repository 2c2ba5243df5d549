"""The Sphinx configuration of the documentation, which `make docs` builds.

Reference: www.sphinx-doc.org/en/master/usage/configuration.html
"""

import re
import sys
from html import escape
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "noughts"
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "docs")]

from make_reference import MARK, PAGES  # noqa: E402

import noughts  # noqa: E402
from noughts.explain.exercises.practice import feedback, question  # noqa: E402
from noughts.explain.story.build_story import tell  # noqa: E402
from noughts.render.board.svg import board_svg  # noqa: E402
from noughts.render.explorer import fragment  # noqa: E402

project = "noughts"
author = "the noughts authors"
copyright = author
version = release = noughts.__version__

highlight_language = "text"  # for the drawings in docstrings; code blocks on pages name their language
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
viewcode_follow_imported_members = False  # otherwise Sphinx would look for our aliases of int in builtins

# Pages are Markdown with `:::` directives and plain links between files, so they also read well without Sphinx.
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# Docstrings are in Google style. `name` becomes a link if it is the name of a documented object.
default_role = "py:obj"
napoleon_numpy_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_mock_imports = ["gymnasium", "pettingzoo", "pyspiel"]  # for `noughts.adapters`
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "noughts"
templates_path = ["templates"]
html_static_path = ["static"]
html_css_files = ["noughts.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#07508f", "color-brand-content": "#07508f"},
    "dark_css_variables": {"color-brand-primary": "#8cc8fb", "color-brand-content": "#8cc8fb"},
    "footer_icons": [],
}


def _full_reference(app: Sphinx, page: str, source: list[str]) -> None:
    """Replace the generated part of a reference page by the full documentation of all modules of that package."""
    folder, _, name = page.rpartition("/")
    if folder != "reference" or name not in PAGES:
        return
    package = PACKAGE / name
    files = {file.relative_to(package).with_suffix("") for file in package.rglob("*.py")}
    modules = {".".join(file.parts).removesuffix(".__init__") for file in files} - {"__init__"}
    text = source[0].partition(MARK)[0]
    for module in [*PAGES[name], *sorted(modules.difference(PAGES[name]))]:
        exported = package.joinpath(*module.split("."), "__init__.py")
        # A package with `__all__` exports names of its modules, which have their own sections.
        members = "" if exported.exists() and "__all__" in exported.read_text(encoding="utf-8") else "   :members:\n"
        text += (
            f"## noughts.{name}.{module}\n\n```{{eval-rst}}\n.. automodule:: noughts.{name}.{module}\n{members}```\n\n"
        )
    source[0] = text


class Story(SphinxDirective):
    """The directive ``:::{story} o_x/x2_/x2o x``, which shows a search as an explorer to step through."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {"algorithm": str, "order": str}  # as in `noughts.tell`

    def run(self) -> list[nodes.Node]:
        """Return the explorer, with the same story in words for browsers that do not show frames."""
        story = tell(noughts.position(self.arguments[0]), **self.options)
        return [nodes.raw("", fragment(story, height=760), format="html")]


class Board(SphinxDirective):
    """The directive ``:::{board} 9_ x``, which shows a question, a board, and what each move does, folded."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {"game": str, "task": str, "question": str, "last": str}

    def run(self) -> list[nodes.Node]:
        """Return the board. The web page lets the reader press its cells instead."""
        position = noughts.position(self.arguments[0], self.options.get("game", "tictactoe"))
        task, names = self.options["task"], position.game.board.names
        asked = self.options.get("question") or question(position, task)
        moves = "".join(f"<li>{names[m]}: {escape(a.text)}</li>" for m, a in feedback(position, task).items())
        picture = board_svg(position, last=self.options.get("last"), size=240)
        folded = f"<details><summary>What each move does</summary><ul>{moves}</ul></details>"
        return [nodes.raw("", f"<p><strong>{escape(asked)}</strong></p>{picture}{folded}", format="html")]


def _drawn_blocks(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Turn drawings in docstrings into literal blocks: indented lines after an empty line, outside of any section."""
    if what in ("attribute", "data", "property", "type") and lines:  # napoleon would read `Sum: …` as a type
        lines[:1] = re.sub(r"(:) ", r"\1\n", lines[0]).split("\n")
    section = False
    for number in range(1, len(lines)):
        line, before = lines[number], lines[number - 1]
        if line and not line.startswith(" "):
            section = re.fullmatch(r"(Args|Attributes|Raises|Returns|Yields|Example):", line) is not None
        elif line.startswith("    ") and not before.strip() and not section and number > 1:
            last = next((n for n in range(number - 1, -1, -1) if lines[n].strip()), 0)
            if not lines[last].startswith("    "):
                lines[number - 1] = "\n::\n"
        if not line.startswith("    "):
            lines[number] = re.sub(r"(?<!`)\|(\w+)\|", r"\\|\1\\|", line)  # |d| is an absolute value, no substitution
    lines[:] = "\n".join(lines).split("\n")


def setup(app: Sphinx) -> None:
    """Register the directive and the filters of this file."""
    app.add_directive("board", Board)
    app.add_directive("story", Story)
    app.connect("source-read", _full_reference)
    app.connect("autodoc-process-docstring", _drawn_blocks, priority=400)  # before napoleon, which comes at 500
