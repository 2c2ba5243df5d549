// Alpha-beta for any game in which players take cells. Scores are exact and include the distance to the end.
//
// A score is for the player to move: 0 is a draw, 1 + n is a win with n cells still empty at the end, and -1 - n a
// loss. These shortcuts are exact, too:
//
// - A player who can complete a line wins. A player with two threats to block loses. A move is left out if it makes a
//   threat of the opponent playable (with gravity).
// - A fork makes two threats at once and wins in three plies if there is nothing to block.
// - A player who lacks j stones of every line needs j turns. This bounds every score, as there may not be enough turns
//   left.
// - A pairing strategy keeps the opponent from all lines. It is of no use in a misère game.
// - With gravity, the pairing strategy is claimeven: reply on top of the opponent's stone.
//
// In a misère game a player completes a line only if there is no other move.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "common/control.hpp"
#include "general/bounds_table.hpp"
#include "general/keys.hpp"
#include "general/pairing.hpp"
#include "general/rules.hpp"

namespace noughts {

// Thrown by a search if the table must grow before the search is repeated.
struct TableFull {};

// Which exact shortcuts the search uses. Every choice gives the same scores; tests switch them off one by one.
struct Shortcuts {
    bool table = true;
    bool forks = true;
    bool distance = true;
    bool pairing = true;
    bool columns = true;  // search games in columns as columns/search.hpp does, regardless of the other choices
};

// The data of one game that all its searches share.
template <class Word, int W>
struct GameData {
    using Bits = Word;

    explicit GameData(const Rules& rules)
        : rules(rules), sets(rules), keys(rules), needs(rules.needs.empty() ? 0 : rules.cells), needed_by(rules.cells) {
        for (int c = 0; c < rules.cells; ++c) board |= bit<Bits>(c);
        for (int c = 0; c < int(needs.size()); ++c) {
            needs[c] = to_bits<Bits>(rules.needs[c]);
            for_each_bit(needs[c], [&](int b) { needed_by[b] |= bit<Bits>(c); });
        }
        std::vector<Bits> lines;
        if (sets.lines() <= MAX_PAIRING_LINES)
            for (int i = 0; i < sets.lines(); ++i) lines.push_back(sets.line(i));
        group = group_lines(lines, rules.cells);
        for (const std::vector<int>& column : gravity_columns(rules))
            for (int i = int(column.size()) - 1; i >= 0; i -= 2) claimeven_cells |= bit<Bits>(column[i]);
    }

    bool is_possible(Bits) const { return true; }
    Bits to_set(Cells cells) const { return to_bits<Bits>(cells) & board; }
    int cell(int b) const { return b; }
    int key_width() const { return keys.width(); }
    bool exact_keys() const { return keys.exact(); }

    Bits playable(Bits empty) const {
        if (needs.empty()) return empty;
        Bits free = 0;
        for_each_bit(empty, [&](int c) {
            if (!(needs[c] & empty)) free |= bit<Bits>(c);
        });
        return free;
    }

    // Whether the game is over. If so, sets the score: a player owns a line, or the board is full.
    bool over(Bits mine, Bits theirs, bool first_to_move, int& score) const {
        const int left = count(board & ~mine & ~theirs);
        for (int i = 0; i < sets.lines(); ++i) {
            const bool own = sets.is_complete(i, mine);
            if (!own && !sets.is_complete(i, theirs)) continue;
            score = own != rules.misere ? 1 + left : -1 - left;
            return true;
        }
        score = first_to_move ? rules.full : -rules.full;
        return !left;
    }

    static constexpr int MAX_PAIRING_LINES = 1024;  // games with more lines get no pairings

    const Rules rules;
    const LineSets<Bits, W> sets;
    const Keys keys;
    Bits board = 0;
    std::vector<Bits> needs;      // cell -> the cells that must be taken before it
    std::vector<Bits> needed_by;  // cell -> the cells that need it
    std::vector<int> group;       // line -> its group, for pairings
    Bits claimeven_cells = 0;     // with gravity: in each column the highest cell, the third highest, and so on
};

template <class Bits, int W>
class AlphaBeta {
  public:
    AlphaBeta(const GameData<Bits, W>& game, BoundsTable& table, NodeCounter& counter, Shortcuts shortcuts, int thread)
        : game_(game),
          sets_(game.sets),
          table_(table),
          shortcuts_(shortcuts),
          thread_(thread),
          counter_(counter),
          pairing_search_(game.rules) {
        const std::size_t plies = game.rules.cells + 1;
        frames_.resize(plies * 2 * sets_.size());
        sums_.resize(plies * 2 * images());
        if (!game.rules.misere && sets_.lines() <= GameData<Bits, W>::MAX_PAIRING_LINES) {
            use_pairing_ = shortcuts.pairing && game.needs.empty();
            use_claimeven_ = shortcuts.pairing && game.claimeven_cells;
        }
    }

    // Returns a bound r of the score s of an unfinished position, as fail-soft alpha-beta does: s <= r <= alpha if s <=
    // alpha; beta <= r <= s if s >= beta; otherwise r = s. Throws Stopped or TableFull.
    int score(Bits mine, Bits theirs, bool first_to_move, int alpha, int beta) {
        first_to_move_ = first_to_move;
        sets_.init(sets(0, 0), mine, theirs);
        sets_.init(sets(0, 1), theirs, mine);
        for (int view = 0; view < 2; ++view)
            for (int g = 0; g < images(); ++g) sums(0, view)[g] = 0;
        for (int view = 0; view < 2; ++view) {
            for_each_bit(mine, [&](int c) { add(sums(0, view), sums(0, view), c, view == 1); });
            for_each_bit(theirs, [&](int c) { add(sums(0, view), sums(0, view), c, view == 0); });
        }
        return search(mine, theirs, game_.playable(game_.board & ~mine & ~theirs), 0, alpha, beta);
    }

  private:
    struct Move {
        int priority, cell;
    };

    int search(Bits mine, Bits theirs, Bits playable, int ply, int alpha, int beta) {
        counter_.count_node();
        const Bits empty = game_.board & ~mine & ~theirs;
        const int left = count(empty);
        const std::uint64_t *own = sets(ply, ply & 1), *other = sets(ply, ~ply & 1);
        const bool misere = game_.rules.misere, first_to_move = first_to_move_ != bool(ply & 1);
        const int draw = first_to_move ? game_.rules.full : -game_.rules.full;
        const Bits completing = completing_cells(own, empty) & playable;
        Bits candidates = playable;
        int forced = -1;
        if (misere) {
            candidates &= ~completing;
            if (!candidates) return -left;  // every move completes a line
        } else {
            if (completing) return left;
            if (const Bits threats = completing_cells(other, empty)) {
                const Bits now = threats & playable;
                if (has_several(now)) return 1 - left;
                if (now) forced = first_index(now), candidates = now;
                if (!game_.needs.empty()) candidates &= ~enabling_cells(threats & ~now, empty);
                if (!candidates) return 1 - left;
            }
        }
        if (left == 1) return draw;

        // The n-th next stone of the player to move leaves left - 2n + 1 cells, that of the opponent left - 2n.
        int own_turns = 2, other_turns = misere ? 1 : 2;
        if (shortcuts_.distance) {
            own_turns = sets_.fewest_missing(own, own_turns);
            other_turns = sets_.fewest_missing(other, other_turns, forced);
        }
        int win =
            own_turns <= (left + 1) / 2 ? left + 2 - 2 * own_turns : 0;  // the score of the earliest possible win, or 0
        int loss = other_turns <= left / 2 ? 2 * other_turns - left - 1 : 0;
        if (misere) {  // the player who completes a line loses
            std::swap(win, loss);
            win = -win, loss = -loss;
        }
        int high = win ? std::max(win, draw) : draw, low = loss ? std::min(loss, draw) : draw;
        if (high <= alpha || low == high) return high;
        if (low >= beta) return low;
        if (shortcuts_.forks && !misere && left > 2 && has_fork(own, empty, candidates)) return left - 2;

        std::uint64_t key = 0;
        if (shortcuts_.table) {
            key = game_.keys.key(sums(ply, 0), first_to_move);
            Bounds known;
            if (table_.find(key, known)) {
                low = std::max(low, known.low);
                high = std::min(high, known.high);
                if (low >= beta || low == high) return low;
                if (high <= alpha) return high;
            }
        }
        const std::uint64_t before = counter_.nodes();
        if (alpha >= draw && high > draw &&
            ((use_pairing_ && forced < 0 && has_pairing(own, empty)) ||
             (use_claimeven_ && has_claimeven(own, empty, playable)))) {
            if (shortcuts_.table) store(key, {low, draw}, 1);
            return draw;
        }

        alpha = std::max(alpha, low);
        beta = std::min(beta, high);
        Move moves[8 * sizeof(Bits)];
        const int move_count = order(own, other, candidates, moves);
        int best = -1000;
        for (int i = 0; i < move_count; ++i) {
            const int cell = moves[i].cell;
            const Bits b = bit<Bits>(cell);
            counter_.show_move(ply, cell);
            sets_.place_own(sets(ply + 1, ply & 1), own, cell);
            sets_.place_other(sets(ply + 1, ~ply & 1), other, cell);
            add(sums(ply + 1, 0), sums(ply, 1), cell, true);
            add(sums(ply + 1, 1), sums(ply, 0), cell, false);
            Bits next = playable & ~b;
            if (!game_.needs.empty())
                for_each_bit(game_.needed_by[cell], [&](int c) {
                    if (!(game_.needs[c] & empty & ~b)) next |= bit<Bits>(c);
                });
            const int answer = -search(theirs, mine | b, next, ply + 1, -beta, -std::max(alpha, best));
            if (answer > best) best = answer;
            if (best >= beta) break;
        }
        if (shortcuts_.table)
            store(key, {best > alpha ? best : low, best < beta ? best : high}, counter_.nodes() - before + 1);
        return best;
    }

    void store(std::uint64_t key, Bounds bounds, std::uint64_t nodes) {
        table_.store(key, bounds, nodes);
        if (table_.is_full()) throw TableFull();
    }

    // Returns the empty cells that complete a line.
    Bits completing_cells(const std::uint64_t* sets, Bits empty) const {
        Bits cells = 0;
        sets_.for_each_line_missing(sets, 1, [&](Bits line) { cells |= line & empty; });
        return cells;
    }

    // Returns the cells that make one of these threats playable when they are taken.
    Bits enabling_cells(Bits threats, Bits empty) const {
        Bits cells = 0;
        for_each_bit(threats, [&](int c) {
            const Bits missing = game_.needs[c] & empty;
            if (!has_several(missing)) cells |= missing;
        });
        return cells;
    }

    // Whether one of these moves makes two threats. The opponent can block only one of them.
    bool has_fork(const std::uint64_t* own, Bits empty, Bits candidates) const {
        Bits once = 0, twice = 0;
        sets_.for_each_line_missing(own, 2, [&](Bits line) {
            const Bits two = line & empty;
            twice |= once & two;
            once |= two;
        });
        twice &= candidates;
        bool is_fork = false;
        for_each_bit(twice, [&](int cell) {
            if (is_fork) return;
            const Bits b = bit<Bits>(cell);
            Bits threats = 0;
            sets_.for_each_line_missing(own, 2, [&](Bits line) {
                if (line & b) threats |= line & empty & ~b;
            });
            if (!game_.needs.empty()) threats &= game_.playable(empty & ~b);
            is_fork = has_several(threats);
        });
        return is_fork;
    }

    // Whether the opponent has a pairing for every line that the player can still complete.
    bool has_pairing(const std::uint64_t* own, Bits empty) {
        pairing_search_.clear();
        for (int j = 2; j <= sets_.max_length(); ++j)
            for (int w = 0; w < sets_.words(); ++w)
                for_each_bit(own[(j - 1) * sets_.words() + w], [&](int i) {
                    pairing_search_.add(sets_.line(64 * w + i) & empty, game_.group[64 * w + i]);
                });
        return pairing_search_.exists(PAIRING_BUDGET);
    }

    // Whether claimeven keeps the player from every line: the opponent replies on top of each stone. If every column
    // has an even number of empty cells, this is always possible and takes the highest cell of each column, the third
    // highest and so on. Columns with an odd number are grouped in twos, and their lowest cells form a pair: a stone in
    // one is answered in the other (Allis, A Knowledge-based Approach of Connect-Four, 1988: claimeven and
    // baseinverse).
    bool has_claimeven(const std::uint64_t* own, Bits empty, Bits playable) {
        const Bits lowest = playable & game_.claimeven_cells, sure = empty & game_.claimeven_cells & ~playable;
        if (count(lowest) & 1) return false;
        pairing_search_.clear();
        for (int i = 0; i < sets_.size(); ++i)
            for (std::uint64_t lines = own[i]; lines; lines &= lines - 1) {
                const int line = i % sets_.words() * 64 + first_index(lines);
                if (sets_.line(line) & sure) continue;
                if (!has_several(sets_.line(line) & lowest)) return false;
                pairing_search_.add(sets_.line(line) & lowest, game_.group[line]);
            }
        return pairing_search_.exists(PAIRING_BUDGET);
    }

    // Prefers cells on lines that lack few stones, or avoids them in a misère game.
    int order(const std::uint64_t* own, const std::uint64_t* other, Bits candidates, Move* moves) const {
        static constexpr int WEIGHT[] = {0, 0, 64, 16, 6, 3, 1};
        int move_count = 0;
        for_each_bit(candidates, [&](int cell) {
            int priority = 0;
            for (int j = 2; j <= sets_.max_length(); ++j) {
                const int weight = WEIGHT[std::min(j, 6)];
                priority +=
                    3 * weight * sets_.count_missing(own, j, cell) + 2 * weight * sets_.count_missing(other, j, cell);
            }
            if (game_.rules.misere) priority = -priority;
            if (thread_) priority += int(mix(std::uint64_t(thread_) << 32 | std::uint64_t(cell)) % 16);
            int i = move_count++;
            for (; i && moves[i - 1].priority < priority; --i) moves[i] = moves[i - 1];
            moves[i] = {priority, cell};
        });
        return move_count;
    }

    int images() const { return game_.keys.images(); }
    std::uint64_t* sets(int ply, int player) { return frames_.data() + std::size_t(2 * ply + player) * sets_.size(); }
    std::uint64_t* sums(int ply, int view) { return sums_.data() + std::size_t(2 * ply + view) * images(); }
    void add(std::uint64_t* to, const std::uint64_t* from, int cell, bool theirs) const {
        const std::uint64_t* weights = game_.keys.weights(cell, theirs);
        for (int g = 0; g < images(); ++g) to[g] = from[g] + weights[g];
    }

    static constexpr int PAIRING_BUDGET = 50;

    const GameData<Bits, W>& game_;
    const LineSets<Bits, W>& sets_;
    BoundsTable& table_;
    const Shortcuts shortcuts_;
    const int thread_;
    bool first_to_move_ = true, use_pairing_ = false, use_claimeven_ = false;
    NodeCounter& counter_;
    GeneralPairing<Bits> pairing_search_;
    std::vector<std::uint64_t> frames_, sums_;
};

}  // namespace noughts
