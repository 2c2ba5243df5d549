// VCT, victory by continuous threats: wins by fours and open threes.
//
// Source: threat-space search, as in L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, Go-Moku Solved by New
// Search Techniques, 1993. Here the defender answers an open three by every move that may stop it, and by fours.
#pragma once

#include <bitset>
#include <optional>

#include "common/control.hpp"
#include "patterns/patterns.hpp"
#include "patterns/top_k.hpp"

namespace noughts {

// A win: the attacker's first move, and the cells of all moves and answers.
struct PatternWin {
    int cell;
    std::vector<int> zone;
};

class VctSearch {
  public:
    static constexpr int MAX_BOARD_CELLS = 1024;

    // The attacker is to move.
    VctSearch(const PatternTables& tables, Patterns& patterns, NodeCounter& counter, int attacker)
        : tables_(tables),
          patterns_(patterns),
          counter_(counter),
          attacker_(attacker),
          entries_(std::size_t(1) << TABLE_BITS) {}

    // Returns a win, by iterative deepening, or nothing if none is found. Passes on exceptions of the counter.
    std::optional<PatternWin> find() {
        for (int moves = 1; moves < MAX_MOVES; ++moves) {
            is_cut_off_ = false;
            Zone zone;
            if (attack(moves, zone)) {
                PatternWin win{winning_cell_, {}};
                for (int cell = 0; cell < tables_.cells; ++cell)
                    if (zone[cell]) win.zone.push_back(cell);
                return win;
            }
            if (!is_cut_off_) break;
        }
        return std::nullopt;
    }

  private:
    using Zone = std::bitset<MAX_BOARD_CELLS>;
    static constexpr int MAX_MOVES = 16;  // of the attacker
    static constexpr int WIDTH = 10;      // threats to try in each position
    static constexpr int TABLE_BITS = 14;

    struct Entry {
        std::uint64_t key = 0;
        int moves = 0;  // this many moves of the attacker do not win
        int cell = -1;  // the first move of a win with more moves, or -1
    };

    // Whether the attacker, to move, wins with at most `moves` moves. If so, winning_cell_ is the first of them, and
    // the cells of all moves and answers are added to the zone. Otherwise the contents of the zone are unspecified.
    bool attack(int moves, Zone& zone) {
        const int defender = 1 - attacker_;
        if (patterns_.any(MAKES_FIVE, attacker_)) return wins_with(patterns_.first(MAKES_FIVE, attacker_), zone);
        const bool must_block = patterns_.any(MAKES_FIVE, defender);
        if (!must_block) {
            if (const int cell = patterns_.open_four(attacker_); cell >= 0) {
                for (int other : patterns_.cells_of_fours(cell, attacker_)) zone.set(other);
                return wins_with(cell, zone);
            }
        }
        const std::uint64_t key = patterns_.hash();
        Entry& entry = entries_[key >> (64 - TABLE_BITS)];
        const Entry known = entry.key == key ? entry : Entry();
        if (moves <= 1 || known.moves >= moves) {
            is_cut_off_ = true;
            return false;
        }
        TopK<WIDTH> candidates;
        if (must_block) {
            candidates.add(patterns_.first(MAKES_FIVE, defender), 0);
        } else {
            is_cut_off_ |= moves == 2;  // only a fork wins with two moves, so other threats are not tried
            patterns_.for_each_cell(moves == 2 ? MAKES_FORK : MAKES_THREAT, attacker_, [&](int cell) {
                const Worth worth = 2 * patterns_.worth(cell, attacker_) + patterns_.worth(cell, defender);
                candidates.add(cell, cell == known.cell ? ALWAYS_FIRST : worth);
            });
        }
        for (int cell : candidates) {
            Zone needed;
            if (!wins_after(cell, attacker_, moves, needed)) continue;
            zone |= needed;
            entry = {key, known.moves, cell};
            return wins_with(cell, zone);
        }
        entry = {key, moves, known.cell};
        return false;
    }

    // Whether the attacker wins after every answer of the defender, who is to move.
    bool defend(int moves, Zone& zone) {
        const int defender = 1 - attacker_;
        if (patterns_.any(MAKES_FIVE, defender)) return false;
        if (patterns_.any(MAKES_FIVE, attacker_)) {
            const int answer = patterns_.first(MAKES_FIVE, attacker_);
            zone.set(answer);
            if (!patterns_.several(MAKES_FIVE, attacker_)) return wins_after(answer, defender, moves - 1, zone);
            zone.set(patterns_.last(MAKES_FIVE, attacker_));
            return true;
        }
        if (patterns_.any(MAKES_OPEN_FOUR, defender)) return false;
        const auto& open_fours = patterns_.open_four_cells(attacker_);
        if (open_fours.any.empty()) return false;
        for (int cell : open_fours.any) zone.set(cell);
        TopK<MAX_BOARD_CELLS> answers;
        patterns_.for_each_answer(open_fours, defender,
                                  [&](int cell) { answers.add(cell, patterns_.worth(cell, attacker_)); });
        for (int cell : answers) {
            zone.set(cell);
            if (!wins_after(cell, defender, moves - 1, zone)) return false;
        }
        return true;
    }

    bool wins_after(int cell, int side, int moves, Zone& zone) {
        counter_.count_node();
        const ScopedStone stone(patterns_, cell, side);
        return side == attacker_ ? defend(moves, zone) : attack(moves, zone);
    }

    bool wins_with(int cell, Zone& zone) {
        winning_cell_ = cell;
        zone.set(cell);
        return true;
    }

    const PatternTables& tables_;
    Patterns& patterns_;
    NodeCounter& counter_;
    const int attacker_;
    std::vector<Entry> entries_;
    int winning_cell_ = 0;
    bool is_cut_off_ = false;  // whether a deeper search may find more
};

}  // namespace noughts
