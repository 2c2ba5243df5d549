"""Read table files. Files are memory-mapped. Each block is checked and unpacked when it is first needed."""

import mmap
import os
from hashlib import sha256
from pathlib import Path
from threading import Lock
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from noughts.solver.progress import Progress
from noughts.solver.tablebase.index import Index
from noughts.solver.tablebase.layout import BLOCK, TableError, read_end, read_start, unpack

SHIFT = BLOCK.bit_length() - 1
"""Shifting an address right by this many bits gives the number of its block."""

_HEAD = 1 << 16  # bytes to read first; nearly all headers fit
_PIECE = 1 << 20


class Reader:
    """The entries of a table, which are read from its file when they are needed.

    Damaged data is never used: opening the file checks the header and the footer, and `need` checks a block.

    Attributes:
        path: the file.
        start: the header of the file.
        index: the index of the game.
        size: the size of the file in bytes.
        sha: the SHA-256 in the footer of the file.
        entries: all entries. The entries of a block are valid after `need`.
        ready: for each block, whether its entries are valid.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._file = path.open("rb")
        try:
            self.size = self._size_now()
            self._read()
        except BaseException as error:
            self._file.close()
            if isinstance(error, ValueError):
                raise TableError(f"{path}: {error}") from None
            raise

    def close(self) -> None:
        """Close the file, but keep the blocks that have already been read."""
        self._bytes.close()
        self._file.close()

    def need(self, block: int) -> None:
        """Read a block, unless it has already been read.

        Raises:
            TableError: the block is damaged, or the file was truncated or closed.
        """
        with self._lock:
            if not self.ready[block]:
                begin = block * BLOCK
                entries = self.entries[begin : begin + BLOCK]
                entries[:] = self._unpacked(block, len(entries))
                self.ready[block] = 1
                self._unread -= 1

    def need_all(self, addresses: NDArray[np.int64]) -> None:
        """Read the blocks that contain the given addresses. This method raises the same errors as `need`."""
        if self._unread:
            wanted = np.zeros(len(self.ready), bool)
            wanted[addresses >> SHIFT] = True
            for block in np.flatnonzero(wanted & (np.frombuffer(self.ready, np.uint8) == 0)).tolist():
                self.need(block)

    def tier(self, stones: int) -> NDArray[np.uint8]:
        """Return the entries of all positions with the given number of stones.

        This method raises the same errors as `need`.
        """
        tier = self.index.tiers[stones]
        for block in range(tier.first >> SHIFT, (tier.first + tier.entries - 1 >> SHIFT) + 1):
            self.need(block)
        return self.entries[tier.first : tier.first + tier.entries]

    def check(self, progress: Progress | None = None) -> None:
        """Check every byte: verify the checksum of each block, then the checksum of the whole file.

        Args:
            progress: called with the number of blocks checked and their total number.

        Raises:
            TableError: the file is damaged; the message says where.
        """
        for block in range(len(self.ready)):
            self._unpacked(block, min(BLOCK, self.start.entries - block * BLOCK))
            if progress:
                progress(block + 1, len(self.ready))
        sha, last = sha256(), self.size - 36  # all but the SHA-256 and the last CRC32
        for begin in range(0, last, _PIECE):
            sha.update(self._mapped(begin, min(begin + _PIECE, last)))
        if sha.digest() != self.sha:
            raise TableError(f"{self.path}: the SHA-256 of the file differs from the one in its footer")

    def _read(self) -> None:
        head = self._file.read(_HEAD)
        longest = int.from_bytes(head[12:16], "little") + 20
        if _HEAD < longest <= self.size:
            head += self._file.read(longest - _HEAD)
        self.start, first = read_start(head)
        expected = first + self.start.data + self.start.end
        if self.size != expected:
            kind = "truncated" if self.size < expected else "too long"
            raise TableError(f"it is {kind}: it has {self.size:,} bytes, expected {expected:,}")
        self._file.seek(self.size - self.start.end)
        begins, self._sums, self.sha = read_end(self._file.read(self.start.end), self.start)
        self._begins = begins + first
        self.index = Index(self.start.game, self.start.entries)
        if self.index.entries != self.start.entries or len(self.start.tiers) != len(self.index.tiers):
            raise TableError("its header cannot be read")
        self.entries = np.zeros(self.start.entries, np.uint8)  # memory is used only where blocks are read
        self.ready, self._unread = bytearray(self.start.blocks), self.start.blocks
        self._bytes = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)

    def _unpacked(self, block: int, entries: int) -> NDArray[np.uint8]:
        begin, end = int(self._begins[block]), int(self._begins[block + 1])
        where = f"{self.path}: block {block + 1} of {len(self.ready)} (bytes {begin:,} to {end:,})"
        packed = self._mapped(begin, end)
        if crc32(packed) != self._sums[block]:
            raise TableError(f"{where} is damaged")
        try:
            return unpack(packed, entries)
        except TableError as error:
            raise TableError(f"{where}: {error}") from None

    def _mapped(self, begin: int, end: int) -> bytes:
        """Return a range of bytes from the file.

        Check the file's size first: reading beyond the end would crash the program.
        """
        if self._file.closed:
            raise TableError(f"{self.path}: the table is closed")
        now = self._size_now()
        if now < self.size:
            raise TableError(f"{self.path}: it has become shorter: it had {self.size:,} bytes, and now has {now:,}")
        return self._bytes[begin:end]

    def _size_now(self) -> int:
        return os.fstat(self._file.fileno()).st_size
