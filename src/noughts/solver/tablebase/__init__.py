"""Tables: the score of every position of a game, computed once and looked up ever after. They need NumPy.

A table is built from the last stone back to the first (retrograde analysis: R. Bellman 1965, T. Ströhlein 1970), by
`build`, and asked by `Tablebase`:

    build(game("4,4,4"), "444.table")
    with Tablebase.open("444.table") as table:
        table.score(position), table.scores(position), table.batch(x, o)

- `noughts.solver.tablebase.table`: `Tablebase`, a table to be asked
- `noughts.solver.tablebase.builder`: `build`, which makes one
- `noughts.solver.tablebase.verify`: every entry compared with those one move on, by code of its own
- `noughts.solver.tablebase.index`: where a position stands in a table
- `noughts.solver.tablebase.layout`: the file
"""

try:
    import numpy  # noqa: F401
except ModuleNotFoundError:
    raise ModuleNotFoundError('tables need NumPy: pip install "noughts[solve]"', name="numpy") from None

from noughts.solver.tablebase.builder import build
from noughts.solver.tablebase.layout import TableError
from noughts.solver.tablebase.reader import is_table
from noughts.solver.tablebase.table import MISSING, Tablebase

__all__ = ["MISSING", "TableError", "Tablebase", "build", "is_table"]
