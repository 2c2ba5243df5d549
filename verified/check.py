"""Check proof files with the proved checker: ``python verified/check.py FILE...``.

First run ``make verified``. This script verifies the checksum of each file and unpacks it. The claims that the checker
prints hold whatever this script does: they are about the bytes that it passes on.
"""

import subprocess
import sys
import zlib
from hashlib import sha256
from pathlib import Path

CHECKER = Path(__file__).parents[1] / "build" / "verified" / "checker"


def check(path: Path) -> str | None:
    """Return what the checker prints about a proof file, or None if it or the checksum rejects the file."""
    data = path.read_bytes()
    inflate = zlib.decompressobj()
    with subprocess.Popen([CHECKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as checker:
        assert checker.stdin
        assert checker.stdout
        try:
            for start in range(0, len(data) - 32, 1 << 16):
                checker.stdin.write(inflate.decompress(data[start : min(start + (1 << 16), len(data) - 32)]))
            checker.stdin.close()
        except (BrokenPipeError, zlib.error):
            checker.kill()
        printed = checker.stdout.read().decode()
    intact = inflate.eof and not inflate.unused_data and sha256(data[:-32]).digest() == data[-32:]
    return printed if intact and checker.returncode == 0 else None


if __name__ == "__main__":
    for name in sys.argv[1:]:
        printed = check(Path(name))
        print(f"{name}\n{printed or 'The proof fails.'}", flush=True)
        if not printed:
            sys.exit(1)
