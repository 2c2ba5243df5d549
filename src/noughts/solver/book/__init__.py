"""Opening books: the exact scores of the first positions of a game, for games whose opening takes too long to search.

`build` computes a book with the compiled kernel, `Book` looks up scores, and `verify` checks every entry.
"""

from noughts.solver.book.book import Book, openings
from noughts.solver.book.build import build
from noughts.solver.book.verify import verify

__all__ = ["Book", "build", "openings", "verify"]
