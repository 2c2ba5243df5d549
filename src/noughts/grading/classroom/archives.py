"""Unpack untrusted ZIP files: no path leads out of the folder, and files, bytes and depth are limited.

Links are left out, and so are the files that operating systems add.
"""

import lzma
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path, PurePosixPath

from noughts.rules.errors import NoughtsError, cut

JUNK = re.compile(
    r"\..*|__pycache__|__MACOSX|venv|env|site-packages|node_modules|Thumbs\.db|desktop\.ini|__init__\.py", re.IGNORECASE
)
"""The names of files and folders that are not a student's work, such as ``.DS_Store`` and ``.ipynb_checkpoints``."""

_CHUNK = 1 << 16  # bytes to copy at a time
_MOST_PARTS = 20  # parts of a path
_LONGEST_PART = 200  # the longest name of a file in bytes
_FAULTS = (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, zlib.error, lzma.LZMAError)


def is_zip(path: Path) -> bool:
    """Return whether a file's name ends like the name of a ZIP file."""
    return path.suffix.lower() == ".zip" and os.path.isfile(path)


class Unpacker:
    """Unpacks ZIP files, and the ZIP files inside ZIP files, until their total number or size reaches a limit.

    Args:
        files: the maximum number of files.
        size: the maximum number of bytes, unpacked.
        depth: how many ZIP files may lie within each other.
    """

    def __init__(self, *, files: int, size: int, depth: int) -> None:
        self._most_files, self._most_bytes, self._depth = files, size, depth
        self._files = self._bytes = 0
        self.problems: list[str] = []
        """The reasons why ZIP files within others were not unpacked."""

    def unpack(self, archive: Path, folder: Path) -> None:
        """Unpack an archive into a folder. A ZIP file inside the archive becomes a folder of the same name.

        Of several files with the same name, the last one keeps it, and the others get a number. So does a file with the
        name of a folder.

        Raises:
            NoughtsError: the file is damaged, has a password or is too large.
        """
        self._unpack(archive, folder, 1)

    def _unpack(self, archive: Path, folder: Path, depth: int) -> None:
        inner: list[Path] = []
        with _reading(archive) as zipped:
            found = [(parts, member) for member in zipped.infolist() if (parts := _parts(member))]
            for parts, member in sorted(found, key=lambda one: len(one[0]))[::-1]:  # folders before files
                self._files += 1
                if self._files > self._most_files:
                    raise NoughtsError(f"the archive {cut(archive.name)} has more than {self._most_files:,} files")
                if member.flag_bits & 1:
                    raise NoughtsError(
                        f"the archive {cut(archive.name)} has a password: hand in an archive without a password"
                    )
                target = free(folder.joinpath(*parts))
                target.parent.mkdir(parents=True, exist_ok=True)
                self._copy(zipped, member, target, archive)
                inner += [target] * (depth < self._depth and is_zip(target))
        for path in inner:
            try:
                self._unpack(path, free(path.with_suffix("")), depth + 1)
                path.unlink()
            except NoughtsError as error:
                self.problems.append(str(error))

    def _copy(self, zipped: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path, archive: Path) -> None:
        """Copy a file out of an archive. The limits apply to the real size of the file, not to the size that the
        archive states.
        """
        with zipped.open(member) as packed, target.open("xb") as file:
            while chunk := packed.read(_CHUNK):
                self._bytes += len(chunk)
                if self._bytes > self._most_bytes:
                    raise NoughtsError(
                        f"the archive {cut(archive.name)} is too large: expected at most "
                        f"{self._most_bytes // 1_000_000:,} MB, unpacked"
                    )
                file.write(chunk)


@contextmanager
def _reading(archive: Path) -> Iterator[zipfile.ZipFile]:
    """Open an archive for the body of a ``with`` statement. Errors in the archive raise a `NoughtsError`."""
    name = cut(archive.name)
    try:
        with zipfile.ZipFile(archive) as zipped:
            yield zipped
    except NoughtsError:
        raise
    except FileNotFoundError:
        raise NoughtsError(f"there is no file {name}") from None
    except _FAULTS:
        raise NoughtsError(f"the archive {name} is damaged or is not a ZIP file: pack it again") from None
    except OSError as error:
        raise NoughtsError(f"cannot unpack {name}: {error.strerror or error}") from None


def _parts(member: zipfile.ZipInfo) -> tuple[str, ...]:
    """Split the path of an archived file into its parts. Return an empty tuple if the file must be left out."""
    parts = PurePosixPath(member.filename.replace("\\", "/").replace(":", "_").lstrip("/")).parts
    mode = member.external_attr >> 16  # the file mode is 0 if the archive was not made on Unix
    unsafe = any(part == ".." or len(part.encode()) > _LONGEST_PART for part in parts)
    is_link = stat.S_IFMT(mode) not in (0, stat.S_IFREG)
    if not parts or member.is_dir() or unsafe or is_link or len(parts) > _MOST_PARTS:
        return ()
    return () if any(JUNK.fullmatch(part) for part in parts[:-1]) or parts[-1].startswith(".") else parts


def free(path: Path) -> Path:
    """Return the path if no file has it yet, otherwise the path with a number added, such as ``game2.py`` for
    ``game.py``.
    """
    others = (path.with_name(f"{path.stem}{number}{path.suffix}") for number in count(2))
    return next(one for one in chain([path], others) if not os.path.lexists(one))
