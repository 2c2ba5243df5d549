// The weak game: Maker wants a line of k, and Breaker only wants that there be none. Who of them has it?
//
// A position is the lines that Breaker has not yet touched, and the empty cells; a cell of a live line that is not
// empty is Maker's. Every answer comes with a zone, the empty cells that its proof depends on: it stands even if all
// other empty cells are given to the side that lost. A move outside the zone of what refuted another move is refuted
// too (relevancy zones: Thomsen, Lambda-search in game trees, ICGA Journal 2000; Wu and Lin, Relevance-zone-oriented
// proof search for Connect6, 2010).
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "common/control.hpp"
#include "mnk/hash.hpp"
#include "mnk/lines.hpp"
#include "mnk/move_order.hpp"
#include "mnk/pairing.hpp"
#include "mnk/transposition_table.hpp"

namespace noughts {

template <int K, class Bits>
class Weak {
  public:
    struct Answer {
        bool won;   // by Maker
        Bits zone;  // the empty cells that the proof depends on
    };

    Weak(const Grid<K, Bits>& grid, const Hash<Bits>& hash, Table<Bits>& table, Counter& counter, Options options = {})
        : grid_(grid), lines_(grid), hash_(hash), table_(table), options_(options), counter_(counter), pairing_(grid) {}

    // The answer with Maker to move.
    Answer maker(State<Bits> s, Bits untried = 0, int ply = 0) {
        counter_.node();
        if (const Bits last = lines_.completing(s.lines, s.empty)) return {true, lowest(last)};
        const Bits twins = reduce(s);
        if (nothing(s.lines)) return {false, twins};

        Key key{};
        if (options_.table) {
            key = hash_.key({s.lines}, s.empty);
            typename Table<Bits>::Found found;
            if (table_.find(key.value, found)) {
                const Bits zone = hash_.origin(found.zone, key.symmetry);
                return found.answer ? Answer{true, zone} : Answer{false, zone | twins};
            }
        }
        const std::uint64_t before = counter_.nodes();
        auto answer = [&](bool won, Bits zone) {
            if (options_.table)
                table_.store(key.value, won, counter_.nodes() - before + 1, hash_.image(zone, key.symmetry));
            return Answer{won, won ? zone : zone | twins};
        };

        Bits paired;
        if (options_.pairing && pairing_.find(s.lines, s.empty, untried, MAKER_BUDGET, paired))
            return answer(false, paired);

        const Bits dominated = options_.domination ? lines_.outdone(s.lines, s.empty) : 0;
        Bits candidates = s.empty & ~dominated, zone = 0;
        Move moves[2 * Grid<K, Bits>::MOST];  // in their order, and again those put off
        const int many = order_maker(s, candidates, moves);
        for (int i = 0, all = many; i < all; ++i) {
            const Bits b = bit<Bits>(moves[i].cell);
            if (!(candidates & b)) continue;
            const std::uint64_t task = mix(key.value + std::uint64_t(hash_.image(b, key.symmetry)));
            if (i < many && table_.worked_on(task)) {
                moves[all++] = moves[i];
                continue;
            }
            const typename Table<Bits>::Work work(table_, task);
            candidates &= ~b;
            counter_.enter(ply, moves[i].cell);
            State<Bits> next = s;
            next.empty &= ~b;
            const Answer reply = breaker(next, candidates, ply + 1);
            if (reply.won) return answer(true, reply.zone | b);
            zone |= reply.zone;
            if (options_.zones) candidates &= reply.zone;
        }
        return answer(false, lines_.with_better(s.lines, s.empty, dominated, zone));
    }

    // The answer with Breaker to move.
    Answer breaker(State<Bits> s, Bits untried = 0, int ply = 0) {
        counter_.node();
        if (const Bits last = lines_.completing(s.lines, s.empty)) {
            if (several(last)) return {true, lowest(last) | lowest(last & (last - 1))};
            const Answer rest = maker(after_breaker(s, first(last)), untried, ply + 1);
            return {rest.won, rest.zone | last};
        }
        const Bits twins = reduce(s);
        if (nothing(s.lines)) return {false, twins};

        const Bits dominated = options_.domination ? lines_.outdone(s.lines, s.empty) : 0;
        Bits candidates = s.empty & ~dominated, zone = 0;
        Move moves[Grid<K, Bits>::MOST];
        const int many = order_breaker(s, candidates, moves);
        for (int i = 0; i < many && i < TRIED_FIRST; ++i) {
            State<Bits> next = after_breaker(s, moves[i].cell);
            const Bits more = reduce(next);
            Bits held;
            if (holds(next, untried, held)) return {false, held | more | twins | bit<Bits>(moves[i].cell)};
        }
        for (int i = 0; i < many; ++i) {
            const Bits b = bit<Bits>(moves[i].cell);
            if (!(candidates & b)) continue;
            candidates &= ~b;
            counter_.enter(ply, moves[i].cell);
            const Answer reply = maker(after_breaker(s, moves[i].cell), untried, ply + 1);
            if (!reply.won) return {false, reply.zone | b | twins};
            zone |= reply.zone;
            if (options_.zones) candidates &= reply.zone;
        }
        return {true, lines_.with_better(s.lines, s.empty, dominated, zone)};
    }

    // A reply of Breaker's after which Maker does not win, for a position in which there is one and no line needs just
    // one stone.
    Bits holding_move(const State<Bits>& s) {
        Move moves[Grid<K, Bits>::MOST];
        const int many = order_breaker(s, s.empty, moves);
        for (int i = 0; i < many && i < TRIED_FIRST; ++i) {
            State<Bits> next = after_breaker(s, moves[i].cell);
            reduce(next);
            Bits paired;
            if (pairing_.find(next.lines, next.empty, 0, BREAKER_BUDGET, paired)) return bit<Bits>(moves[i].cell);
        }
        for (const std::uint64_t nodes : {EASY, NO_LIMIT})
            for (int i = 0; i < many; ++i) {
                const auto won = counter_.within(nodes, [&] { return maker(after_breaker(s, moves[i].cell)).won; });
                if (won && !*won) return bit<Bits>(moves[i].cell);
            }
        throw std::logic_error("Breaker has no reply");
    }

    // Pairs that draw, if they are found at once.
    bool pairs(const Starts<Bits>& lines, Bits empty, std::vector<Bits>& found) {
        Bits zone;
        if (!pairing_.find(lines, empty, 0, MAKER_BUDGET, zone)) return false;
        found.assign(pairing_.begin(), pairing_.end());
        return true;
    }

    // Drops lines and cells that change nothing, where no line needs just one stone. Returns the cells that were
    // paired off, and the pairs in `list`: Breaker answers one with the other.
    Bits reduce(State<Bits>& s, std::vector<Bits>* list = nullptr) const {
        Bits paired = 0;
        for (;;) {
            if (options_.domination) lines_.drop_longer(s.lines, s.empty);
            const Starts<Bits> cover = lines_.cover(s.lines);
            s.empty &= cover[0] | cover[1] | cover[2] | cover[3];
            const Bits more = options_.twins ? lines_.twins(s.lines, s.empty, list) : 0;
            if (!more) return paired;
            paired |= more;
        }
    }

    // All moves of Maker's, the most promising first and those outdone by others last.
    int all_moves(const State<Bits>& s, int* cells) const {
        const Bits outdone = lines_.outdone(s.lines, s.empty);
        Move moves[Grid<K, Bits>::MOST];
        int many = 0;
        for (const Bits part : {s.empty & ~outdone, outdone})
            for (int i = 0, n = order_maker(s, part, moves); i < n; ++i) cells[many++] = moves[i].cell;
        return many;
    }

  private:
    static constexpr std::uint64_t EASY = 1000;
    static constexpr int MAKER_BUDGET = 300, BREAKER_BUDGET = 50, TRIED_FIRST = 6;

    // Whether it is seen at once that Maker, who is to move, does not win: from the table or by pairs. To ask the table
    // about a reply before any reply is searched was first done in chess (Plaat and others, Exploiting graph properties
    // of game trees, AAAI 1996).
    bool holds(const State<Bits>& s, Bits untried, Bits& zone) {
        if (options_.table && !nothing(s.lines)) {
            const Key key = hash_.key({s.lines}, s.empty);
            typename Table<Bits>::Found found;
            if (table_.find(key.value, found) && !found.answer) {
                zone = hash_.origin(found.zone, key.symmetry);
                return true;
            }
        }
        return options_.pairing && pairing_.find(s.lines, s.empty, untried, BREAKER_BUDGET, zone);
    }

    State<Bits> after_breaker(State<Bits> s, int cell) const {
        lines_.remove(s.lines, bit<Bits>(cell));
        s.empty &= ~bit<Bits>(cell);
        return s;
    }

    // Cells on many short lines first.
    int order_maker(const State<Bits>& s, Bits candidates, Move* moves) const {
        int many = 0;
        each(candidates, [&](int cell) { moves[many++] = {0, cell}; });
        add_short_lines(grid_, s.lines, Counts<K, Bits>(grid_, s.empty), moves, many);
        sort(moves, many);
        return many;
    }

    // Cells first that leave Maker few lines in few rows.
    int order_breaker(const State<Bits>& s, Bits candidates, Move* moves) const {
        static constexpr int ROW = 94, LINE[] = {0, 0, 140, 81, 55, 41, 30}, COVERED = 80;
        const Counts<K, Bits> counts(grid_, s.empty);
        Starts<Bits> with[7];
        with[6] = s.lines;
        for (int n = 2; n <= 5; ++n) {
            with[n] = counts.exactly(n);
            for (int d = 0; d < DIRECTIONS; ++d) with[6][d] &= ~(with[n][d] &= s.lines[d]);
        }
        const Starts<Bits> cover = lines_.cover(s.lines);
        int many = 0;
        each(candidates, [&](int cell) {
            int worth = 0;
            Bits covered = 0;
            for (int d = 0; d < DIRECTIONS; ++d) {
                const Bits lost = s.lines[d] & grid_.through[cell][d], kept = s.lines[d] & ~lost;
                if (!lost) {
                    covered |= cover[d];
                    continue;
                }
                if (!(kept & grid_.beside[cell][d])) worth += ROW;
                for (int n = 2; n <= 6; ++n) worth += LINE[n] * count(with[n][d] & lost);
                covered |= grid_.spread(kept, d);
            }
            worth += COVERED * count(covered & s.empty & ~bit<Bits>(cell));
            moves[many++] = {worth, cell};
        });
        sort(moves, many);
        return many;
    }

    const Grid<K, Bits>& grid_;
    const Lines<K, Bits> lines_;
    const Hash<Bits>& hash_;
    Table<Bits>& table_;
    const Options options_;
    Counter& counter_;
    Pairing<K, Bits> pairing_;
};

}  // namespace noughts
