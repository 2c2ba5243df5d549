"""Convert the lessons of the tutorial from Markdown to HTML, with places for explorers and interactive boards.

The documentation is built from the same files, and an installed noughts contains copies. HTML in these files is
escaped, except for folded answers.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import Any, Literal, TypeAlias, cast

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from noughts.explain.exercises.practice import LessonTask, question
from noughts.puzzles.themes import THEMES
from noughts.rules.board import Cell
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.web.pages.learn.coloured_code import coloured_lines

_INSTALLED = Path(__file__).parents[2] / "docs"
_WORKING_COPY = Path(__file__).parents[5] / "docs"

LessonKind: TypeAlias = Literal["everyone", "challenge", "code", "extra"]
"""The kind of a lesson: for everyone, the challenge after the lessons for everyone, for people who program, or an extra
page.
"""

CHALLENGE = "7-the-last-challenge"
"""The name of the challenge after the lessons for everyone."""

_ELSEWHERE = {
    "index.md": "learn",
    "guide/play.md": "play",
    "guide/analyse.md": "analyse",
    "guide/explain.md": "explore",
    "guide/grade.md": "grade",
    "teachers.md": "paper",
}
"""Pages of the documentation beyond the lessons, each with the page of the application that it describes."""

_EXIT = "<p><strong>Exit question.</strong>"  # begins a paragraph of each lesson plan


@dataclass(frozen=True)
class LessonCard:
    """The card of a lesson in the list, together with the puzzle after the lesson.

    Attributes:
        sentence: what the lesson is about.
        board: a board.
        cells: the highlighted cells of the board.
        puzzle: the theme of the puzzle after the lesson, or the game if it is on a larger board, or empty.
    """

    sentence: str
    board: str
    cells: tuple[str, ...] = ()
    puzzle: str = ""


CARDS = {
    "1-how-not-to-lose": LessonCard(
        "Three of the four rules with which you never lose.", "2x_/_o_/3_ o", ("c1",), "block-threat"
    ),
    "2-forks": LessonCard(
        "Two threats with one move: the trick that wins games.", "xo_/_x_/2_o x", ("a2", "c2", "a3"), "fork"
    ),
    "3-why-perfect-play-draws": LessonCard(
        "Play against Perfect. See why every plan fails.", "oxo/oxx/xox x", (), "draw"
    ),
    "4-how-a-computer-thinks": LessonCard(
        "No clever ideas: it tries everything, and works backwards.", "o_x/x2_/x2o x", ("b2",), "win-in-2"
    ),
    "5-what-pruning-is": LessonCard("Why the computer can skip nearly all the work.", "xo_/_x_/o2_ x", ("c3",), "bait"),
    "6-bigger-boards": LessonCard(
        "Four in a row, falling marks, and games too big to search to the end.", "x3_/_xo_/_ox_/o3_ x", ("d4",), "4,4,4"
    ),
    CHALLENGE: LessonCard("Five boards. Can you find the trick that each of them needs?", "x_o/3_/_xo x", ("b2",)),
    "01-positions-and-rules": LessonCard(
        "The board, the moves, the end of a game, and how many games there are.", "o_x/_x_/2_o x"
    ),
    "02-scores": LessonCard("How the end of a game becomes a number, from a player's point of view.", "o_x/2x_/x2o o"),
    "03-the-tree-by-hand": LessonCard(
        "Score a tree of ten states on paper, from the bottom to the top.", "o_x/x2_/x2o x"
    ),
    "04-minimax": LessonCard("The same method as a short function, and why it cannot be beaten.", "9_ x"),
    "05-distance": LessonCard(
        "Why a perfect player may win slowly, and how to make it win soon.", "2o_/2x_/3_ x", ("c2",)
    ),
    "06-negamax": LessonCard(
        "Two functions become one: what is good for one player is bad for the other.", "o_x/x2_/x2o x"
    ),
    "07-alpha-beta": LessonCard(
        "Which moves the search can skip, and the two numbers that decide it.", "2x_/_o_/o2_ x", ("c1",)
    ),
    "08-move-order": LessonCard("With good moves first, the same search skips far more.", "o_x/x2_/x2o x", ("b2",)),
    "09-table": LessonCard(
        "A table saves the score of each position, so that nothing is searched twice.", "x_o/_o_/2_x x"
    ),
    "10-symmetry": LessonCard("If you turn or flip the board, nine first moves become three.", "_xo/_o_/x2_ x"),
    "11-depth-and-evaluation": LessonCard("Look a few moves ahead, then estimate the score.", "25_ x", ("c3",)),
    "12-larger-boards": LessonCard("How quickly trees grow, and what helps on large boards.", "16_ x"),
    "minimax-in-ten-minutes": LessonCard(
        "The figure, the pseudocode and five questions: all that an exam asks for.", "o_x/x2_/x2o x", ("b2",)
    ),
    "why-a-draw": LessonCard("A proof to follow on paper, without a computer.", "o2_/_x_/3_ x", ("a1", "b2")),
}
"""The cards of all lessons, in order."""

_GAMES = {16: "4,4,4", 25: "5,5,4"}  # the games of cards on larger boards, by their numbers of cells
_WORDS_A_MINUTE = 120  # slow enough that there is time to think
_SECONDS = {"board": 60, "story": 120, "block": 60}  # to try a board, to step through a search, and to understand code

_EXPLORE = "explore?position=o_x/x2_/x2o+x&"
_OPENS = {
    "step-tree-full.svg": f"{_EXPLORE}algorithm=minimax",
    "winners-full.svg": f"{_EXPLORE}algorithm=minimax",
    "step-article.svg": f"{_EXPLORE}algorithm=minimax&order=centre&number=level",
    "step-negamax.svg": f"{_EXPLORE}algorithm=negamax",
    "step-cut-offs.svg": "explore?position=_2o/_x_/xox+x&algorithm=alphabeta",
    "step-evaluation.svg": "analyse?game=5,5,4",
    "step-two-ways.svg": "analyse?moves=a1,b2,c3,c1",
}
"""Pictures that are links: each opens the page where the reader can try what the picture shows."""


@dataclass(frozen=True)
class StoryPlace:
    """The story of a search in a lesson, with its position and its settings."""

    position: str
    settings: Mapping[str, str]


@dataclass(frozen=True)
class BoardPlace:
    """A board in a lesson, on which the reader presses a cell.

    Attributes:
        number: its number in the lesson, from 1.
        position: the position.
        task: what the reader has to find.
        question: the question above the board.
        last: the last move, to highlight, or None.
    """

    number: int
    position: Position
    task: LessonTask
    question: str
    last: Cell | None


@dataclass(frozen=True)
class Lesson:
    """A lesson.

    Attributes:
        name: the name in the URL.
        title: the heading.
        card: what the list of lessons shows.
        minutes: how long the lesson takes, roughly.
        kind: the kind of the lesson.
        parts: its blocks in order: stories, boards, and HTML for each heading, paragraph, list, table and so on.
    """

    name: str
    title: str
    card: LessonCard
    minutes: int
    kind: LessonKind
    parts: tuple[str | StoryPlace | BoardPlace, ...]

    @property
    def number(self) -> str:
        """The number of the lesson, or a word for an extra page.

        The numbers are ``1`` to ``7`` for everyone, and ``01`` to ``12`` for people who program.
        """
        return self.name.partition("-")[0]

    @property
    def course(self) -> LessonKind:
        """The list in which the lesson appears. The challenge appears among the lessons for everyone."""
        return "everyone" if self.kind == "challenge" else self.kind

    @property
    def boards(self) -> list[BoardPlace]:
        """The interactive boards of the lesson, in order."""
        return [part for part in self.parts if isinstance(part, BoardPlace)]

    @property
    def puzzle(self) -> dict[str, str]:
        """The URL fields of the puzzle after the lesson. It is empty if the lesson has no puzzle."""
        chosen = self.card.puzzle
        return {} if not chosen else {"theme": chosen, "game": "tictactoe"} if chosen in THEMES else {"game": chosen}

    @property
    def picture(self) -> Position:
        """The board on the lesson's card."""
        return _card_position(self.card.board)

    @property
    def lit(self) -> tuple[Cell, ...]:
        """The highlighted cells on the lesson's card."""
        return tuple(self.picture.cell(name) for name in self.card.cells)


@dataclass(frozen=True)
class LessonPlan:
    """A lesson plan for teachers.

    Attributes:
        name: the name in the URL.
        title: the heading.
        parts: its blocks as HTML, in order.
        question: the exit question, as HTML.
    """

    name: str
    title: str
    parts: tuple[str, ...]
    question: str


@cache
def lessons() -> dict[str, Lesson]:
    """Return all lessons by name, in the order of their cards."""
    files = {file.stem: file for file in lesson_folder("tutorial").rglob("*.md")}
    return {name: _lesson(files[name]) for name in CARDS}


@cache
def plans() -> dict[str, LessonPlan]:
    """Return the lesson plans for teachers by name, in order."""
    files = [lesson_folder("teachers") / f"{name}.md" for name in ("by-hand", "with-the-page", "in-code")]
    return {file.stem: _plan(file) for file in files}


@cache
def pictures() -> dict[str, Path]:
    """Return the picture files by name."""
    return {file.name: file for file in lesson_folder("pictures").glob("*.svg")}


def lesson_folder(name: str) -> Path:
    """Return the folder of the lessons (``tutorial``), of the lesson plans (``teachers``) or of the ``pictures``."""
    return (_INSTALLED if _INSTALLED.is_dir() else _WORKING_COPY) / name


def _card_position(text: str) -> Position:
    cells = sum(int(digits or 1) for digits, _ in re.findall(r"(\d*)([xo_])", text.rpartition(" ")[0]))
    return read_position(text, _GAMES.get(cells, "tictactoe"))


def _lesson(file: Path) -> Lesson:
    text = file.read_text(encoding="utf-8")
    kind: LessonKind = "code" if file.stem[0].isdigit() else "extra"
    if file.parent.name == "everyone":
        kind = "challenge" if file.stem == CHALLENGE else "everyone"
    return Lesson(file.stem, _heading(text), CARDS[file.stem], _minutes(text), kind, _blocks(text))


def _plan(file: Path) -> LessonPlan:
    text = file.read_text(encoding="utf-8")
    parts = tuple(part for part in _blocks(text) if isinstance(part, str))
    question = next(part for part in parts if part.startswith(_EXIT)).removeprefix(_EXIT)
    return LessonPlan(file.stem, _heading(text), parts, f"<p>{question}")


def _heading(text: str) -> str:
    """Return the heading of a lesson."""
    return text.removeprefix("# ").partition("\n")[0].strip()


def _blocks(text: str) -> tuple[str | StoryPlace | BoardPlace, ...]:
    """Return the blocks of a lesson's Markdown."""
    markdown, env = _markdown(), dict[str, Any]()
    parts, block = list[str | StoryPlace | BoardPlace](), list[Token]()
    for token in markdown.parse(text, env):
        block.append(token)
        if token.level or token.nesting > 0:
            continue
        match token.type:
            case "directive_story":
                parts.append(StoryPlace(token.meta["argument"], token.meta["options"]))
            case "directive_board":
                number = 1 + sum(isinstance(part, BoardPlace) for part in parts)
                parts.append(_board(token, number))
            case _:
                parts.append(str(markdown.renderer.render(block, markdown.options, env)))
        block = []
    return tuple(parts)


def _minutes(text: str) -> int:
    """Estimate how long a lesson takes, from its words, its boards, its stories and its blocks of code."""
    words = len(re.sub(r"```.*?```|:::.*?:::", "", text, flags=re.S).split())
    things = {"board": text.count(":::{board}"), "story": text.count(":::{story}"), "block": text.count("```python")}
    return round(words / _WORDS_A_MINUTE + sum(things[name] * _SECONDS[name] for name in things) / 60)


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    ends: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    markdown.block.ruler.before("fence", "directive", _directive, ends)
    markdown.block.ruler.before("fence", "answers", _answers, ends)
    markdown.core.ruler.push("links", _links)
    for name, rule in _RULES.items():
        markdown.add_render_rule(name, _renderer(rule))
    return markdown


def _renderer(rule: Callable[[Token], str]) -> Callable[..., str]:
    """Return a rendering rule as a function with the arguments that markdown-it passes."""

    def render(_: object, tokens: Sequence[Token], index: int, options: object, env: object) -> str:
        return rule(tokens[index])

    return render


def _directive(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Parse a directive, which begins with ``:::{name} argument`` and ends with ``:::``.

    The lines between them are options, such as ``:name: value``.
    """
    opening = re.fullmatch(r":::\{(\w+)\} *(.*)", _line(state, line))
    if not opening:
        return False
    last = next((n for n in range(line + 1, end) if _line(state, n).rstrip() == ":::"), None)
    if last is None:
        return False
    if silent:
        return True
    inside = [re.fullmatch(r":([\w-]+): *(.*)", _line(state, number)) for number in range(line + 1, last)]
    token = state.push(f"directive_{opening[1]}", "", 0)
    token.meta = {"argument": opening[2].strip(), "options": {o[1]: o[2].strip(' "') for o in inside if o}}
    token.map = [line, last + 1]
    state.line = last + 1
    return True


def _answers(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Parse the HTML of folded answers, the only HTML in the lessons."""
    text = _line(state, line).strip()
    if text not in ("<details>", "</details>") and not re.fullmatch(r"<summary>[^<>&]*</summary>", text):
        return False
    if not silent:
        state.push("folded", "", 0).content = text
        state.line = line + 1
    return True


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _links(state: Any) -> None:
    """Adapt the URLs of links and pictures. A link to a page that this server does not have becomes plain text."""
    for block in state.tokens:
        kept: list[Token] = []
        dropped = 0
        for token in block.children or ():
            opened = ""
            if token.type == "image":
                name = PurePosixPath(str(token.attrGet("src"))).name
                token.attrSet("src", f"learn/pictures/{name}")
                token.attrSet("loading", "lazy")
                for side, length in _size(name).items():
                    token.attrSet(side, length)
                opened = _OPENS.get(name, "")
            elif token.type == "link_open":
                target = _target(str(token.attrGet("href")))
                if not target:
                    dropped += 1
                    continue
                token.attrSet("href", target)
            elif token.type == "link_close" and dropped:
                dropped -= 1
                continue
            if opened:
                kept += [Token("link_open", "a", 1, attrs={"href": opened}), token, Token("link_close", "a", -1)]
            else:
                kept.append(token)
        if block.children is not None:
            block.children = kept


def _size(picture: str) -> dict[str, str]:
    """Return the width and the height of a picture, so that the browser can reserve its space."""
    head = pictures()[picture].read_text(encoding="utf-8").partition(">")[0]
    return dict(re.findall(r'\b(width|height)="([\d.]+)"', head))


def _target(link: str) -> str:
    path = re.sub(r"^(\.\./)+|#.*", "", link)
    if path in _ELSEWHERE:
        return _ELSEWHERE[path]
    name = PurePosixPath(path).stem
    return f"learn/{name}" if name in CARDS else ""


def _board(token: Token, number: int) -> BoardPlace:
    argument, settings = token.meta["argument"], token.meta["options"]
    position = read_position(argument, settings.get("game", "tictactoe"))
    task = cast(LessonTask, settings["task"])
    asked = settings.get("question") or question(position, task)
    last = position.cell(settings["last"]) if "last" in settings else None
    return BoardPlace(number, position, task, asked, last)


def _included(token: Token) -> str:
    """Render lines of a source file, from the line with the text ``start-at`` up to the line with the text
    ``end-before``.
    """
    argument, options = token.meta["argument"], token.meta["options"]
    _, source, path = argument.partition("src/noughts/")
    file = resources.files("noughts").joinpath(*path.split("/")) if source else lesson_folder("teachers") / argument
    lines = file.read_text(encoding="utf-8").splitlines()
    first = next((n for n, text in enumerate(lines) if options.get("start-at", "") in text), 0)
    before = options.get("end-before")
    last = next((n for n, text in enumerate(lines) if before and n > first and before in text), len(lines))
    return _code("\n".join(lines[first:last]).strip("\n"))


def _fenced(token: Token) -> str:
    language, text = token.info.strip(), token.content.rstrip("\n")
    if language == "text":  # output has columns, so it scrolls
        return f'<pre tabindex="0" class="printed"><code>{escapeHtml(text)}</code></pre>\n'
    return _code(text, language)


def _code(text: str, language: str = "python") -> str:
    """Return a block of code. A long line is wrapped, and its CSS class gives its indentation."""
    lines = "".join(
        f'<span class="line in{len(indent)}">{indent}{line}\n</span>' for indent, line in coloured_lines(text, language)
    )
    return f'<pre tabindex="0"><code>{lines}</code></pre>\n'


def _cell(token: Token) -> str:
    """Render the start of a table cell. Numbers get a class, because the CSP forbids style attributes."""
    right = ' class="right"' if "right" in str(token.attrGet("style")) else ""
    return f"<{token.tag}{right}>"


_RULES: Mapping[str, Callable[[Token], str]] = {
    "directive_literalinclude": _included,
    "fence": _fenced,
    "th_open": _cell,
    "td_open": _cell,
    "table_open": lambda _: '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n',
    "table_close": lambda _: "</table></div>\n",
    "folded": lambda token: f"{token.content}\n",
}
