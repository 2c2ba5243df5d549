// The rules of any game of taking cells, as data, and the bits that a search keeps of them.
#pragma once

#include <cstddef>
#include <vector>

#include "common/bits.hpp"
#include "mnk/mnk.hpp"

namespace noughts {

template <class Bits>
Bits word(Cells cells) {
    if constexpr (sizeof(Bits) > 8) return Bits(cells.high) << 64 | cells.low;
    else return cells.low;
}

// A line is any set of cells; a player who owns all of one has completed it.
struct Rules {
    int cells = 0;
    std::vector<Cells> lines;
    std::vector<Cells> needs;                  // for each cell those that must be taken before it; empty for none
    bool misere = false;                       // completing a line loses
    int full = 0;                              // who wins a full board: 1 the first player, -1 the second, 0 nobody
    std::vector<std::vector<int>> symmetries;  // cell -> cell, the identity among them
};

// The cells as columns in which stones fall, each from the lowest cell to the highest; none where a cell needs several
// cells, or several need it.
inline std::vector<std::vector<int>> columns(const Rules& rules) {
    std::vector<int> above(rules.cells, -1);
    for (int c = 0; c < int(rules.needs.size()); ++c)
        if (const Word128 need = word<Word128>(rules.needs[c])) {
            if (several(need) || above[first(need)] >= 0) return {};
            above[first(need)] = c;
        }
    std::vector<std::vector<int>> found;
    for (int c = 0; c < int(rules.needs.size()); ++c) {
        if (word<Word128>(rules.needs[c])) continue;
        found.emplace_back();
        for (int up = c; up >= 0; up = above[up]) found.back().push_back(up);
    }
    return found;
}

// A set of lines is W words, or any number of words where W is 0; of each player the search keeps, for j = 1 to the
// longest, the set of lines that lack just j stones of that player and have none of the opponent:
//
//      board    lines lacking     1         2              3
//      x . .    of X              -         row, column    diagonal
//      o x .    ...
//
// A stone moves the player's own lines through its cell from j to j - 1, and takes the opponent's out of all sets.
template <class Bits, int W>
class LineSets {
  public:
    using Sets = std::uint64_t*;  // one player's: j = 1 to the longest, W words each

    explicit LineSets(const Rules& rules) : words_(int(rules.lines.size() + 63) / 64) {
        for (const Cells& line : rules.lines) {
            line_.push_back(word<Bits>(line));
            if (count(line_.back()) > longest_) longest_ = count(line_.back());
        }
        if (!words_) words_ = 1;
        through_.resize(std::size_t(rules.cells) * words());
        for (std::size_t i = 0; i < line_.size(); ++i)
            each(line_[i], [&](int cell) { through_[std::size_t(cell) * words() + i / 64] |= 1ull << i % 64; });
    }

    int words() const { return W ? W : words_; }
    int longest() const { return longest_; }
    int size() const { return longest_ * words(); }  // of one player's sets, in words
    int lines() const { return int(line_.size()); }
    Bits line(int i) const { return line_[i]; }
    const std::uint64_t* through(int cell) const { return &through_[std::size_t(cell) * words()]; }

    // The sets of a player from the stones alone. Complete lines are in none.
    void start(Sets sets, Bits own, Bits others) const {
        for (int i = 0; i < size(); ++i) sets[i] = 0;
        for (std::size_t i = 0; i < line_.size(); ++i)
            if (!(line_[i] & others))
                if (const int lacking = count(line_[i] & ~own))
                    sets[(lacking - 1) * words() + i / 64] |= 1ull << i % 64;
    }

    void own(Sets to, const std::uint64_t* from, int cell) const {
        const std::uint64_t* at = through(cell);
        const int last = size() - words();
        for (int i = 0; i < last; i += words())
            for (int w = 0; w < words(); ++w) to[i + w] = (from[i + w] & ~at[w]) | (from[i + words() + w] & at[w]);
        if (last >= 0)
            for (int w = 0; w < words(); ++w) to[last + w] = from[last + w] & ~at[w];
    }

    void other(Sets to, const std::uint64_t* from, int cell) const {
        const std::uint64_t* at = through(cell);
        for (int i = 0; i < size(); i += words())
            for (int w = 0; w < words(); ++w) to[i + w] = from[i + w] & ~at[w];
    }

    // For every line that lacks j.
    template <class Do>
    void each_lacking(const std::uint64_t* sets, int j, Do&& act) const {
        if (j > longest_) return;
        for (int w = 0; w < words(); ++w) each(sets[(j - 1) * words() + w], [&](int i) { act(line_[64 * w + i]); });
    }

    // How few stones a line lacks, at least `least`; more than the longest when there is no such line. Lines through a
    // cell can be left out.
    int lacking(const std::uint64_t* sets, int least, int without = -1) const {
        const std::uint64_t* at = without < 0 ? nullptr : through(without);
        for (int j = 1; j <= longest_; ++j)
            for (int w = 0; w < words(); ++w)
                if (sets[(j - 1) * words() + w] & (at ? ~at[w] : ~0ull)) return j > least ? j : least;
        return NONE;
    }

    // How many lines through a cell lack j.
    int count_lacking(const std::uint64_t* sets, int j, int cell) const {
        int many = 0;
        for (int w = 0; w < words(); ++w) many += count(sets[(j - 1) * words() + w] & through(cell)[w]);
        return many;
    }

    static constexpr int NONE = 1 << 20;

  private:
    int words_, longest_ = 0;
    std::vector<Bits> line_;
    std::vector<std::uint64_t> through_;
};

}  // namespace noughts
