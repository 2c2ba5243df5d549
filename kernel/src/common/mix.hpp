// A hash function for 64-bit numbers.
#pragma once

#include <cstdint>

namespace noughts {

// Mixes all bits of a number into all bits of the result (the finaliser of SplitMix64).
inline std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

}  // namespace noughts
