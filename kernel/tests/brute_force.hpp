// What the tests believe, and the kernel has to agree with: every line of a board, found cell by cell, and every move.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "common/bits.hpp"

using namespace noughts;

inline std::vector<Word64> all_lines(int columns, int rows, int length) {
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

// Whether the attacker completes a line first, by the rules alone: every line, every move, nothing clever but a memory.
// Alone: the defender's lines do not count, as in the weak game.
class BruteForce {
  public:
    BruteForce(int columns, int rows, int length, bool alone = false)
        : lines_(all_lines(columns, rows, length)), alone_(alone) {}

    bool complete(Word64 cells) const {
        for (Word64 line : lines_)
            if ((line & cells) == line) return true;
        return false;
    }

    bool attacker_wins(Word64 attacker, Word64 defender, Word64 empty, bool attacker_to_move) {
        if (complete(attacker)) return true;
        if (!empty || (!alone_ && complete(defender))) return false;
        const auto key = std::tuple(attacker, defender, empty, attacker_to_move);
        if (auto known = known_.find(key); known != known_.end()) return known->second;
        bool won = !attacker_to_move;
        each(empty, [&](int cell) {
            const Word64 b = bit<Word64>(cell);
            if (won == attacker_to_move) return;
            won = attacker_to_move ? attacker_wins(attacker | b, defender, empty & ~b, false)
                                   : attacker_wins(attacker, defender | b, empty & ~b, true);
        });
        known_[key] = won;
        return won;
    }

  private:
    std::vector<Word64> lines_;
    bool alone_;
    std::map<std::tuple<Word64, Word64, Word64, bool>, bool> known_;
};
