// Wins by fours and open threes, found by patterns: a side that only threatens, another that only parries. The twin of
// noughts.search.vct.
//
// Source: threat-space search, as in L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, Go-Moku Solved by New
// Search Techniques, 1993; here an open three is answered by all that may stop it, and by fours.
#pragma once

#include <bitset>
#include <optional>

#include "common/control.hpp"
#include "patterns/patterns.hpp"
#include "patterns/top_k.hpp"

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
        : net_(net),
          patterns_(patterns),
          counter_(counter),
          attacker_(attacker),
          known_(std::size_t(1) << TABLE_BITS) {}

    std::optional<PatternWon> find() {
        for (int most = 1; most < LONGEST; ++most) {
            cut_ = false;
            Zone zone;
            if (attack(most, zone)) {
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
    using Zone = std::bitset<MOST_CELLS>;
    static constexpr int LONGEST = 16;  // moves of the attacker
    static constexpr int WIDTH = 10;    // threats to try in each position
    static constexpr int TABLE_BITS = 14;

    struct Known {
        std::uint64_t key = 0;
        int most = 0;   // so many moves of the attacker were not enough
        int cell = -1;  // but this one wins, with more
    };

    // Whether the attacker, who is to move, wins by at most so many moves. If so, best_ is the first of them, and the
    // cells of all moves and answers are added to the zone; else it is left with anything.
    bool attack(int most, Zone& zone) {
        const int defender = 1 - attacker_;
        if (patterns_.any(A_FIVE, attacker_)) return wins(patterns_.first(A_FIVE, attacker_), zone);
        const bool forced = patterns_.any(A_FIVE, defender);
        if (!forced) {
            if (const int cell = patterns_.open_four(attacker_); cell >= 0) {
                for (int one : patterns_.lacking_one(cell, attacker_)) zone.set(one);
                return wins(cell, zone);
            }
        }
        const std::uint64_t key = patterns_.hash();
        Known& entry = known_[key >> (64 - TABLE_BITS)];
        const Known known = entry.key == key ? entry : Known();
        if (most <= 1 || known.most >= most) {
            cut_ = true;
            return false;
        }
        Ranked<WIDTH> cells;
        if (forced) {
            cells.add(patterns_.first(A_FIVE, defender), 0);
        } else {
            cut_ |= most == 2;  // only a fork wins so soon
            patterns_.each(most == 2 ? A_FORK : A_THREAT, attacker_, [&](int cell) {
                cells.add(cell, cell == known.cell
                                    ? SURELY
                                    : 2 * patterns_.worth(cell, attacker_) + patterns_.worth(cell, defender));
            });
        }
        for (int cell : cells) {
            Zone needed;
            if (!after(cell, attacker_, most, needed)) continue;
            zone |= needed;
            entry = {key, known.most, cell};
            return wins(cell, zone);
        }
        entry = {key, most, known.cell};
        return false;
    }

    // Whether the attacker wins after every answer.
    bool defend(int most, Zone& zone) {
        const int defender = 1 - attacker_;
        if (patterns_.any(A_FIVE, defender)) return false;
        if (patterns_.any(A_FIVE, attacker_)) {
            const int answer = patterns_.first(A_FIVE, attacker_);
            zone.set(answer);
            if (!patterns_.several(A_FIVE, attacker_)) return after(answer, defender, most - 1, zone);
            zone.set(patterns_.last(A_FIVE, attacker_));
            return true;
        }
        if (patterns_.any(AN_OPEN_FOUR, defender)) return false;
        const auto& stops = patterns_.stops(attacker_);
        if (stops.any.empty()) return false;
        for (int cell : stops.any) zone.set(cell);
        Ranked<MOST_CELLS> answers;
        patterns_.each_answer(stops, defender, [&](int cell) { answers.add(cell, patterns_.worth(cell, attacker_)); });
        for (int cell : answers) {
            zone.set(cell);
            if (!after(cell, defender, most - 1, zone)) return false;
        }
        return true;
    }

    bool after(int cell, int side, int most, Zone& zone) {
        counter_.node();
        const Stone stone(patterns_, cell, side);
        return side == attacker_ ? defend(most, zone) : attack(most, zone);
    }

    bool wins(int cell, Zone& zone) {
        best_ = cell;
        zone.set(cell);
        return true;
    }

    const Net& net_;
    Patterns& patterns_;
    Counter& counter_;
    const int attacker_;
    std::vector<Known> known_;
    int best_ = 0;
    bool cut_ = false;
};

}  // namespace noughts
