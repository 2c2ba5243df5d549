"""Draw the pictures in the README and the docs.

Run `python docs/make_pictures.py` after a change; a test fails when a picture is out of date.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from noughts import Evaluation, MoveEvaluation, Position, analyse, game, open_lines, position
from noughts.explain.story.build_story import tell
from noughts.explain.words import plural
from noughts.render.bars import bars_svg
from noughts.render.board.svg import board_svg
from noughts.render.markup import frame, quoted
from noughts.render.tree.sheet import tree_sheet_svg
from noughts.render.tree.svg import tree_svg
from noughts.search.order import image

HERE = Path(__file__).parent / "pictures"

ROOMS = {  # from the top: the three floors of the house, and what each room does
    "people": {
        "terminal": "the commands, the prompt and the full screen",
        "notebook": "a board to click",
        "web": "the page: play, analyse, explore and learn in a browser",
        "session": "a game between two players, without input or output",
    },
    "tools": {
        "adapters": "other people’s libraries: environments for learning",
        "cluster": "a large proof on many machines",
        "puzzles": "finds, proves, rates and explains puzzles",
        "grading": "runs and judges a student’s program",
        "engines": "other programs’ protocols, as an engine and as its driver",
        "oracle": "what a policy is exactly worth, as fractions",
        "system": "files, child processes and signals",
    },
    "core": {
        "render": "values in; text, SVG or HTML out",
        "explain": "why: of a move, of a game, of each step of a search",
        "players": "levels, searches and functions that choose moves; matches",
        "solver": "the truth, quickly; proofs, tables, counting",
        "search": "looks ahead: one textbook algorithm a file",
        "rules": "which moves are legal and who won; a game is data",
    },
}


def pictures() -> dict[str, str]:
    """Return all pictures as SVG, by file name."""
    middle = position("o_x/x2_/x2o x")
    opening = position("3_/_x_/2_o x")
    return {
        "analysed.svg": board_svg(middle, evaluation=analyse(middle), caption="X to move"),
        "opening.svg": board_svg(opening, last=8, evaluation=analyse(opening), caption="X to move"),
        "won.svg": board_svg(middle.play("b2"), last=4, caption="X wins"),
        "architecture.svg": layers(),
        "learning.svg": learning(),
        "workers.svg": workers(),
        **steps(),
    }


def steps() -> dict[str, str]:
    """Return the pictures of the tutorial as SVG, by file name."""
    start = Position(game("tictactoe"))
    middle = position("o_x/x2_/x2o x")
    tree = tell(middle)
    two_ways = [board_svg(start, moves=moves) for moves in ((0, 4, 8, 2), (8, 2, 0, 4))]
    first = position("_xo/_o_/x2_ x")
    images = [image(first, symmetry) for symmetry in first.game.symmetries]
    return {
        "step-draw.svg": board_svg(position("xox/xox/oxo x"), caption="draw"),
        "step-lost.svg": board_svg(position("3o/2x_/xox x"), caption="O wins"),
        "step-tree-empty.svg": tree_sheet_svg(tree, scale=1.2),
        "step-tree-full.svg": tree_sheet_svg(tree, filled=True, scale=1.2),
        "winners-empty.svg": tree_sheet_svg(tree, winners=True, scale=1.2),
        "winners-full.svg": tree_sheet_svg(tree, filled=True, winners=True, scale=1.2),
        "step-article.svg": tree_svg(tell(middle, order="centre", numbering="level")),
        "step-negamax.svg": tree_svg(tell(middle, algorithm="negamax")),
        "step-alphabeta.svg": tree_svg(tell(middle, algorithm="alphabeta")),
        "step-cut-offs.svg": tree_svg(tell(position("_2o/_x_/xox x"), algorithm="alphabeta")),
        "step-orders.svg": bars_svg(
            {"edges first": 42_094, "row by row": 18_297, "centre first": 7_275, "best move first": 1_892},
            title="Alpha-beta from the empty board: states searched",
        ),
        "step-two-ways.svg": beside(
            two_ways, 2, "Two ways to the same board", "X a1, O b2, X c3, O c1; or X c3, O c1, X a1, O b2."
        ),
        "step-images.svg": beside(
            [board_svg(turned, coordinates=False) for turned in images],
            4,
            "Eight images of one position",
            "A position with X on b1 and a3 and O on c1 and b2, in its four rotations and their mirror images.",
            scale=0.6,
        ),
        "step-evaluation.svg": estimates(Position(game("5,5,4"))),
        "step-boards.svg": bars_svg(
            {
                "3,3,3: minimax": 549_946,
                "3,3,3: the solver": 98,
                "4,3,3: minimax": 276_911_233,
                "4,3,3: the solver": 92,
                "4,4,3: minimax": 2_031_207_626_081,
                "4,4,3: the solver": 44,
                "4,4,4: minimax": 36_277_691_063_105,
                "4,4,4: the solver": 19_335,
            },
            title="States searched from the empty board",
        ),
        "step-ladder.svg": bars_svg(
            {
                "minimax": 549_946,
                "negamax": 549_946,
                "alpha-beta": 20_866,
                "centre first": 7_865,
                "with a table": 2_147,
                "with symmetry": 518,
                "the solver": 98,
            },
            title="Tic-tac-toe from the empty board: states searched",
        ),
    }


def layers() -> str:
    """Return the picture of the architecture: the rooms on three floors, with the kernel beside the room that uses
    it."""
    left, width, height, gap, y = 44, 560, 28, 4, 36
    body = ['<text class="n-says" x="12" y="22">Each room uses only the rooms below it</text>']
    for floor, rooms in ROOMS.items():
        body.append(f'<text class="n-text" x="{left}" y="{y + 14}">{floor}</text>')
        y += 20
        for room, does in rooms.items():
            body.append(f'<rect class="n-box n-plain" x="{left}" y="{y}" width="{width}" height="{height}" rx="6"/>')
            body.append(f'<text class="n-says" x="{left + 12}" y="{y + 19}">{room}</text>')
            body.append(f'<text class="n-text" x="{left + 108}" y="{y + 19}">{does}</text>')
            if room == "solver":
                x, middle = left + width + 26, y + height // 2
                body.append(f'<path class="n-chosen" d="M{left + width} {middle}h12"/>')
                body.append(f'<path class="n-head" d="M{x} {middle}l-16 -8v16z"/>')
                body.append(f'<rect class="n-box n-plain" x="{x}" y="{y}" width="116" height="{height}" rx="6"/>')
                body.append(f'<text class="n-says" x="{x + 12}" y="{y + 19}">kernel (C++)</text>')
            y += height + gap
        y += 8
    bottom = y - gap - 8
    body.append(f'<path class="n-chosen" d="M24 36V{bottom - 14}"/>')
    body.append(f'<path class="n-head" d="M24 {bottom}l-8 -16h16z"/>')
    rooms = [(room, does) for floor in ROOMS.values() for room, does in floor.items()]
    described = "; ".join(f"{room}: {does}" for room, does in rooms)
    title = "The architecture: seventeen rooms on three floors, and the kernel"
    described = f"From the top: {described}. The solver also uses the kernel, in C++, for speed."
    return frame("".join(body), x + 116 + 12, bottom + 12, title, described, theme="auto")


def learning() -> str:
    """Return the learning curves of the three agents of examples/rl, from the output of the scripts."""
    kinds = [  # the class of the line, its name, and its number in a row of the table
        ("n-chosen", "exploitability", lambda row: row[1]),
        ("n-run", "share of moves that give something away", lambda row: 1 - row[2]),
        ("n-snip", "share of games lost against random", lambda row: row[3]),
    ]
    body, x = [], 12
    for kind, name, _ in kinds:
        body.append(f'<path class="{kind}" d="M{x} 20h20"/><text class="n-text" x="{x + 26}" y="24">{name}</text>')
        x += 44 + 7 * len(name)
    described, width, height, top = [], 180, 130, 64
    for number, agent in enumerate(("q_learning", "dqn", "maskable_ppo")):
        lines = (HERE.parent / "learning" / f"{agent}.csv").read_text(encoding="utf-8").splitlines()[1:]
        rows = [tuple(map(float, line.split(","))) for line in lines]
        left, most = 34 + number * (width + 48), rows[-1][0]
        body.append(f'<text class="n-says" x="{left}" y="{top - 10}">{agent}.py</text>')
        for share in (0, 0.5, 1):
            y = top + height * (1 - share)
            body.append(f'<path class="n-tg" d="M{left} {y:g}h{width}"/>')
            body.append(f'<text class="n-tick" x="{left - 14}" y="{y + 4:g}">{share:g}</text>')
        for kind, _, read in kinds:
            points = [f"{left + width * row[0] / most:.5g} {top + height * (1 - read(row)):.5g}" for row in rows]
            body.append(f'<path class="{kind}" style="fill:none;stroke-width:2" d="M{"L".join(points)}"/>')
        body.append(f'<text class="n-tick" x="{left}" y="{top + height + 16}">0</text>')
        body.append(f'<text class="n-tick" x="{left + width - 24}" y="{top + height + 16}">{most:,.0f} moves</text>')
        described.append(f"{agent}: exploitability {rows[0][1]:g} at first, {rows[-1][1]:g} after {most:,.0f} moves")
    title = "What three agents are worth while they learn"
    return frame("".join(body), x + 12, top + height + 28, title, f"{'; '.join(described)}.", theme="auto")


def workers() -> str:
    """Return the picture of the speed-up of a distributed run with more workers, as benchmarks/workers.py computed
    it."""
    lines = (HERE.parent / "cluster" / "workers.csv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split(",") for line in lines]
    numbers = {plural(int(count), "worker"): round(float(times)) for count, _, times in rows}
    return bars_svg(numbers, title="8,8,5 after d4, in 961 jobs: times as fast as one worker")


def estimates(board: Position) -> str:
    """Return a picture of the board with the evaluation function's estimate for every move, without a search."""
    after = {move: board.play(move) for move in board.moves}
    moves = (MoveEvaluation(move, reached, estimate=-open_lines(reached)) for move, reached in after.items())
    return board_svg(board, evaluation=Evaluation(board, moves=tuple(moves)), caption="X to move")


def beside(parts: Sequence[str], columns: int, title: str, described: str, scale: float = 1) -> str:
    """Arrange pictures of equal size in rows and return them as one picture."""
    size_of_part = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', parts[0])
    assert size_of_part
    width, height = float(size_of_part[1]) + 16, float(size_of_part[2]) + 16
    rows = -(-len(parts) // columns)
    inside = []
    for number, part in enumerate(parts):
        place = f'x="{number % columns * width:g}" y="{number // columns * height:g}"'
        part = re.sub(r"<(style|title|desc)>.*?</\1>", "", part) if number else part
        inside.append(part.replace("<svg ", f"<svg {place} ", 1))
    size = f"{columns * width - 16:g} {rows * height - 16:g}"
    scaled = f'width="{columns * width * scale:g}" height="{rows * height * scale:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" {scaled} role="img">'
        f"<title>{quoted(title)}</title><desc>{quoted(described)}</desc>{''.join(inside)}</svg>"
    )


if __name__ == "__main__":
    for name, picture in pictures().items():
        (HERE / name).write_text(picture + "\n", encoding="utf-8")
