// Looks for a drawing pairing strategy: disjoint pairs of empty cells such that every live line contains a pair.
//
// Breaker answers every move of Maker with the other cell of its pair, so Maker never completes a line (Hales and
// Jewett, Regularity and positional games, 1963).
//
// This is a constraint satisfaction problem: a line with two cells left forces its pair. Otherwise, the search branches
// on the pairs of a line with the fewest cells, and among these on the line that failed most often (Boussemart and
// others, Boosting systematic search by weighting constraints, 2004). A failed search returns its conflict set, the
// earlier pairs that caused the failure. If the last choice is not in this set, no other choice in its place can help,
// and the search jumps back over it (conflict-directed backjumping: Prosser, Hybrid algorithms for the constraint
// satisfaction problem, 1993).
//
// A failed search also returns its core: the few lines that have no pairing together. They have none in any position
// that leaves them the same cells or fewer. So the search keeps cores and fails at once where one of them returns
// (nogood recording: Dechter, Enhancement schemes for constraint processing, 1990).
#pragma once

#include <vector>

#include "mnk/lines.hpp"
#include "mnk/move_order.hpp"

namespace noughts {

template <int K, class Bits>
class Pairing {
  public:
    explicit Pairing(const Grid<K, Bits>& grid) : grid_(grid) {}

    // Whether a pairing is found within a budget of positions; `zone` then contains its cells. Cells of `avoid` are
    // used last.
    bool find(const LineSet<Bits>& lines, Bits empty, Bits avoid, int budget, Bits& zone) {
        budget_ = budget;
        avoid_ = avoid;
        initial_empty_ = empty;
        size_ = 0;
        Partial start{lines, empty, LineCounts<K, Bits>(grid_, empty)};
        Bits conflict;
        Core core;
        if (!search(start, conflict, core)) {
            core_ = budget_ < 0 ? 0 : core.cells & empty;
            return false;
        }
        zone = 0;
        for (const Bits pair : *this) {
            zone |= pair;
            partner_[first_index(pair)] = first_index(pair & (pair - 1));
        }
        return true;
    }

    // After `find` has failed: the empty cells of some lines that have no pairing together, or 0 if the budget ran out.
    // Breaker has to play in one of these cells before there can be a pairing.
    Bits core() const { return core_; }

    // The pairs that the last successful `find` has found.
    const Bits* begin() const { return pairs_; }
    const Bits* end() const { return pairs_ + size_; }

  private:
    struct Partial {
        LineSet<Bits> lines;
        Bits empty;
        LineCounts<K, Bits> counts;
    };

    struct Line {
        int d, start;
    };

    struct Choice {
        int priority;
        Bits pair;
    };

    // Lines that have no pairing together, and all their cells.
    struct Core {
        LineSet<Bits> lines{};
        Bits cells = 0;

        void add(const Core& other) {
            for (int d = 0; d < DIRECTIONS; ++d) lines[d] |= other.lines[d];
            cells |= other.cells;
        }
    };

    // A core that was found while only these cells were empty.
    struct Nogood {
        Core core;
        Bits empty = 0;

        bool holds_in(const Partial& node) const {
            if (!core.cells || (core.cells & node.empty & ~empty)) return false;
            for (int d = 0; d < DIRECTIONS; ++d)
                if (core.lines[d] & ~node.lines[d]) return false;
            return true;
        }
    };

    // The latest nogoods that were found by branching on a line. The next one replaces the oldest.
    struct Nogoods {
        std::array<Nogood, 4> latest;
        unsigned next = 0;
    };

    // Whether the position has a pairing. If not, `conflict` contains the cells of earlier pairs that caused the
    // failure, and `core` the lines that fail. Takes the forced pairs in `node`.
    bool search(Partial& node, Bits& conflict, Core& core) {
        if (--budget_ < 0) return false;
        const int before = size_;
        Bits forced[MAX_PAIRS];  // for each forced pair, the taken cells that force it, and its line
        Line forced_line[MAX_PAIRS];
        auto fail = [&](Bits cells, const Core& lines) {
            core = lines;
            for (int i = size_; i-- > before;)
                if (cells & pairs_[i]) {
                    cells = (cells & ~pairs_[i]) | forced[i - before];
                    core.add(core_of(forced_line[i - before]));
                }
            conflict = cells;
            return false;
        };
        auto taken = [&](Bits line) { return line & initial_empty_ & ~node.empty; };
        for (;;) {  // take all pairs that are forced
            if (no_lines(node.lines)) return true;
            Line line{};
            if (find_line(node.lines, node.counts.at_most_one(), line)) {
                count_failure(line);
                return fail(taken(cells(line)), core_of(line));
            }
            if (!find_line(node.lines, node.counts.exactly(2), line)) break;
            forced[size_ - before] = taken(cells(line));
            forced_line[size_ - before] = line;
            take(node, cells(line) & node.empty, line.d);
        }

        const Line line = most_constrained_line(node);
        Nogoods& nogoods = nogoods_[line.d * Grid<K, Bits>::MAX_CELLS + line.start];
        for (const Nogood& nogood : nogoods.latest)
            if (nogood.holds_in(node)) return fail(taken(nogood.core.cells), nogood.core);
        Choice choices[MAX_CHOICES];
        const int choice_count = list_choices(node, line, choices), size = size_;
        Bits all = taken(cells(line));
        Core used = core_of(line), more;
        for (int i = 0; i < choice_count; ++i) {
            const Bits pair = bring_best(choices, i, choice_count).pair;
            Partial next = node;
            Bits reason;
            take(next, pair, line.d);
            if (search(next, reason, more)) return true;
            if (budget_ < 0) return false;
            size_ = size;
            if (!(reason & pair)) return fail(reason, more);
            all |= reason & ~pair;
            used.add(more);
        }
        nogoods.latest[nogoods.next++ % nogoods.latest.size()] = {used, node.empty};
        return fail(all, used);
    }

    // Counts a failure of a line, and recent failures for more than old ones (Moskewicz and others, Chaff: engineering
    // an efficient SAT solver, 2001).
    void count_failure(Line line) {
        failures_[line.d][line.start] += failure_;
        failure_ *= FAILURE_GROWTH;
        if (failure_ < MAX_FAILURE) return;
        failure_ /= MAX_FAILURE;
        for (auto& of_direction : failures_)
            for (double& failures : of_direction) failures /= MAX_FAILURE;
    }

    // Returns the line with the fewest cells. Among several, prefers the line that failed most.
    Line most_constrained_line(const Partial& node) const {
        Line line{};
        double most_failures = -1;
        for (int n = 3;; ++n) {
            const LineSet<Bits> with = node.counts.exactly(n);
            for (int e = 0; e < DIRECTIONS; ++e)
                for_each_bit(node.lines[e] & with[e], [&](int s) {
                    if (failures_[e][s] > most_failures) most_failures = failures_[e][s], line = {e, s};
                });
            if (most_failures >= 0) return line;
        }
    }

    // Lists the pairs of a line. Prefers pairs that are on many lines of its direction and on few lines of the others.
    int list_choices(const Partial& node, Line line, Choice* choices) const {
        const int d = line.d;
        int cell[MAX_LENGTH], cost[MAX_LENGTH], empty = 0, choice_count = 0;
        for_each_bit(cells(line) & node.empty, [&](int a) {
            int touched = avoid_ >> a & 1 ? AVOIDED : 0;
            for (int e = 0; e < DIRECTIONS; ++e)
                if (e != d) touched += count(node.lines[e] & grid_.lines_through[a][e]);
            cell[empty] = a, cost[empty++] = touched;
        });
        for (int i = 0; i < empty; ++i)
            for (int j = i + 1; j < empty && choice_count < MAX_CHOICES; ++j) {
                const int a = cell[i], b = cell[j];
                const int lines_covered = count(node.lines[d] & grid_.lines_through[a][d] & grid_.lines_through[b][d]);
                const int priority =
                    LINE_COVERED * lines_covered - cost[i] - cost[j] + (partner_[a] == b ? SAME_PARTNER : 0);
                choices[choice_count++] = {priority, bit<Bits>(a) | bit<Bits>(b)};
            }
        return choice_count;
    }

    Bits cells(Line line) const { return grid_.line(line.start, line.d); }

    Core core_of(Line line) const {
        Core core;
        core.lines[line.d] = bit<Bits>(line.start);
        core.cells = cells(line);
        return core;
    }

    void take(Partial& node, Bits pair, int d) {
        const LineSet<Bits>&a = grid_.lines_through[first_index(pair)],
              &b = grid_.lines_through[first_index(pair & (pair - 1))];
        node.empty &= ~pair;
        node.lines[d] &= ~(a[d] & b[d]);
        node.counts.decrement(a);
        node.counts.decrement(b);
        pairs_[size_++] = pair;
    }

    // Finds the first line that is in both sets.
    static bool find_line(const LineSet<Bits>& lines, const LineSet<Bits>& set, Line& line) {
        for (int d = 0; d < DIRECTIONS; ++d)
            if (const Bits both = lines[d] & set[d]) {
                line = {d, first_index(both)};
                return true;
            }
        return false;
    }

    static constexpr int LINE_COVERED = 4, AVOIDED = 4, SAME_PARTNER = 3;
    static constexpr double FAILURE_GROWTH = 1.001, MAX_FAILURE = 1e100;
    static constexpr int MAX_LENGTH = K ? K : Grid<K, Bits>::MAX_CELLS;
    static constexpr int MAX_CHOICES = K ? K * (K - 1) / 2 : 400;
    static constexpr int MAX_PAIRS = Grid<K, Bits>::MAX_CELLS / 2 + 1;
    const Grid<K, Bits>& grid_;
    int budget_ = 0, size_ = 0;
    Bits initial_empty_ = 0, avoid_ = 0, core_ = 0;
    Bits pairs_[MAX_PAIRS];
    int partner_[Grid<K, Bits>::MAX_CELLS] = {};                  // the cell with which a cell was last paired
    double failures_[DIRECTIONS][Grid<K, Bits>::MAX_CELLS] = {};  // how often no pair was left for a line
    double failure_ = 1;                                          // what the next failure counts for
    std::vector<Nogoods> nogoods_ = std::vector<Nogoods>(DIRECTIONS * Grid<K, Bits>::MAX_CELLS);
};

}  // namespace noughts
