// The board of an m,n,k game as sets of line starts.
//
// Cells are numbered row by row. A line of k cells is its first cell and a direction; the lines of one direction are
// thus one set of cells, the set of their starts:
//
//      direction   step      the line that starts in s
//      east        1         s, s + 1, s + 2, ...
//      south       m         s, s + m, s + 2m, ...
//      south-east  m + 1
//      south-west  m - 1
//
// A start and its line lie on the board as a whole, so shifting sets of starts never wraps from one row to the next.
#pragma once

#include <array>
#include <vector>

#include "common/bits.hpp"

namespace noughts {

constexpr int DIRECTIONS = 4;

// A set of line starts for each direction.
template <class Bits>
using Starts = std::array<Bits, DIRECTIONS>;

template <class Bits>
inline bool nothing(const Starts<Bits>& lines) {
    return !(lines[0] | lines[1] | lines[2] | lines[3]);
}

// How a symmetry of the board moves cells, and lines: to another direction, and perhaps to their other end.
struct Symmetry {
    std::vector<int> cell;                             // cell -> cell
    std::array<int, DIRECTIONS> direction{};           // direction -> direction
    std::array<std::vector<int>, DIRECTIONS> start{};  // start -> start; -1 where no line starts
};

// K is the length of a line, known when compiling; K = 0 stands for a length known only when running.
template <int K, class Bits>
struct Grid {
    static constexpr int MOST = 8 * sizeof(Bits);  // cells
    int columns, rows, length;
    int cells;
    std::array<int, DIRECTIONS> step{};
    Starts<Bits> starts{};                     // all lines
    Starts<Bits> pattern{};                    // the line that starts in cell 0
    std::array<Starts<Bits>, MOST> through{};  // the lines through a cell
    std::array<Starts<Bits>, MOST> beside{};   // and all lines of the same row (column, diagonal)
    std::vector<Symmetry> symmetries;

    Grid(int columns, int rows, int length) : columns(columns), rows(rows), length(length), cells(columns * rows) {
        const int dx[DIRECTIONS] = {1, 0, 1, -1}, dy[DIRECTIONS] = {0, 1, 1, 1};
        for (int d = 0; d < DIRECTIONS; ++d) {
            step[d] = dx[d] + dy[d] * columns;
            for (int y = 0; y < rows; ++y)
                for (int x = 0; x < columns; ++x)
                    if (inside(x + (length - 1) * dx[d], y + (length - 1) * dy[d]))
                        starts[d] |= bit<Bits>(x + y * columns);
            if (length == 1 && d) starts[d] = 0;  // a line of one cell has no direction: count it once
            if (!starts[d]) {                     // no line: never shift by more than a word has bits
                step[d] = 0;
                continue;
            }
            for (int i = 0; i < length; ++i) pattern[d] |= bit<Bits>(i * step[d]);
            Bits left = starts[d];
            while (left) {
                Bits row = 0;
                for (int s = first(left);; s += step[d]) {
                    row |= bit<Bits>(s);
                    if (length == 1 || s + step[d] >= cells || !(starts[d] >> (s + step[d]) & 1)) break;
                }
                each(spread(row, d), [&](int cell) {
                    through[cell][d] = starts[d] & gather(bit<Bits>(cell), d);
                    beside[cell][d] = row;
                });
                left &= ~row;
            }
        }
        find_symmetries(dx, dy);
    }

    int k() const { return K ? K : length; }

    // The starts of the lines through any cell of a set.
    Bits gather(Bits b, int d) const {
        Bits all = b;
        for (int i = 1; i < k(); ++i) all |= b >> (i * step[d]);
        return all;
    }

    // The cells of the lines that start in any cell of a set.
    Bits spread(Bits s, int d) const {
        Bits all = s;
        for (int i = 1; i < k(); ++i) all |= s << (i * step[d]);
        return all;
    }

    Bits line(int start, int d) const { return pattern[d] << start; }

  private:
    bool inside(int x, int y) const { return 0 <= x && x < columns && 0 <= y && y < rows; }

    void find_symmetries(const int* dx, const int* dy) {
        for (int turn = 0; turn < (columns == rows ? 8 : 4); ++turn) {
            auto image = [&](int x, int y) {
                if (turn & 4) std::swap(x, y);
                if (turn & 1) x = columns - 1 - x;
                if (turn & 2) y = rows - 1 - y;
                return x + y * columns;
            };
            Symmetry symmetry;
            symmetry.cell.resize(cells);
            for (int c = 0; c < cells; ++c) symmetry.cell[c] = image(c % columns, c / columns);
            for (int d = 0; d < DIRECTIONS; ++d) {
                int x = dx[d], y = dy[d];
                if (turn & 4) std::swap(x, y);
                if (turn & 1) x = -x;
                if (turn & 2) y = -y;
                for (int e = 0; e < DIRECTIONS; ++e)
                    if ((x == dx[e] && y == dy[e]) || (x == -dx[e] && y == -dy[e])) symmetry.direction[d] = e;
                const int e = symmetry.direction[d];
                const bool reversed = x != dx[e] || y != dy[e];
                symmetry.start[d].assign(cells, -1);
                each(starts[d],
                     [&](int s) { symmetry.start[d][s] = symmetry.cell[reversed ? s + (length - 1) * step[d] : s]; });
            }
            symmetries.push_back(symmetry);
        }
    }
};

}  // namespace noughts
