"""A cache of rotated and reflected sets of cells, used to find the canonical form of a position quickly."""

from collections.abc import Sequence

from noughts.rules.board import Cells, Symmetry, cells_in


class SymmetryCache:
    """Computes and remembers the images of sets of cells under the given symmetries.

    A pair of sets, such as the stones of the two players, has a canonical form: the smallest of its images.
    """

    def __init__(self, symmetries: Sequence[Symmetry]) -> None:
        # One row per cell: its image under each symmetry. Adding the rows of a set's cells gives the images of the set.
        self._rows = [tuple(1 << image for image in images) for images in zip(*symmetries, strict=True)]
        self._no_cells = (0,) * len(symmetries)
        self._images: dict[Cells, tuple[Cells, ...]] = {}

    def __len__(self) -> int:
        """Return the number of sets in the cache."""
        return len(self._images)

    def images_of(self, cells: Cells) -> tuple[Cells, ...]:
        """Return the images of a set of cells, one for each symmetry."""
        images = self._images.get(cells)
        if images is None:
            rows = [self._rows[cell] for cell in cells_in(cells)]
            images = self._images[cells] = tuple(map(sum, zip(self._no_cells, *rows, strict=True)))
        return images

    def smallest(self, one: Cells, other: Cells) -> tuple[Cells, Cells]:
        """Return the smallest image of a pair of sets. Symmetric pairs have the same smallest image."""
        return min(zip(self.images_of(one), self.images_of(other), strict=True))

    def count(self, one: Cells, other: Cells) -> int:
        """Return the number of different images of a pair of sets."""
        return len(set(zip(self.images_of(one), self.images_of(other), strict=True)))

    def clear(self) -> None:
        """Empty the cache."""
        self._images.clear()
