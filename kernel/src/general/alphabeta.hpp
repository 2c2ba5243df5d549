// Alpha-beta for any game of taking cells: exact scores, value and distance.
//
// A score is that of the player to move: 0 a draw, else 1 + the number of cells still empty when the game ends, minus
// when the opponent wins. What the search sees at a glance:
//
// - a win in one; what must be blocked, and two things to block; moves that lift the opponent to a win (gravity);
// - a fork: a stone that makes two threats at once, when there is nothing to block, wins in three plies;
// - reach: who lacks j stones of every line needs j turns, and there may not be as many; that bounds every score;
// - a pairing keeps a player from all lines (in a misere game it is of no use);
// - where stones fall in columns, the pairing is: reply on top of the opponent's stone.
//
// In a misère game a player avoids what would complete a line as long as there is something else.
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

// Thrown out of a search whose table should grow before it is tried again.
struct Crowded {};

// Which of the exact shortcuts are on; all of them give the same answers, and tests switch them off one by one.
struct Shortcuts {
    bool table = true;
    bool forks = true;
    bool reach = true;
    bool pairing = true;
};

// What the searches of one game share.
template <class Bits, int W>
struct Game {
    explicit Game(const Rules& rules)
        : rules(rules), sets(rules), keys(rules), needs(rules.needs.empty() ? 0 : rules.cells), lifts(rules.cells) {
        for (int c = 0; c < rules.cells; ++c) board |= bit<Bits>(c);
        for (int c = 0; c < int(needs.size()); ++c) {
            needs[c] = word<Bits>(rules.needs[c]);
            each(needs[c], [&](int b) { lifts[b] |= bit<Bits>(c); });
        }
        std::vector<Bits> lines;
        if (sets.lines() <= MOST_PAIRED)
            for (int i = 0; i < sets.lines(); ++i) lines.push_back(sets.line(i));
        group = groups_of(lines, rules.cells);
        for (const std::vector<int>& column : columns(rules))
            for (int i = int(column.size()) - 1; i >= 0; i -= 2) upper |= bit<Bits>(column[i]);
    }

    Bits playable(Bits empty) const {
        if (needs.empty()) return empty;
        Bits free = 0;
        each(empty, [&](int c) {
            if (!(needs[c] & empty)) free |= bit<Bits>(c);
        });
        return free;
    }

    // The score when somebody owns a line already, or the board is full; false when the game goes on.
    bool over(Bits mine, Bits theirs, bool first_to_move, int& score) const {
        const int left = count(board & ~mine & ~theirs);
        for (int i = 0; i < sets.lines(); ++i) {
            const bool own = !(sets.line(i) & ~mine);
            if (!own && (sets.line(i) & ~theirs)) continue;
            score = own != rules.misere ? 1 + left : -1 - left;
            return true;
        }
        score = first_to_move ? rules.full : -rules.full;
        return !left;
    }

    static constexpr int MOST_PAIRED = 1024;  // of more lines than these we look for no pairings

    const Rules rules;
    const LineSets<Bits, W> sets;
    const Keys keys;
    Bits board = 0;
    std::vector<Bits> needs;  // cell -> what must be taken before it
    std::vector<Bits> lifts;  // cell -> what needs it
    std::vector<int> group;   // line -> its group, for pairings
    Bits upper = 0;           // of every column the highest cell, the third highest, and so on
};

template <class Bits, int W>
class AlphaBeta {
  public:
    AlphaBeta(const Game<Bits, W>& game, BoundsTable& table, Counter& counter, Shortcuts shortcuts = {}, int thread = 0)
        : game_(game),
          sets_(game.sets),
          table_(table),
          shortcuts_(shortcuts),
          thread_(thread),
          counter_(counter),
          pairs_(game.rules) {
        const std::size_t plies = game.rules.cells + 1;
        frames_.resize(plies * 2 * sets_.size());
        sums_.resize(plies * 2 * images());
        if (!game.rules.misere && sets_.lines() <= Game<Bits, W>::MOST_PAIRED) {
            pairing_ = shortcuts.pairing && game.needs.empty();
            following_ = shortcuts.pairing && game.upper;
        }
    }

    // A score r of a position that is not over and has score s: s <= r <= alpha if s <= alpha, r = s if
    // alpha < s < beta, beta <= r <= s if beta <= s. Throws Stopped, or Crowded.
    int score(Bits mine, Bits theirs, bool first_to_move, int alpha, int beta) {
        first_to_move_ = first_to_move;
        sets_.start(sets(0, 0), mine, theirs);
        sets_.start(sets(0, 1), theirs, mine);
        for (int view = 0; view < 2; ++view)
            for (int g = 0; g < images(); ++g) sums(0, view)[g] = 0;
        for (int view = 0; view < 2; ++view) {
            each(mine, [&](int c) { add(sums(0, view), sums(0, view), c, view == 1); });
            each(theirs, [&](int c) { add(sums(0, view), sums(0, view), c, view == 0); });
        }
        return search(mine, theirs, game_.playable(game_.board & ~mine & ~theirs), 0, alpha, beta);
    }

  private:
    struct Move {
        int worth, cell;
    };

    int search(Bits mine, Bits theirs, Bits playable, int ply, int alpha, int beta) {
        counter_.node();
        const Bits empty = game_.board & ~mine & ~theirs;
        const int left = count(empty);
        const std::uint64_t *own = sets(ply, ply & 1), *other = sets(ply, ~ply & 1);
        const bool misere = game_.rules.misere, first_to_move = first_to_move_ != bool(ply & 1);
        const int draw = first_to_move ? game_.rules.full : -game_.rules.full;
        const Bits completing = ends(own, empty) & playable;
        Bits candidates = playable;
        int forced = -1;
        if (misere) {
            candidates &= ~completing;
            if (!candidates) return -left;  // every move completes a line
        } else {
            if (completing) return left;
            if (const Bits threats = ends(other, empty)) {
                const Bits now = threats & playable;
                if (several(now)) return 1 - left;
                if (now) forced = first(now), candidates = now;
                if (!game_.needs.empty()) candidates &= ~lifting(threats & ~now, empty);
                if (!candidates) return 1 - left;
            }
        }
        if (left == 1) return draw;

        // The mover's n-th stone from here leaves left - 2n + 1 cells, the opponent's leaves left - 2n.
        int own_turns = 2, other_turns = misere ? 1 : 2;
        if (shortcuts_.reach) {
            own_turns = sets_.lacking(own, own_turns);
            other_turns = sets_.lacking(other, other_turns, forced);
        }
        int win = own_turns <= (left + 1) / 2 ? left + 2 - 2 * own_turns : 0;  // the soonest that is conceivable, or 0
        int loss = other_turns <= left / 2 ? 2 * other_turns - left - 1 : 0;
        if (misere) {  // who completes a line loses
            std::swap(win, loss);
            win = -win, loss = -loss;
        }
        int high = win ? std::max(win, draw) : draw, low = loss ? std::min(loss, draw) : draw;
        if (high <= alpha || low == high) return high;
        if (low >= beta) return low;
        if (shortcuts_.forks && !misere && left > 2 && fork(own, empty, candidates)) return left - 2;

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
            ((pairing_ && forced < 0 && paired(own, empty)) || (following_ && followed(own, empty, playable)))) {
            if (shortcuts_.table) keep(key, {low, draw}, 1);
            return draw;
        }

        alpha = std::max(alpha, low);
        beta = std::min(beta, high);
        Move moves[8 * sizeof(Bits)];
        const int many = order(own, other, candidates, moves);
        int best = -1000;
        for (int i = 0; i < many; ++i) {
            const int cell = moves[i].cell;
            const Bits b = bit<Bits>(cell);
            counter_.enter(ply, cell);
            sets_.own(sets(ply + 1, ply & 1), own, cell);
            sets_.other(sets(ply + 1, ~ply & 1), other, cell);
            add(sums(ply + 1, 0), sums(ply, 1), cell, true);
            add(sums(ply + 1, 1), sums(ply, 0), cell, false);
            Bits next = playable & ~b;
            if (!game_.needs.empty())
                each(game_.lifts[cell], [&](int c) {
                    if (!(game_.needs[c] & empty & ~b)) next |= bit<Bits>(c);
                });
            const int answer = -search(theirs, mine | b, next, ply + 1, -beta, -std::max(alpha, best));
            if (answer > best) best = answer;
            if (best >= beta) break;
        }
        if (shortcuts_.table)
            keep(key, {best > alpha ? best : low, best < beta ? best : high}, counter_.nodes() - before + 1);
        return best;
    }

    void keep(std::uint64_t key, Bounds bounds, std::uint64_t nodes) {
        table_.store(key, bounds, nodes);
        if (table_.crowded()) throw Crowded();
    }

    // The cells that complete a line.
    Bits ends(const std::uint64_t* sets, Bits empty) const {
        Bits found = 0;
        sets_.each_lacking(sets, 1, [&](Bits line) { found |= line & empty; });
        return found;
    }

    // The cells whose taking makes one of the threats playable.
    Bits lifting(Bits threats, Bits empty) const {
        Bits found = 0;
        each(threats, [&](int c) {
            const Bits missing = game_.needs[c] & empty;
            if (!several(missing)) found |= missing;
        });
        return found;
    }

    // Does one of the moves make two threats that the opponent cannot both block?
    bool fork(const std::uint64_t* own, Bits empty, Bits candidates) const {
        Bits once = 0, twice = 0;
        sets_.each_lacking(own, 2, [&](Bits line) {
            const Bits two = line & empty;
            twice |= once & two;
            once |= two;
        });
        twice &= candidates;
        bool found = false;
        each(twice, [&](int cell) {
            if (found) return;
            const Bits b = bit<Bits>(cell);
            Bits ends = 0;
            sets_.each_lacking(own, 2, [&](Bits line) {
                if (line & b) ends |= line & empty & ~b;
            });
            if (!game_.needs.empty()) ends &= game_.playable(empty & ~b);
            found = several(ends);
        });
        return found;
    }

    // Can the opponent pair off every line that the player may still complete?
    bool paired(const std::uint64_t* own, Bits empty) {
        pairs_.clear();
        for (int j = 2; j <= sets_.longest(); ++j)
            for (int w = 0; w < sets_.words(); ++w)
                each(own[(j - 1) * sets_.words() + w],
                     [&](int i) { pairs_.add(sets_.line(64 * w + i) & empty, game_.group[64 * w + i]); });
        return pairs_.found(PAIRING_BUDGET);
    }

    // Does it keep the player from every line when the opponent replies on top of each stone? With an even number of
    // cells left in every column that is always possible, and takes the highest cell, the third highest and so on. Of
    // columns with an odd number, two by two, the lowest cells are a pair: one of them is the reply to the other.
    bool followed(const std::uint64_t* own, Bits empty, Bits playable) {
        const Bits lowest = playable & game_.upper, sure = empty & game_.upper & ~playable;
        if (count(lowest) & 1) return false;
        pairs_.clear();
        for (int i = 0; i < sets_.size(); ++i)
            for (std::uint64_t lines = own[i]; lines; lines &= lines - 1) {
                const int line = i % sets_.words() * 64 + first(lines);
                if (sets_.line(line) & sure) continue;
                if (!several(sets_.line(line) & lowest)) return false;
                pairs_.add(sets_.line(line) & lowest, game_.group[line]);
            }
        return pairs_.found(PAIRING_BUDGET);
    }

    // Cells first on lines that lack little; in a misère game those last.
    int order(const std::uint64_t* own, const std::uint64_t* other, Bits candidates, Move* moves) const {
        static constexpr int WORTH[] = {0, 0, 64, 16, 6, 3, 1};
        int many = 0;
        each(candidates, [&](int cell) {
            int worth = 0;
            for (int j = 2; j <= sets_.longest(); ++j) {
                const int each = WORTH[std::min(j, 6)];
                worth += 3 * each * sets_.count_lacking(own, j, cell) + 2 * each * sets_.count_lacking(other, j, cell);
            }
            if (game_.rules.misere) worth = -worth;
            if (thread_) worth += int(mix(std::uint64_t(thread_) << 32 | std::uint64_t(cell)) % 16);
            int at = many++;
            for (; at && moves[at - 1].worth < worth; --at) moves[at] = moves[at - 1];
            moves[at] = {worth, cell};
        });
        return many;
    }

    int images() const { return game_.keys.images(); }
    std::uint64_t* sets(int ply, int player) { return frames_.data() + std::size_t(2 * ply + player) * sets_.size(); }
    std::uint64_t* sums(int ply, int view) { return sums_.data() + std::size_t(2 * ply + view) * images(); }
    void add(std::uint64_t* to, const std::uint64_t* from, int cell, bool theirs) const {
        const std::uint64_t* weights = game_.keys.weights(cell, theirs);
        for (int g = 0; g < images(); ++g) to[g] = from[g] + weights[g];
    }

    static constexpr int PAIRING_BUDGET = 50;

    const Game<Bits, W>& game_;
    const LineSets<Bits, W>& sets_;
    BoundsTable& table_;
    const Shortcuts shortcuts_;
    const int thread_;
    bool first_to_move_ = true, pairing_ = false, following_ = false;
    Counter& counter_;
    Pairs<Bits> pairs_;
    std::vector<std::uint64_t> frames_, sums_;
};

}  // namespace noughts
