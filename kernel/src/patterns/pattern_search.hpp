// Looking ahead by patterns, where threats decide: alpha-beta on the few cells that are worth most to either side. The
// twin of noughts.search.pattern_search, with a table, null windows, late moves looked at less deep, and more of the
// answers that are given at once. Always an estimate: replies are left out, and what is called a win is one by its
// patterns.
//
// Sources: for forced answers, which cost no depth, D. F. Beal, A Generalised Quiescence Search Algorithm, Artificial
// Intelligence 43, 1990; for null windows, J. Pearl, Asymptotic Properties of Minimax Trees and Game-Searching
// Procedures, Artificial Intelligence 14, 1980.
#pragma once

#include "common/control.hpp"
#include "patterns/patterns.hpp"
#include "patterns/top_k.hpp"
#include "patterns/vct.hpp"

namespace noughts {

struct Guessed {
    int cell, score;  // seen by the one who moves, in millionths
};

class PatternSearch {
  public:
    static constexpr int MOST_WIDTH = 64;

    // Side 0 is to move.
    PatternSearch(const Net& net, Patterns& patterns, int width, Control& control)
        : net_(net),
          patterns_(patterns),
          width_(std::min(width, MOST_WIDTH)),
          counted_(control),
          wins_{PatternWin(net, patterns, counted_, 0), PatternWin(net, patterns, counted_, 1)},
          table_(std::size_t(1) << TABLE_BITS) {}

    // What is thought of each of these moves of side 0, as deep as the control's budget allows; each is looked at once.
    std::vector<Guessed> guesses(const std::vector<int>& cells) {
        std::vector<Guessed> found;
        Control once;
        Counter glances(once);
        counter_ = &glances;
        for (int cell : cells) found.push_back({cell, after(cell, 0, -INFINITE, INFINITE, GLANCE, 0)});
        counter_ = &counted_;
        try {
            counted_.budget();
            for (int depth = 0; depth < DEEPEST; ++depth) {
                sort(found);
                if (!deepen(found, depth)) break;
            }
        } catch (const Stopped&) {  // what is found so far is kept
        }
        return found;
    }

  private:
    static constexpr int INFINITE = 2'000'000, WIN = 950'000, GOOD = 800'000, PLY = 1'000, DECIDED = WIN - 100 * PLY;
    static constexpr int FALL = 100'000;  // by which a move turns out to be bad
    static constexpr int SURE = 2'000;    // a balance of promises that is half of what is GOOD
    static constexpr int DEEPEST = 24;    // plies, without forced answers
    static constexpr int FREE = 14;       // plies from the start after which forced answers cost depth too
    static constexpr int BEYOND = 3;      // plies more while an open three has to be answered
    static constexpr int GLANCE = -BEYOND;
    static constexpr int WIDER = 3;  // times as many answers are looked at that are given at once
    static constexpr int LATE = 4;   // moves after which the others are looked at less deep
    static constexpr int TABLE_BITS = 16;
    static constexpr int WINS_FROM = 2;  // plies still to go where wins by threats are looked for,
    static constexpr int WIN_NODES = 4;  // with so many nodes, and four times as many for each ply

    struct Entry {
        std::uint64_t key = 0;
        int score = 0;
        std::int16_t cell = -1;
        std::int8_t depth = 0, bound = 0;  // -1 at most, 0 exactly, 1 at least
    };

    static void sort(std::vector<Guessed>& found) {
        std::stable_sort(found.begin(), found.end(),
                         [](const Guessed& one, const Guessed& other) { return one.score > other.score; });
    }

    // Looks so much further. Of a search that is stopped the moves count that it had seen; the others are no better,
    // unless what seemed best has turned out to be bad.
    bool deepen(std::vector<Guessed>& found, int depth) {
        int best = -INFINITE;
        std::vector<Guessed> now;
        auto keep = [&] {
            const bool fell = best < found[0].score - FALL;
            for (std::size_t i = 0; i < found.size(); ++i)
                if (i < now.size()) found[i] = now[i];
                else if (!fell) found[i].score = std::min(found[i].score, best - 1);
        };
        try {
            for (const Guessed& move : found) {
                int score;
                if (now.empty()) {
                    score = after(move.cell, 0, -INFINITE, INFINITE, depth, 0);
                } else {
                    score = after(move.cell, 0, best, best + 1, depth, 0);
                    if (score > best) score = after(move.cell, 0, best, INFINITE, depth, 0);
                    else score = std::min(score, best - 1);
                }
                best = std::max(best, score);
                now.push_back({move.cell, score});
            }
        } catch (const Stopped&) {
            if (!now.empty()) keep();
            throw;
        }
        keep();
        return best < DECIDED && best > -DECIDED;
    }

    int after(int cell, int side, int alpha, int beta, int depth, int ply) {
        if (patterns_.makes(A_FIVE, side, cell)) return WIN - ply * PLY;
        const Stone stone(patterns_, cell, side);
        return -value(1 - side, -beta, -alpha, depth, ply + 1);
    }

    // The score of the side to move, fail-soft.
    int value(int side, int alpha, int beta, int depth, int ply) {
        counter_->node();
        const int other = 1 - side;
        if (patterns_.any(A_FIVE, side)) return WIN - ply * PLY;
        if (patterns_.any(A_FIVE, other)) {
            if (patterns_.several(A_FIVE, other)) return ply * PLY - WIN;
            return after(patterns_.first(A_FIVE, other), side, alpha, beta, depth - !(depth > GLANCE && ply < FREE),
                         ply);
        }
        if (patterns_.open_four(side) >= 0) return WIN - ply * PLY;
        const bool pressed = patterns_.open_four(other) >= 0;
        if (depth <= 0 && (!pressed || depth <= -BEYOND)) return guess(side);

        const std::uint64_t key = patterns_.hash() ^ (side ? 0x9e3779b97f4a7c15ull : 0);
        Entry& entry = table_[key >> (64 - TABLE_BITS)];
        int first = -1;
        if (entry.key == key) {
            first = entry.cell;
            if (entry.depth >= depth) {
                const int score = entry.score > DECIDED    ? entry.score - ply * PLY
                                  : entry.score < -DECIDED ? entry.score + ply * PLY
                                                           : entry.score;
                if (entry.bound == 0 || (entry.bound > 0 ? score >= beta : score <= alpha)) return score;
            }
        }
        if (depth >= WINS_FROM && wins(side, depth)) {
            entry = {key, WIN - 20 * PLY, -1, 127, 1};
            return WIN - (ply + 20) * PLY;
        }
        Ranked<MOST_WIDTH> cells(pressed ? MOST_WIDTH : ply == 1 ? WIDER * width_ : width_);
        const auto add = [&](int cell) {
            const Worth worth = 6 * patterns_.worth(cell, side) + 5 * patterns_.worth(cell, other);
            if (worth) cells.add(cell, cell == first ? SURELY : worth);
        };
        if (!pressed) {
            for (int cell = 0; cell < net_.cells; ++cell) add(cell);
            if (cells.begin() == cells.end()) return 0;
        } else {
            patterns_.each_answer(patterns_.stops(other), side, add);
            if (cells.begin() == cells.end()) return (ply + 1) * PLY - WIN;
        }
        int value = -INFINITE, best_cell = -1;
        const int start = alpha;
        int tried = 0;
        for (int cell : cells) {
            int score;
            if (tried == 0) {
                score = after(cell, side, alpha, beta, depth - 1, ply);
            } else {
                const bool late = tried >= LATE && depth >= 2 && !pressed && !patterns_.makes(A_FOUR, side, cell);
                score = after(cell, side, alpha, alpha + 1, depth - 1 - late, ply);
                if (late && score > alpha) score = after(cell, side, alpha, alpha + 1, depth - 1, ply);
                if (score > alpha && score < beta) score = after(cell, side, alpha, beta, depth - 1, ply);
            }
            ++tried;
            if (score > value) {
                value = score;
                best_cell = cell;
                if (score >= beta) break;
                alpha = std::max(alpha, score);
            }
        }
        const int kept = value > DECIDED ? value + ply * PLY : value < -DECIDED ? value - ply * PLY : value;
        entry = {key, kept, std::int16_t(best_cell), std::int8_t(depth),
                 std::int8_t(value >= beta    ? 1
                             : value <= start ? -1
                                              : 0)};
        return value;
    }

    // Whether a side wins by fours and open threes, as far as is seen with a few nodes.
    bool wins(int side, int depth) {
        const auto found =
            counter_->within(WIN_NODES << std::min(2 * depth, 10), [&] { return wins_[side].find().has_value(); });
        return found.value_or(false);
    }

    // What the worth of all cells says.
    int guess(int side) const {
        if (patterns_.any(A_FORK, side) && !patterns_.any(AN_OPEN_FOUR, 1 - side)) return GOOD;
        const int balance = patterns_.promised(side, true) - patterns_.promised(1 - side, false);
        return int(double(GOOD) * balance / (SURE + std::abs(balance)));
    }

    const Net& net_;
    Patterns& patterns_;
    const int width_;
    Counter counted_, *counter_ = &counted_;
    PatternWin wins_[2];
    std::vector<Entry> table_;
};

}  // namespace noughts
