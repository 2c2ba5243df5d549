"""Run a gomoku engine, and answer the command ABOUT in its place. c-gomoku-cli needs an answer, but engines such as
Wine send none."""

import subprocess
import sys

with subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, encoding="utf-8") as engine:
    assert engine.stdin
    for line in sys.stdin:
        if line.strip().upper() == "ABOUT":
            print('name="other", version="?", author="?", country="?"', flush=True)
        else:
            engine.stdin.write(line)
            engine.stdin.flush()
        if line.strip().upper() == "END":
            break
