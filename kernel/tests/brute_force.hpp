// An independent brute-force solver, with which the tests compare the kernel.
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

// Finds out whether the attacker completes a line first, by trying every move and remembering positions. With
// `maker_breaker`, the defender's lines do not count.
class BruteForce {
  public:
    BruteForce(int columns, int rows, int length, bool maker_breaker = false)
        : lines_(all_lines(columns, rows, length)), maker_breaker_(maker_breaker) {}

    bool complete(Word64 cells) const {
        for (Word64 line : lines_)
            if ((line & cells) == line) return true;
        return false;
    }

    bool attacker_wins(Word64 attacker, Word64 defender, Word64 empty, bool attacker_to_move) {
        if (complete(attacker)) return true;
        if (!empty || (!maker_breaker_ && complete(defender))) return false;
        const auto key = std::tuple(attacker, defender, empty, attacker_to_move);
        if (auto known = known_.find(key); known != known_.end()) return known->second;
        bool won = !attacker_to_move;
        for_each_bit(empty, [&](int cell) {
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
    bool maker_breaker_;
    std::map<std::tuple<Word64, Word64, Word64, bool>, bool> known_;
};
