"""Opening books: the exact scores of the first positions of a game, for games whose opening takes too long to search.

`build` computes a book with the compiled kernel, `Book` looks up scores, and `verify` checks every entry.
`shipped_book` returns the book of a game that comes with noughts: connect four has one.
"""

from noughts.solver.book.book import Book, openings
from noughts.solver.book.build import build
from noughts.solver.book.shipped import shipped_book
from noughts.solver.book.verify import verify

__all__ = ["Book", "build", "openings", "shipped_book", "verify"]
