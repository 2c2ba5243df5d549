"""Check proof files with the proved checker: ``python verified/check.py FILE...``.

First run ``make verified``. This script verifies the checksum of each file and unpacks it. It exits with status 1 at
the first file that is rejected. Whatever bytes this script passes on, the claims that the checker prints hold.
"""

import subprocess
import sys
import zlib
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

CHECKER = Path(__file__).parents[1] / "build" / "verified" / "checker"


class Rejected(Exception):
    """A proof file is rejected. The message is the reason."""


def check(path: Path) -> str:
    """Return what the checker prints about a proof file.

    Raises:
        Rejected: the checker or the checksum rejects the file.
    """
    digest, inflate, last, is_damaged = sha256(), zlib.decompressobj(), b"", False
    with path.open("rb") as file, subprocess.Popen([CHECKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as checker:
        assert checker.stdin
        assert checker.stdout
        with suppress(BrokenPipeError), checker.stdin:  # the checker stops reading at the first error
            try:
                while piece := file.read(1 << 16):
                    piece, last = (last + piece)[:-32], (last + piece)[-32:]
                    digest.update(piece)
                    checker.stdin.write(inflate.decompress(piece))
                is_damaged = not inflate.eof or bool(inflate.unused_data) or digest.digest() != last
            except zlib.error:
                is_damaged = True
        printed = checker.stdout.read().decode()
    if is_damaged:
        raise Rejected("This is not a proof file, or it is damaged or truncated: its checksum is wrong.")
    if checker.returncode:
        raise Rejected(printed.strip() or "The checker was stopped.")
    return printed


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("Name the files to check: python verified/check.py FILE...")
    if not CHECKER.exists():
        sys.exit("The checker is not built yet. To build it: make verified")
    for name in sys.argv[1:]:
        try:
            print(f"{name}\n{check(Path(name))}", flush=True)
        except Rejected as reason:
            sys.exit(f"{name}\n{reason}")
        except OSError as error:
            sys.exit(f"cannot read {name}: {error.strerror}")
