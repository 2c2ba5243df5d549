// Sets of cells as the bits of one word, of 64 or of 128 bits.
#pragma once

#include <cstdint>

namespace noughts {

using Word64 = std::uint64_t;
__extension__ typedef unsigned __int128 Word128;

inline int count(Word64 b) { return __builtin_popcountll(b); }
inline int count(Word128 b) { return count(Word64(b)) + count(Word64(b >> 64)); }

// The lowest cell of a set that is not empty.
inline int first(Word64 b) { return __builtin_ctzll(b); }
inline int first(Word128 b) { return Word64(b) ? first(Word64(b)) : 64 + first(Word64(b >> 64)); }

template <class Bits>
inline Bits bit(int cell) {
    return Bits(1) << cell;
}

template <class Bits>
inline Bits lowest(Bits b) {
    return b & (~b + 1);
}

template <class Bits>
inline bool several(Bits b) {
    return (b & (b - 1)) != 0;
}

// For every cell of a set, the lowest first.
template <class Bits, class Do>
inline void each(Bits b, Do&& act) {
    for (; b; b &= b - 1) act(first(b));
}

}  // namespace noughts
