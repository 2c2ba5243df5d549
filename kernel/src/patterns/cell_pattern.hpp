// Cell patterns: what a stone would make in all directions through its cell.
#pragma once

#include "patterns/line_pattern.hpp"

namespace noughts {

// The weights of pairs of kinds: first for the side to move, then for the opponent. The index of a pair is
// PAIR_BASE * best kind + second-best kind, where an open four counts as a four.
constexpr int PAIR_BASE = 9;
using PairWeights = std::array<std::array<int, PAIR_BASE * PAIR_BASE>, 2>;

// Returns the index of the two best kinds in different directions. The range has the kinds of each direction.
inline int best_pair(const BothKinds* begin, const BothKinds* end, int side) {
    int best = NOTHING, second = NOTHING;
    for (; begin != end; ++begin) {
        const int kind = kind_for(*begin, side);
        const int merged = kind - (kind >= OPEN_FOUR);
        second = std::max(second, std::min(best, merged));
        best = std::max(best, merged);
    }
    return PAIR_BASE * best + second;
}

// The facts that a search needs about a stone in a cell. A fork is threats in two directions.
enum CellPattern : std::uint8_t { MAKES_THREAT, MAKES_FOUR, MAKES_OPEN_FOUR, MAKES_FIVE, MAKES_FORK };
constexpr int CELL_PATTERNS = 5;

// In how many directions a stone makes each of the first four patterns: eight bytes, with the pattern p of a side in
// byte 4 * side + p.
using DirectionCounts = std::uint64_t;
constexpr int MAX_DIRECTIONS = 126;  // the greatest value of a byte, see cell_flags

constexpr int count_shift(CellPattern pattern, int side) { return 8 * (4 * side + pattern); }

// Returns the counts of a single direction.
inline DirectionCounts direction_counts(BothKinds kinds) {
    DirectionCounts counts = 0;
    for (int side = 0; side < 2; ++side) {
        const Kind kind = kind_for(kinds, side);
        counts |= DirectionCounts(kind >= THREAT) << count_shift(MAKES_THREAT, side);
        counts |= DirectionCounts(kind >= FOUR) << count_shift(MAKES_FOUR, side);
        counts |= DirectionCounts(kind == OPEN_FOUR) << count_shift(MAKES_OPEN_FOUR, side);
        counts |= DirectionCounts(kind == FIVE) << count_shift(MAKES_FIVE, side);
    }
    return counts;
}

// Which patterns a stone makes, in the same eight bytes. Bit 0 of a byte is set if the stone makes that pattern in any
// direction. Bit 1 of the byte of MAKES_THREAT stands for MAKES_FORK.
using CellFlags = std::uint64_t;

constexpr int flag_bit(CellPattern pattern, int side) {
    return pattern == MAKES_FORK ? count_shift(MAKES_THREAT, side) + 1 : count_shift(pattern, side);
}

// The inverse of flag_bit.
constexpr int flag_side(int bit) { return bit / 32; }
constexpr CellPattern flag_pattern(int bit) { return bit % 8 ? MAKES_FORK : CellPattern(bit / 8 % 4); }

// Returns the flags of all eight counts at once.
inline CellFlags cell_flags(DirectionCounts counts) {
    constexpr std::uint64_t EVERY_BYTE = 0x0101010101010101u, THREAT_BYTES = 0x0000000100000001u;
    // No byte is greater than 126. So adding 127 sets the top bit of a byte if and only if it was at least 1, and
    // adding 126 if and only if it was at least 2. There is never a carry into the next byte.
    const std::uint64_t at_least_one = (counts + 127 * EVERY_BYTE) & (128 * EVERY_BYTE);
    const std::uint64_t at_least_two_threats = (counts + 126 * THREAT_BYTES) & (128 * THREAT_BYTES);
    return at_least_one >> 7 | at_least_two_threats >> 6;  // the top bits become bit 0 and bit 1
}

}  // namespace noughts
