// The board of a game in columns, such as connect four, as bits.
//
// Each column takes one bit more than it has cells. The extra bits are never set in a set of cells, so no line goes on
// in the next column by mistake. Connect four (the numbers are bits):
//
//       6 13 20 27 34 41 48    extra bits
//      ---------------------
//       5 12 19 26 33 40 47    top row
//       4 11 18 25 32 39 46
//       3 10 17 24 31 38 45
//       2  9 16 23 30 37 44
//       1  8 15 22 29 36 43
//       0  7 14 21 28 35 42    bottom row
//
// A position is two sets of cells: `mine`, the stones of the player to move, and `taken`, all stones. In `taken +
// bottom`, the highest bit of each column is the cell where the next stone lands. `mine + taken + bottom` is different
// for every position: the highest bit of a column shows its height, and the bits below it show the stones of the player
// to move. (J. Tromp, Fhourstones; P. Pons, Solving Connect 4)
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "common/mix.hpp"
#include "general/rules.hpp"

namespace noughts {

constexpr int MAX_COLUMNS = 64;  // each has at least one cell and one extra bit

// A rectangle on which every straight or diagonal row of `length` cells is a line.
struct ColumnsShape {
    int width, height, length;
};

// Returns the shape of a game in columns, or nothing if the rules describe another game or the board is too large.
inline std::optional<ColumnsShape> columns_shape(const Rules& rules) {
    const std::vector<std::vector<int>> columns = gravity_columns(rules);
    if (columns.empty() || rules.lines.empty() || rules.full || !rules.beyond.empty()) return {};
    const int width = int(columns.size()), height = int(columns[0].size());
    const int length = count(to_bits<Word128>(rules.lines[0]));
    if (width * height != rules.cells || width * (height + 1) > 2 * MAX_COLUMNS) return {};
    for (const std::vector<int>& column : columns)
        if (int(column.size()) != height) return {};
    std::vector<Word128> lines, expected;
    for (const Cells& line : rules.lines) lines.push_back(to_bits<Word128>(line));
    for (int x = 0; x < width; ++x)
        for (int y = 0; y < height; ++y)
            for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
                const int last_x = x + (length - 1) * dx, last_y = y + (length - 1) * dy;
                if (last_x >= width || last_y < 0 || last_y >= height) continue;
                Word128 line = 0;
                for (int i = 0; i < length; ++i) line |= bit<Word128>(columns[x + i * dx][y + i * dy]);
                expected.push_back(line);
            }
    for (std::vector<Word128>* set : {&lines, &expected}) {
        std::sort(set->begin(), set->end());
        set->erase(std::unique(set->begin(), set->end()), set->end());
    }
    if (lines != expected) return {};
    return ColumnsShape{width, height, length};
}

// The data of one game that all its searches share. `Length`, the number of stones that complete a line, and `Height`
// make it faster if they are known when the program is compiled; otherwise they are 0.
template <class Word, int Length, int Height>
class ColumnsGame {
  public:
    using Bits = Word;

    ColumnsGame(const Rules& rules, ColumnsShape shape)
        : misere(rules.misere),
          shape_(shape),
          has_rows_(shape.width >= shape.length),
          has_diagonals_(has_rows_ && shape.height >= shape.length),
          cell_(std::size_t(shape.width * step())) {
        const std::vector<std::vector<int>> columns = gravity_columns(rules);
        for (int x = 0; x < shape.width; ++x) {
            bottom |= bit<Bits>(x * step());
            for (int y = 0; y < shape.height; ++y) {
                const Bits b = bit<Bits>(x * step() + y);
                board |= b;
                if ((shape.height - 1 - y) % 2 == 0) reply_cells |= b;
                cell_[x * step() + y] = columns[x][y];
            }
            centre_first.push_back(column(x));
        }
        std::stable_sort(centre_first.begin(), centre_first.end(), [&](Bits a, Bits b) { return off(a) < off(b); });
    }

    // Whether every stone lies on the bottom or on another stone.
    bool is_possible(Bits taken) const { return !((taken + bottom) & taken); }

    // The bits of a set of cells that are numbered as in the rules, and the reverse for one cell.
    Bits to_set(Cells cells) const {
        const Word128 from = to_bits<Word128>(cells);
        Bits set = 0;
        for_each_bit(board, [&](int b) {
            if (bool(from & bit<Word128>(cell_[b]))) set |= bit<Bits>(b);
        });
        return set;
    }
    int cell(int b) const { return cell_[b]; }

    // The cells where the next stone can land.
    Bits playable(Bits empty) const { return ((board ^ empty) + bottom) & board; }

    // The cells of the column that contains a cell.
    Bits column_of(Bits cell) const { return column(first_index(cell) / step()); }

    // The cells, empty or not, that would complete a line together with these stones.
    Bits completing_cells(Bits stones) const {
        Bits cells = on_top_of_line(stones);
        if (has_rows_) cells |= completing_in_direction(stones, step());
        if (has_diagonals_) cells |= completing_in_direction(stones, step() - 1);
        if (has_diagonals_) cells |= completing_in_direction(stones, step() + 1);
        return cells;
    }

    bool has_line(Bits stones) const {
        return has_line_in_direction(stones, 1) || (has_rows_ && has_line_in_direction(stones, step())) ||
               (has_diagonals_ && has_line_in_direction(stones, step() - 1)) ||
               (has_diagonals_ && has_line_in_direction(stones, step() + 1));
    }

    // Whether the game is over. If so, sets the score: a player owns a line, or the board is full.
    bool over(Bits mine, Bits theirs, bool, int& score) const {
        const int left = count(board & ~mine & ~theirs);
        score = has_line(theirs) != misere ? -1 - left : 1 + left;
        if (has_line(theirs) || has_line(mine)) return true;
        score = 0;
        return !left;
    }

    // Reflected positions share a key as long as at least half of the board is empty. Later they are rare.
    std::uint64_t key(Bits mine, Bits taken, int left) const {
        Bits key = mine + taken + bottom;
        if (2 * left >= shape_.width * shape_.height) key = std::min(key, reflection(key));
        if constexpr (sizeof(Bits) > 8) return mix(std::uint64_t(key >> 64) + mix(std::uint64_t(key)));
        else return key;
    }
    bool exact_keys() const { return sizeof(Bits) == 8; }  // whether no two positions share a key
    int key_width() const { return exact_keys() ? shape_.width * step() : 64; }

    const bool misere;
    Bits board = 0, bottom = 0;
    Bits reply_cells = 0;            // in each column the highest cell, the third highest, and so on
    std::vector<Bits> centre_first;  // the columns

  private:
    int length() const { return Length ? Length : shape_.length; }
    int step() const { return (Height ? Height : shape_.height) + 1; }  // from a cell to its neighbour on the right
    Bits column(int x) const { return (bit<Bits>(shape_.height) - 1) << x * step(); }
    int off(Bits column) const { return std::abs(2 * (first_index(column) / step()) - (shape_.width - 1)); }

    Bits reflection(Bits key) const {
        const Bits column = bit<Bits>(step()) - 1;
        Bits reflected = 0;
        for (int x = 0; x < shape_.width; ++x)
            reflected |= (key >> x * step() & column) << (shape_.width - 1 - x) * step();
        return reflected;
    }

    // The cells above length - 1 stones in a column.
    Bits on_top_of_line(Bits stones) const {
        Bits cells = ~Bits(0);
        for (int n = 1; n < length(); ++n) cells &= stones << n;
        return cells;
    }

    // The cells that would complete a line in the direction in which neighbours are `step` bits apart.
    Bits completing_in_direction(Bits stones, int step) const {
        std::array<Bits, Length ? Length : MAX_CELLS> after;  // [n]: the n cells after this one have stones
        after[0] = ~Bits(0);
        for (int n = 1; n < length(); ++n) after[n] = after[n - 1] & stones >> n * step;
        Bits cells = after[length() - 1], before = ~Bits(0);  // the n cells before this one have stones
        for (int n = 1; n < length(); ++n) {
            before &= stones << n * step;
            cells |= before & after[length() - 1 - n];
        }
        return cells;
    }

    bool has_line_in_direction(Bits stones, int step) const {
        Bits line = stones;
        for (int n = 1; n < length(); ++n) line &= stones >> n * step;
        return bool(line);
    }

    const ColumnsShape shape_;
    const bool has_rows_, has_diagonals_;  // whether lines fit on the board in these directions
    std::vector<int> cell_;
};

}  // namespace noughts
