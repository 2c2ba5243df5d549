// Moves, the most promising first.
#pragma once

#include <algorithm>

#include "mnk/line_counts.hpp"

namespace noughts {

struct Move {
    int worth, cell;
};

// Adds what the lines through it are worth to each move: a line twice that of one with a cell more to go.
template <int K, class Bits>
inline void add_short_lines(const Grid<K, Bits>& grid, const Starts<Bits>& lines, const Counts<K, Bits>& counts,
                            Move* moves, int many) {
    if (nothing(lines)) return;
    for (int n = 2; n <= grid.k(); ++n) {
        const Starts<Bits> with = counts.exactly(n);
        const int worth = 1 << std::min(grid.k() - n, 20);
        for (int d = 0; d < DIRECTIONS; ++d)
            if (const Bits here = lines[d] & with[d])
                for (int i = 0; i < many; ++i) moves[i].worth += worth * count(here & grid.through[moves[i].cell][d]);
    }
}

// Of equals the one that came first stays so.
template <class T>
inline void sort(T* moves, int many) {
    for (int i = 1; i < many; ++i) {
        const T move = moves[i];
        int at = i;
        for (; at && moves[at - 1].worth < move.worth; --at) moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

}  // namespace noughts
