// Does a pairing keep a player from every line, whatever the lines are?
//
// As pairing.hpp, which is quicker as it knows rows of k only: disjoint pairs of empty cells, one in each line that
// the player can still complete; the opponent answers each stone with the other cell of its pair.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "general/rules.hpp"

namespace noughts {

template <class Bits>
class Pairs {
  public:
    static constexpr int MOST = 256;  // lines; with more of them no pairing is looked for

    explicit Pairs(const Rules& rules)
        : most_(std::min(MOST, int(rules.lines.size()))),
          lines_(std::size_t(most_) * (rules.cells / 2 + 2)),
          marks_(rules.lines.size()) {}

    void clear() { many_ = 0; }
    // A line, by the cells of it that are empty, and its group: lines of different groups share at most one cell.
    void add(Bits line, int group) {
        if (many_ < most_) lines_[many_] = {line, group};
        ++many_;
    }

    bool found(int budget) {
        budget_ = budget;
        return many_ <= most_ && search(lines_.data(), many_);
    }

  private:
    struct Line {
        Bits cells;
        int group;
    };
    struct Choice {
        int worth;
        Bits pair;
    };

    // Leaves out the lines that contain the pair, and its cells.
    static int take(Line* lines, int many, Bits pair) {
        int kept = 0;
        for (int i = 0; i < many; ++i)
            if (pair & ~lines[i].cells) lines[kept++] = {lines[i].cells & ~pair, lines[i].group};
        return kept;
    }

    bool search(Line* lines, int many) {
        if (--budget_ < 0) return false;
        int fewest = 0;
        for (;;) {  // pairs that are forced
            if (!many) return true;
            int least = 1 << 20;
            Bits all = 0;
            for (int i = 0; i < many; ++i) {
                const int size = count(lines[i].cells);
                if (size < least) least = size, fewest = i;
                all |= lines[i].cells;
            }
            if (least < 2) return false;
            if (2 * groups(lines, many) > count(all)) return false;
            if (least > 2) break;
            many = take(lines, many, lines[fewest].cells);
        }
        const Bits cells = lines[fewest].cells;
        Choice choices[28];
        int choice = 0;
        each(cells, [&](int a) {
            each(cells & ~((bit<Bits>(a) << 1) - 1), [&](int b) {
                if (choice == 28) return;
                const Bits pair = bit<Bits>(a) | bit<Bits>(b);
                int worth = 0;
                for (int i = 0; i < many; ++i)
                    if (const Bits common = lines[i].cells & pair) worth += common == pair ? 4 : -1;
                choices[choice++] = {worth, pair};
            });
        });
        std::stable_sort(choices, choices + choice, [](const Choice& a, const Choice& b) { return a.worth > b.worth; });
        for (int i = 0; i < choice; ++i) {
            Line* rest = lines + most_;
            std::copy(lines, lines + many, rest);
            if (search(rest, take(rest, many, choices[i].pair))) return true;
            if (budget_ < 0) return false;
        }
        return false;
    }

    // Each group takes a pair of its own.
    int groups(const Line* lines, int many) {
        int groups = 0;
        ++mark_;
        for (int i = 0; i < many; ++i) {
            if (marks_[lines[i].group] == mark_) continue;
            marks_[lines[i].group] = mark_;
            ++groups;
        }
        return groups;
    }

    int most_;
    std::vector<Line> lines_;           // those of each step of the search, one after the other
    std::vector<std::uint64_t> marks_;  // group -> when it was last seen
    std::uint64_t mark_ = 0;
    int many_ = 0, budget_ = 0;
};

// A group for each line: two lines that share two cells or more are in one group.
template <class Bits>
std::vector<int> groups_of(const std::vector<Bits>& lines, int cells) {
    std::vector<int> parent(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) parent[i] = int(i);
    auto root = [&](int i) {
        while (parent[i] != i) i = parent[i] = parent[parent[i]];
        return i;
    };
    std::vector<int> with(std::size_t(cells) * cells, -1);  // a line that has both cells
    for (std::size_t i = 0; i < lines.size(); ++i)
        each(lines[i], [&](int a) {
            each(lines[i] & ~((bit<Bits>(a) << 1) - 1), [&](int b) {
                int& seen = with[std::size_t(a) * cells + b];
                if (seen < 0) seen = int(i);
                else parent[root(int(i))] = root(seen);
            });
        });
    for (std::size_t i = 0; i < lines.size(); ++i) parent[i] = root(int(i));
    return parent;
}

}  // namespace noughts
