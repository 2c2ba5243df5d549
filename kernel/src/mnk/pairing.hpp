// Does a pairing draw? Looks for disjoint pairs of empty cells such that every live line contains a pair.
//
// Whoever has such pairs answers every stone of the Maker with the other cell of its pair, and so no line is ever
// complete (Hales and Jewett, Regularity and positional games, 1963).
//
// A line with two cells left forces its pair; else the search branches over the pairs of a line with the fewest cells,
// of those the one that failed most often so far (Boussemart and others, Boosting systematic search by weighting
// constraints, 2004). A search that fails blames the earlier pairs without which it might not have failed, and if the
// last choice is not among them no other choice can help either (Prosser, Hybrid algorithms for the constraint
// satisfaction problem, 1993).
#pragma once

#include "mnk/lines.hpp"
#include "mnk/move_order.hpp"

namespace noughts {

template <int K, class Bits>
class Pairing {
  public:
    explicit Pairing(const Grid<K, Bits>& grid) : grid_(grid) {}

    // Whether a pairing was found within a budget of positions; `zone` then holds its cells. Cells of `avoid` are used
    // last: a proof that does without them refutes more moves.
    bool find(const Starts<Bits>& lines, Bits empty, Bits avoid, int budget, Bits& zone) {
        budget_ = budget;
        avoid_ = avoid;
        at_first_ = empty;
        size_ = 0;
        Bits blame;
        if (!search({lines, empty, Counts<K, Bits>(grid_, empty)}, blame)) return false;
        zone = 0;
        for (const Bits pair : *this) {
            zone |= pair;
            partner_[first(pair)] = first(pair & (pair - 1));
        }
        return true;
    }

    // The pairs that `find` found.
    const Bits* begin() const { return pairs_; }
    const Bits* end() const { return pairs_ + size_; }

  private:
    struct Node {
        Starts<Bits> lines;
        Bits empty;
        Counts<K, Bits> counts;
    };

    struct Line {
        int d = 0, start = 0;
    };

    struct Choice {
        int worth;
        Bits pair;
    };

    // Whether there are such pairs. If not, `blame` gets the cells of earlier pairs without which there might be.
    bool search(Node node, Bits& blame) {
        if (--budget_ < 0) return false;
        const int before = size_;
        Bits forced[MOST_PAIRS];  // the cells that force a pair, as they are taken
        auto because = [&](Bits cells) {
            for (int i = size_; i-- > before;)
                if (cells & pairs_[i]) cells = (cells & ~pairs_[i]) | forced[i - before];
            blame = cells;
            return false;
        };
        auto taken = [&](Bits line) { return line & at_first_ & ~node.empty; };
        for (;;) {  // pairs that are forced
            if (nothing(node.lines)) return true;
            Line line;
            if (find_line(node.lines, node.counts.at_most_one(), line)) {
                ++failed_[line.d][line.start];
                return because(taken(cells(line)));
            }
            if (!find_line(node.lines, node.counts.exactly(2), line)) break;
            forced[size_ - before] = taken(cells(line));
            take(node, cells(line) & node.empty, line.d);
        }

        const Line line = hardest(node);
        Choice choices[MOST_CHOICES];
        const int many = choose(node, line, choices), size = size_;
        Bits all = taken(cells(line));
        for (int i = 0; i < many; ++i) {
            Node next = node;
            Bits why;
            take(next, choices[i].pair, line.d);
            if (search(next, why)) return true;
            if (budget_ < 0) return false;
            size_ = size;
            if (!(why & choices[i].pair)) return because(why);
            all |= why & ~choices[i].pair;
        }
        return because(all);
    }

    // Of the lines with the fewest cells, the one that failed most often so far.
    Line hardest(const Node& node) const {
        Line line;
        std::int64_t most = -1;
        for (int n = 3;; ++n) {
            const Starts<Bits> with = node.counts.exactly(n);
            for (int e = 0; e < DIRECTIONS; ++e)
                each(node.lines[e] & with[e], [&](int s) {
                    if (failed_[e][s] > most) most = failed_[e][s], line = {e, s};
                });
            if (most >= 0) return line;
        }
    }

    // Pairs first that serve many lines of their direction and touch few of the others.
    int choose(const Node& node, Line line, Choice* choices) const {
        const int d = line.d;
        int cell[LONGEST], cost[LONGEST], empty = 0, many = 0;
        each(cells(line) & node.empty, [&](int a) {
            int touched = avoid_ >> a & 1 ? AVOIDED : 0;
            for (int e = 0; e < DIRECTIONS; ++e)
                if (e != d) touched += count(node.lines[e] & grid_.through[a][e]);
            cell[empty] = a, cost[empty++] = touched;
        });
        for (int i = 0; i < empty; ++i)
            for (int j = i + 1; j < empty && many < MOST_CHOICES; ++j) {
                const int a = cell[i], b = cell[j];
                const int served = count(node.lines[d] & grid_.through[a][d] & grid_.through[b][d]);
                const int worth = SERVED * served - cost[i] - cost[j] + (partner_[a] == b ? AGAIN : 0);
                choices[many++] = {worth, bit<Bits>(a) | bit<Bits>(b)};
            }
        sort(choices, many);
        return many;
    }

    Bits cells(Line line) const { return grid_.line(line.start, line.d); }

    void take(Node& node, Bits pair, int d) {
        const Starts<Bits>&a = grid_.through[first(pair)], &b = grid_.through[first(pair & (pair - 1))];
        node.empty &= ~pair;
        node.lines[d] &= ~(a[d] & b[d]);
        node.counts.less(a);
        node.counts.less(b);
        pairs_[size_++] = pair;
    }

    // The first of the lines that are also in another set.
    static bool find_line(const Starts<Bits>& lines, const Starts<Bits>& set, Line& found) {
        for (int d = 0; d < DIRECTIONS; ++d)
            if (const Bits both = lines[d] & set[d]) {
                found = {d, first(both)};
                return true;
            }
        return false;
    }

    static constexpr int SERVED = 4, AVOIDED = 4, AGAIN = 3;
    static constexpr int LONGEST = K ? K : Grid<K, Bits>::MOST;
    static constexpr int MOST_CHOICES = K ? K * (K - 1) / 2 : 400;
    static constexpr int MOST_PAIRS = Grid<K, Bits>::MOST / 2 + 1;
    const Grid<K, Bits>& grid_;
    int budget_ = 0, size_ = 0;
    Bits at_first_ = 0, avoid_ = 0;
    Bits pairs_[MOST_PAIRS];
    int partner_[Grid<K, Bits>::MOST] = {};                       // with which a cell was last paired
    std::uint32_t failed_[DIRECTIONS][Grid<K, Bits>::MOST] = {};  // how often a line could not be served
};

}  // namespace noughts
