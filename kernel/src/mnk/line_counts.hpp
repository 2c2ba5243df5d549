// How many cells of a set each line has: counted with carries, all lines of a direction at once.
#pragma once

#include "mnk/grid.hpp"

namespace noughts {

template <int K, class Bits>
class Counts {
  public:
    Counts(const Grid<K, Bits>& grid, Bits cells) {
        for (int d = 0; d < DIRECTIONS; ++d)
            for (int i = 0; grid.starts[d] && i < grid.k(); ++i) {
                Bits carry = cells >> (i * grid.step[d]);
                for (int p = 0; p < PLANES; ++p) {
                    const Bits both = plane_[p][d] & carry;
                    plane_[p][d] ^= carry;
                    carry = both;
                }
            }
    }

    // These lines have one cell less.
    void less(Starts<Bits> lines) {
        for (int p = 0; p < PLANES; ++p)
            for (int d = 0; d < DIRECTIONS; ++d) {
                plane_[p][d] ^= lines[d];
                lines[d] &= plane_[p][d];  // to be borrowed
            }
    }

    Starts<Bits> exactly(int n) const {
        Starts<Bits> all;
        for (int d = 0; d < DIRECTIONS; ++d) {
            all[d] = ~Bits(0);
            for (int p = 0; p < PLANES; ++p) all[d] &= n >> p & 1 ? plane_[p][d] : ~plane_[p][d];
        }
        return all;
    }

    Starts<Bits> at_most_one() const {
        Starts<Bits> all;
        for (int d = 0; d < DIRECTIONS; ++d) {
            all[d] = ~Bits(0);
            for (int p = 1; p < PLANES; ++p) all[d] &= ~plane_[p][d];
        }
        return all;
    }

  private:
    static constexpr int PLANES = K ? (K < 4 ? 2 : K < 8 ? 3 : 4) : 8;
    std::array<Starts<Bits>, PLANES> plane_{};
};

}  // namespace noughts
