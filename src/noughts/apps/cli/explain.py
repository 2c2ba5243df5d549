"""`noughts explain POSITION`: the story of a search, in the terminal, as a page, as a picture, as JSON."""

import secrets
import sys
import tempfile
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import click

from noughts.apps.cli.common import (
    OUTPUT,
    SCORES_HELP,
    force_option,
    game_option,
    get_position,
    plain_option,
    turn_option,
)
from noughts.apps.cli.prose import columns, say
from noughts.apps.cli.screen import Screen
from noughts.apps.cli.steps import listing, pseudocode, walk
from noughts.apps.writing import Kind, begins, check_target, is_stdout, writing
from noughts.explain.pseudocode import FORMS
from noughts.explain.scores import UNITS, Unit
from noughts.explain.story import ALGORITHMS, NUMBERINGS, ORDERS, Algorithm, Numbering, Order, Story
from noughts.explain.telling import USUAL_DEPTH, tell
from noughts.explain.words import plural
from noughts.render.theme import THEMES, Theme
from noughts.render.tree import in_ascii, searched_words, tree_text
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.search.result import SearchLimit

PAGE = Kind(
    "a page that noughts explain wrote",
    begins(
        r'<!doctype html>\s+<html lang="en">\s+<head>\s+<meta charset="utf-8">\s+'
        r"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-[^']*'; "
        r"style-src 'sha256-[^']*'; img-src data:; base-uri 'none'; form-action 'none'\">"
    ),
)
PICTURE = Kind(
    "a picture that noughts explain wrote",
    begins(r'<svg xmlns="http://www.w3.org/2000/svg" [^>]* class="n-[a-z]+" role="img"><title>Search tree: '),
)
TRACE = Kind("a trace that noughts explain wrote", begins(r'\{\s*"format":\s*"noughts-trace"'))


@click.command()
@click.argument("position")
@game_option
@turn_option
@click.option(
    "--algorithm", "-a", type=click.Choice(ALGORITHMS), default="minimax", show_default=True, help="The search."
)
@click.option("--form", type=click.Choice(list(FORMS)), help="The pseudocode; minimax has lists, j and max-min.")
@click.option(
    "--order", type=click.Choice(ORDERS), default="centre", show_default=True, help="Centre, corners, edges; or others."
)
@click.option("--seed", type=int, help="Which --order random: the same seed gives the same order.  [default: 0]")
@click.option("--scores", type=click.Choice(UNITS), default="ten", show_default=True, help=SCORES_HELP)
@click.option(
    "--number",
    type=click.Choice(NUMBERINGS),
    default="level",
    show_default=True,
    help="Number states by level or visit.",
)
@click.option("--depth", type=click.IntRange(min=1), help=f"How far depth-limited looks.  [default: {USUAL_DEPTH}]")
@click.option("--steps", is_flag=True, help="Print every step with its line of pseudocode.")
@click.option("--step", is_flag=True, help="Go step by step: Enter next, b back, q quit.")
@click.option("--html", type=OUTPUT, metavar="FILE", help="Write a page that plays the story, with no network.")
@click.option("--svg", type=OUTPUT, metavar="FILE", help="Write the tree as a picture.")
@click.option(
    "--json", "trace", type=OUTPUT, metavar="FILE", help="Write the trace. A dash as FILE is standard output."
)
@force_option
@click.option("--theme", type=click.Choice(THEMES), default="auto", show_default=True, help="The picture's colours.")
@click.option("--open", "show", is_flag=True, help="Open the page in the browser.")
@plain_option
def command(
    position: str,
    game: Game | None,
    turn: Player | None,
    algorithm: Algorithm,
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
    """Tell how a search finds the move in POSITION: the states it looks at, what each answers, what is left out.

    POSITION is as in `noughts analyse`. Without other options the pseudocode and the whole tree are printed.

    \b
    noughts explain 'o_x/x2_/x2o x'
    noughts explain o_x/x2_/x2o --algorithm alphabeta --step
    noughts explain xox/o2_/3_ --scores depth --html story.html --open
    """
    _check(algorithm, order, seed, depth, steps and step, [html, svg, trace], bool(html or show))
    start = get_position(position, game, turn)

    def told(algorithm: Algorithm, form: str | None = None) -> Story:
        ahead = depth if algorithm == "depth-limited" else None
        return tell(
            start,
            algorithm=algorithm,
            form=form,
            order=order,
            seed=seed or 0,
            unit=scores,
            numbering=number,
            depth=ahead,
        )

    for file, kind in ((html, PAGE), (svg, PICTURE), (trace, TRACE)):
        if file:
            check_target(file, kind, force=force)
    said = partial(say, stream=sys.stderr if any(map(is_stdout, (html, svg, trace))) else sys.stdout)
    try:
        story = told(algorithm=algorithm, form=form)
    except SearchLimit as error:
        if svg or trace or steps or step or not (html or show):
            raise _too_large(algorithm, depth, told) from error
        story = None
    if html or show:
        page, words = _page(start, story, algorithm, told, scores, order, seed or 0)
        path = html or _temporary()
        _write(path, PAGE, force, page, words, said)
        if show and not is_stdout(path) and not webbrowser.open(path.absolute().as_uri()):
            said(f"No browser was found: open {path} yourself.")
    if story is None:
        return
    if svg:
        from noughts.render.tree_svg import tree_svg

        _write(svg, PICTURE, force, tree_svg(story, theme=theme), f"the tree, {searched_words(story)}", said)
    if trace:
        from noughts.explain.trace_format import to_json

        _write(trace, TRACE, force, to_json(story), f"the trace, {plural(len(story.events), 'step')}", said)
    if step:
        walk(story, Screen(plain or not _shows("├−≤")))
    elif steps or not (html or show or svg or trace):
        say(_text(story, steps, plain or not _shows("├−≤")))


def _check(
    algorithm: Algorithm,
    order: Order,
    seed: int | None,
    depth: int | None,
    both: bool,
    files: list[Path | None],
    page: bool,
) -> None:
    """Refuse options that do not go together."""
    if depth is not None and algorithm != "depth-limited" and not page:
        raise click.UsageError("--depth is how far --algorithm depth-limited looks: the others look to the end")
    if seed is not None and order != "random":
        raise click.UsageError("--seed goes with --order random")
    if both:
        raise click.UsageError("--steps prints every step, --step shows one at a time: give one of them")
    if sum(map(is_stdout, files)) > 1:
        raise click.UsageError("only one of --html, --svg, --json can go to standard output")
    regular = [file.resolve() for file in files if file and (file.is_file() or not file.exists())]
    if len(set(regular)) < len(regular):
        raise click.UsageError("--html, --svg and --json write different files: give each its own name")


def _text(story: Story, steps: bool, plain: bool) -> str:
    """Return the story as it is printed: the pseudocode, the tree or the steps, and the answer."""
    width = columns(sys.stdout) or None
    found = f"{listing(story)}\n\n{searched_words(story).capitalize()}."
    middle = found if steps else tree_text(story, ascii=plain, width=width)
    text = f"{story.form.title}\n{pseudocode(story)}\n\n{_legend(story)}\n\n{middle}"
    return in_ascii(text) if plain else text


def _legend(story: Story) -> str:
    """Return what the scores mean, and how a random order can be had again."""
    size = {"one": "1", "ten": "10", "depth": "(10 − plies from here)", "noughts": "(1 + cells left empty)"}[story.unit]
    whose = f"{story.position.turn}'s" if story.view == "max" else "those of the player to move"
    estimate = "; between them, estimates" if any(node.end == "horizon" for node in story.nodes) else ""
    order = "" if story.seed is None else f" Moves are tried in a random order: --seed {story.seed} repeats it."
    return f"Scores are {whose}: +{size} a win, 0 a draw, −{size} a loss{estimate}.{order}"


def _page(
    start: Position,
    story: Story | None,
    algorithm: Algorithm,
    told: Callable[..., Story],
    unit: Unit,
    order: Order,
    seed: int,
) -> tuple[str, str]:
    """Return the page, among whose algorithms one can switch, and what is on it in words.

    Where a tree is too large to be told, there is the atlas of all positions.
    """
    from noughts.explain.atlas import atlas
    from noughts.render.explorer import page

    stories = [story] if story else []
    for other in ALGORITHMS:
        if other != algorithm:
            try:
                stories.append(told(algorithm=other))
            except SearchLimit:  # too large to be told
                continue
    names = ", ".join(story.algorithm for story in stories)
    if story:
        return page(stories), f"{names}; it needs no network"
    positions = atlas(start, unit=unit, order=order, seed=seed)
    words = f"the tree is too large for the steps of {algorithm}, so the page opens it move by move"
    return page([positions, *stories]), words + (f"; also {names}" if names else "")


def _too_large(algorithm: Algorithm, depth: int | None, told: Callable[..., Story]) -> NoughtsError:
    """Return what to do instead: first a table, where the tree is small enough with one."""
    less = f"take --depth {max((depth or USUAL_DEPTH) - 1, 1)}"
    if algorithm != "depth-limited":
        less = "take -a depth-limited"
        with suppress(SearchLimit):  # too large with a table too
            count = told(algorithm="transposition").searched
            less = f"take -a transposition, whose table leaves {count:,} states to search, or -a depth-limited"
    return NoughtsError(
        "the tree is too large to tell every step: open it move by move with --html FILE, "
        f"{less}, or explain a later position"
    )


def _temporary() -> Path:
    """Return a name for a page that is only to be opened in the browser."""
    return Path(tempfile.gettempdir(), f"noughts-{secrets.token_hex(4)}.html")


def _write(path: Path, kind: Kind, force: bool, text: str, words: str, said: Callable[[str], None]) -> None:
    with writing(path, kind, force=force) as file:
        file.write((text.rstrip("\n") + "\n").encode())
    if not is_stdout(path):
        said(f"{path}: {words}.")


def _shows(text: str) -> bool:
    """Return whether the terminal has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
