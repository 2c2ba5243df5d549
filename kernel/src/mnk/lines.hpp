// What one player can still do: the lines that the other has not touched. Exact reductions of them.
#pragma once

#include "mnk/grid.hpp"
#include "mnk/line_counts.hpp"

namespace noughts {

// The lines of one player, and the empty cells. A cell of a line that is not empty is that player's.
template <class Bits>
struct State {
    Starts<Bits> lines;
    Bits empty;
};

template <int K, class Bits>
class Lines {
  public:
    explicit Lines(const Grid<K, Bits>& grid) : grid(grid) {}

    const Grid<K, Bits>& grid;

    // All lines but those through the cells of the other player.
    Starts<Bits> untouched(Bits other) const {
        Starts<Bits> lines = grid.starts;
        remove(lines, other);
        return lines;
    }

    void remove(Starts<Bits>& lines, Bits cells) const {
        each(cells, [&](int cell) {
            for (int d = 0; d < DIRECTIONS; ++d) lines[d] &= ~grid.through[cell][d];
        });
    }

    // The cells on each direction's lines.
    Starts<Bits> cover(const Starts<Bits>& lines) const {
        Starts<Bits> cells;
        for (int d = 0; d < DIRECTIONS; ++d) cells[d] = lines[d] ? grid.spread(lines[d], d) : 0;
        return cells;
    }

    // Is there a line without an empty cell, which its player thus owns?
    bool owned(const Starts<Bits>& lines, Bits empty) const {
        for (int d = 0; d < DIRECTIONS; ++d)
            if (lines[d] && (lines[d] & ~grid.gather(empty, d))) return true;
        return false;
    }

    // The empty cells that complete a line.
    Bits completing(const Starts<Bits>& lines, Bits empty) const {
        const Starts<Bits> one = Counts<K, Bits>(grid, empty).at_most_one();
        Bits cells = 0;
        for (int d = 0; d < DIRECTIONS; ++d)
            if (lines[d] & one[d]) cells |= grid.spread(lines[d] & one[d], d);
        return cells & empty;
    }

    // Of two lines shifted by one cell, drops the one that has all empty cells of the other.
    void drop_longer(Starts<Bits>& lines, Bits empty) const {
        for (int d = 0; d < DIRECTIONS; ++d) {
            if (!lines[d]) continue;
            const int step = grid.step[d];
            lines[d] &= ~((lines[d] & ~empty) << step);
            lines[d] &= ~((lines[d] & ~(empty >> ((grid.k() - 1) * step))) >> step);
        }
    }

    // Pairs off cells that lie on the same lines, those of one direction; drops their lines and returns the cells. The
    // pairs themselves go to `list` where one is given.
    Bits twins(Starts<Bits>& lines, Bits empty, std::vector<Bits>* list = nullptr) const {
        const Starts<Bits> covered = cover(lines);
        Bits paired = 0;
        for (int d = 0; d < DIRECTIONS; ++d) {
            if (!lines[d]) continue;
            Bits alone = only(covered, d, empty);
            if (!several(alone)) continue;
            const int step = grid.step[d], k = grid.k();
            for (int j = 1; j < k; ++j) {
                for (;;) {
                    Bits apart = 0;  // the first of two cells that are j steps apart, if a line has only one of them
                    for (int i = 1; i <= j; ++i) apart |= lines[d] >> (i * step);
                    for (int i = k - j; i < k; ++i) apart |= lines[d] << (i * step);
                    const Bits a = lowest(alone & (alone >> (j * step)) & ~apart), b = a << (j * step);
                    if (!a) break;
                    lines[d] &= ~grid.through[first(a)][d];
                    paired |= a | b;
                    if (list) list->push_back(a | b);
                    alone &= ~(a | b) & grid.spread(lines[d], d);
                }
            }
        }
        return paired;
    }

    // The empty cells all of whose lines go through another empty cell as well: no better moves than that one.
    Bits outdone(const Starts<Bits>& lines, Bits empty) const {
        const Starts<Bits> covered = cover(lines);
        Bits all = 0;
        for (int d = 0; d < DIRECTIONS; ++d) {
            if (!lines[d]) continue;
            const Bits alone = only(covered, d, empty);
            if (!alone) continue;
            const int step = grid.step[d], k = grid.k();
            for (int j = 1; j < k; ++j) {
                Bits without_later = 0,
                     without_earlier = 0;  // cells with a line that misses the cell j steps on, or back
                for (int i = k - j; i < k; ++i) without_later |= lines[d] << (i * step);
                for (int i = 0; i < j; ++i) without_earlier |= lines[d] << (i * step);
                all |= alone & ~all & ~without_later & ((empty & ~all) >> (j * step));
                all |= alone & ~all & ~without_earlier & ((empty & ~all) << (j * step));
            }
        }
        return all;
    }

    // A zone in which each outdone move has a better one beside it, which refutes it.
    Bits with_better(const Starts<Bits>& lines, Bits empty, Bits outdone, Bits zone) const {
        Bits left = outdone & zone;
        while (left) {
            const int cell = first(left);
            left &= left - 1;
            Bits common = empty & ~bit<Bits>(cell);
            for (int d = 0; d < DIRECTIONS; ++d)
                if (lines[d]) each(lines[d] & grid.through[cell][d], [&](int start) { common &= grid.line(start, d); });
            if (common & zone) continue;
            const Bits better = lowest(common & ~outdone ? common & ~outdone : common);
            zone |= better;
            left |= better & outdone;
        }
        return zone;
    }

  private:
    // The cells of a set that lie on lines of direction d alone.
    static Bits only(const Starts<Bits>& covered, int d, Bits cells) {
        for (int e = 0; e < DIRECTIONS; ++e) cells &= e == d ? covered[e] : ~covered[e];
        return cells;
    }
};

}  // namespace noughts
