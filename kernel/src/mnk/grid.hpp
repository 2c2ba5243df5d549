// The board of an m,n,k game, with sets of lines stored as sets of their first cells.
//
// Cells are numbered row by row. A line of k cells is given by its first cell, its start, and a direction. So the lines
// of one direction are a set of cells, and bit operations handle all of them at once:
//
//      direction   step      the line that starts in s
//      east        1         s, s + 1, s + 2, ...
//      south       m         s, s + m, s + 2m, ...
//      south-east  m + 1
//      south-west  m - 1
//
// A line never leaves the board. So shifting a set of starts never wraps from one row to the next.
#pragma once

#include <array>
#include <vector>

#include "common/bits.hpp"

namespace noughts {

constexpr int DIRECTIONS = 4;

// A set of lines: for each direction, the starts of its lines.
template <class Bits>
using LineSet = std::array<Bits, DIRECTIONS>;

template <class Bits>
inline bool no_lines(const LineSet<Bits>& lines) {
    return !(lines[0] | lines[1] | lines[2] | lines[3]);
}

// How a symmetry moves cells and lines. A line can change its direction, and its start can become its other end.
struct Symmetry {
    std::vector<int> cell;                             // cell -> cell
    std::array<int, DIRECTIONS> direction{};           // direction -> direction
    std::array<std::vector<int>, DIRECTIONS> start{};  // start -> start; -1 where no line starts
};

// K is the length of a line if it is known at compile time. K = 0 means that it is known only at run time.
template <int K, class Bits>
struct Grid {
    static constexpr int MAX_CELLS = 8 * sizeof(Bits);  // bits of a word
    int columns, rows, length;
    int cells;
    std::array<int, DIRECTIONS> step{};
    LineSet<Bits> starts{};                                // all lines
    LineSet<Bits> line_at_origin{};                        // the cells of the line that starts in cell 0
    std::array<LineSet<Bits>, MAX_CELLS> lines_through{};  // for each cell, the lines through it
    std::array<LineSet<Bits>, MAX_CELLS> row_of{};         // for each cell, all lines in its row, column or diagonal
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
            if (!starts[d]) {                     // without lines, avoid shifts by more than the width of a word
                step[d] = 0;
                continue;
            }
            for (int i = 0; i < length; ++i) line_at_origin[d] |= bit<Bits>(i * step[d]);
            Bits left = starts[d];
            while (left) {
                Bits row = 0;
                for (int s = first_index(left);; s += step[d]) {
                    row |= bit<Bits>(s);
                    if (length == 1 || s + step[d] >= cells || !(starts[d] >> (s + step[d]) & 1)) break;
                }
                for_each_bit(cells_of(row, d), [&](int cell) {
                    lines_through[cell][d] = starts[d] & lines_meeting(bit<Bits>(cell), d);
                    row_of[cell][d] = row;
                });
                left &= ~row;
            }
        }
        find_symmetries(dx, dy);
    }

    int k() const { return K ? K : length; }

    // Returns the starts of the lines that contain any of these cells.
    Bits lines_meeting(Bits b, int d) const {
        Bits all = b;
        for (int i = 1; i < k(); ++i) all |= b >> (i * step[d]);
        return all;
    }

    // Returns the cells of the lines with these starts.
    Bits cells_of(Bits s, int d) const {
        Bits all = s;
        for (int i = 1; i < k(); ++i) all |= s << (i * step[d]);
        return all;
    }

    Bits line(int start, int d) const { return line_at_origin[d] << start; }

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
                for_each_bit(starts[d], [&](int s) {
                    symmetry.start[d][s] = symmetry.cell[reversed ? s + (length - 1) * step[d] : s];
                });
            }
            symmetries.push_back(symmetry);
        }
    }
};

}  // namespace noughts
