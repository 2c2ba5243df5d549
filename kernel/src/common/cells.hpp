// Sets of up to 128 cells, as the solvers take and return them.
#pragma once

#include <cstdint>

#include "common/bits.hpp"

namespace noughts {

constexpr int MAX_CELLS = 128;

// A set of cells as two words: bit c of `low` is cell c, bit c of `high` is cell 64 + c.
struct Cells {
    std::uint64_t low = 0, high = 0;
};

template <class Bits>
Bits to_bits(Cells cells) {
    if constexpr (sizeof(Bits) > 8) return Bits(cells.high) << 64 | cells.low;
    else return cells.low;
}

template <class Bits>
Cells to_cells(Bits bits) {
    if constexpr (sizeof(Bits) > 8) return {std::uint64_t(bits), std::uint64_t(bits >> 64)};
    else return {bits, 0};
}

}  // namespace noughts
