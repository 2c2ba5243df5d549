// Keys of positions of any game: the same for all symmetric images of a position, different for all other positions.
//
// Every cell has two weights, one for a stone of the player to move and one for a stone of the opponent. The sum of the
// weights of all stones is the number of an image, and the smallest number of all images is the key. There are three
// kinds of weights:
//
//      ternary   3^c and 2 * 3^c: the board as a number in base 3
//      columns   with gravity, 2^p and 2 * 2^p, where each column has one place p more than it has cells. Above the
//                stones of a column, the sum has a 1 bit that marks its height (J. Tromp).
//      random    if neither fits in 64 bits. Then two positions can share a key, but this is very unlikely.
#pragma once

#include <algorithm>
#include <vector>

#include "common/mix.hpp"
#include "general/rules.hpp"

namespace noughts {

class Keys {
  public:
    explicit Keys(const Rules& rules) : images_(int(rules.symmetries.size())), turn_in_key_(rules.full != 0) {
        std::vector<std::uint64_t> unit = column_weights(rules);
        if (unit.empty()) unit = ternary_weights(rules);
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
    int width() const { return width_; }   // the number of bits of a key
    bool exact() const { return exact_; }  // whether no two positions share a key

    // Returns the weights of a stone in a cell, one for each image.
    const std::uint64_t* weights(int cell, bool theirs) const {
        return &weights_[(std::size_t(2) * cell + theirs) * images_];
    }

    std::uint64_t key(const std::uint64_t* sums, bool first_to_move) const {
        std::uint64_t least = sums[0];
        for (int g = 1; g < images_; ++g) least = std::min(least, sums[g]);
        if (!turn_in_key_) return least;
        return exact_ ? 2 * least + first_to_move : least + first_to_move * 0x9e3779b97f4a7c15u;
    }

  private:
    // Returns no weights if the game has no gravity columns or a key would have too many bits.
    std::vector<std::uint64_t> column_weights(const Rules& rules) {
        std::vector<std::uint64_t> unit(rules.cells);
        int place = turn_in_key_;
        for (const std::vector<int>& column : gravity_columns(rules)) {
            for (int c : column) {
                if (place >= 63) return {};
                unit[c] = 1ull << (place++ - turn_in_key_);
            }
            ++place;
        }
        if (place == turn_in_key_) return {};
        width_ = place;
        return unit;
    }

    std::vector<std::uint64_t> ternary_weights(const Rules& rules) {
        std::vector<std::uint64_t> unit;
        std::uint64_t power = turn_in_key_ ? 2 : 1;
        for (int c = 0; c < rules.cells; ++c) {
            unit.push_back(power >> turn_in_key_);
            if (power > ~0ull / 3) return {};
            power *= 3;
        }
        for (width_ = 0; width_ < 64 && 1ull << width_ < power;) ++width_;
        return unit;
    }

    int images_, width_ = 64;
    bool turn_in_key_, exact_ = false;
    std::vector<std::uint64_t> weights_;
};

}  // namespace noughts
