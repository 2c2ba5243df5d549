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
    data = path.read_bytes()
    inflate = zlib.decompressobj()
    with subprocess.Popen([CHECKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as checker:
        assert checker.stdin
        assert checker.stdout
        try:
            with suppress(BrokenPipeError):  # the checker says why it stops reading
                for start in range(0, len(data) - 32, 1 << 16):
                    checker.stdin.write(inflate.decompress(data[start : min(start + (1 << 16), len(data) - 32)]))
                checker.stdin.close()
        except zlib.error as error:
            checker.kill()
            raise Rejected(f"This is not a whole proof file: {error}.") from None
        printed = checker.stdout.read().decode()
    if checker.returncode:
        raise Rejected(printed.strip() or "The checker was stopped.")
    if not inflate.eof or inflate.unused_data or sha256(data[:-32]).digest() != data[-32:]:
        raise Rejected("The file is damaged: it does not match its checksum.")
    return printed


if __name__ == "__main__":
    for name in sys.argv[1:]:
        try:
            print(f"{name}\n{check(Path(name))}", flush=True)
        except (Rejected, OSError) as reason:
            sys.exit(f"{name}\n{reason}")
