// Line patterns: what a stone would make in one direction through its cell.
//
// A pattern depends on the lines in that direction without an opposing stone: how many stones are on the fullest of
// them, and how many lines are equally full.
//
// Source: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, Go-Moku Solved by New Search Techniques, 1993.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace noughts {

using Worth = std::int64_t;

// The kinds of line patterns; a greater kind is better. A four is a line that lacks one stone. A threat is a four, or
// an open three: two lines that lack two stones each. The kinds between NOTHING and THREAT lack more stones.
enum Kind : std::uint8_t { NOTHING = 0, THREAT = 6, FOUR = 7, OPEN_FOUR = 8, FIVE = 9 };

// The kinds for both sides, in four bits each.
using BothKinds = std::uint8_t;
inline Kind kind_for(BothKinds kinds, int side) { return Kind(kinds >> 4 * side & 15); }

// For both sides, the kind of pattern and the sum of the worth of all lines.
struct LinePattern {
    BothKinds kinds = 0;
    std::array<Worth, 2> worth{};
};

// The worth of lines of k cells. With each further stone a line is worth eight times as much.
class LineWorths {
  public:
    static constexpr int MAX_LENGTH = 14;  // sums of longer lines would not fit in a word

    explicit LineWorths(int k) : k(k), five(power(k + 2)), open_four(power(k + 1)), fork(2 * power(k - 1)) {}

    const int k;
    // The least worth of a stone that completes a line, makes an open four, or makes a fork (threats in two
    // directions).
    const Worth five, open_four, fork;

    // The number of stones of either side on a line that this side can no longer complete.
    static constexpr int CLOSED = -1;

    // Returns the stones of both sides on a line, or CLOSED for a side if the other side has a stone on the line or
    // this side has one beyond it. `side(cell)` is the side of the stone on a cell: 0 or 1, or 2 if it is empty.
    template <class Side>
    static std::array<int, 2> count_stones(const std::vector<int>& cells, const std::vector<int>& beyond, Side side) {
        std::array<int, 2> stones{};
        for (int cell : cells)
            if (side(cell) < 2) ++stones[side(cell)];
        std::array<int, 2> open = {stones[1] ? CLOSED : stones[0], stones[0] ? CLOSED : stones[1]};
        for (int cell : beyond)
            if (side(cell) < 2) open[side(cell)] = CLOSED;
        return open;
    }

    // Returns the pattern of the lines of one direction. `count_stones(line)` returns the same as the function above.
    template <class CountStones>
    LinePattern pattern(const std::vector<int>& lines, CountStones count_stones) const {
        LinePattern pattern;
        std::array<int, 2> most_stones{-1, -1}, fullest_lines{}, open_lines{};
        for (int line : lines) {
            const auto stones = count_stones(line);
            for (int side = 0; side < 2; ++side) {
                if (stones[side] == CLOSED) continue;
                pattern.worth[side] += power(1 + stones[side]);
                ++open_lines[side];
                if (stones[side] > most_stones[side]) {
                    most_stones[side] = stones[side];
                    fullest_lines[side] = 1;
                } else {
                    fullest_lines[side] += stones[side] == most_stones[side];
                }
            }
        }
        for (int side = 0; side < 2; ++side)
            if (open_lines[side]) {
                const int kind = best_kind(k - 1 - most_stones[side], fullest_lines[side], open_lines[side]);
                pattern.kinds |= BothKinds(kind << 4 * side);
            }
        return pattern;
    }

  private:
    static constexpr Worth power(int exponent) { return Worth(1) << 3 * exponent; }

    // Returns the kind, from the number of stones that the fullest line then lacks, the number of lines that are
    // equally full, and the number of lines without an opposing stone.
    int best_kind(int lacks, int fullest_lines, int open_lines) const {
        if (lacks == 0) return FIVE;
        if (lacks == 1) return fullest_lines >= 2 ? OPEN_FOUR : FOUR;
        if (lacks == 2) return 5 + (fullest_lines >= 2);
        if (lacks == 3) return 3 + (fullest_lines >= 3);
        return 1 + (open_lines >= k - 1);
    }
};

}  // namespace noughts
