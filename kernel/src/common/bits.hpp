// Sets of cells as the bits of a word, of 64 or of 128 bits.
#pragma once

#include <cstdint>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace noughts {

using Word64 = std::uint64_t;

// 128 bits as two words of 64, in standard C++. Shift distances are 0 to 127.
struct TwoWords {
    Word64 low = 0, high = 0;

    constexpr TwoWords() = default;
    constexpr TwoWords(Word64 low) : low(low) {}
    constexpr TwoWords(Word64 high, Word64 low) : low(low), high(high) {}
    constexpr explicit operator Word64() const { return low; }
    constexpr explicit operator bool() const { return low || high; }

    friend constexpr TwoWords operator~(TwoWords a) { return {~a.high, ~a.low}; }
    friend constexpr TwoWords operator&(TwoWords a, TwoWords b) { return {a.high & b.high, a.low & b.low}; }
    friend constexpr TwoWords operator|(TwoWords a, TwoWords b) { return {a.high | b.high, a.low | b.low}; }
    friend constexpr TwoWords operator^(TwoWords a, TwoWords b) { return {a.high ^ b.high, a.low ^ b.low}; }
    friend constexpr TwoWords operator+(TwoWords a, TwoWords b) {
        const Word64 low = a.low + b.low;
        return {a.high + b.high + (low < a.low), low};
    }
    friend constexpr TwoWords operator-(TwoWords a, TwoWords b) {
        return {a.high - b.high - (a.low < b.low), a.low - b.low};
    }
    // A word must not be shifted by 64, so the bits that move to the other word are shifted by 1, then by up to 63.
    friend constexpr TwoWords operator<<(TwoWords a, int by) {
        if (by >= 64) return {a.low << (by - 64), 0};
        return {a.high << by | a.low >> 1 >> (63 - by), a.low << by};
    }
    friend constexpr TwoWords operator>>(TwoWords a, int by) {
        if (by >= 64) return {0, a.high >> (by - 64)};
        return {a.high >> by, a.low >> by | a.high << 1 << (63 - by)};
    }
    friend constexpr bool operator==(TwoWords a, TwoWords b) { return a.low == b.low && a.high == b.high; }
    friend constexpr bool operator!=(TwoWords a, TwoWords b) { return !(a == b); }
    friend constexpr bool operator<(TwoWords a, TwoWords b) {
        return a.high != b.high ? a.high < b.high : a.low < b.low;
    }

    constexpr TwoWords& operator&=(TwoWords b) { return *this = *this & b; }
    constexpr TwoWords& operator|=(TwoWords b) { return *this = *this | b; }
    constexpr TwoWords& operator^=(TwoWords b) { return *this = *this ^ b; }
    constexpr TwoWords& operator<<=(int by) { return *this = *this << by; }
    constexpr TwoWords& operator>>=(int by) { return *this = *this >> by; }
};

// How many cells a set has.
inline int count(Word64 b) {
#if !defined(_MSC_VER) || defined(__clang__)
    return __builtin_popcountll(b);
#elif defined(_M_X64)
    return int(__popcnt64(b));
#else
    b -= b >> 1 & 0x5555555555555555u;
    b = (b & 0x3333333333333333u) + (b >> 2 & 0x3333333333333333u);
    return int(((b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
#endif
}

// The lowest cell of a set that is not empty.
inline int first(Word64 b) {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long at;
    _BitScanForward64(&at, b);
    return int(at);
#else
    return __builtin_ctzll(b);
#endif
}

inline int count(TwoWords b) { return count(b.low) + count(b.high); }
inline int first(TwoWords b) { return b.low ? first(b.low) : 64 + first(b.high); }

// The compiler's own type of 128 bits is used where there is one. NOUGHTS_TWO_WORDS does without it, as Microsoft's
// compiler must.
#if defined(__SIZEOF_INT128__) && !defined(NOUGHTS_TWO_WORDS)
__extension__ typedef unsigned __int128 Word128;
inline int count(Word128 b) { return count(Word64(b)) + count(Word64(b >> 64)); }
inline int first(Word128 b) { return Word64(b) ? first(Word64(b)) : 64 + first(Word64(b >> 64)); }
#else
using Word128 = TwoWords;
#endif

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
    return bool(b & (b - 1));
}

// For every cell of a set, the lowest first.
template <class Bits, class Do>
inline void each(Bits b, Do&& act) {
    for (; b; b &= b - 1) act(first(b));
}

}  // namespace noughts
