// What a stone would make in all directions through its cell.
#pragma once

#include "patterns/line_pattern.hpp"

namespace noughts {

// What an empty cell promises to a side, by the pair of best kinds there: PAIRED * best + second, where an open four is
// taken for a four. First for the side to move, then for the other.
constexpr int PAIRED = 9;
using Promises = std::array<std::array<int, PAIRED * PAIRED>, 2>;

inline int pair(const Kinds* begin, const Kinds* end, int side) {
    int best = NOTHING, second = NOTHING;
    for (; begin != end; ++begin) {
        const int one = kind(*begin, side) - (kind(*begin, side) >= OPEN_FOUR);
        second = std::max(second, std::min(best, one));
        best = std::max(best, one);
    }
    return PAIRED * best + second;
}

// What is worth noting of what a stone makes; a fork threatens in two directions.
enum Makes : std::uint8_t { A_THREAT, A_FOUR, AN_OPEN_FOUR, A_FIVE, A_FORK };
constexpr int MAKES = 5;

// In how many directions a stone makes the first four of these, a byte each: four of side 0, then four of side 1.
using Counts = std::uint64_t;
constexpr int MOST_DIRECTIONS = 126;

inline Counts counts(Kinds kinds) {
    Counts counts = 0;
    for (int side = 0; side < 2; ++side) {
        const Kind one = kind(kinds, side);
        const Counts made = Counts(one >= THREAT) | Counts(one >= FOUR) << 8 | Counts(one == OPEN_FOUR) << 16 |
                            Counts(one == FIVE) << 24;
        counts |= made << 32 * side;
    }
    return counts;
}

// What it makes, as flags: the lowest bit of each byte, and the next one of a byte of threats for a fork.
using Flags = std::uint64_t;
constexpr int flag(Makes what, int side) { return 32 * side + (what == A_FORK ? 1 : 8 * what); }

inline Flags flags(Counts counts) {
    const Counts some =
        (counts + 0x7f7f7f7f7f7f7f7full) & 0x8080808080808080ull;  // the highest bit of bytes that are not 0,
    const Counts forks =
        (counts + 0x0000007e0000007eull) & 0x0000008000000080ull;  // and of those of threats that are not 1
    return some >> 7 | forks >> 6;
}

}  // namespace noughts
