"""The compiled solver of noughts as WebAssembly: the package `noughts_kernel` for Pyodide.

`noughts_kernel/_kernel.pyi` documents the classes. There are two differences:

- Every search runs in one thread, even if it may use more.
- No other thread can stop a search. So `Control` has one more argument, ``should_stop``. A search calls this function
  every 40 milliseconds and stops if it returns True. If it raises an error, so does the search.

Before this module is imported, JavaScript compiles `noughts_kernel.wasm` and registers it:

    const kernel = await WebAssembly.compileStreaming(fetch('noughts_kernel.wasm'));
    pyodide.registerJsModule('_noughts_kernel', { kernel });

Otherwise, importing this module raises ImportError, and noughts works without a kernel. This module checks arguments,
and `bindings.cpp` passes them to the solvers.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from operator import index
from typing import Any, NamedTuple

import js
from _noughts_kernel import kernel
from pyodide.ffi import create_proxy, to_js

__all__ = ["Control", "General", "Mnk", "PatternTables", "ScoreBounds", "Verdict"]

_WORD = (1 << 64) - 1

_MOST_MEGABYTES = 1 << 20
_MOST_THREADS = 256
_MOST_PATTERN_CELLS = 1024
_MOST_WEIGHT = 1_000_000
_WEIGHTS = 81

# The connection to the WebAssembly module


def _should_stop() -> bool:
    return _searches[-1].should_stop()


def _write(address: int, size: int) -> bool:
    return _searches[-1].write(_memory(address, size).to_bytes())


def _exit(status: int) -> None:
    raise SystemError(f"the kernel has ended with status {status}")


def _ignore(memory: int) -> None:
    pass


_IMPORTS = {
    "noughts": {
        "now": js.performance.now.bind(js.performance),
        "should_stop": create_proxy(_should_stop),
        "write": create_proxy(_write),
    },
    "env": {"emscripten_notify_memory_growth": create_proxy(_ignore)},
    "wasi_snapshot_preview1": {"proc_exit": create_proxy(_exit)},
}
_exports = js.WebAssembly.Instance.new(kernel, to_js(_IMPORTS, dict_converter=js.Object.fromEntries)).exports
_exports._initialize()


def _memory(address: int, size: int) -> Any:
    """Return some bytes of the kernel's memory, until it grows."""
    return js.Uint8Array.new(_exports.memory.buffer, address, size)


def _call(function: str, *arguments: int) -> Sequence[int]:
    """Call a function of `bindings.cpp`, and return its results."""
    words = array("Q", [argument & _WORD for argument in arguments])
    _memory(_exports.resize(len(words)), 8 * len(words)).assign(words.tobytes())
    size = getattr(_exports, function)()
    status, *results = array("q", _memory(_exports.results(), 8 * size).to_bytes())
    if status:
        raise (ValueError, RuntimeError, TimeoutError, MemoryError)[status - 1](bytes(results).decode())
    return results


class _Search:
    """A search and the functions that it calls while it runs."""

    def __init__(self, control: "Control", receive: Callable[[bytes], object] | None = None) -> None:
        self._control, self._receive = control, receive
        self._failure: BaseException | None = None  # of a function that it has called

    def __call__(self, function: str, *arguments: int) -> Sequence[int]:
        _searches.append(self)
        try:
            return _call(function, *arguments)
        finally:
            _searches.pop()
            if self._failure:
                raise self._failure

    def should_stop(self) -> bool:
        try:
            return self._control._should_stop is not None and self._control._should_stop()
        except BaseException as failure:
            self._failure = failure
            return True

    def write(self, piece: bytes) -> bool:
        try:
            if self._receive:
                self._receive(piece)
        except BaseException as failure:
            self._failure = failure
        return not self._failure


_searches: list[_Search] = []  # `should_stop` and `write` may begin a search while another one is running


class _Object:
    """An object of the kernel. It lives as long as this one."""

    def __init__(self, maker: str, *arguments: int) -> None:
        (self._address,) = _call(maker, *arguments)

    def __del__(self) -> None:
        if hasattr(self, "_address"):
            _exports.release(self._address)


# Arguments


def _expect(is_valid: bool, message: str) -> None:
    if not is_valid:
        raise ValueError(message)


def _expect_threads(threads: int) -> None:
    _expect(1 <= threads <= _MOST_THREADS, f"a search can use 1 to {_MOST_THREADS} threads")


def _expect_megabytes(megabytes: int) -> None:
    if megabytes < 0:
        raise TypeError("the memory for a table must be 0 MB or more")
    _expect(megabytes <= _MOST_MEGABYTES, f"the table can have at most {_MOST_MEGABYTES} megabytes")


def _number(number: int) -> int:
    if not -1 << 31 <= index(number) < 1 << 31:
        raise TypeError(f"expected a number of 32 bits, not {number}")
    return index(number)


def _list(items: Iterable[Iterable[int]]) -> Iterator[int]:
    """Yield the length of a list, then its items."""
    listed = [*items]
    return chain([len(listed)], chain.from_iterable(listed))


def _numbers(numbers: Iterable[int]) -> Iterator[int]:
    return _list([_number(number)] for number in numbers)


def _number_lists(lists: Iterable[Iterable[int]]) -> Iterator[int]:
    return _list(_numbers(numbers) for numbers in lists)


def _cells(cells: int) -> tuple[int, int]:
    _expect(index(cells) >> 128 == 0, "a set of cells can have at most 128 bits")
    return cells & _WORD, cells >> 64


def _cell_sets(sets: Iterable[int]) -> Iterator[int]:
    return _list(_cells(cells) for cells in sets)


# The classes


class Control(_Object):
    def __init__(self, budget: int = _WORD, *, should_stop: Callable[[], bool] | None = None) -> None:
        if not 0 <= index(budget) <= _WORD:
            raise TypeError(f"expected a budget of 0 to {_WORD} nodes, not {budget}")
        super().__init__("make_control", budget)
        self._should_stop = should_stop

    def stop(self) -> None:
        _call("stop", self._address)

    @property
    def stopped(self) -> bool:
        return bool(self._progress()[0])

    @property
    def nodes(self) -> int:
        return self._progress()[1]

    @property
    def line(self) -> list[int]:
        return [*self._progress()[2:]]

    def _progress(self) -> Sequence[int]:
        return _call("progress", self._address)


class Verdict(NamedTuple):
    decided: bool
    won: bool
    zone: int
    nodes: int


class Mnk(_Object):
    _size = 0  # cells

    @staticmethod
    def make(
        columns: int,
        rows: int,
        length: int,
        *,
        megabytes: int = 256,
        key_bits: int = 64,
        domination: bool = True,
        twins: bool = True,
        pairing: bool = True,
        zones: bool = True,
        table: bool = True,
    ) -> "Mnk":
        _expect_megabytes(megabytes)
        _expect(1 <= key_bits <= 64, "a key must have 1 to 64 bits")
        shape = _number(columns), _number(rows), _number(length)
        mnk = Mnk("make_mnk", *shape, megabytes, key_bits, domination, twins, pairing, zones, table)
        mnk._size = columns * rows
        return mnk

    def solve_maker_breaker(
        self, maker: int, breaker: int, maker_to_move: bool, control: Control, threads: int = 1
    ) -> Verdict:
        return self._solve(False, maker, breaker, maker_to_move, control, threads)

    def solve_strong_game(
        self, attacker: int, defender: int, attacker_to_move: bool, control: Control, threads: int = 1
    ) -> Verdict:
        return self._solve(True, attacker, defender, attacker_to_move, control, threads)

    def _solve(
        self, is_strong: bool, first: int, second: int, first_to_move: bool, control: Control, threads: int
    ) -> Verdict:
        stones = self._stones(first, second)
        _expect_threads(threads)
        decided, won, low, high, nodes = _Search(control)(
            "solve_mnk", self._address, is_strong, *stones, first_to_move, control._address
        )
        return Verdict(bool(decided), bool(won), low & _WORD | (high & _WORD) << 64, nodes)

    def write_proof(
        self,
        attacker: int,
        defender: int,
        attacker_to_move: bool,
        maker_breaker: bool,
        won: bool,
        control: Control,
        write: Callable[[bytes], object],
    ) -> bool:
        question = *self._stones(attacker, defender), attacker_to_move, maker_breaker, won
        (done,) = _Search(control, write)("write_proof", self._address, *question, control._address)
        return bool(done)

    @property
    def symmetries(self) -> list[list[int]]:
        images = _call("symmetries", self._address)
        return [[*images[start : start + self._size]] for start in range(0, len(images), self._size)]

    def _stones(self, first: int, second: int) -> tuple[int, ...]:
        for stones in (first, second):
            _expect(index(stones) >> self._size == 0, "the stones must be on the board")
        _expect(not first & second, "a cell cannot have two stones")
        return *_cells(first), *_cells(second)


class ScoreBounds(NamedTuple):
    cell: int
    low: int
    high: int


class General(_Object):
    @staticmethod
    def make(
        cells: int,
        lines: Iterable[int],
        needs: Iterable[int] = (),
        misere: bool = False,
        full: int = 0,
        symmetries: Sequence[Sequence[int]] = (),
        *,
        beyond: Iterable[int] = (),
        megabytes: int = 64,
        key_bits: int = 44,
        table: bool = True,
        forks: bool = True,
        distance: bool = True,
        pairing: bool = True,
        columns: bool = True,
    ) -> "General":
        _expect_megabytes(megabytes)
        _expect(_number(key_bits) >= 0, "a key cannot have fewer than 0 bits")
        return General(
            "make_general",
            *(_number(cells), *_cell_sets(lines), *_cell_sets(needs), misere),
            *(_number(full), *_number_lists(symmetries), *_cell_sets(beyond)),
            *(megabytes, key_bits, table, forks, distance, pairing, columns),
        )

    @property
    def exact_keys(self) -> bool:
        return bool(_call("exact_keys", self._address)[0])

    def score(
        self, mine: int, theirs: int, first_to_move: bool, control: Control, value_only: bool = False, threads: int = 1
    ) -> ScoreBounds:
        (bounds,) = self._search("score", mine, theirs, first_to_move, control, value_only, threads)
        return bounds

    def scores(
        self, mine: int, theirs: int, first_to_move: bool, control: Control, value_only: bool = False, threads: int = 1
    ) -> list[ScoreBounds]:
        return [*self._search("scores", mine, theirs, first_to_move, control, value_only, threads)]

    def _search(
        self,
        function: str,
        mine: int,
        theirs: int,
        first_to_move: bool,
        control: Control,
        value_only: bool,
        threads: int,
    ) -> Iterator[ScoreBounds]:
        _expect_threads(threads)
        position = *_cells(mine), *_cells(theirs), first_to_move
        bounds = _Search(control)(function, self._address, *position, control._address, value_only)
        return map(ScoreBounds, bounds[::3], bounds[1::3], bounds[2::3])

    def search_window(
        self, mine: int, theirs: int, first_to_move: bool, alpha: int, beta: int, control: Control
    ) -> int:
        position = *_cells(mine), *_cells(theirs), first_to_move
        (result,) = _Search(control)(
            "search_window", self._address, *position, _number(alpha), _number(beta), control._address
        )
        return result


class PatternTables(_Object):
    @staticmethod
    def make(
        cells: int,
        lines: Sequence[Sequence[int]],
        weights: Sequence[Sequence[int]],
        beyond: Sequence[Sequence[int]] = (),
    ) -> "PatternTables":
        _expect(1 <= cells <= _MOST_PATTERN_CELLS, f"the board must have 1 to {_MOST_PATTERN_CELLS} cells")
        _expect(len(weights) == 2, "expected two lists of weights: for the side to move and for the opponent")
        for some in weights:
            _expect(len(some) == _WEIGHTS, f"expected {_WEIGHTS} weights, one for each pair of kinds")
            _expect(some[0] == 0, "the weight of a cell without patterns must be 0")
            in_range = all(-_MOST_WEIGHT <= weight <= _MOST_WEIGHT for weight in some)
            _expect(in_range, f"a weight must be from -{_MOST_WEIGHT} to {_MOST_WEIGHT} thousandths")
        return PatternTables(
            "make_tables", _number(cells), *_number_lists(lines), *_number_lists(weights), *_number_lists(beyond)
        )

    def worths(self, mine: Sequence[int], theirs: Sequence[int]) -> tuple[list[int], list[int]]:
        return self._measure("worths", mine, theirs)

    def pairs(self, mine: Sequence[int], theirs: Sequence[int]) -> tuple[list[int], list[int]]:
        return self._measure("pairs", mine, theirs)

    def _measure(self, function: str, mine: Sequence[int], theirs: Sequence[int]) -> tuple[list[int], list[int]]:
        both = [*_call(function, self._address, *_numbers(mine), *_numbers(theirs))]
        return both[: len(both) // 2], both[len(both) // 2 :]

    def estimates(
        self, mine: Sequence[int], theirs: Sequence[int], moves: Sequence[int], width: int, control: Control
    ) -> list[tuple[int, int]]:
        _expect(_number(width) >= 1, "the width must be 1 or more")
        stones = *_numbers(mine), *_numbers(theirs)
        found = _Search(control)("estimates", self._address, *stones, *_numbers(moves), width, control._address)
        return [*zip(found[::2], found[1::2], strict=True)]

    def win(self, mine: Sequence[int], theirs: Sequence[int], control: Control) -> tuple[int, Sequence[int]] | None:
        stones = *_numbers(mine), *_numbers(theirs)
        found = _Search(control)("win", self._address, *stones, control._address)
        return (found[0], found[1:]) if found else None
