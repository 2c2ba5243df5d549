// The lines that a player can still complete, and exact reductions of them.
#pragma once

#include "mnk/grid.hpp"
#include "mnk/line_counts.hpp"

namespace noughts {

// The lines that one player can still complete, and the empty cells. All other cells of these lines have a stone of
// that player.
template <class Bits>
struct MakerPosition {
    LineSet<Bits> lines;
    Bits empty;
};

// The answer of a search. The proof depends only on the cells of the zone, all of them empty: the answer holds even if
// the losing side owns all other empty cells.
template <class Bits>
struct Proven {
    bool won;  // whether Maker or the attacker wins
    Bits zone;
};

template <int K, class Bits>
class Lines {
  public:
    explicit Lines(const Grid<K, Bits>& grid) : grid(grid) {}

    const Grid<K, Bits>& grid;

    // Returns the lines without a stone of the other player.
    LineSet<Bits> open_lines(Bits other) const {
        LineSet<Bits> lines = grid.starts;
        remove(lines, other);
        return lines;
    }

    void remove(LineSet<Bits>& lines, Bits cells) const {
        for_each_bit(cells, [&](int cell) {
            for (int d = 0; d < DIRECTIONS; ++d) lines[d] &= ~grid.lines_through[cell][d];
        });
    }

    // For each direction, returns the cells on its lines.
    LineSet<Bits> cover(const LineSet<Bits>& lines) const {
        LineSet<Bits> cells;
        for (int d = 0; d < DIRECTIONS; ++d) cells[d] = lines[d] ? grid.cells_of(lines[d], d) : 0;
        return cells;
    }

    // Whether a line has no empty cell, so that its player has completed it.
    bool has_complete_line(const LineSet<Bits>& lines, Bits empty) const {
        for (int d = 0; d < DIRECTIONS; ++d)
            if (lines[d] && (lines[d] & ~grid.lines_meeting(empty, d))) return true;
        return false;
    }

    // Returns the empty cells that complete a line.
    Bits completing_cells(const LineSet<Bits>& lines, Bits empty) const {
        return completing_cells(lines, empty, LineCounts<K, Bits>(grid, empty).at_most_one());
    }

    // The same if `one` contains the lines with at most one empty cell.
    Bits completing_cells(const LineSet<Bits>& lines, Bits empty, const LineSet<Bits>& one) const {
        Bits cells = 0;
        for (int d = 0; d < DIRECTIONS; ++d)
            if (lines[d] & one[d]) cells |= grid.cells_of(lines[d] & one[d], d);
        return cells & empty;
    }

    // Drops a line if its empty cells include all those of the same line shifted by one cell: such a line is dominated.
    void drop_superset_lines(LineSet<Bits>& lines, Bits empty) const {
        for (int d = 0; d < DIRECTIONS; ++d) {
            if (!lines[d]) continue;
            const int step = grid.step[d];
            lines[d] &= ~((lines[d] & ~empty) << step);
            lines[d] &= ~((lines[d] & ~(empty >> ((grid.k() - 1) * step))) >> step);
        }
    }

    // Pairs off twins: two cells that lie on exactly the same lines, all of one direction. Drops the lines of the twins
    // and returns their cells. Appends the pairs to `pairs` if it is not null.
    Bits pair_twins(LineSet<Bits>& lines, Bits empty, std::vector<Bits>* pairs = nullptr) const {
        const LineSet<Bits> covered = cover(lines);
        Bits paired = 0;
        for (int d = 0; d < DIRECTIONS; ++d) {
            if (!lines[d]) continue;
            Bits alone = covered_in_one_direction(covered, d, empty);
            if (!has_several(alone)) continue;
            const int step = grid.step[d], k = grid.k();
            for (int j = 1; j < k; ++j) {
                for (;;) {
                    Bits apart = 0;  // cells such that a line contains only one of that cell and the cell j steps on
                    for (int i = 1; i <= j; ++i) apart |= lines[d] >> (i * step);
                    for (int i = k - j; i < k; ++i) apart |= lines[d] << (i * step);
                    const Bits a = lowest_bit(alone & (alone >> (j * step)) & ~apart), b = a << (j * step);
                    if (!a) break;
                    lines[d] &= ~grid.lines_through[first_index(a)][d];
                    paired |= a | b;
                    if (pairs) pairs->push_back(a | b);
                    alone &= ~(a | b) & grid.cells_of(lines[d], d);
                }
            }
        }
        return paired;
    }

    // Returns the dominated moves: empty cells whose lines all contain another empty cell, which is at least as good.
    Bits dominated(const LineSet<Bits>& lines, Bits empty) const {
        const LineSet<Bits> covered = cover(lines);
        Bits dominated = 0;
        for (int d = 0; d < DIRECTIONS; ++d) {
            if (!lines[d]) continue;
            const Bits alone = covered_in_one_direction(covered, d, empty);
            if (!alone) continue;
            const int step = grid.step[d], k = grid.k();
            for (int j = 1; j < k; ++j) {
                // cells with a line that lacks the cell j steps on, or back
                Bits without_later = 0, without_earlier = 0;
                for (int i = k - j; i < k; ++i) without_later |= lines[d] << (i * step);
                for (int i = 0; i < j; ++i) without_earlier |= lines[d] << (i * step);
                dominated |= alone & ~dominated & ~without_later & ((empty & ~dominated) >> (j * step));
                dominated |= alone & ~dominated & ~without_earlier & ((empty & ~dominated) << (j * step));
            }
        }
        return dominated;
    }

    // Extends a zone so that, for every dominated move in it, it contains a move that dominates it.
    Bits zone_with_dominators(const LineSet<Bits>& lines, Bits empty, Bits dominated, Bits zone) const {
        Bits left = dominated & zone;
        while (left) {
            const int cell = first_index(left);
            left &= left - 1;
            Bits common = empty & ~bit<Bits>(cell);
            for (int d = 0; d < DIRECTIONS; ++d)
                if (lines[d])
                    for_each_bit(lines[d] & grid.lines_through[cell][d],
                                 [&](int start) { common &= grid.line(start, d); });
            if (common & zone) continue;
            const Bits better = lowest_bit(common & ~dominated ? common & ~dominated : common);
            zone |= better;
            left |= better & dominated;
        }
        return zone;
    }

  private:
    // Returns the cells of a set that lie on lines of direction d only.
    static Bits covered_in_one_direction(const LineSet<Bits>& covered, int d, Bits cells) {
        for (int e = 0; e < DIRECTIONS; ++e) cells &= e == d ? covered[e] : ~covered[e];
        return cells;
    }
};

}  // namespace noughts
