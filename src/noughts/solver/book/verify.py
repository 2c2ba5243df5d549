"""Check an opening book against the rules and the kernel."""

from random import Random

from noughts.rules.errors import BadFile
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.solver.book.book import Book, openings
from noughts.solver.kernels.general import GeneralKernel
from noughts.solver.progress import Progress


def verify(book: Book, *, sample: int = 0, random: Random | None = None, progress: Progress | None = None) -> int:
    """Check every entry against the entries one move later, and return the number of entries checked.

    The entries of the last ply have no entries after them. A sample of these is searched again.

    Args:
        book: the book.
        sample: how many positions of the last ply to search again.
        random: chooses the sample.
        progress: called with the number of entries checked so far and their total number.

    Raises:
        BadFile: an entry is wrong.
        NoughtsError: the kernel is not installed, and `sample` is not 0.
    """
    *tiers, last = openings(book.game, book.ply)
    again = (random or Random(0)).sample(last, min(sample, len(last)))
    kernel = GeneralKernel(book.game) if again else None
    positions = [*(position for tier in tiers for position in tier), *again]
    for done, position in enumerate(positions, start=1):
        searches = done > len(positions) - len(again)
        expected = kernel.score(position) if kernel and searches else _best(book, position)
        if book.score(position) != expected:
            raise BadFile(f"the entry of {t3en(position)} is {book.score(position)}, but must be {expected}")
        if progress:
            progress(done, len(positions))
    return len(positions)


def _best(book: Book, position: Position) -> int:
    def score(after: Position) -> int:
        known = int(after.score) if after.is_over else book.score(after)
        if known is None:
            raise BadFile(f"the book has no entry for {t3en(after)}")
        return known

    return max(-score(position.play(move)) for move in position.moves)
