// Looks for a pairing strategy for arbitrary lines: disjoint pairs of empty cells, one in every line that a player can
// still complete. The opponent answers each stone with the other cell of its pair.
//
// mnk/pairing.hpp does the same for k in a row, faster.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "general/rules.hpp"

namespace noughts {

template <class Bits>
class GeneralPairing {
  public:
    static constexpr int MAX_LINES = 256;  // no search with more lines

    explicit GeneralPairing(const Rules& rules)
        : max_lines_(std::min(MAX_LINES, int(rules.lines.size()))),
          lines_(std::size_t(max_lines_) * (rules.cells / 2 + 2)),
          marks_(rules.lines.size()) {}

    void clear() { line_count_ = 0; }
    // Adds a line by its empty cells. Lines of different groups share at most one cell.
    void add(Bits line, int group) {
        if (line_count_ < max_lines_) lines_[line_count_] = {line, group};
        ++line_count_;
    }

    bool exists(int budget) {
        budget_ = budget;
        return line_count_ <= max_lines_ && search(lines_.data(), line_count_);
    }

  private:
    struct Line {
        Bits cells;
        int group;
    };
    struct Choice {
        int priority;
        Bits pair;
    };

    // Removes the lines that contain a pair, and its cells from the others. Returns the number of remaining lines.
    static int remove_pair(Line* lines, int line_count, Bits pair) {
        int kept = 0;
        for (int i = 0; i < line_count; ++i)
            if (pair & ~lines[i].cells) lines[kept++] = {lines[i].cells & ~pair, lines[i].group};
        return kept;
    }

    bool search(Line* lines, int line_count) {
        if (--budget_ < 0) return false;
        int shortest = 0;
        for (;;) {  // take all pairs that are forced
            if (!line_count) return true;
            int least = 1 << 20;
            Bits all = 0;
            for (int i = 0; i < line_count; ++i) {
                const int size = count(lines[i].cells);
                if (size < least) least = size, shortest = i;
                all |= lines[i].cells;
            }
            if (least < 2) return false;
            if (2 * count_groups(lines, line_count) > count(all)) return false;
            if (least > 2) break;
            line_count = remove_pair(lines, line_count, lines[shortest].cells);
        }
        const Bits cells = lines[shortest].cells;
        Choice choices[28];
        int choice_count = 0;
        for_each_bit(cells, [&](int a) {
            for_each_bit(cells & ~((bit<Bits>(a) << 1) - 1), [&](int b) {
                if (choice_count == 28) return;
                const Bits pair = bit<Bits>(a) | bit<Bits>(b);
                int priority = 0;
                for (int i = 0; i < line_count; ++i)
                    if (const Bits common = lines[i].cells & pair) priority += common == pair ? 4 : -1;
                choices[choice_count++] = {priority, pair};
            });
        });
        std::stable_sort(choices, choices + choice_count,
                         [](const Choice& a, const Choice& b) { return a.priority > b.priority; });
        for (int i = 0; i < choice_count; ++i) {
            Line* rest = lines + max_lines_;
            std::copy(lines, lines + line_count, rest);
            if (search(rest, remove_pair(rest, line_count, choices[i].pair))) return true;
            if (budget_ < 0) return false;
        }
        return false;
    }

    // Counts the groups of lines. Each needs a pair of its own.
    int count_groups(const Line* lines, int line_count) {
        int count_groups = 0;
        ++mark_;
        for (int i = 0; i < line_count; ++i) {
            if (marks_[lines[i].group] == mark_) continue;
            marks_[lines[i].group] = mark_;
            ++count_groups;
        }
        return count_groups;
    }

    int max_lines_;
    std::vector<Line> lines_;           // the lines at each depth of the search, one after another
    std::vector<std::uint64_t> marks_;  // group -> the count in which it was last seen
    std::uint64_t mark_ = 0;
    int line_count_ = 0, budget_ = 0;
};

// Groups lines: two lines that share two or more cells belong to the same group.
template <class Bits>
std::vector<int> group_lines(const std::vector<Bits>& lines, int cells) {
    std::vector<int> parent(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) parent[i] = int(i);
    auto root = [&](int i) {
        while (parent[i] != i) i = parent[i] = parent[parent[i]];
        return i;
    };
    std::vector<int> line_with(std::size_t(cells) * cells, -1);  // for each pair of cells, a line that contains both
    for (std::size_t i = 0; i < lines.size(); ++i)
        for_each_bit(lines[i], [&](int a) {
            for_each_bit(lines[i] & ~((bit<Bits>(a) << 1) - 1), [&](int b) {
                int& seen = line_with[std::size_t(a) * cells + b];
                if (seen < 0) seen = int(i);
                else parent[root(int(i))] = root(seen);
            });
        });
    for (std::size_t i = 0; i < lines.size(); ++i) parent[i] = root(int(i));
    return parent;
}

}  // namespace noughts
