from collections.abc import Callable, Iterable, Sequence

class Control:
    """Shared by a search and those who watch it from another thread."""

    def __init__(self, budget: int = ...) -> None: ...
    def stop(self) -> None: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def line(self) -> list[int]: ...

class Verdict:
    """The answer of a search: `won` by Maker or the attacker; nothing where it was not `decided`."""

    @property
    def decided(self) -> bool: ...
    @property
    def won(self) -> bool: ...
    @property
    def zone(self) -> int: ...
    @property
    def nodes(self) -> int: ...

class Mnk:
    """A solver of one m,n,k game, with what it has proved so far."""

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
    ) -> Mnk: ...
    def weak(self, maker: int, breaker: int, maker_to_move: bool, control: Control, threads: int = 1) -> Verdict: ...
    def strong(
        self, attacker: int, defender: int, attacker_to_move: bool, control: Control, threads: int = 1
    ) -> Verdict: ...
    def prove(
        self,
        attacker: int,
        defender: int,
        attacker_to_move: bool,
        alone: bool,
        won: bool,
        control: Control,
        write: Callable[[bytes], object],
    ) -> bool:
        """Write the proof of a verdict, piece by piece; False if it was stopped."""
    @property
    def symmetries(self) -> list[list[int]]: ...

class Scored:
    """What is known of a score: it lies between `low` and `high`. `cell` is the move, or -1 for the position itself."""

    @property
    def cell(self) -> int: ...
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...

class General:
    """A solver of one game of any lines, with what it has proved so far. Scores are those of the player to move."""

    @staticmethod
    def make(
        cells: int,
        lines: Iterable[int],
        needs: Iterable[int] = (),
        misere: bool = False,
        full: int = 0,
        symmetries: Sequence[Sequence[int]] = ...,
        *,
        megabytes: int = 64,
        key_bits: int = 44,
        table: bool = True,
        forks: bool = True,
        reach: bool = True,
        pairing: bool = True,
    ) -> General: ...
    @property
    def exact_keys(self) -> bool: ...
    def score(
        self, mine: int, theirs: int, first_to_move: bool, control: Control, value_only: bool = False, threads: int = 1
    ) -> Scored: ...
    def scores(
        self, mine: int, theirs: int, first_to_move: bool, control: Control, value_only: bool = False, threads: int = 1
    ) -> list[Scored]: ...
    def within(self, mine: int, theirs: int, first_to_move: bool, alpha: int, beta: int, control: Control) -> int:
        """The score by one search with this window, under the contract of alpha-beta.

        Raises:
            TimeoutError: the search was stopped, or is out of budget.
        """

class Net:
    """The lines of one game, all of one length, for searches by patterns. Stones and lines are lists of cells."""

    @staticmethod
    def make(cells: int, lines: Sequence[Sequence[int]], promises: Sequence[Sequence[int]]) -> Net:
        """The lines of a game, and what pairs of kinds promise, for the side to move and for the other."""
    def worths(self, mine: Sequence[int], theirs: Sequence[int]) -> tuple[list[int], list[int]]:
        """What a stone of either side is worth in every cell."""
    def guesses(
        self, mine: Sequence[int], theirs: Sequence[int], moves: Sequence[int], width: int, control: Control
    ) -> list[tuple[int, int]]:
        """Moves of the side that has `mine`, with their scores in millionths."""
    def win(self, mine: Sequence[int], theirs: Sequence[int], control: Control) -> tuple[int, Sequence[int]] | None:
        """The first move of a win of the side that has `mine`, and the cells that it needs."""
