// The lines of a game as seen from its cells, for patterns, and what pairs of patterns promise.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

namespace noughts {

// What a stone would make in one direction: by how many stones the fullest open line lacks, and by how many such lines.
constexpr int KINDS = 9;

// What an empty cell promises to a side, by the two best kinds it has there: KINDS * best + second. First for the side to
// move, then for the other.
using Promises = std::array<std::array<int, KINDS * KINDS>, 2>;

// The lines of a game, by number, as seen from its cells.
struct Net {
    static constexpr int MOST_LENGTH = 14;  // so that sums of worths stay within a word

    struct Near {
        int cell, direction;
    };

    // Lines are lists of cells, all of the same length. Two through a cell that share another cell run in the same
    // direction.
    Net(int cells, const std::vector<std::vector<int>>& lines, const Promises& promises)
        : cells(cells), promises(promises), lines(lines), through(cells), groups(cells), near(cells) {
        if (lines.empty()) throw std::invalid_argument("a game of patterns has lines");
        k = int(lines[0].size());
        if (k < 1 || k > MOST_LENGTH) throw std::invalid_argument("a line of patterns has 1 to 14 cells");
        for (int number = 0; number < int(lines.size()); ++number) {
            if (int(lines[number].size()) != k) throw std::invalid_argument("the lines of patterns have the same length");
            for (int cell : lines[number]) {
                if (cell < 0 || cell >= cells) throw std::invalid_argument("a line has cells of the board");
                through[cell].push_back(number);
            }
        }
        for (int cell = 0; cell < cells; ++cell) group(cell);
        for (int cell = 0; cell < cells; ++cell)
            for (int direction = 0; direction < int(groups[cell].size()); ++direction) {
                std::vector<int> others;
                for (int number : groups[cell][direction]) others.insert(others.end(), lines[number].begin(), lines[number].end());
                std::sort(others.begin(), others.end());
                others.erase(std::unique(others.begin(), others.end()), others.end());
                for (int other : others)
                    if (other != cell) near[other].push_back({cell, direction});
                directions = std::max(directions, direction + 1);
            }
    }

    int cells, k = 0, directions = 0;
    Promises promises;
    std::vector<std::vector<int>> lines, through;
    std::vector<std::vector<std::vector<int>>> groups;  // of each cell, for each direction
    std::vector<std::vector<Near>> near;                // of each cell, the cells to which it matters, and in which direction

  private:
    void group(int cell) {
        std::vector<std::vector<int>> found;
        for (int number : through[cell]) {
            std::vector<int> together;
            for (auto& one : found)
                if (std::any_of(one.begin(), one.end(), [&](int other) { return share(lines[number], lines[other]) > 1; })) {
                    together.insert(together.end(), one.begin(), one.end());
                    one.clear();
                }
            together.push_back(number);
            found.erase(std::remove_if(found.begin(), found.end(), [](const auto& one) { return one.empty(); }), found.end());
            found.push_back(std::move(together));
        }
        groups[cell] = std::move(found);
    }

    static int share(const std::vector<int>& one, const std::vector<int>& other) {
        return int(std::count_if(one.begin(), one.end(), [&](int cell) { return std::find(other.begin(), other.end(), cell) != other.end(); }));
    }
};

}  // namespace noughts
