"""Play our strongest level against a UGI engine, using cutegames as the match manager.

    python benchmarks/matches/ugi.py --manager PATH/cutegames --game 4,4,3 --games 20

Without `--engine`, the opponent is our own level *medium*. cutegames trusts the engines' rules, so this also tests our
answers to `query`.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path


def summary(pgn: str, game: str) -> str:
    """Return two rows of a Markdown table: games won, drawn, lost, and lost by a late move, as first and as second."""
    ended = {side: Counter[str]() for side in ("first", "second")}
    for text in pgn.split('[white "')[1:]:
        side, won = ("first", "1-0") if text.startswith("noughts") else ("second", "0-1")
        result = text.partition('[Result "')[2].partition('"')[0]
        is_late = result not in (won, "1/2-1/2") and '[Adjudicated "Out of time"]' in text
        ended[side]["late" if is_late else "won" if result == won else "drawn" if result == "1/2-1/2" else "lost"] += 1
    columns = ("won", "drawn", "lost", "late")
    return "\n".join(
        f"| {game} | {side} | {' | '.join(str(ends[c]) for c in columns)} |" for side, ends in ended.items()
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--manager", type=Path, required=True, help="the path of cutegames")
    parser.add_argument("--engine", type=Path, help="the path of another UGI engine for the same game")
    parser.add_argument("--game", default="4,4,3")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=1, help="the time for each move")
    parser.add_argument("--pgn", type=Path, help="a file to which the games are appended")
    options = parser.parse_args()
    ours = ["-m", "noughts", "engine", "ugi", "--game", options.game]
    other: dict[str, str] = {"path": sys.executable, "parameters": " ".join([*ours, "--level", "medium"])}
    if options.engine:
        other = {"path": str(options.engine.resolve())}
    settings = {
        "game": "generic",
        "games": options.games,
        "concurrency": 1,
        "tournament": "roundrobin",
        "openings": {"path": "openings.txt", "repeat": True, "shuffle": False},
        "protocol": {"askturn": True},
        "adjudication": {"timeoutbuffer": 25, "maxfullmoves": 300},
        "timecontrol": {"type": "movetime", "time": int(1000 * options.seconds)},
        "pgn": {"enabled": True, "verbose": True, "override": True, "path": "games.pgn"},
        "engines": [
            {"name": "noughts", "path": sys.executable, "parameters": " ".join(ours)},
            {"name": "other"} | other,
        ],
    }
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        (Path(folder) / "openings.txt").write_text("startpos\n", encoding="utf-8")
        command = [str(options.manager.resolve()), "--settings", "settings.json"]
        status = subprocess.run(command, cwd=folder, check=False).returncode
        games = Path(folder) / "games.pgn"
        if games.exists():
            played = games.read_text(encoding="utf-8")
            if options.pgn:
                with options.pgn.open("a", encoding="utf-8") as file:
                    file.write(played)
            print(summary(played, options.game))
    return status


if __name__ == "__main__":
    sys.exit(main())
