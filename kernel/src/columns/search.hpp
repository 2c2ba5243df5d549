// Alpha-beta for games in columns. Scores are exact and include the distance to the end, as in general/alphabeta.hpp.
//
// The ideas, all of them exact:
//
// - Only moves after which the opponent cannot complete a line are tried, except in a lost position (P. Pons).
// - A move that leaves the opponent no such move wins at once: it makes two threats, or a threat above another one.
// - Follow-up: in a column with an even number of empty cells, a player can answer every stone of the opponent with one
//   on top of it. This can show that the opponent completes no line, or must at last give way below a threat (V. Allis,
//   A Knowledge-based Approach of Connect-Four, 1988: claimeven, zugzwang).
// - A table of bounds, and moves with many threats first, then those near the centre (P. Pons).
// - Before any move is searched, the table may already have one that is good enough (enhanced transposition cut-off, J.
//   Schaeffer and A. Plaat, New Advances in Alpha-Beta Searching, 1996).
#pragma once

#include <algorithm>
#include <array>

#include "columns/board.hpp"
#include "common/control.hpp"
#include "general/alphabeta.hpp"
#include "general/bounds_table.hpp"

namespace noughts {

template <class Game>
class ColumnsSearch {
  public:
    using Bits = typename Game::Bits;

    ColumnsSearch(const Game& game, BoundsTable& table, NodeCounter& counter, Shortcuts, int thread)
        : game_(game), table_(table), counter_(counter), thread_(thread) {}

    // Returns a bound of the score of an unfinished position, as AlphaBeta::score does. Throws Stopped or TableFull.
    int score(Bits mine, Bits theirs, bool, int alpha, int beta) {
        const Bits taken = mine | theirs;
        left_at_root_ = count(game_.board & ~taken);
        if (!game_.misere && bool(game_.completing_cells(mine) & game_.playable(game_.board & ~taken)))
            return left_at_root_;
        return search(mine, taken, left_at_root_, alpha, beta);
    }

  private:
    struct Move {
        std::int16_t priority, cell;
    };

    // Searches an unfinished position with `left` empty cells. Unless the game is misère, the player to move cannot
    // complete a line at once.
    int search(Bits mine, Bits taken, int left, int alpha, int beta) {
        counter_.count_node();
        const Bits theirs = taken ^ mine, empty = game_.board ^ taken, playable = game_.playable(empty);
        const Bits threats = game_.completing_cells(game_.misere ? mine : theirs) & empty;
        const Bits candidates = moves(playable, threats);
        // The earliest ends: a loss by the next stone of the opponent, then a win by the player's second stone, and so
        // on. In a misère game, each comes one stone sooner.
        const int turns = left + game_.misere;
        if (!candidates) return 1 - turns;
        if (turns <= 2) return 0;
        int high = turns - 2, low = 3 - turns;
        if (high <= alpha) return high;
        if (low >= beta) return low;

        const Bits their_threats = game_.misere ? game_.completing_cells(theirs) & empty : 0;
        std::array<Move, MAX_COLUMNS> ordered;
        int move_count = 0;
        for (Bits column : game_.centre_first) {
            const Bits cell = candidates & column;
            if (!cell) continue;
            const Bits own = game_.completing_cells(mine | cell) & empty & ~cell;
            if (!moves(game_.playable(empty ^ cell), game_.misere ? their_threats : own)) return high;
            int i = move_count++;
            const int priority = this->priority(own, cell);
            for (; i && ordered[i - 1].priority < priority; --i) ordered[i] = ordered[i - 1];
            ordered[i] = {std::int16_t(priority), std::int16_t(first_index(cell))};
        }
        high = std::max(0, high - 2);
        if (high <= alpha) return high;

        const std::uint64_t key = game_.key(mine, taken, left);
        if (Bounds known; table_.find(key, known)) {
            low = std::max(low, known.low);
            high = std::min(high, known.high);
            if (low >= beta || low == high) return low;
            if (high <= alpha) return high;
        }
        if (!game_.misere && can_follow_up(mine, empty, playable, threats, alpha, high)) return high;

        for (int i = 0; i < move_count && left > FEW; ++i)
            if (Bounds known; table_.find(game_.key(theirs, taken | bit<Bits>(ordered[i].cell), left - 1), known)) {
                low = std::max(low, -known.high);
                if (low >= beta) return low;
            }
        const std::uint64_t before = counter_.nodes();
        alpha = std::max(alpha, low);
        beta = std::min(beta, high);
        int best = -1000;
        for (int i = 0; i < move_count && best < beta; ++i) {
            const int cell = ordered[i].cell;
            counter_.show_move(left_at_root_ - left, game_.cell(cell));
            best = std::max(best, -search(theirs, taken | bit<Bits>(cell), left - 1, -beta, -std::max(alpha, best)));
        }
        table_.store(key, {best > alpha ? best : low, best < beta ? best : high}, counter_.nodes() - before + 1);
        if (table_.is_full()) throw TableFull();
        return best;
    }

    // Returns the moves after which the opponent, who has these threats, cannot complete a line at once. In a misère
    // game, the threats are the cells where the player would complete a line, and all other moves are returned.
    Bits moves(Bits playable, Bits threats) const {
        if (game_.misere) return playable & ~threats;
        const Bits now = threats & playable;
        if (has_several(now)) return 0;
        return (now ? now : playable) & ~(threats >> 1);
    }

    // Whether the opponent can follow up so that the score is at most alpha. If so, lowers `high` to the bound.
    bool can_follow_up(Bits mine, Bits empty, Bits playable, Bits threats, int alpha, int& high) const {
        const Bits odd = playable & game_.reply_cells;  // the columns with an odd number of empty cells
        if (!odd) {
            if (alpha < 0 || game_.has_line(mine | (empty & ~game_.reply_cells))) return false;
            high = 0;
            return true;
        }
        if (has_several(odd)) return false;
        const Bits column = game_.column_of(odd), in_column = threats & column & ~game_.reply_cells;
        if (!in_column) return false;
        const Bits threat = lowest_bit(in_column), below = column & (threat - 1);
        const int loss = -1 - count(column & ~below & ~threat);  // at the latest when all other columns are full
        if (loss > alpha) return false;
        const Bits own = (empty & ~game_.reply_cells & ~column) | (empty & game_.reply_cells & below);
        if (game_.has_line(mine | own)) return false;
        high = loss;
        return true;
    }

    // Prefers moves that make threats, or avoids them in a misère game. Other threads than the first break ties at
    // random.
    int priority(Bits threats, Bits cell) const {
        const int threat_count = game_.misere ? -count(threats) : count(threats);
        if (!thread_) return threat_count;
        return 4 * threat_count + int(mix(std::uint64_t(thread_) << 32 | std::uint64_t(first_index(cell))) % 4);
    }

    static constexpr int FEW = 12;  // with so few empty cells, searching is faster than asking the table for each move

    const Game& game_;
    BoundsTable& table_;
    NodeCounter& counter_;
    const int thread_;
    int left_at_root_ = 0;
};

}  // namespace noughts
