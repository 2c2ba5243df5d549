// Wins by fours and open threes, found by patterns: a side that only threatens, another that only parries. The twin of
// noughts.search.pattern_threats.
//
// Source: threat-space search, as in L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, Go-Moku Solved by New Search
// Techniques, 1993; here every answer to an open three is tried, as it may be a threat itself.
#pragma once

#include <bitset>
#include <optional>

#include "control.hpp"
#include "patterns.hpp"

namespace noughts {

// A win: the attacker's first move, and the cells of all moves and answers.
struct PatternWon {
    int cell;
    std::vector<int> zone;
};

class PatternWin {
  public:
    static constexpr int MOST_CELLS = 1024;

    // The attacker is to move. Throws what the counter throws.
    PatternWin(const Net& net, Patterns& patterns, Counter& counter, int attacker)
        : net_(net), patterns_(patterns), counter_(counter), attacker_(attacker), failed_(std::size_t(1) << TABLE_BITS) {}

    std::optional<PatternWon> find() {
        for (int most = 1; most < LONGEST; ++most) {
            cut_ = false;
            const Zone zone = attack(most);
            if (zone.any()) {
                PatternWon won{best_, {}};
                for (int cell = 0; cell < net_.cells; ++cell)
                    if (zone[cell]) won.zone.push_back(cell);
                return won;
            }
            if (!cut_) break;
        }
        return std::nullopt;
    }

  private:
    using Zone = std::bitset<MOST_CELLS>;  // none: no win
    static constexpr int LONGEST = 16;     // moves of the attacker
    static constexpr int WIDTH = 10;       // threats to try in each position
    static constexpr int TABLE_BITS = 14;

    struct Failed {
        std::uint64_t key = 0;
        int most = 0;  // how many moves more the attacker had at the most
    };

    // A win of the attacker, who is to move, by at most so many moves; its first move is best_.
    Zone attack(int most) {
        const std::vector<Worth>&own = patterns_.worth(attacker_), &other = patterns_.worth(1 - attacker_);
        int best = 0, against = 0;
        for (int cell = 1; cell < net_.cells; ++cell) {
            if (own[cell] > own[best]) best = cell;
            if (other[cell] > other[against]) against = cell;
        }
        if (own[best] >= patterns_.five) return only(best_ = best);
        const bool forced = other[against] >= patterns_.five;
        if (own[best] >= patterns_.open_four && !forced) {
            const int cell = patterns_.open_four_of(attacker_);
            if (cell >= 0) return only(best_ = cell);
        }
        if (most <= 1) {
            cut_ = true;
            return {};
        }
        const std::uint64_t key = patterns_.hash();
        Failed& failed = failed_[key >> (64 - TABLE_BITS)];
        if (failed.key == key && failed.most >= most) {
            cut_ = true;
            return {};
        }
        std::vector<int> cells;
        if (forced) {
            cells.push_back(against);
        } else {
            cut_ |= most == 2;  // only a fork wins so soon
            const Worth least = most == 2 ? patterns_.fork : patterns_.threat;
            for (int cell = 0; cell < net_.cells; ++cell)
                if (own[cell] >= least) cells.push_back(cell);
            std::stable_sort(cells.begin(), cells.end(), [&](int one, int two) { return 2 * own[one] + other[one] > 2 * own[two] + other[two]; });
            if (cells.size() > WIDTH) cells.resize(WIDTH);
        }
        for (int cell : cells) {
            Zone zone = after(cell, attacker_, most);
            if (zone.none()) continue;
            best_ = cell;
            return zone.set(cell);
        }
        failed = {key, most};
        return {};
    }

    // What is needed to win after every answer.
    Zone defend(int most) {
        const std::vector<Worth>&own = patterns_.worth(1 - attacker_), &other = patterns_.worth(attacker_);
        int answer = 0, last = 0;
        Worth against = 0;
        for (int cell = 0; cell < net_.cells; ++cell) {
            if (other[cell] > other[answer]) answer = last = cell;
            else if (other[cell] == other[answer]) last = cell;
            against = std::max(against, own[cell]);
        }
        if (against >= patterns_.five) return {};
        if (other[answer] >= patterns_.five) {
            Zone zone = last != answer ? only(last) : after(answer, 1 - attacker_, most - 1);
            return zone.any() ? zone.set(answer) : zone;
        }
        if (other[answer] < patterns_.open_four || against >= patterns_.open_four || patterns_.open_four_of(attacker_) < 0) return {};
        std::vector<int> cells;
        for (int cell = 0; cell < net_.cells; ++cell)
            if (other[cell] >= patterns_.threat || own[cell] >= patterns_.four) cells.push_back(cell);
        std::stable_sort(cells.begin(), cells.end(), [&](int one, int two) { return other[one] > other[two]; });
        Zone needed;
        for (int cell : cells) {
            const Zone zone = after(cell, 1 - attacker_, most - 1);
            if (zone.none()) return {};
            needed |= zone;
            needed.set(cell);
        }
        return needed;
    }

    Zone after(int cell, int side, int most) {
        counter_.node();
        const Stone stone(patterns_, cell, side);
        return side == attacker_ ? defend(most) : attack(most);
    }

    static Zone only(int cell) { return Zone().set(cell); }

    const Net& net_;
    Patterns& patterns_;
    Counter& counter_;
    const int attacker_;
    std::vector<Failed> failed_;
    int best_ = 0;
    bool cut_ = false;
};

}  // namespace noughts
