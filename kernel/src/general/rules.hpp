// The rules of any game in which players take cells, and the sets of lines that a search keeps.
#pragma once

#include <cstddef>
#include <vector>

#include "common/bits.hpp"
#include "common/cells.hpp"

namespace noughts {

// A line is any set of cells. A player who owns all its cells, and none of those beyond it, has completed it.
struct Rules {
    int cells = 0;
    std::vector<Cells> lines;
    std::vector<Cells> needs;  // for each cell, the cells that must be taken before it
    bool misere = false;       // whether the player who completes a line loses
    int full = 0;              // who wins if the board is full: 1 the first player, -1 the second, 0 neither
    std::vector<std::vector<int>> symmetries;  // cell -> cell; the identity is one of them
    std::vector<Cells> beyond;  // for each line, the cells that its owner must not have; empty if there are none
};

// Returns the columns in which stones fall, each from bottom to top. Returns none if a cell needs more than one cell,
// or more than one cell needs it.
inline std::vector<std::vector<int>> gravity_columns(const Rules& rules) {
    std::vector<int> above(rules.cells, -1);
    for (int c = 0; c < int(rules.needs.size()); ++c)
        if (const Word128 need = to_bits<Word128>(rules.needs[c])) {
            if (has_several(need) || above[first_index(need)] >= 0) return {};
            above[first_index(need)] = c;
        }
    std::vector<std::vector<int>> columns;
    for (int c = 0; c < int(rules.needs.size()); ++c) {
        if (to_bits<Word128>(rules.needs[c])) continue;
        columns.emplace_back();
        for (int up = c; up >= 0; up = above[up]) columns.back().push_back(up);
    }
    return columns;
}

// Sets of lines by the number of stones that they lack. For each player and each j from 1 to the length of the longest
// line, the search keeps the set of lines that lack exactly j stones of that player and have no stone of the opponent:
//
//      board    lines of X that lack     1         2              3
//      x . .                             -         row, column    diagonal
//      o x .    ...
//
// A stone moves the player's own lines through its cell from j to j - 1, and removes the opponent's lines from all
// sets, as well as the player's own lines that its cell is beyond. A set is W words, or any number of words if W is 0.
template <class Bits, int W>
class LineSets {
  public:
    using Sets = std::uint64_t*;  // of one player: W words for each j, starting at j = 1

    explicit LineSets(const Rules& rules) : words_(int(rules.lines.size() + 63) / 64) {
        for (const Cells& line : rules.lines) {
            line_.push_back(to_bits<Bits>(line));
            if (count(line_.back()) > max_length_) max_length_ = count(line_.back());
        }
        if (!words_) words_ = 1;
        for (const Cells& cells : rules.beyond) beyond_.push_back(to_bits<Bits>(cells));
        through_ = by_cell(rules.cells, line_);
        if (!beyond_.empty()) beside_ = by_cell(rules.cells, beyond_);
    }

    int words() const { return W ? W : words_; }
    int max_length() const { return max_length_; }
    int size() const { return max_length_ * words(); }  // of one player's sets, in words
    int lines() const { return int(line_.size()); }
    Bits line(int i) const { return line_[i]; }
    const std::uint64_t* through(int cell) const { return &through_[std::size_t(cell) * words()]; }

    // Whether a player with these stones has completed line i.
    bool is_complete(int i, Bits own) const {
        return !(line_[i] & ~own) && (beyond_.empty() || !(beyond_[i] & own));
    }

    // Computes the sets of a player from the stones. Complete lines are in no set.
    void init(Sets sets, Bits own, Bits others) const {
        for (int i = 0; i < size(); ++i) sets[i] = 0;
        for (std::size_t i = 0; i < line_.size(); ++i)
            if (!(line_[i] & others) && (beyond_.empty() || !(beyond_[i] & own)))
                if (const int fewest_missing = count(line_[i] & ~own))
                    sets[(fewest_missing - 1) * words() + i / 64] |= 1ull << i % 64;
    }

    void place_own(Sets to, const std::uint64_t* from, int cell) const {
        const std::uint64_t* at = through(cell);
        const int last = size() - words();
        for (int i = 0; i < last; i += words())
            for (int w = 0; w < words(); ++w) to[i + w] = (from[i + w] & ~at[w]) | (from[i + words() + w] & at[w]);
        if (last >= 0)
            for (int w = 0; w < words(); ++w) to[last + w] = from[last + w] & ~at[w];
        if (!beside_.empty()) remove(to, to, &beside_[std::size_t(cell) * words()]);
    }

    void place_other(Sets to, const std::uint64_t* from, int cell) const {
        remove(to, from, through(cell));
    }

    // Calls `act` with every line that lacks j stones.
    template <class Do>
    void for_each_line_missing(const std::uint64_t* sets, int j, Do&& act) const {
        if (j > max_length_) return;
        for (int w = 0; w < words(); ++w)
            for_each_bit(sets[(j - 1) * words() + w], [&](int i) { act(line_[64 * w + i]); });
    }

    // Returns the least number of stones that a line lacks, but at least `least`; NEVER if there are no such lines.
    // Lines through the cell `without` do not count.
    int fewest_missing(const std::uint64_t* sets, int least, int without = -1) const {
        const std::uint64_t* at = without < 0 ? nullptr : through(without);
        for (int j = 1; j <= max_length_; ++j)
            for (int w = 0; w < words(); ++w)
                if (sets[(j - 1) * words() + w] & (at ? ~at[w] : ~0ull)) return j > least ? j : least;
        return NEVER;
    }

    // Returns the number of lines through a cell that lack j stones.
    int count_missing(const std::uint64_t* sets, int j, int cell) const {
        int lines = 0;
        for (int w = 0; w < words(); ++w) lines += count(sets[(j - 1) * words() + w] & through(cell)[w]);
        return lines;
    }

    static constexpr int NEVER = 1 << 20;

  private:
    void remove(Sets to, const std::uint64_t* from, const std::uint64_t* lines) const {
        for (int i = 0; i < size(); i += words())
            for (int w = 0; w < words(); ++w) to[i + w] = from[i + w] & ~lines[w];
    }

    // Returns, for each cell, the numbers of the sets that contain it, as a bit set.
    std::vector<std::uint64_t> by_cell(int cells, const std::vector<Bits>& sets) const {
        std::vector<std::uint64_t> numbers(std::size_t(cells) * words());
        for (std::size_t i = 0; i < sets.size(); ++i)
            for_each_bit(sets[i], [&](int cell) { numbers[std::size_t(cell) * words() + i / 64] |= 1ull << i % 64; });
        return numbers;
    }

    int words_, max_length_ = 0;
    std::vector<Bits> line_, beyond_;
    std::vector<std::uint64_t> through_, beside_;
};

}  // namespace noughts
