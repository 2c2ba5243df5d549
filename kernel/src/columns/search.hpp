// Alpha-beta for games in columns. Scores are exact and include the distance to the end, as in general/alphabeta.hpp.
//
// The ideas, all of them exact:
//
// - Only moves after which the opponent cannot complete a line are tried, except in a lost position (P. Pons).
// - A move that leaves the opponent no such move wins at once: it makes two threats, or a threat above another one.
// - Follow-up: in a column with an even number of empty cells, a player can answer every stone of the opponent with one
//   on top of it, and a stone at the bottom of an odd column with one in another odd column. This can show that the
//   opponent completes no line, that the player does, or that the opponent must at last give way below a threat
//   (V. Allis, A Knowledge-based Approach of Connect-Four, 1988: claimeven, zugzwang). It is tried after each move,
//   before any move is searched.
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
        Bits cell, threats;  // where it lands, and the empty cells that complete a line of the player after it
        int priority;
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
            ordered[i] = {cell, own, priority};
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
        for (int i = 0; i < move_count && !game_.misere; ++i)
            if (int bound; can_follow_up(mine | ordered[i].cell, theirs, ordered[i].threats, beta, bound)) return bound;
        for (int i = 0; i < move_count && left > FEW; ++i)
            if (Bounds known; table_.find(game_.key(theirs, taken | ordered[i].cell, left - 1), known)) {
                low = std::max(low, -known.high);
                if (low >= beta) return low;
            }
        const std::uint64_t before = counter_.nodes();
        alpha = std::max(alpha, low);
        beta = std::min(beta, high);
        int best = -1000;
        for (int i = 0; i < move_count && best < beta; ++i) {
            const Bits cell = ordered[i].cell;
            counter_.show_move(left_at_root_ - left, game_.cell(first_index(cell)));
            best = std::max(best, -search(theirs, taken | cell, left - 1, -beta, -std::max(alpha, best)));
        }
        table_.store(key, {best > alpha ? best : low, best < beta ? best : high}, counter_.nodes() - before + 1);
        if (table_.is_full()) throw TableFull();
        return best;
    }

    // Returns the moves after which the opponent cannot complete a line at once. `threats` are the cells where the
    // opponent would complete one. In a misère game, they are those of the player, and all other moves are returned.
    Bits moves(Bits playable, Bits threats) const {
        if (game_.misere) return playable & ~threats;
        const Bits now = threats & playable;
        if (has_several(now)) return 0;
        return (now ? now : playable) & ~(threats >> 1);
    }

    // Whether the player, with these stones and threats, can follow up from now on so that the score is at least beta.
    // The opponent has the next move. If so, sets the bound that this proves.
    bool can_follow_up(Bits mine, Bits theirs, Bits threats, int beta, int& bound) const {
        const Bits empty = game_.board & ~mine & ~theirs, replies = empty & game_.reply_cells, others = empty ^ replies;
        const Bits odd = game_.playable(empty) & replies;  // the bottoms of the columns with an odd number of cells
        if (count(odd) % 2 == 0) {
            // At the end the player has all replies in even columns, and those above the bottoms of odd columns.
            bound = beta > 0 ? 1 : 0;
            return beta <= bound && (!bound || game_.has_line(mine | (replies ^ odd))) &&
                   !game_.has_line(theirs | others | odd);
        }
        // In one odd column, the opponent must at last play below a threat of the player.
        for (Bits bottoms = odd; bottoms; bottoms &= bottoms - 1) {
            const Bits bottom = lowest_bit(bottoms), column = game_.column_of(bottom);
            const Bits threat = lowest_bit(threats & column & others), below = column & (threat - 1);
            if (!threat) continue;
            bound = 1 + count(column & ~below & ~threat);  // at the latest when all other columns are full
            const Bits reachable = (others & ~column) | (replies & below) | (odd ^ bottom);
            if (bound >= beta && !game_.has_line(theirs | reachable)) return true;
        }
        return false;
    }

    // Prefers moves that make threats, or avoids them in a misère game. Threads other than the first break ties at
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
