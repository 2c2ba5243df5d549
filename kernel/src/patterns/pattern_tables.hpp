// The tables of one game for the pattern searches: its lines as seen from each cell, and the weights of patterns.
#pragma once

#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "patterns/cell_pattern.hpp"

namespace noughts {

// The lines of a game, by number, and the pattern of every way to fill the cells of one direction.
//
// A slot is one direction of one cell: slot = cell * directions + direction. In most games the lines of a slot, with
// the cells beyond them, contain few other cells. Each of these is empty or has a stone of side 0 or 1: a digit 0, 1 or
// 2. These digits form a number in base 3. The code of a slot is that number plus the index at which the patterns for
// its shape begin, so `patterns[code]` is what a stone would make there.
struct PatternTables {
    // An effect of a stone: it adds `step` to the code of `slot` if it is of side 0, and twice as much for side 1. The
    // slot belongs to `cell`.
    struct Effect {
        int cell, slot, step;
    };

    static constexpr int NO_CODE = -1;

    // Each line is a list of cells, and all lines have the same length. Two lines through a cell run in the same
    // direction if they share another cell. A line does not count for a side with a stone on a cell beyond the line.
    // Throws std::invalid_argument for other lines.
    PatternTables(int cells, const std::vector<std::vector<int>>& lines, const std::vector<std::vector<int>>& beyond_,
                  const PairWeights& weights)
        : cells(cells), worths(line_length(lines)), weights(weights), lines(lines), beyond(beyond_), effects(cells) {
        beyond.resize(lines.size());
        for (const auto& some : beyond)
            for (int cell : some)
                if (cell < 0 || cell >= cells) throw std::invalid_argument("a cell beyond a line is not on the board");
        std::vector<std::vector<int>> lines_through(cells);
        for (int line = 0; line < int(lines.size()); ++line) {
            if (int(lines[line].size()) != worths.k)
                throw std::invalid_argument("patterns need lines of the same length");
            for (int cell : lines[line]) {
                if (cell < 0 || cell >= cells)
                    throw std::invalid_argument("a line has a cell that is not on the board");
                lines_through[cell].push_back(line);
            }
        }
        std::vector<std::vector<std::vector<int>>> by_direction;  // for each cell, its lines in each direction
        for (int cell = 0; cell < cells; ++cell) {
            by_direction.push_back(group_by_direction(lines_through[cell]));
            directions = std::max(directions, int(by_direction.back().size()));
        }
        if (directions > MAX_DIRECTIONS) throw std::invalid_argument("lines run in more than 126 directions");
        for (int kinds = 0; kinds < int(counts.size()); ++kinds) counts[kinds] = direction_counts(BothKinds(kinds));
        lines_of.resize(std::size_t(cells) * directions);
        start_codes.resize(lines_of.size(), NO_CODE);
        for (int cell = 0; cell < cells; ++cell)
            for (std::size_t direction = 0; direction < by_direction[cell].size(); ++direction)
                add_slot(cell, int(direction), by_direction[cell][direction]);
    }

    const int cells;
    const LineWorths worths;
    const PairWeights weights;
    const std::vector<std::vector<int>> lines;
    std::vector<std::vector<int>> beyond;      // by line: the cells that its owner must not have
    int directions = 0;                        // the greatest number of directions of any cell
    std::vector<std::vector<int>> lines_of;    // by slot
    std::vector<int> start_codes;              // by slot: its code on an empty board; NO_CODE if it has too many cells
    std::vector<LinePattern> patterns;         // by code
    std::vector<BothKinds> kinds;              // by code: a compact copy, as the search rarely needs the worth
    std::vector<std::vector<Effect>> effects;  // by cell: the effects of a stone there
    std::array<DirectionCounts, 256> counts;   // by kinds

  private:
    // For each line of a slot: the digits of its other cells, and those of the cells beyond it.
    using Shape = std::vector<std::pair<std::vector<int>, std::vector<int>>>;

    static constexpr int MAX_DIGITS = 10, MAX_CODES = 1 << 20;

    static int line_length(const std::vector<std::vector<int>>& lines) {
        if (lines.empty()) throw std::invalid_argument("patterns need at least one line");
        if (lines[0].empty() || lines[0].size() > LineWorths::MAX_LENGTH)
            throw std::invalid_argument("patterns need lines of 1 to 14 cells");
        return int(lines[0].size());
    }

    // Groups the lines through a cell by direction.
    std::vector<std::vector<int>> group_by_direction(const std::vector<int>& lines_through) const {
        std::vector<std::vector<int>> groups;
        for (int line : lines_through) {
            std::vector<int> merged;
            for (auto& group : groups)
                if (std::any_of(group.begin(), group.end(), [&](int other) { return shared_cells(line, other) > 1; })) {
                    merged.insert(merged.end(), group.begin(), group.end());
                    group.clear();
                }
            merged.push_back(line);
            groups.erase(std::remove_if(groups.begin(), groups.end(), [](const auto& group) { return group.empty(); }),
                         groups.end());
            groups.push_back(std::move(merged));
        }
        return groups;
    }

    int shared_cells(int line, int other) const {
        const auto& cells = lines[other];
        return int(std::count_if(lines[line].begin(), lines[line].end(),
                                 [&](int cell) { return std::find(cells.begin(), cells.end(), cell) != cells.end(); }));
    }

    // Records the lines of one direction of a cell, its code, and the effects of stones in its other cells.
    void add_slot(int cell, int direction, const std::vector<int>& lines_in_direction) {
        const int slot = cell * directions + direction;
        const std::vector<int> others = other_cells(cell, lines_in_direction);
        const bool has_code = others.size() <= MAX_DIGITS && patterns.size() < MAX_CODES;
        if (has_code) start_codes[slot] = first_code(shape_of(cell, lines_in_direction, others), int(others.size()));
        lines_of[slot] = lines_in_direction;
        int step = has_code ? 1 : 0;
        for (int other : others) {
            effects[other].push_back({cell, slot, step});
            step *= 3;
        }
    }

    // Returns the cells of some lines and those beyond them in order, without one cell that is on all of them.
    std::vector<int> other_cells(int cell, const std::vector<int>& some_lines) const {
        std::vector<int> others;
        for (int line : some_lines)
            for (const auto* some : {&lines[line], &beyond[line]})
                others.insert(others.end(), some->begin(), some->end());
        std::sort(others.begin(), others.end());
        others.erase(std::unique(others.begin(), others.end()), others.end());
        others.erase(std::find(others.begin(), others.end(), cell));
        return others;
    }

    Shape shape_of(int cell, const std::vector<int>& some_lines, const std::vector<int>& others) const {
        const auto digits = [&](const std::vector<int>& some) {
            std::vector<int> digits;
            for (int other : some)
                if (other != cell)
                    digits.push_back(int(std::find(others.begin(), others.end(), other) - others.begin()));
            return digits;
        };
        Shape shape;
        for (int line : some_lines) shape.emplace_back(digits(lines[line]), digits(beyond[line]));
        return shape;
    }

    // Returns the code of a slot of this shape without stones. The first slot of each shape adds its patterns.
    int first_code(const Shape& shape, int digits) {
        const auto [entry, is_new] = first_codes_.try_emplace(shape, int(patterns.size()));
        if (is_new) add_patterns(shape, digits);
        return entry->second;
    }

    // Adds the patterns of every way to place stones, in the order of the numbers in base 3.
    void add_patterns(const Shape& shape, int digits) {
        std::vector<int> all_lines(shape.size()), digit_values(digits);
        std::iota(all_lines.begin(), all_lines.end(), 0);
        do {
            patterns.push_back(worths.pattern(all_lines, [&](int line) {
                return LineWorths::count_stones(shape[line].first, shape[line].second, [&](int digit) {
                    return digit_values[digit] ? digit_values[digit] - 1 : 2;
                });
            }));
            kinds.push_back(patterns.back().kinds);
        } while (increment(digit_values));
    }

    // Adds 1 to a number in base 3, lowest digit first. Returns false if it overflows to 0.
    static bool increment(std::vector<int>& digit_values) {
        for (int& value : digit_values) {
            value = (value + 1) % 3;
            if (value) return true;
        }
        return false;
    }

    std::map<Shape, int> first_codes_;
};

}  // namespace noughts
