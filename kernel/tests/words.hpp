// Splits sets of cells into 64-bit words, so that tests can compare results of different word types.
#pragma once

#include <vector>

#include "common/bits.hpp"

using namespace noughts;

// The words of a set, the high one first.
template <class Bits>
std::vector<Word64> words(Bits bits) {
    if constexpr (sizeof(Bits) > 8) return {Word64(bits >> 64), Word64(bits)};
    else return {0, bits};
}
