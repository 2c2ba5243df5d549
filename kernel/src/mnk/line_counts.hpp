// Counts, for every line, how many of its cells are in a set. A bit-sliced counter handles all lines of a direction at
// once: bit s of plane p is bit p of the count of the line that starts in s.
#pragma once

#include "mnk/grid.hpp"

namespace noughts {

template <int K, class Bits>
class LineCounts {
  public:
    LineCounts(const Grid<K, Bits>& grid, Bits cells) {
        for (int d = 0; d < DIRECTIONS; ++d)
            for (int i = 0; grid.starts[d] && i < grid.k(); ++i) {
                Bits carry = cells >> (i * grid.step[d]);
                for (int p = 0; p < PLANES; ++p) {
                    const Bits both = planes_[p][d] & carry;
                    planes_[p][d] ^= carry;
                    carry = both;
                }
            }
    }

    // Subtracts 1 from the count of each of these lines.
    void decrement(LineSet<Bits> lines) {
        for (int p = 0; p < PLANES; ++p)
            for (int d = 0; d < DIRECTIONS; ++d) {
                planes_[p][d] ^= lines[d];
                lines[d] &= planes_[p][d];  // the borrow
            }
    }

    LineSet<Bits> exactly(int n) const {
        LineSet<Bits> all;
        for (int d = 0; d < DIRECTIONS; ++d) {
            all[d] = ~Bits(0);
            for (int p = 0; p < PLANES; ++p) all[d] &= n >> p & 1 ? planes_[p][d] : ~planes_[p][d];
        }
        return all;
    }

    LineSet<Bits> at_most_one() const {
        LineSet<Bits> all;
        for (int d = 0; d < DIRECTIONS; ++d) {
            all[d] = ~Bits(0);
            for (int p = 1; p < PLANES; ++p) all[d] &= ~planes_[p][d];
        }
        return all;
    }

  private:
    static constexpr int PLANES = K ? (K < 4 ? 2 : K < 8 ? 3 : 4) : 8;
    std::array<LineSet<Bits>, PLANES> planes_{};
};

}  // namespace noughts
