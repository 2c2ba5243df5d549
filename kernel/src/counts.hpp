// How many cells of a set each line of a direction has: counted with carries, all lines at once.
#pragma once

#include "grid.hpp"

namespace noughts {

template <int K, class Bits>
struct Counts {
    static constexpr int PLANES = K ? (K < 4 ? 2 : K < 8 ? 3 : 4) : 8;
    Bits plane[PLANES]{};

    Counts(const Grid<K, Bits>& grid, int d, Bits empty) {
        for (int i = 0; i < grid.k(); ++i) {
            Bits carry = empty >> (i * grid.step[d]);
            for (int p = 0; p < PLANES; ++p) {
                const Bits both = plane[p] & carry;
                plane[p] ^= carry;
                carry = both;
            }
        }
    }

    Bits exactly(int n) const {
        Bits all = ~Bits(0);
        for (int p = 0; p < PLANES; ++p) all &= n >> p & 1 ? plane[p] : ~plane[p];
        return all;
    }

    Bits at_most_one() const {
        Bits more = 0;
        for (int p = 1; p < PLANES; ++p) more |= plane[p];
        return ~more;
    }
};

}  // namespace noughts
