// The lines of a game as seen from its cells, for patterns, and what pairs of patterns promise.
#pragma once

#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "patterns/cell_pattern.hpp"

namespace noughts {

// The lines of a game, by number, as seen from its cells.
//
// In most games a direction through a cell runs over few other cells, each of which is empty or has a stone of side 0
// or
// 1. Taken as digits in base 3, and added to where the table for such a direction begins, they are a code by which to
// look up what a stone makes there.
struct Net {
    // A cell to which it matters what lies here: in which of its directions (a number of all on the board), and what a
    // stone of side 0 here adds to its code; one of side 1 adds twice as much.
    struct Near {
        int cell, at, step;
    };

    static constexpr int NO_CODE = -1;

    // Lines are lists of cells, all of the same length. Two through a cell that share another cell run in the same
    // direction.
    Net(int cells, const std::vector<std::vector<int>>& lines, const Promises& promises)
        : cells(cells), worths(length(lines)), promises(promises), lines(lines), near(cells) {
        std::vector<std::vector<int>> through(cells);  // of each cell, its lines
        for (int number = 0; number < int(lines.size()); ++number) {
            if (int(lines[number].size()) != worths.k)
                throw std::invalid_argument("the lines of patterns have the same length");
            for (int cell : lines[number]) {
                if (cell < 0 || cell >= cells) throw std::invalid_argument("a line has cells of the board");
                through[cell].push_back(number);
            }
        }
        std::vector<std::vector<std::vector<int>>> grouped;
        for (int cell = 0; cell < cells; ++cell) {
            grouped.push_back(group(through[cell]));
            directions = std::max(directions, int(grouped.back().size()));
        }
        if (directions > MOST_DIRECTIONS)
            throw std::invalid_argument("lines of patterns run in at most 126 directions");
        for (int one = 0; one < int(counts.size()); ++one) counts[one] = noughts::counts(Kinds(one));
        groups.resize(std::size_t(cells) * directions);
        empty.resize(groups.size(), NO_CODE);
        for (int cell = 0; cell < cells; ++cell)
            for (std::size_t direction = 0; direction < grouped[cell].size(); ++direction)
                look(cell, int(direction), grouped[cell][direction]);
    }

    const int cells;
    const Worths worths;
    const Promises promises;
    const std::vector<std::vector<int>> lines;
    int directions = 0;  // the most that a cell has
    std::vector<std::vector<int>>
        groups;                           // of each direction of each cell, at cell * directions + direction, its lines
    std::vector<int> empty;               // its code without stones, or NO_CODE where there are too many cells
    std::vector<Found> found;             // by code
    std::vector<Kinds> kinds;             // the same without the worths, which are seldom asked for
    std::vector<std::vector<Near>> near;  // of each cell
    std::array<Counts, 256> counts;       // of kinds

  private:
    using Shape = std::vector<std::vector<int>>;  // of each line of a direction, which of the other cells it has

    static constexpr int MOST_DIGITS = 10, MOST_CODES = 1 << 20;

    static int length(const std::vector<std::vector<int>>& lines) {
        if (lines.empty()) throw std::invalid_argument("a game of patterns has lines");
        if (lines[0].empty() || lines[0].size() > Worths::MOST_LENGTH)
            throw std::invalid_argument("a line of patterns has 1 to 14 cells");
        return int(lines[0].size());
    }

    // Puts the lines of a cell together that run in the same direction.
    std::vector<std::vector<int>> group(const std::vector<int>& through) const {
        std::vector<std::vector<int>> found;
        for (int number : through) {
            std::vector<int> together;
            for (auto& one : found)
                if (std::any_of(one.begin(), one.end(),
                                [&](int other) { return share(lines[number], lines[other]) > 1; })) {
                    together.insert(together.end(), one.begin(), one.end());
                    one.clear();
                }
            together.push_back(number);
            found.erase(std::remove_if(found.begin(), found.end(), [](const auto& one) { return one.empty(); }),
                        found.end());
            found.push_back(std::move(together));
        }
        return found;
    }

    static int share(const std::vector<int>& one, const std::vector<int>& other) {
        return int(std::count_if(one.begin(), one.end(),
                                 [&](int cell) { return std::find(other.begin(), other.end(), cell) != other.end(); }));
    }

    // Notes for one direction of a cell which other cells matter to it, and what is found there.
    void look(int cell, int direction, const std::vector<int>& through) {
        const int at = cell * directions + direction;
        std::vector<int> others;
        for (int number : through) others.insert(others.end(), lines[number].begin(), lines[number].end());
        std::sort(others.begin(), others.end());
        others.erase(std::unique(others.begin(), others.end()), others.end());
        others.erase(std::find(others.begin(), others.end(), cell));
        Shape shape;
        for (int number : through) {
            shape.emplace_back();
            for (int other : lines[number])
                if (other != cell)
                    shape.back().push_back(int(std::find(others.begin(), others.end(), other) - others.begin()));
        }
        const bool coded = others.size() <= MOST_DIGITS && found.size() < MOST_CODES;
        if (coded) empty[at] = table(shape, int(others.size()));
        groups[at] = through;
        int step = coded ? 1 : 0;
        for (int other : others) {
            near[other].push_back({cell, at, step});
            step *= 3;
        }
    }

    // Where the table for directions of a shape begins.
    int table(const Shape& shape, int digits) {
        const auto [at, is_new] = tables_.try_emplace(shape, int(found.size()));
        if (!is_new) return at->second;
        std::vector<int> all(shape.size()), lies(digits);
        std::iota(all.begin(), all.end(), 0);
        for (bool more = true; more;) {
            found.push_back(worths.found(all, [&](int line) {
                std::array<int, 2> stones{};
                for (int digit : shape[line])
                    if (lies[digit]) ++stones[lies[digit] - 1];
                return stones;
            }));
            kinds.push_back(found.back().kinds);
            more = false;
            for (int digit = 0; digit < digits && !more; ++digit) {
                lies[digit] = (lies[digit] + 1) % 3;
                more = lies[digit] > 0;
            }
        }
        return at->second;
    }

    std::map<Shape, int> tables_;
};

}  // namespace noughts
