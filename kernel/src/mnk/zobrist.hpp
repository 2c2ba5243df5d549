// Zobrist keys that are the same for all symmetric images of a position.
//
// Every line and every empty cell has a random number, and the key of an image is the xor of its numbers (Zobrist
// 1970). The keys of all images are computed together, from a table for each byte of the position. The smallest of them
// is the key of the position, and that image is the canonical one.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "mnk/lines.hpp"
#include "mnk/transposition_table.hpp"

namespace noughts {

struct Key {
    std::uint64_t value;
    int symmetry;  // which image has this value
};

// SIDES is 1 if only the lines of one player matter, else 2.
template <class Bits, int SIDES = 1>
class ZobristHash {
  public:
    static constexpr int LINES = SIDES * DIRECTIONS;
    static constexpr int WORDS = LINES + 1;  // the lines of each side and direction, and the empty cells
    static constexpr int BYTES = sizeof(Bits);
    static constexpr int IMAGES = 8;

    template <int K>
    explicit ZobristHash(const Grid<K, Bits>& grid)
        : images_(int(grid.symmetries.size())),
          sums_(new Sums[WORDS][BYTES][256]()),
          image_tables_(images_ * BYTES * 256),
          preimage_tables_(images_ * BYTES * 256) {
        for (int w = 0; w < WORDS; ++w)
            for (int b = 0; b < BYTES; ++b)
                for (int value = 1; value < 256; ++value) {
                    const int low = first_index(Word64(value)), cell = 8 * b + low;
                    Sums sums = sums_[w][b][value & (value - 1)];
                    for (int g = 0; g < images_; ++g) {
                        const Symmetry& symmetry = grid.symmetries[g];
                        const int d = w % DIRECTIONS;
                        const int image = cell >= grid.cells ? -1
                                          : w < LINES        ? symmetry.start[d][cell]
                                                             : symmetry.cell[cell];
                        const int word = w < LINES ? w - d + symmetry.direction[d] : w;
                        if (image >= 0) sums[g] ^= mix(std::uint64_t(word) << 32 | std::uint64_t(image));
                    }
                    sums_[w][b][value] = sums;
                }
        for (int g = 0; g < images_; ++g) {
            std::vector<Bits> to(8 * BYTES), from(8 * BYTES);
            for (int cell = 0; cell < grid.cells; ++cell) {
                const int image = grid.symmetries[g].cell[cell];
                to[cell] = bit<Bits>(image);
                from[image] = bit<Bits>(cell);
            }
            for (int b = 0; b < BYTES; ++b)
                for (int value = 1; value < 256; ++value) {
                    const int at = (g * BYTES + b) * 256, cell = 8 * b + first_index(Word64(value)),
                              others = value & (value - 1);
                    image_tables_[at + value] = image_tables_[at + others] | to[cell];
                    preimage_tables_[at + value] = preimage_tables_[at + others] | from[cell];
                }
        }
    }

    Key key(const std::array<LineSet<Bits>, SIDES>& lines, Bits empty) const {
        Sums sums{};
        auto add = [&](int w, Bits b) {
            for (int i = 0; b; ++i, b >>= 8) {
                const Sums& more = sums_[w][i][Word64(b) & 255];
                for (int g = 0; g < IMAGES; ++g) sums[g] ^= more[g];
            }
        };
        for (int side = 0; side < SIDES; ++side)
            for (int d = 0; d < DIRECTIONS; ++d) add(side * DIRECTIONS + d, lines[side][d]);
        add(LINES, empty);
        Key best{sums[0], 0};
        for (int g = 1; g < images_; ++g)
            if (sums[g] < best.value) best = {sums[g], g};
        return best;
    }

    // Identifies the search of a move, also where the position or its mirror image occurs again.
    std::uint64_t task(const Key& key, int cell) const {
        return mix(key.value + std::uint64_t(first_index(image(bit<Bits>(cell), key.symmetry))));
    }

    Bits image(Bits cells, int symmetry) const { return apply(image_tables_, cells, symmetry); }
    Bits preimage(Bits cells, int symmetry) const { return apply(preimage_tables_, cells, symmetry); }

  private:
    using Sums = std::array<std::uint64_t, IMAGES>;

    static Bits apply(const std::vector<Bits>& by, Bits cells, int symmetry) {
        if (!symmetry) return cells;
        Bits all = 0;
        for (int i = 0; cells; ++i, cells >>= 8) all |= by[(symmetry * BYTES + i) * 256 + (Word64(cells) & 255)];
        return all;
    }

    int images_;
    std::unique_ptr<Sums[][BYTES][256]> sums_;
    std::vector<Bits> image_tables_, preimage_tables_;
};

}  // namespace noughts
