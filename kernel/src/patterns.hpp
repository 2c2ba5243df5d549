// Patterns: for either side and every empty cell, what a stone there would make. The twin of noughts.search.patterns.
//
// In each direction through a cell count the lines without a stone of the opponent: how many stones has the fullest, and
// how many are as full? Source: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, Go-Moku Solved by New Search
// Techniques, 1993.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "net.hpp"
#include "table.hpp"

namespace noughts {

using Worth = std::int64_t;

// What a stone would make in every cell, kept up to date while stones are put down and taken back.
class Patterns {
  public:
    static constexpr Worth BASE = 8;  // how much more a line is worth with one stone more

    // Worths: a stone completes a line; two lines in one direction then lack one stone; it threatens in two directions,
    // with a line that lacks one stone or two that lack two; one line lacks one; two lack two.
    const Worth five, open_four, fork, four, threat;

    Patterns(const Net& net, const std::vector<int>& first, const std::vector<int>& second)
        : five(power(net.k + 2)),
          open_four(power(net.k + 1)),
          fork(2 * power(net.k - 1)),
          four(power(net.k - 1)),
          threat(2 * power(std::max(net.k - 2, 0))),
          net_(net),
          stones_(net.lines.size()),
          free_(net.cells, true) {
        for (int s = 0; s < int(weight_.size()); ++s) weight_[s] = power(1 + s);
        for (int side = 0; side < 2; ++side) {
            worth_[side].resize(net.cells);
            pair_[side].resize(net.cells);
            for (int cell : side ? second : first) {
                if (cell < 0 || cell >= net.cells || !free_[cell]) throw std::invalid_argument("stones lie on different cells of the board");
                free_[cell] = false;
                hash_ ^= key(cell, side);
                for (int line : net.through[cell]) ++stones_[line][side];
            }
        }
        found_.resize(std::size_t(net.cells) * net.directions);
        for (int cell = 0; cell < net.cells; ++cell) {
            for (int d = 0; d < int(net.groups[cell].size()); ++d) found_[cell * net.directions + d] = measure(net.groups[cell][d]);
            if (free_[cell])
                for (int side = 0; side < 2; ++side) see(cell, side);
        }
    }

    // The worth of a stone in every cell; 0 where one lies.
    const std::vector<Worth>& worth(int side) const { return worth_[side]; }
    bool free(int cell) const { return free_[cell]; }
    // What all empty cells together promise to a side that is to move, or is not.
    int promised(int side, bool moves) const { return promised_[side][!moves]; }
    // A number for the stones (Zobrist 1970), not for who is to move.
    std::uint64_t hash() const { return hash_; }

    void play(int cell, int side) {
        free_[cell] = false;
        hash_ ^= key(cell, side);
        for (int line : net_.through[cell]) ++stones_[line][side];
        played_.push_back({cell, side, changes_.size(), {seen(cell, 0), seen(cell, 1)}, promised_});
        for (int s = 0; s < 2; ++s) {
            worth_[s][cell] = 0;
            pair(cell, s, 0);
        }
        for (const Net::Near& near : net_.near[cell]) {
            if (!free_[near.cell]) continue;
            const int at = near.cell * net_.directions + near.direction;
            const Found now = measure(net_.groups[near.cell][near.direction]), before = found_[at];
            if (now.worth == before.worth) continue;
            changes_.push_back({near.cell, at, before, {seen(near.cell, 0), seen(near.cell, 1)}});
            found_[at] = now;
            for (int s = 0; s < 2; ++s)
                if (now.worth[s] != before.worth[s]) see(near.cell, s);
        }
    }

    // Takes the stone back that was put down last.
    void undo() {
        const Played last = played_.back();
        played_.pop_back();
        for (; changes_.size() > last.changes; changes_.pop_back()) {
            const Change& change = changes_.back();
            found_[change.at] = change.found;
            restore(change.cell, change.seen);
        }
        restore(last.cell, last.seen);
        for (int line : net_.through[last.cell]) --stones_[line][last.side];
        hash_ ^= key(last.cell, last.side);
        free_[last.cell] = true;
        promised_ = last.promised;
    }

    // Whether a stone that seems to make an open four really leaves two cells that complete a line: not so in X X . . X X.
    bool leaves_two(int cell, int side) const {
        int other = -1;
        for (int line : net_.through[cell]) {
            if (stones_[line][1 - side] || stones_[line][side] != net_.k - 2) continue;
            for (int last : net_.lines[line]) {
                if (!free_[last] || last == cell) continue;
                if (other >= 0 && last != other) return true;
                other = last;
            }
        }
        return false;
    }

    // A cell where a side makes an open four that really is one; -1 for none.
    int open_four_of(int side) const {
        for (int cell = 0; cell < net_.cells; ++cell)
            if (worth_[side][cell] >= open_four && worth_[side][cell] < five && leaves_two(cell, side)) return cell;
        return -1;
    }

  private:
    using Both = std::array<Worth, 2>;
    using Sums = std::array<std::array<int, 2>, 2>;  // for each side, as the one to move and as the other
    struct Found {
        Both worth{};
        std::array<std::uint8_t, 2> kind{};
    };
    struct Seen {
        Worth worth;
        std::uint8_t pair;
    };
    struct Played {
        int cell, side;
        std::size_t changes;  // how many there were before
        std::array<Seen, 2> seen;
        Sums promised;
    };
    struct Change {
        int cell, at;
        Found found;
        std::array<Seen, 2> seen;
    };

    static Worth power(int exponent) {
        Worth found = 1;
        while (exponent-- > 0) found *= BASE;
        return found;
    }

    static std::uint64_t key(int cell, int side) { return mix(std::uint64_t(cell) << 1 | std::uint64_t(side)); }

    // What a stone of either side is worth on some lines of one direction.
    Found measure(const std::vector<int>& lines) const {
        Found found;
        Both& sum = found.worth;
        std::array<int, 2> most{-1, -1}, many{}, open{};
        for (int line : lines) {
            const auto& stones = stones_[line];
            for (int side = 0; side < 2; ++side) {
                if (stones[1 - side]) continue;
                const int s = stones[side];
                sum[side] += weight_[s];
                ++open[side];
                if (s > most[side]) {
                    most[side] = s;
                    many[side] = 1;
                } else {
                    many[side] += s == most[side];
                }
            }
        }
        for (int side = 0; side < 2; ++side) {
            if (most[side] + 1 >= net_.k) sum[side] = five;
            else if (most[side] + 2 == net_.k && many[side] > 1) sum[side] = open_four;
            if (open[side]) found.kind[side] = std::uint8_t(kind(net_.k - 1 - most[side], many[side], open[side]));
        }
        return found;
    }

    // What a stone makes on the fullest of some open lines, of which it then lacks so many, by how many are as full.
    int kind(int lacks, int many, int open) const {
        if (lacks <= 1) return 8 - lacks;
        if (lacks == 2) return 5 + (many >= 2);
        if (lacks == 3) return 3 + (many >= 3);
        return 1 + (open >= net_.k - 1);
    }

    // Adds up what is found in each direction of a cell.
    void see(int cell, int side) {
        Worth sum = 0, most = 0;
        int threats = 0, best = 0, second = 0;
        for (int at = cell * net_.directions, end = at + net_.directions; at < end; ++at) {
            const Worth one = found_[at].worth[side];
            sum += one;
            most = std::max(most, one);
            threats += one >= threat;
            const int kind = found_[at].kind[side];
            second = std::max(second, std::min(best, kind));
            best = std::max(best, kind);
        }
        worth_[side][cell] = most >= open_four ? most : threats > 1 ? std::max(sum, fork) : sum;
        pair(cell, side, KINDS * best + second);
    }

    void pair(int cell, int side, int now) {
        std::uint8_t& pair = pair_[side][cell];
        for (int role = 0; role < 2; ++role) promised_[side][role] += net_.promises[role][now] - net_.promises[role][pair];
        pair = std::uint8_t(now);
    }

    Seen seen(int cell, int side) const { return {worth_[side][cell], pair_[side][cell]}; }

    void restore(int cell, const std::array<Seen, 2>& before) {
        for (int side = 0; side < 2; ++side) {
            worth_[side][cell] = before[side].worth;
            pair_[side][cell] = before[side].pair;
        }
    }

    const Net& net_;
    std::vector<std::array<std::uint8_t, 2>> stones_;  // of either side on each line
    std::vector<char> free_;
    std::array<Worth, Net::MOST_LENGTH + 1> weight_;
    std::vector<Found> found_;  // what a stone makes in each direction of each cell
    std::vector<Worth> worth_[2];
    std::vector<std::uint8_t> pair_[2];  // of an empty cell the best two kinds
    Sums promised_{};
    std::vector<Played> played_;
    std::vector<Change> changes_;
    std::uint64_t hash_ = 0;
};

// A stone that lies as long as this does.
class Stone {
  public:
    Stone(Patterns& patterns, int cell, int side) : patterns_(patterns) { patterns_.play(cell, side); }
    ~Stone() { patterns_.undo(); }
    Stone(const Stone&) = delete;
    Stone& operator=(const Stone&) = delete;

  private:
    Patterns& patterns_;
};

}  // namespace noughts
