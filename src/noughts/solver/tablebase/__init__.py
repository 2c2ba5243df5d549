"""Tablebases: the score of every position of a game, computed once and looked up afterwards. Tablebases require NumPy.

`build` works backwards from the last stone to the first (retrograde analysis; R. Bellman 1965, T. Ströhlein 1970).
`Tablebase` looks positions up:

    build(game("4,4,4"), "444.table")
    with Tablebase.open("444.table") as table:
        table.score(position), table.scores(position), table.batch(x, o)

- `noughts.solver.tablebase.table`: `Tablebase`, an open table
- `noughts.solver.tablebase.builder`: `build`, which writes a table
- `noughts.solver.tablebase.verify`: checks every entry against the rules, independently of the builder
- `noughts.solver.tablebase.index`: the address of each position in a table
- `noughts.solver.tablebase.layout`: the file format
"""

try:
    import numpy  # noqa: F401
except ModuleNotFoundError:
    raise ModuleNotFoundError('tables need NumPy: pip install "noughts[solve]"', name="numpy") from None

from noughts.solver.tablebase.builder import build
from noughts.solver.tablebase.layout import TableError
from noughts.solver.tablebase.table import MISSING, Tablebase

__all__ = ["MISSING", "TableError", "Tablebase", "build"]
