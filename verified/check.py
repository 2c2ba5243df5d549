"""Check proof files with the proved checker: ``python verified/check.py FILE...``.

First run ``make verified``. This script verifies the checksum of each file and unpacks it. The claims that the checker
prints hold whatever this script does: they are about the bytes that it passes on.
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
    digest, inflate, last = sha256(), zlib.decompressobj(), b""
    with path.open("rb") as file, subprocess.Popen([CHECKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as checker:
        assert checker.stdin
        assert checker.stdout
        try:
            with suppress(BrokenPipeError):  # the checker says why it stops reading
                while piece := file.read(1 << 16):
                    piece, last = (last + piece)[:-32], (last + piece)[-32:]
                    digest.update(piece)
                    checker.stdin.write(inflate.decompress(piece))
                checker.stdin.close()
        except zlib.error as error:
            checker.kill()
            raise Rejected(f"This is not a whole proof file: {error}.") from None
        printed = checker.stdout.read().decode()
    if checker.returncode:
        raise Rejected(printed.strip() or "The checker was stopped.")
    if not inflate.eof or inflate.unused_data or digest.digest() != last:
        raise Rejected("The file is damaged: it does not match its checksum.")
    return printed


if __name__ == "__main__":
    if not CHECKER.exists():
        sys.exit("The checker is not built yet. To build it: make verified")
    for name in sys.argv[1:]:
        try:
            print(f"{name}\n{check(Path(name))}", flush=True)
        except Rejected as reason:
            sys.exit(f"{name}\n{reason}")
        except OSError as error:
            sys.exit(f"cannot read {name}: {error.strerror}")
