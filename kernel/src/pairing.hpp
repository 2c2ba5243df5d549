// Does a pairing draw? Looks for disjoint pairs of empty cells such that every live line contains a pair.
//
// Whoever has such pairs answers every stone of the Maker with the other cell of its pair, and so no line is ever
// complete (Hales and Jewett, Regularity and positional games, 1963). A line with two cells left forces its pair; else
// the search branches over the pairs of a line with the fewest cells.
#pragma once

#include <algorithm>

#include "lines.hpp"

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
        size_ = 0;
        if (!search(lines, empty)) return false;
        zone = 0;
        for (int i = 0; i < size_; ++i) zone |= pairs_[i];
        return true;
    }

    // The pairs that `find` found.
    const Bits* begin() const { return pairs_; }
    const Bits* end() const { return pairs_ + size_; }

  private:
    struct Choice {
        int worth;
        Bits pair;
    };

    bool search(Starts<Bits> lines, Bits empty) {
        if (--budget_ < 0) return false;
        std::array<Counts<K, Bits>, DIRECTIONS> counts{Counts<K, Bits>(grid_, 0, empty), Counts<K, Bits>(grid_, 1, empty),
                                                       Counts<K, Bits>(grid_, 2, empty), Counts<K, Bits>(grid_, 3, empty)};
        for (;;) {  // pairs that are forced
            Bits two = 0;
            int d = 0;
            bool any = false;
            for (int e = 0; e < DIRECTIONS; ++e) {
                if (!lines[e]) continue;
                any = true;
                if (lines[e] & counts[e].at_most_one()) return false;
                const Bits here = lines[e] & counts[e].exactly(2);
                if (here && !two) two = here, d = e;
            }
            if (!any) return true;
            if (!two) break;
            const Bits pair = grid_.line(first(two), d) & empty;
            take(pair, d, lines, empty);
            for (int e = 0; e < DIRECTIONS; ++e)
                if (lines[e]) counts[e] = Counts<K, Bits>(grid_, e, empty);
        }
        if (!enough(lines, empty)) return false;

        int d = 0, start = 0, fewest = 0;
        for (int n = 3; !fewest; ++n)
            for (int e = 0; e < DIRECTIONS && !fewest; ++e)
                if (const Bits here = lines[e] & counts[e].exactly(n)) d = e, start = first(here), fewest = n;

        Choice choices[MOST];
        int many = 0;
        const Bits cells = grid_.line(start, d) & empty;
        each(cells, [&](int a) {
            each(cells & ~((bit<Bits>(a) << 1) - 1), [&](int b) {
                if (many == MOST) return;
                const Bits pair = bit<Bits>(a) | bit<Bits>(b);
                int worth = -4 * count(pair & avoid_);
                for (int e = 0; e < DIRECTIONS; ++e) {
                    if (!lines[e]) continue;
                    if (e == d) worth += 4 * count(lines[e] & grid_.gather(bit<Bits>(a), e) & grid_.gather(bit<Bits>(b), e));
                    else worth -= count(lines[e] & grid_.gather(pair, e));
                }
                choices[many++] = {worth, pair};
            });
        });
        std::stable_sort(choices, choices + many, [](const Choice& a, const Choice& b) { return a.worth > b.worth; });
        const int size = size_;
        for (int i = 0; i < many; ++i) {
            Starts<Bits> rest = lines;
            Bits left = empty;
            take(choices[i].pair, d, rest, left);
            if (search(rest, left)) return true;
            if (budget_ < 0) return false;
            size_ = size;
        }
        return false;
    }

    void take(Bits pair, int d, Starts<Bits>& lines, Bits& empty) {
        empty &= ~pair;
        lines[d] &= ~(grid_.gather(lowest(pair), d) & grid_.gather(pair & (pair - 1), d));
        pairs_[size_++] = pair;
    }

    // Every row that still has a live line takes a pair of its own: are there cells for that?
    bool enough(const Starts<Bits>& lines, Bits empty) const {
        int rows = 0;
        Bits covered = 0;
        for (int d = 0; d < DIRECTIONS; ++d) {
            if (!lines[d]) continue;
            covered |= grid_.spread(lines[d], d);
            for (Bits row : grid_.row[d]) rows += (lines[d] & row) != 0;
        }
        return 2 * rows <= count(covered & empty);
    }

    static constexpr int MOST = K ? K * (K - 1) / 2 + 1 : 400;
    const Grid<K, Bits>& grid_;
    int budget_ = 0, size_ = 0;
    Bits avoid_ = 0;
    Bits pairs_[8 * sizeof(Bits) / 2 + 1];
};

}  // namespace noughts
