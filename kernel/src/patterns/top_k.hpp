// The best k of a sequence of cells.
#pragma once

#include <algorithm>

#include "patterns/line_pattern.hpp"

namespace noughts {

constexpr Worth ALWAYS_FIRST = Worth(1) << 62;  // greater than the worth of any cell

// Keeps at most k cells of those added, by decreasing worth. Cells of equal worth stay in the order they were added.
template <int MAX_K>
class TopK {
  public:
    explicit TopK(int k = MAX_K) : k_(std::clamp(k, 1, MAX_K)) {}

    void add(int cell, Worth worth) {
        if (size_ == k_ && worths_[k_ - 1] >= worth) return;
        int i = size_ < k_ ? size_++ : k_ - 1;
        for (; i && worths_[i - 1] < worth; --i) {
            worths_[i] = worths_[i - 1];
            cells_[i] = cells_[i - 1];
        }
        worths_[i] = worth;
        cells_[i] = cell;
    }

    const int* begin() const { return cells_; }
    const int* end() const { return cells_ + size_; }
    bool empty() const { return size_ == 0; }

  private:
    const int k_;
    int size_ = 0;
    int cells_[MAX_K];
    Worth worths_[MAX_K];
};

}  // namespace noughts
