// Move ordering: the most promising moves first.
#pragma once

#include <algorithm>

#include "mnk/line_counts.hpp"

namespace noughts {

struct Move {
    int priority, cell;
};

// Adds to the priority of each move the value of the lines through it. A line counts twice as much as one that lacks
// one stone more.
template <int K, class Bits>
inline void add_short_lines(const Grid<K, Bits>& grid, const LineSet<Bits>& lines, const LineCounts<K, Bits>& counts,
                            Move* moves, int move_count) {
    if (no_lines(lines)) return;
    for (int n = 2; n <= grid.k(); ++n) {
        const LineSet<Bits> with = counts.exactly(n);
        const int value = 1 << std::min(grid.k() - n, 20);
        for (int d = 0; d < DIRECTIONS; ++d)
            if (const Bits here = lines[d] & with[d])
                for (int i = 0; i < move_count; ++i)
                    moves[i].priority += value * count(here & grid.lines_through[moves[i].cell][d]);
    }
}

// Brings the item of the highest priority among items[at] to items[size - 1] to the front of them, and returns it. One
// call after another is a stable sort. This is faster than sorting if only the first items are needed.
template <class T>
inline const T& bring_best(T* items, int at, int size) {
    int best = at;
    for (int i = at + 1; i < size; ++i)
        if (items[i].priority > items[best].priority) best = i;
    const T item = items[best];
    for (; best > at; --best) items[best] = items[best - 1];
    return items[at] = item;
}

// Sorts by decreasing priority. The sort is stable.
template <class T>
inline void sort_by_priority(T* items, int size) {
    for (int i = 1; i < size; ++i) {
        const T item = items[i];
        int j = i;
        for (; j && items[j - 1].priority < item.priority; --j) items[j] = items[j - 1];
        items[j] = item;
    }
}

}  // namespace noughts
