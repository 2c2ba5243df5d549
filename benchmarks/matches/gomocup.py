"""Play our strongest level against a gomoku engine, using c-gomoku-cli as the match manager.

    python benchmarks/matches/gomocup.py --manager PATH/c-gomoku-cli --engine PATH/pbrain-rapfi --size 8 --games 40

On boards of up to 128 cells, the games begin from random openings that the solver proves to be draws, so every loss is
a mistake. Each opening is played twice, with both sides. On larger boards, nothing is proved, and the result is given
as an Elo difference with its error bars. Games that end by a fault, such as a late move, are counted separately. The
last line is a row of a Markdown table.
"""

import argparse
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from math import log10, sqrt
from pathlib import Path
from random import Random

from noughts import Position, solve
from noughts.rules.game import mnk
from noughts.solver.kernels.limits import MOST_CELLS

_PROOF_NODES = 300_000  # for one opening; those that need more are left out
_LENGTH = 5  # in a row


def openings(size: int, plies: int, random: Random) -> Iterator[list[tuple[int, int]]]:
    """Yield random openings near the centre. On boards that the solver supports, they are proven draws."""
    near = [(x, y) for x in range(size) for y in range(size) if max(abs(2 * c + 1 - size) for c in (x, y)) <= 5]
    while True:
        start = position = Position(mnk(size, size, _LENGTH))
        points = random.sample(near, plies)
        for point in points:
            position = position.play(start.game.board.at[point])
        if size * size > MOST_CELLS or solve(position, _PROOF_NODES).value == 0:
            yield points


def elo(wins: int, draws: int, losses: int) -> str:
    """Return the Elo difference and its 95% error bar, or the score if all games ended the same way."""
    games = wins + draws + losses
    if not (wins or losses):
        return "all drawn" if draws else "none"
    mean = (wins + draws / 2) / games
    if mean in (0, 1):
        return f"{mean:.0%} of the points"
    variance = (wins * (1 - mean) ** 2 + draws * (0.5 - mean) ** 2 + losses * mean**2) / games
    error = 1.96 * sqrt(variance / games)
    low, middle, high = (
        400 * log10(1 / (1 - q) - 1) for q in (max(mean - error, 1e-3), mean, min(mean + error, 1 - 1e-3))
    )
    return f"{middle:+.0f} ({low:+.0f} to {high:+.0f})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--manager", type=Path, required=True, help="the path of c-gomoku-cli")
    parser.add_argument("--engine", type=Path, required=True, help="the path of the other engine")
    parser.add_argument("--size", type=int, default=15, help="the columns and rows of the board")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=1, help="the time for each move")
    parser.add_argument("--plies", type=int, default=4, help="the stones of an opening; 0 for the empty board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--about", action="store_true", help="answer ABOUT for an engine that does not, such as Wine")
    parser.add_argument("--fatal", action="store_true", help="end the match at the first protocol error")
    options = parser.parse_args()
    ours = shlex.join([sys.executable, "-m", "noughts", "engine", "gomocup", "--seed", str(options.seed)])
    other = [str(options.engine.resolve())]
    if options.about:
        other = [sys.executable, str(Path(__file__).with_name("about.py")), *other]
    with tempfile.TemporaryDirectory() as folder:
        command = [str(options.manager.resolve()), "-each", f"tc=0/{options.seconds:g}"]
        command += ["-engine", "name=noughts", f"cmd={ours}", "-engine", "name=other"]
        command += [f"cmd={shlex.join(other)}", "-rule", "0", "-boardsize", str(options.size)]
        command += ["-games", str(options.games), "-repeat", "-sgf", "games.sgf"]
        command += ["-fatalerror"] * options.fatal
        if options.plies:
            found = openings(options.size, options.plies, Random(options.seed))
            half = options.size // 2
            lines = [
                ", ".join(f"{x - half},{y - half}" for x, y in next(found)) for _ in range((options.games + 1) // 2)
            ]
            (Path(folder) / "openings.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
            command += ["-openings", "file=openings.txt", "type=offset", "order=sequential"]
        ended = results(played(command, folder))
    if not ended:
        print("no game was finished", file=sys.stderr)
        return 1
    won, drawn, lost = (ended[result] for result in ("won", "drawn", "lost"))
    kind = "the empty board" if not options.plies else "drawn" if options.size**2 <= MOST_CELLS else "random"
    print(
        f"| {options.engine.name} | {options.size} × {options.size} | {options.seconds:g} s | {kind} | {won} | {drawn} "
        f"| {lost} | {ended['our fault']} | {ended['their fault']} | {elo(won, drawn, lost)} |"
    )
    return 0


def played(command: list[str], folder: str) -> Iterator[str]:
    """Run the manager, show its progress, and yield its lines."""
    if shutil.which("stdbuf"):  # otherwise all lines come at the end
        command = ["stdbuf", "-oL", *command]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    ) as process:
        assert process.stdout
        for line in map(str.strip, process.stdout):
            if re.search("Finished|Score|error", line):
                print(line, file=sys.stderr, flush=True)
            yield line


def results(lines: Iterable[str]) -> Counter[str]:
    """Count our won, drawn and lost games, and the games that ended by a fault: late, illegal or no moves."""
    ended, before, reason = Counter[str](), (0, 0, 0), ""
    for line in lines:
        if finished := re.search(r"Finished game .*\{(.*)\}", line):
            reason = finished[1]
        # The score is right even where the reason names the wrong colour, as after a fault before the first move.
        if score := re.match(r"Score of noughts vs .*: (\d+) - (\d+) - (\d+)", line):
            won, lost, drawn = (int(count) for count in score.groups())
            is_fault = re.search("forfeit|illegal|crash", reason)
            for result, fault, count in (
                ("won", "their fault", won - before[0]),
                ("lost", "our fault", lost - before[1]),
                ("drawn", "drawn", drawn - before[2]),
            ):
                ended[fault if is_fault else result] += count
            before = won, lost, drawn
    return +ended


if __name__ == "__main__":
    sys.exit(main())
