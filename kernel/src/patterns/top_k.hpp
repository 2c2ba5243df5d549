// The best few of some cells.
#pragma once

#include <algorithm>

#include "patterns/line_pattern.hpp"

namespace noughts {

constexpr Worth SURELY = Worth(1) << 62;  // what a cell is said to be worth that is to be the first

// At most so many cells, those first that are worth most; of equals the one that came first.
template <int MOST>
class Ranked {
  public:
    explicit Ranked(int most = MOST) : most_(most < 1 ? 1 : most > MOST ? MOST : most) {}

    void add(int cell, Worth worth) {
        if (many_ == most_ && worths_[most_ - 1] >= worth) return;
        int at = many_ < most_ ? many_++ : most_ - 1;
        for (; at && worths_[at - 1] < worth; --at) {
            worths_[at] = worths_[at - 1];
            cells_[at] = cells_[at - 1];
        }
        worths_[at] = worth;
        cells_[at] = cell;
    }

    const int* begin() const { return cells_; }
    const int* end() const { return cells_ + many_; }

  private:
    const int most_;
    int many_ = 0;
    int cells_[MOST];
    Worth worths_[MOST];
};

}  // namespace noughts
