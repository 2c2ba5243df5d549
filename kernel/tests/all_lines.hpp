// Every line of a board, found cell by cell: what the tests believe, and the kernel has to agree with.
#pragma once

#include <utility>
#include <vector>

#include "bits.hpp"

inline std::vector<noughts::Word64> all_lines(int columns, int rows, int length) {
    using namespace noughts;
    std::vector<Word64> lines;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x)
            for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
                const int x2 = x + (length - 1) * dx, y2 = y + (length - 1) * dy;
                if (x2 < 0 || x2 >= columns || y2 >= rows) continue;
                Word64 line = 0;
                for (int i = 0; i < length; ++i) line |= bit<Word64>(x + i * dx + (y + i * dy) * columns);
                lines.push_back(line);
            }
    return lines;
}
