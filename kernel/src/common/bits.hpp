// Sets of cells as bits: words of 64 or 128 bits, and the operations on them.
#pragma once

#include <cstdint>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace noughts {

using Word64 = std::uint64_t;

// A word of 128 bits made of two words of 64 bits, in standard C++. Shift distances must be 0 to 127.
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
    // Shifting a 64-bit word by 64 is undefined behaviour. So bits that move to the other word are shifted by 1 and
    // then by up to 63.
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

// Returns the number of bits that are set.
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

// Returns the index of the lowest bit that is set. The word must not be 0.
inline int first_index(Word64 b) {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long at;
    _BitScanForward64(&at, b);
    return int(at);
#else
    return __builtin_ctzll(b);
#endif
}

inline int count(TwoWords b) { return count(b.low) + count(b.high); }
inline int first_index(TwoWords b) { return b.low ? first_index(b.low) : 64 + first_index(b.high); }

// Uses the compiler's own 128-bit type if it has one. NOUGHTS_TWO_WORDS selects TwoWords everywhere, which Microsoft's
// compiler needs.
#if defined(__SIZEOF_INT128__) && !defined(NOUGHTS_TWO_WORDS)
__extension__ typedef unsigned __int128 Word128;
inline int count(Word128 b) { return count(Word64(b)) + count(Word64(b >> 64)); }
inline int first_index(Word128 b) { return Word64(b) ? first_index(Word64(b)) : 64 + first_index(Word64(b >> 64)); }
#else
using Word128 = TwoWords;
#endif

template <class Bits>
inline Bits bit(int cell) {
    return Bits(1) << cell;
}

template <class Bits>
inline Bits lowest_bit(Bits b) {
    return b & (~b + 1);
}

template <class Bits>
inline bool has_several(Bits b) {
    return bool(b & (b - 1));
}

// Calls `act` with the index of every bit that is set, in increasing order.
template <class Bits, class Do>
inline void for_each_bit(Bits b, Do&& act) {
    for (; b; b &= b - 1) act(first_index(b));
}

}  // namespace noughts
