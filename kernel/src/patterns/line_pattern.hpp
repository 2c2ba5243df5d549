// What a stone would make in one direction through its cell: of the lines there without a stone of the opponent, how
// many stones has the fullest, and how many are as full?
//
// Source: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, Go-Moku Solved by New Search Techniques, 1993.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace noughts {

using Worth = std::int64_t;

// Kinds of what a stone makes in one direction; those before need more stones yet. A threat is a line that then lacks
// one stone, or two that lack two, as in an open three.
enum Kind : std::uint8_t { NOTHING = 0, THREAT = 6, FOUR = 7, OPEN_FOUR = 8, FIVE = 9 };

// What a stone of either side makes, four bits each.
using Kinds = std::uint8_t;
inline Kind kind(Kinds kinds, int side) { return Kind(kinds >> 4 * side & 15); }

// The same, and what all lines are worth.
struct Found {
    Kinds kinds = 0;
    std::array<Worth, 2> worth{};
};

// How much lines of k cells are worth.
class Worths {
  public:
    static constexpr int MOST_LENGTH = 14;  // so that sums of worths stay within a word

    // What a stone is worth at least that completes a line, after which two lines in one direction lack one stone, or
    // that threatens in two directions.
    explicit Worths(int k) : k(k), five(power(k + 2)), open_four(power(k + 1)), fork(2 * power(k - 1)) {}

    const int k;
    const Worth five, open_four, fork;

    // What is found on lines of one direction. `stones` tells how many stones either side has on a line.
    template <class Stones>
    Found found(const std::vector<int>& lines, Stones stones) const {
        Found found;
        std::array<int, 2> most{-1, -1}, many{}, open{};
        for (int line : lines) {
            const auto both = stones(line);
            for (int side = 0; side < 2; ++side) {
                if (both[1 - side]) continue;
                const int s = both[side];
                found.worth[side] += power(1 + s);
                ++open[side];
                if (s > most[side]) {
                    most[side] = s;
                    many[side] = 1;
                } else {
                    many[side] += s == most[side];
                }
            }
        }
        for (int side = 0; side < 2; ++side)
            if (open[side]) found.kinds |= Kinds(kind(k - 1 - most[side], many[side], open[side]) << 4 * side);
        return found;
    }

  private:
    // With one stone more a line is worth eight times as much.
    static constexpr Worth power(int exponent) { return Worth(1) << 3 * exponent; }

    // By how many stones the fullest of some open lines then lack, and how many are as full.
    int kind(int lacks, int many, int open) const {
        if (lacks == 0) return FIVE;
        if (lacks == 1) return many >= 2 ? OPEN_FOUR : FOUR;
        if (lacks == 2) return 5 + (many >= 2);
        if (lacks == 3) return 3 + (many >= 3);
        return 1 + (open >= k - 1);
    }
};

}  // namespace noughts
