"""Run a gomoku engine that does not answer ABOUT, such as Wine, and answer for it. c-gomoku-cli needs an answer."""

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
