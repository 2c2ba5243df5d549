"""Mirror images, quickly: each set of cells is turned once, and remembered."""

from collections.abc import Sequence

from noughts.rules.board import Cells, Symmetry, cells_in


class Images:
    """The images of pairs of sets of cells, such as the stones of two players, under some symmetries."""

    def __init__(self, symmetries: Sequence[Symmetry]) -> None:
        # One row a cell: where each symmetry takes it. The images of a set are the sums of its cells' rows.
        self._rows = [tuple(1 << image for image in images) for images in zip(*symmetries, strict=True)]
        self._none = (0,) * len(symmetries)
        self._seen: dict[Cells, tuple[Cells, ...]] = {}

    def __len__(self) -> int:
        """Return how many sets are remembered."""
        return len(self._seen)

    def of(self, cells: Cells) -> tuple[Cells, ...]:
        """Return the images of a set of cells, one for each symmetry."""
        images = self._seen.get(cells)
        if images is None:
            rows = [self._rows[cell] for cell in cells_in(cells)]
            images = self._seen[cells] = tuple(map(sum, zip(self._none, *rows, strict=True)))
        return images

    def least(self, one: Cells, other: Cells) -> tuple[Cells, Cells]:
        """Return the least image of a pair: the same for the pair and all its images."""
        return min(zip(self.of(one), self.of(other), strict=True))

    def count(self, one: Cells, other: Cells) -> int:
        """Return how many different images a pair has."""
        return len(set(zip(self.of(one), self.of(other), strict=True)))

    def clear(self) -> None:
        """Forget all."""
        self._seen.clear()
