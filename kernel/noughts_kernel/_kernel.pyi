from collections.abc import Callable, Iterable, Sequence

class Control:
    """Limits a search, stops it and shows its progress, from any thread. It serves one search at a time.

    Args:
        budget: the most nodes of all searches with this object together. By default there is no limit.
    """

    def __init__(self, budget: int = ...) -> None: ...
    def stop(self) -> None:
        """Stop the search, and every later search with this object."""
    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
    @property
    def nodes(self) -> int:
        """The number of nodes so far. While a search is running, it can be up to 64 per thread too high."""
    @property
    def line(self) -> list[int]:
        """The cells of the first moves of the line that is being searched."""

class Verdict:
    """The result of a search: who wins."""

    @property
    def decided(self) -> bool:
        """Whether the search has an answer. If not, the other results except `nodes` have no meaning."""
    @property
    def won(self) -> bool:
        """Whether Maker or the attacker wins."""
    @property
    def zone(self) -> int:
        """The empty cells that the proof depends on: the answer holds even if the loser owns all others."""
    @property
    def nodes(self) -> int:
        """The number of nodes that the control has counted."""

class Mnk:
    """Solves the positions of one m,n,k game and remembers what it has proved. A set of cells is an int."""

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
    ) -> Mnk:
        """Return a solver.

        Args:
            columns, rows, length: the size of the board, at most 128 cells, and the number of stones in a row that win.
            megabytes: the most memory of each of its two transposition tables.
            key_bits: the bits of a key in these tables. Fewer than 64 can give wrong answers: for tests only.
            domination, twins, pairing, zones, table: which exact reductions to use. They do not change any answer.

        Raises:
            ValueError: an argument is out of range.
        """
    def solve_maker_breaker(
        self, maker: int, breaker: int, maker_to_move: bool, control: Control, threads: int = 1
    ) -> Verdict:
        """Find out whether Maker completes a line, when lines of Breaker do not count (the weak game).

        Raises:
            ValueError: the stones are not on the board or share a cell, or the number of threads is out of range.
            RuntimeError: another search is using the control.
        """
    def solve_strong_game(
        self, attacker: int, defender: int, attacker_to_move: bool, control: Control, threads: int = 1
    ) -> Verdict:
        """Find out whether the attacker completes a line before the defender does.

        Raises:
            ValueError: the stones are not on the board or share a cell, or the number of threads is out of range.
            RuntimeError: another search is using the control.
        """
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
        """Write the proof of a verdict, piece by piece. Return False if it was stopped.

        Args:
            attacker, defender: their stones.
            attacker_to_move: whether it is the attacker's move.
            maker_breaker: whether lines of the defender do not count.
            won: the verdict to prove; it must be true.
            control: limits and stops the search.
            write: called with each piece of the proof.

        Raises:
            ValueError: the stones are not on the board or share a cell.
            RuntimeError: another search is using the control.
        """
    @property
    def symmetries(self) -> list[list[int]]:
        """The symmetries of the board: each lists the image of every cell."""

class ScoreBounds:
    """Proved bounds of a score."""

    @property
    def cell(self) -> int:
        """The move that the score belongs to, or -1 for the position itself."""
    @property
    def low(self) -> int:
        """The lower bound."""
    @property
    def high(self) -> int:
        """The upper bound. The score is exact if both bounds are equal."""

class General:
    """Computes exact scores for any game in which players take cells, and remembers what it has proved.

    A set of cells is an int. Scores are for the player to move: 0 is a draw, 1 + n a win with n cells still empty at
    the end, and -1 - n a loss.
    """

    @staticmethod
    def make(
        cells: int,
        lines: Iterable[int],
        needs: Iterable[int] = (),
        misere: bool = False,
        full: int = 0,
        symmetries: Sequence[Sequence[int]] = ...,
        *,
        beyond: Iterable[int] = (),
        megabytes: int = 64,
        key_bits: int = 44,
        table: bool = True,
        forks: bool = True,
        distance: bool = True,
        pairing: bool = True,
        columns: bool = True,
    ) -> General:
        """Return a solver.

        Args:
            cells: the number of cells, 1 to 128.
            lines: the winning sets of cells.
            needs: for each cell, the cells that must be taken before it; empty if every cell can always be taken.
            misere: whether the player who completes a line loses.
            full: who wins if the board is full: 1 the first player, -1 the second, 0 nobody.
            symmetries: the symmetries of the game, with the identity: each lists the image of every cell.
            megabytes: the most memory of the transposition table. Some games need up to 64 regardless.
            key_bits: the bits of a key that the table compares. Fewer than 44 can give wrong scores: for tests only.
            table, forks, distance, pairing: which exact shortcuts to use. They do not change any score.
            columns: search games in columns, such as connect four, with a faster search, which ignores these shortcuts.

        Raises:
            ValueError: an argument is out of range, or the rules contradict each other.
        """
    @property
    def exact_keys(self) -> bool:
        """Whether no two positions share a key in the transposition table."""
    def score(
        self, mine: int, theirs: int, first_to_move: bool, control: Control, value_only: bool = False, threads: int = 1
    ) -> ScoreBounds:
        """Return the score of a position: exact, or bounds if the search was stopped or ran out of budget.

        Args:
            mine, theirs: the stones of the player to move and of the opponent.
            first_to_move: whether the player to move is the first player.
            control: limits and stops the search.
            value_only: end the search as soon as it is known who wins, if anybody.
            threads: the number of threads, 1 to 256.

        Raises:
            ValueError: the stones are not on the board or share a cell, or the number of threads is out of range.
            RuntimeError: another search is using the control, or the solver is called from a signal handler during a
                search of its own.
        """
    def scores(
        self, mine: int, theirs: int, first_to_move: bool, control: Control, value_only: bool = False, threads: int = 1
    ) -> list[ScoreBounds]:
        """Return the score of every legal move for the player to move; an empty list if the game is over.

        Arguments and errors are those of `score`.
        """
    def search_window(
        self, mine: int, theirs: int, first_to_move: bool, alpha: int, beta: int, control: Control
    ) -> int:
        """Return the result of one alpha-beta search with this window: exact inside the window, else a bound.

        Raises:
            TimeoutError: the search was stopped or has used up its budget.
            ValueError: the stones are not on the board or share a cell.
            RuntimeError: another search is using the control, or the solver is called from a signal handler during a
                search of its own.
        """

class PatternTables:
    """The lines of one game, prepared for searches by patterns. Stones and lines are lists of cells."""

    @staticmethod
    def make(
        cells: int,
        lines: Sequence[Sequence[int]],
        weights: Sequence[Sequence[int]],
        beyond: Sequence[Sequence[int]] = (),
    ) -> PatternTables:
        """Return the tables of a game.

        Args:
            cells: the number of cells, 1 to 1024.
            lines: the winning lines, all of the same length, at most 14.
            weights: 81 weights of pairs of patterns for the side to move and 81 for the opponent, in thousandths.
            beyond: for each line, the cells on which its owner must have no stone; empty if there are none.

        Raises:
            ValueError: an argument is out of range.
        """
    def worths(self, mine: Sequence[int], theirs: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the worth of a stone in every cell, for each side; 0 for a taken cell.

        Raises:
            ValueError: the stones are not on the board or share a cell.
        """
    def pairs(self, mine: Sequence[int], theirs: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the index of a weight for every cell, for each side; 0 for a taken cell.

        Raises:
            ValueError: the stones are not on the board or share a cell.
        """
    def estimates(
        self, mine: Sequence[int], theirs: Sequence[int], moves: Sequence[int], width: int, control: Control
    ) -> list[tuple[int, int]]:
        """Return these moves of the side that has `mine`, each with an estimate of its score in millionths.

        Raises:
            ValueError: the stones are not on the board or share a cell, a move is not an empty cell, or the width is 0.
            RuntimeError: another search is using the control.
        """
    def win(self, mine: Sequence[int], theirs: Sequence[int], control: Control) -> tuple[int, Sequence[int]] | None:
        """Return a win by fours and open threes for the side that has `mine`, or None if none is found.

        The win is its first move and the cells of all moves and answers.

        Raises:
            ValueError: the stones are not on the board or share a cell.
            RuntimeError: another search is using the control.
        """
