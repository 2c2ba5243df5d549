// A number for a position of any game, the same for all its mirror images, and different for all others.
//
// Every cell has two weights, one for a stone of the player to move and one for the opponent's; the number of an image
// is the sum of its stones' weights, and the least of all images is the key. The weights are
//
//      digits    3^c and 2 * 3^c: the board read as a number to the base of three;
//      columns   where stones fall in columns: 2^p and 2 * 2^p, with one place p more in a column than it has cells;
//                the sum then has, over a column's stones as bits, a 1 that tells how high they are piled (J. Tromp);
//      random    where neither fits in 64 bits: two positions may then share a key, if only by rare chance.
#pragma once

#include <algorithm>
#include <vector>

#include "general/rules.hpp"
#include "mnk/transposition_table.hpp"

namespace noughts {

class Keys {
  public:
    explicit Keys(const Rules& rules) : images_(int(rules.symmetries.size())), sided_(rules.full != 0) {
        std::vector<std::uint64_t> unit = places(rules);
        if (unit.empty()) unit = digits(rules);
        exact_ = !unit.empty();
        weights_.resize(std::size_t(2) * rules.cells * images_);
        for (int c = 0; c < rules.cells; ++c)
            for (int g = 0; g < images_; ++g) {
                const int image = rules.symmetries[g][c];
                for (int theirs = 0; theirs < 2; ++theirs) {
                    const std::uint64_t random = mix(2 * std::uint64_t(image) + theirs + 1);
                    weights_[(std::size_t(2) * c + theirs) * images_ + g] = exact_ ? unit[image] << theirs : random;
                }
            }
        if (!exact_) width_ = 64;
    }

    int images() const { return images_; }
    int width() const { return width_; }   // how many bits a key has
    bool exact() const { return exact_; }  // no two positions share a key

    // The weights of a stone of the player to move or of the opponent, one for each image.
    const std::uint64_t* weights(int cell, bool theirs) const {
        return &weights_[(std::size_t(2) * cell + theirs) * images_];
    }

    std::uint64_t key(const std::uint64_t* sums, bool first_to_move) const {
        std::uint64_t least = sums[0];
        for (int g = 1; g < images_; ++g) least = std::min(least, sums[g]);
        if (!sided_) return least;
        return exact_ ? 2 * least + first_to_move : least + first_to_move * 0x9e3779b97f4a7c15u;
    }

  private:
    // None if stones do not fall in columns or there is no room.
    std::vector<std::uint64_t> places(const Rules& rules) {
        std::vector<std::uint64_t> unit(rules.cells);
        int place = sided_;
        for (const std::vector<int>& column : columns(rules)) {
            for (int c : column) {
                if (place >= 63) return {};
                unit[c] = 1ull << (place++ - sided_);
            }
            ++place;
        }
        if (place == sided_) return {};
        width_ = place;
        return unit;
    }

    std::vector<std::uint64_t> digits(const Rules& rules) {
        std::vector<std::uint64_t> unit;
        std::uint64_t power = sided_ ? 2 : 1;
        for (int c = 0; c < rules.cells; ++c) {
            unit.push_back(power >> sided_);
            if (power > ~0ull / 3) return {};
            power *= 3;
        }
        for (width_ = 0; width_ < 64 && 1ull << width_ < power;) ++width_;
        return unit;
    }

    int images_, width_ = 64;
    bool sided_, exact_ = false;
    std::vector<std::uint64_t> weights_;
};

}  // namespace noughts
