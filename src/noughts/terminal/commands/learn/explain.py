"""`noughts explain POSITION`: explain a search as text, as a web page, as a picture, or as JSON."""

import secrets
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

import click

from noughts.explain.scores import UNITS, Unit
from noughts.explain.story.build_story import MOST_NODES, whole_story
from noughts.explain.story.pseudocode import FORMS
from noughts.explain.story.settings import ALGORITHM_OF, StorySettings
from noughts.explain.story.story import (
    ALGORITHMS,
    DEFAULT_NUMBERING,
    DEFAULT_ORDER,
    NUMBERINGS,
    ORDERS,
    Algorithm,
    Numbering,
    Order,
    Story,
)
from noughts.explain.words import plural
from noughts.render.characters import in_ascii
from noughts.render.theme import THEMES, Theme
from noughts.render.tree.text import searched_words, tree_text
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.search.result import SearchLimit
from noughts.system.writing import check_targets, is_stdout, writing
from noughts.terminal.browser import show_page
from noughts.terminal.options import (
    OUTPUT,
    SCORES_HELP,
    force_option,
    game_option,
    get_position,
    plain_option,
    turn_option,
)
from noughts.terminal.prompt.screen import Screen
from noughts.terminal.prose import columns, say
from noughts.terminal.steps import listing, pseudocode, walk


@dataclass(frozen=True)
class _Output:
    """Where the output goes: the files to write, and the stream for messages."""

    html: Path | None
    svg: Path | None
    trace: Path | None
    force: bool

    @property
    def files(self) -> tuple[Path | None, ...]:
        """The paths of the page, the picture and the trace to write. The path of a file that was not requested is
        None.
        """
        return self.html, self.svg, self.trace

    @property
    def messages(self) -> TextIO:
        """The stream for messages: standard output, or standard error if a file is written to standard output."""
        return sys.stderr if any(map(is_stdout, self.files)) else sys.stdout

    def check(self) -> None:
        """Check that the files can be written, before the search begins."""
        check_targets({"--html": self.html, "--svg": self.svg, "--json": self.trace}, force=self.force)

    def write(self, path: Path, text: str, summary: str) -> None:
        """Write a file and print a summary of it."""
        with writing(path, force=self.force) as file:
            file.write((text.rstrip("\n") + "\n").encode())
        if not is_stdout(path):
            say(f"{path}: {summary}.", self.messages)


@click.command()
@click.argument("position")
@game_option
@turn_option
@click.option(
    "--algorithm",
    "-a",
    type=click.Choice(ALGORITHMS),
    help="The search to explain.  [default: the one of --form, or else minimax]",
)
@click.option(
    "--form",
    type=click.Choice(list(FORMS)),
    help="The pseudocode: lists, j or max-min for minimax, otherwise the name of the algorithm.",
)
@click.option(
    "--order",
    type=click.Choice(ORDERS),
    default=DEFAULT_ORDER,
    show_default=True,
    help="The order in which moves are tried.",
)
@click.option("--seed", type=int, help="The seed for --order random.  [default: 0]")
@click.option("--scores", type=click.Choice(UNITS), default="ten", show_default=True, help=SCORES_HELP)
@click.option(
    "--number",
    type=click.Choice(NUMBERINGS),
    default=DEFAULT_NUMBERING,
    show_default=True,
    help="Number the states level by level, or in the order of the search.",
)
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    help="Stop after this many plies, and evaluate the states there.  [default: search to the end of the game]",
)
@click.option("--steps", is_flag=True, help="Print every step with its line of pseudocode.")
@click.option("--step", is_flag=True, help="Walk through the steps one at a time.")
@click.option("--html", type=OUTPUT, metavar="FILE", help="Write a web page that shows the steps. It works offline.")
@click.option("--svg", type=OUTPUT, metavar="FILE", help="Write the tree as an SVG picture.")
@click.option("--json", "trace", type=OUTPUT, metavar="FILE", help="Write the steps as JSON; - for standard output.")
@force_option
@click.option(
    "--theme", type=click.Choice(THEMES), default="auto", show_default=True, help="The colours of the picture."
)
@click.option("--open", "show", is_flag=True, help="Open the page in the browser.")
@plain_option
def command(
    position: str,
    game: Game | None,
    turn: Player | None,
    algorithm: Algorithm | None,
    form: str | None,
    order: Order,
    seed: int | None,
    scores: Unit,
    number: Numbering,
    depth: int | None,
    steps: bool,
    step: bool,
    html: Path | None,
    svg: Path | None,
    trace: Path | None,
    force: bool,
    theme: Theme,
    show: bool,
    plain: bool,
) -> None:
    """Explain step by step how a search finds the best move in POSITION.

    Write POSITION as for `noughts analyse`. Without other options, noughts prints the pseudocode and the
    whole tree.

    \b
    noughts explain 'o_x/x2_/x2o x'
    noughts explain o_x/x2_/x2o --algorithm alphabeta --step
    noughts explain 3_/3_/3_ --depth 2 --form j
    noughts explain xox/o2_/3_ --scores depth --html story.html --open
    """
    output = _Output(html, svg, trace, force)
    _check_options(order, seed, steps and step)
    start = get_position(position, game, turn)
    chosen = algorithm or (ALGORITHM_OF[form] if form else "minimax")
    settings = StorySettings(chosen, form, order, seed or 0, scores, number, depth)
    output.check()
    try:
        story = whole_story(start, settings)
    except SearchLimit as error:
        if svg or trace or steps or step or not (html or show):
            raise _too_large(start, settings) from error
        story = None
    if html or show:
        _write_page(start, settings, story, output, show)
    if story:
        _write_files(story, output, theme)
        _print_story(story, steps, step, bool(html or show or svg or trace), plain)


def _check_options(order: Order, seed: int | None, both: bool) -> None:
    """Reject options that cannot be combined."""
    if seed is not None and order != "random":
        raise click.UsageError("--seed works only with --order random")
    if both:
        raise click.UsageError(
            "--steps and --step cannot be combined: use --steps to print all steps, or --step to see them one at a time"
        )


def _write_page(start: Position, settings: StorySettings, story: Story | None, output: _Output, show: bool) -> None:
    """Write the web page, and open it in the browser if requested."""
    page, summary = _page(start, settings, story)
    path = output.html or Path(tempfile.gettempdir(), f"noughts-{secrets.token_hex(4)}.html")
    output.write(path, page, summary)
    if show and not is_stdout(path):
        show_page(path, output.messages)


def _page(start: Position, settings: StorySettings, story: Story | None) -> tuple[str, str]:
    """Return a page that covers all algorithms, and a summary of that page.

    If the tree is too large to explain every step, the page shows an atlas of all positions instead.
    """
    from noughts.explain.story.atlas import atlas
    from noughts.render.explorer import page

    stories = [story] if story else []
    for other in ALGORITHMS:
        if other != settings.algorithm:
            with suppress(SearchLimit):
                stories.append(whole_story(start, replace(settings, algorithm=other, form=None)))
    names = ", ".join(story.algorithm for story in stories)
    if story:
        return page(stories), f"{names}; works offline"
    positions = atlas(start, unit=settings.unit, order=settings.order, seed=settings.seed)
    summary = f"the tree is too large to show the steps of {settings.algorithm}, so the page opens it move by move"
    return page([positions, *stories]), summary + (f"; also {names}" if names else "")


def _write_files(story: Story, output: _Output, theme: Theme) -> None:
    """Write the picture of the tree and the trace of the search, if requested."""
    if output.svg:
        from noughts.render.tree.svg import tree_svg

        output.write(output.svg, tree_svg(story, theme=theme), f"the tree, {searched_words(story)}")
    if output.trace:
        from noughts.explain.story.trace_format import to_json

        output.write(output.trace, to_json(story), f"the trace, {plural(len(story.events), 'step')}")


def _print_story(story: Story, steps: bool, step: bool, has_files: bool, plain: bool) -> None:
    """Print an explained search, or show its steps one at a time. If files are written, print the search only with
    --steps.
    """
    if step:
        walk(story, Screen(plain))
    elif steps or not has_files:
        say(_text(story, steps, plain))


def _text(story: Story, steps: bool, plain: bool) -> str:
    """Return the pseudocode of an explained search as text, followed by the search tree or the steps."""
    width = columns(sys.stdout) or None
    step_list = f"{listing(story)}\n\n{searched_words(story).capitalize()}."
    content = step_list if steps else tree_text(story, ascii=plain, width=width)
    text = f"{story.form.title}\n{pseudocode(story)}\n\n{_legend(story)}\n\n{content}"
    return in_ascii(text) if plain else text


def _legend(story: Story) -> str:
    """Return a line that explains the scores and how to repeat a random move order."""
    size = {"one": "1", "ten": "10", "depth": "(10 − plies from here)", "noughts": "(1 + cells left empty)"}[story.unit]
    view = story.position.turn if story.view == "max" else "the player to move"
    estimate = "; values between them are estimates" if any(node.end == "horizon" for node in story.nodes) else ""
    order = "" if story.seed is None else f" Moves are tried in a random order: --seed {story.seed} repeats it."
    return f"Scores for {view}: +{size} win, 0 draw, −{size} loss{estimate}.{order}"


def _too_large(start: Position, settings: StorySettings) -> NoughtsError:
    """Return an error that suggests a smaller search, such as one with a transposition table."""
    depth = f"--depth {_small_depth(start)}"
    advice = f"use {depth}"
    table = replace(settings, algorithm="transposition", form=None)
    for smaller, option in ((table, ""), (replace(table, order="centre"), " --order centre")):
        with suppress(SearchLimit):
            count = whole_story(start, smaller).searched
            advice = f"use -a transposition{option}, which searches only {count:,} states, or {depth}"
            break
    return NoughtsError(
        "the tree is too large to explain every step: open it move by move with --html FILE, "
        f"{advice}, or explain a later position"
    )


def _small_depth(start: Position) -> int:
    """Return the largest depth (at least 1) at which the tree from a position is sure to be small enough."""
    depth, states, lines = 0, 1, 1
    while states <= MOST_NODES and depth < start.empty.bit_count():
        lines *= min(len(start.moves), start.empty.bit_count() - depth)
        states, depth = states + lines, depth + 1
    return max(1, depth - 1)
