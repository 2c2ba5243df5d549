// Pattern search: alpha-beta on the few moves whose patterns are worth most. Its scores are always estimates.
//
// It uses a transposition table, null windows, late move reductions and more of the immediate replies. It leaves out
// moves, and it takes a win by patterns for a win.
//
// Sources: for forced replies, which cost no depth, D. F. Beal, A Generalised Quiescence Search Algorithm, Artificial
// Intelligence 43, 1990; for null windows, J. Pearl, Asymptotic Properties of Minimax Trees and Game-Searching
// Procedures, Artificial Intelligence 14, 1980.
#pragma once

#include "common/control.hpp"
#include "patterns/patterns.hpp"
#include "patterns/top_k.hpp"
#include "patterns/vct.hpp"

namespace noughts {

// A move with its score for the player to move, in millionths.
struct MoveEstimate {
    int cell, score;
};

// The transposition table of a pattern search.
class SearchTable {
  public:
    // Scores, in millionths. A win is worth a little less for each ply from the root of the search to its end.
    static constexpr int WIN = 950'000, PLY = 1'000, DECIDED = WIN - 100 * PLY;

    // Returns the score that a search to this depth with this window may return, or nothing if the table has none. Sets
    // `cell` to the best move if the table has one.
    std::optional<int> find(std::uint64_t key, int depth, int alpha, int beta, int ply, int& cell) const {
        const Entry& entry = entries_[index(key)];
        if (entry.key != key) return std::nullopt;
        cell = entry.cell;
        if (entry.depth < depth) return std::nullopt;
        const int score = entry.score - plies(entry.score, ply);
        if (entry.bound == EXACT || (entry.bound == LOWER ? score >= beta : score <= alpha)) return score;
        return std::nullopt;
    }

    // Stores the result of a search with this window (fail-soft alpha-beta), and the best move or -1.
    void store(std::uint64_t key, int depth, int alpha, int beta, int ply, int score, int cell) {
        const Bound bound = score >= beta ? LOWER : score <= alpha ? UPPER : EXACT;
        entries_[index(key)] = {key, score + plies(score, ply), std::int16_t(cell), std::int8_t(depth), bound};
    }

  private:
    static constexpr int BITS = 16;

    enum Bound : std::int8_t { UPPER = -1, EXACT = 0, LOWER = 1 };

    struct Entry {
        std::uint64_t key = 0;
        int score = 0;  // counts the length of a win from the position, not from the root
        std::int16_t cell = -1;
        std::int8_t depth = 0;
        Bound bound = EXACT;
    };

    static std::size_t index(std::uint64_t key) { return key >> (64 - BITS); }

    // Returns what the plies from the root to a position are worth if the score is a win or a loss.
    static int plies(int score, int ply) { return score > DECIDED ? ply * PLY : score < -DECIDED ? -ply * PLY : 0; }

    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t(1) << BITS);
};

class PatternSearch {
  public:
    static constexpr int MAX_WIDTH = 64;
    static constexpr int MAX_DEPTH = 24;  // in plies, not counting forced replies

    // Side 0 is to move.
    PatternSearch(const PatternTables& tables, Patterns& patterns, int width, Control& control,
                  int max_depth = MAX_DEPTH)
        : tables_(tables),
          patterns_(patterns),
          width_(std::min(width, MAX_WIDTH)),
          max_depth_(max_depth),
          budget_counter_(control),
          vct_{VctSearch(tables, patterns, budget_counter_, 0), VctSearch(tables, patterns, budget_counter_, 1)} {}

    // Returns estimates for these moves of side 0, as deep as the budget allows. Each move is searched at least
    // briefly.
    std::vector<MoveEstimate> estimates(const std::vector<int>& cells) {
        std::vector<MoveEstimate> moves;
        Control unlimited;
        NodeCounter brief_counter(unlimited);
        counter_ = &brief_counter;
        for (int cell : cells) moves.push_back({cell, score_after(cell, 0, -INFINITE, INFINITE, QUIESCENCE_DEPTH, 0)});
        counter_ = &budget_counter_;
        try {
            budget_counter_.check_budget();
            for (int depth = 0; depth < max_depth_; ++depth) {
                sort_by_score(moves);
                if (!deepen(moves, depth)) break;
            }
        } catch (const Stopped&) {  // return the estimates so far
        }
        return moves;
    }

  private:
    // Scores, in millionths.
    static constexpr int INFINITE = 2'000'000, WIN = SearchTable::WIN, GOOD = 800'000, PLY = SearchTable::PLY,
                         DECIDED = SearchTable::DECIDED;
    static constexpr int COLLAPSE = 100'000;    // the best move has failed if its score falls by more than this
    static constexpr int HALF_WEIGHT = 2'000;   // a difference of weights that is worth half of GOOD
    static constexpr int VCT_SCORE_PLIES = 20;  // the assumed length of a win by threats

    // Depths, in plies.
    static constexpr int FREE_PLIES = 14;  // from this ply on, forced replies cost depth, too
    static constexpr int EXTENSION = 3;    // how far the search goes on while an open four must be stopped
    static constexpr int QUIESCENCE_DEPTH = -EXTENSION;
    static constexpr int VCT_MIN_DEPTH = 2;  // wins by threats are searched for at this remaining depth or more

    static constexpr int REPLY_WIDTH_FACTOR = 3;  // immediate replies get this many times the width
    static constexpr int LATE_MOVES_FROM = 4;     // moves after this many get a reduced depth
    static constexpr int VCT_NODES = 4;  // node limit for wins by threats; four times as many for each ply of depth

    static void sort_by_score(std::vector<MoveEstimate>& moves) {
        std::stable_sort(moves.begin(), moves.end(),
                         [](const MoveEstimate& one, const MoveEstimate& other) { return one.score > other.score; });
    }

    // Searches all moves to a depth and updates their scores. Returns whether to go on to the next depth. If it is
    // stopped, it keeps the scores of the moves searched so far; the others are no better, unless the best move has
    // failed.
    bool deepen(std::vector<MoveEstimate>& moves, int depth) {
        int best = -INFINITE;
        std::vector<MoveEstimate> searched;
        auto update = [&] {
            const bool collapsed = best < moves[0].score - COLLAPSE;
            for (std::size_t i = 0; i < moves.size(); ++i)
                if (i < searched.size()) moves[i] = searched[i];
                else if (!collapsed) moves[i].score = std::min(moves[i].score, best - 1);
        };
        try {
            for (const MoveEstimate& move : moves) {
                int score;
                if (searched.empty()) {
                    score = score_after(move.cell, 0, -INFINITE, INFINITE, depth, 0);
                } else {
                    score = score_after(move.cell, 0, best, best + 1, depth, 0);
                    if (score > best) score = score_after(move.cell, 0, best, INFINITE, depth, 0);
                    else score = std::min(score, best - 1);
                }
                best = std::max(best, score);
                searched.push_back({move.cell, score});
            }
        } catch (const Stopped&) {
            if (!searched.empty()) update();
            throw;
        }
        update();
        return best < DECIDED && best > -DECIDED;
    }

    // Returns the score of a move for the side that makes it.
    int score_after(int cell, int side, int alpha, int beta, int depth, int ply) {
        if (patterns_.makes(MAKES_FIVE, side, cell)) return WIN - ply * PLY;
        const ScopedStone stone(patterns_, cell, side);
        return -search(1 - side, -beta, -alpha, depth, ply + 1);
    }

    // Returns the score for the side to move (fail-soft alpha-beta).
    int search(int side, int alpha, int beta, int depth, int ply) {
        counter_->count_node();
        const int other = 1 - side;
        if (patterns_.any(MAKES_FIVE, side)) return WIN - ply * PLY;
        if (patterns_.any(MAKES_FIVE, other)) {
            if (patterns_.several(MAKES_FIVE, other)) return ply * PLY - WIN;
            const bool costs_depth = !(depth > QUIESCENCE_DEPTH && ply < FREE_PLIES);
            return score_after(patterns_.first(MAKES_FIVE, other), side, alpha, beta, depth - costs_depth, ply);
        }
        if (patterns_.open_four(side) >= 0) return WIN - ply * PLY;
        const bool must_defend = patterns_.open_four(other) >= 0;
        if (depth <= 0 && (!must_defend || depth <= QUIESCENCE_DEPTH)) return evaluate(side);

        const std::uint64_t key = patterns_.hash() ^ (side ? 0x9e3779b97f4a7c15ull : 0);
        int table_move = -1;
        if (const auto known = table_.find(key, depth, alpha, beta, ply, table_move)) return *known;
        if (depth >= VCT_MIN_DEPTH && wins_by_threats(side, depth)) {
            const int score = WIN - (ply + VCT_SCORE_PLIES) * PLY;  // a lower bound, at any depth
            table_.store(key, 127, -INFINITE, score, ply, score, -1);
            return score;
        }
        TopK<MAX_WIDTH> moves(must_defend ? MAX_WIDTH : ply == 1 ? REPLY_WIDTH_FACTOR * width_ : width_);
        const auto add = [&](int cell) {
            const Worth worth = 6 * patterns_.worth(cell, side) + 5 * patterns_.worth(cell, other);
            if (worth) moves.add(cell, cell == table_move ? ALWAYS_FIRST : worth);
        };
        if (!must_defend) {
            for (int cell = 0; cell < tables_.cells; ++cell) add(cell);
            if (moves.empty()) return 0;
        } else {
            patterns_.for_each_answer(patterns_.open_four_cells(other), side, add);
            if (moves.empty()) return (ply + 1) * PLY - WIN;
        }
        int best = -INFINITE, best_cell = -1;
        const int first_alpha = alpha;
        int searched = 0;
        for (int cell : moves) {
            int score;
            if (searched == 0) {
                score = score_after(cell, side, alpha, beta, depth - 1, ply);
            } else {
                const bool is_late = searched >= LATE_MOVES_FROM && depth >= 2 && !must_defend &&
                                     !patterns_.makes(MAKES_FOUR, side, cell);
                score = score_after(cell, side, alpha, alpha + 1, depth - 1 - is_late, ply);
                if (is_late && score > alpha) score = score_after(cell, side, alpha, alpha + 1, depth - 1, ply);
                if (score > alpha && score < beta) score = score_after(cell, side, alpha, beta, depth - 1, ply);
            }
            ++searched;
            if (score > best) {
                best = score;
                best_cell = cell;
                if (score >= beta) break;
                alpha = std::max(alpha, score);
            }
        }
        table_.store(key, depth, first_alpha, beta, ply, best, best_cell);
        return best;
    }

    // Whether a side wins by fours and open threes, as far as a few nodes show.
    bool wins_by_threats(int side, int depth) {
        const auto is_win =
            counter_->with_limit(VCT_NODES << std::min(2 * depth, 10), [&] { return vct_[side].find().has_value(); });
        return is_win.value_or(false);
    }

    // Returns the static evaluation for the side to move.
    int evaluate(int side) const {
        if (patterns_.any(MAKES_FORK, side) && !patterns_.any(MAKES_OPEN_FOUR, 1 - side)) return GOOD;
        const int difference = patterns_.weight(side, true) - patterns_.weight(1 - side, false);
        return int(double(GOOD) * difference / (HALF_WEIGHT + std::abs(difference)));
    }

    const PatternTables& tables_;
    Patterns& patterns_;
    const int width_, max_depth_;
    NodeCounter budget_counter_, *counter_ = &budget_counter_;
    VctSearch vct_[2];
    SearchTable table_;
};

}  // namespace noughts
