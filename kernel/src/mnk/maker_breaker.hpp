// The Maker-Breaker game, also called the weak game: Maker wins by completing a line, Breaker by preventing it.
//
// A position consists of the lines without a stone of Breaker, and the empty cells. The other cells of these lines have
// stones of Maker. Every answer has a relevance zone, the empty cells that its proof depends on: it holds even if the
// losing side owns all other empty cells. So if a move is outside the zone of the proof that refutes some other move,
// that proof refutes it, too.
//
// Sources: Thomsen, Lambda-search in game trees, ICGA Journal 2000; Wu and Lin, Relevance-zone-oriented proof search
// for Connect6, 2010.
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "common/control.hpp"
#include "mnk/lines.hpp"
#include "mnk/move_order.hpp"
#include "mnk/pairing.hpp"
#include "mnk/reductions.hpp"
#include "mnk/transposition_table.hpp"
#include "mnk/zobrist.hpp"

namespace noughts {

template <int K, class Bits>
class MakerBreaker {
  public:
    using Answer = Proven<Bits>;

    MakerBreaker(const Grid<K, Bits>& grid, const ZobristHash<Bits>& hash, TranspositionTable<Bits>& table,
                 NodeCounter& counter, Reductions reductions = {})
        : grid_(grid),
          lines_(grid),
          hash_(hash),
          table_(table),
          reductions_(reductions),
          counter_(counter),
          pairing_(grid) {}

    // Solves a position with Maker to move. Pairings avoid the cells of `untried`, the moves that are not yet refuted
    // at an earlier ply: a small zone that leaves them out refutes more of them. If `core` is not 0, a search for a
    // pairing has failed before: see Pairing::core.
    Answer maker(MakerPosition<Bits> s, Bits untried = 0, int ply = 0, Bits core = 0) {
        counter_.count_node();
        if (const Bits last = lines_.completing_cells(s.lines, s.empty)) return {true, lowest_bit(last)};
        const Bits twins = reduce(s);
        if (no_lines(s.lines)) return {false, twins};

        Key key{};
        if (reductions_.table) {
            key = hash_.key({s.lines}, s.empty);
            typename TranspositionTable<Bits>::Hit hit;
            if (table_.find(key.value, hit)) {
                const Bits zone = hash_.preimage(hit.zone, key.symmetry);
                return hit.won ? Answer{true, zone} : Answer{false, zone | twins};
            }
        }
        const std::uint64_t before = counter_.nodes();
        auto answer = [&](bool won, Bits zone) {
            if (reductions_.table)
                table_.store(key.value, won, counter_.nodes() - before + 1, hash_.image(zone, key.symmetry));
            return Answer{won, won ? zone : zone | twins};
        };

        if (reductions_.pairing && !core) {
            Bits paired;
            if (pairing_.find(s.lines, s.empty, untried, MAKER_BUDGET, paired)) return answer(false, paired);
            core = pairing_.core();
        }

        const Bits dominated = reductions_.domination ? lines_.dominated(s.lines, s.empty) : 0;
        Bits candidates = s.empty & ~dominated, zone = 0;
        Move moves[2 * Grid<K, Bits>::MAX_CELLS];  // in order, then again those that were postponed
        const int move_count = order_maker_moves(s, candidates, moves);
        for (int i = 0, size = move_count; i < size; ++i) {
            const Bits b = bit<Bits>(moves[i].cell);
            if (!(candidates & b)) continue;
            const std::uint64_t task = hash_.task(key, moves[i].cell);
            if (i < move_count && table_.is_marked(task)) {
                moves[size++] = moves[i];
                continue;
            }
            const typename TranspositionTable<Bits>::SearchMark mark(table_, task);
            candidates &= ~b;
            counter_.show_move(ply, moves[i].cell);
            MakerPosition<Bits> next = s;
            next.empty &= ~b;
            const Answer reply = breaker(next, candidates, ply + 1, core);
            if (reply.won) return answer(true, reply.zone | b);
            zone |= reply.zone;
            if (reductions_.zones) candidates &= reply.zone;
        }
        return answer(false, lines_.zone_with_dominators(s.lines, s.empty, dominated, zone));
    }

    // Solves a position with Breaker to move.
    Answer breaker(MakerPosition<Bits> s, Bits untried = 0, int ply = 0, Bits core = 0) {
        counter_.count_node();
        if (const Bits last = lines_.completing_cells(s.lines, s.empty)) {
            if (has_several(last)) return {true, lowest_bit(last) | lowest_bit(last & (last - 1))};
            const Answer rest = maker(after_breaker(s, first_index(last)), untried, ply + 1);
            return {rest.won, rest.zone | last};
        }
        const Bits twins = reduce(s);
        if (no_lines(s.lines)) return {false, twins};

        const Bits dominated = reductions_.domination ? lines_.dominated(s.lines, s.empty) : 0;
        Bits candidates = s.empty & ~dominated, zone = 0;
        Move moves[Grid<K, Bits>::MAX_CELLS];
        const int move_count = rate_breaker_moves(s, candidates, moves);
        int sorted = 0;
        auto move = [&](int i) {  // the moves are needed in order, but often only the first
            if (i == sorted) bring_best(moves, sorted++, move_count);
            return moves[i].cell;
        };
        Bits cores[MAX_PROBES + 1];
        int core_count = 0;
        if (core) cores[core_count++] = core;
        auto core_without = [&](Bits b) {  // lines that have no pairing, even after the move b
            for (int i = 0; i < core_count; ++i)
                if (!(cores[i] & b)) return cores[i];
            return Bits(0);
        };
        for (int i = 0, probes = 0; i < move_count && probes < MAX_PROBES; ++i) {
            const Bits b = bit<Bits>(move(i));
            const bool hopeless = bool(core_without(b));
            if (hopeless && i >= MAX_PROBES) continue;
            MakerPosition<Bits> next = after_breaker(s, move(i));
            const Bits more = reduce(next);
            Bits draw_zone;
            const bool pair = reductions_.pairing && !hopeless;
            if ((pair && pairing_.find(next.lines, next.empty, untried, BREAKER_BUDGET, draw_zone)) ||
                is_stored_draw(next, draw_zone))
                return {false, draw_zone | more | twins | b};
            if (pair && pairing_.core()) cores[core_count++] = pairing_.core();
            probes += !hopeless;
        }
        for (int i = 0; i < move_count; ++i) {
            const int cell = move(i);
            const Bits b = bit<Bits>(cell);
            if (!(candidates & b)) continue;
            candidates &= ~b;
            counter_.show_move(ply, cell);
            const Answer reply = maker(after_breaker(s, cell), untried, ply + 1, core_without(b));
            if (!reply.won) return {false, reply.zone | b | twins};
            zone |= reply.zone;
            if (reductions_.zones) candidates &= reply.zone;
        }
        return {true, lines_.zone_with_dominators(s.lines, s.empty, dominated, zone)};
    }

    // Returns a move of Breaker after which Maker does not win, where `wins` says whether Maker, to move, wins. There
    // must be such a move, and no line may lack just one stone.
    template <class Wins>
    Bits drawing_reply(const MakerPosition<Bits>& s, Wins wins) {
        Move moves[Grid<K, Bits>::MAX_CELLS];
        const int move_count = rate_breaker_moves(s, s.empty, moves);
        sort_by_priority(moves, move_count);
        for (int i = 0; i < move_count && i < MAX_PROBES; ++i) {
            MakerPosition<Bits> next = after_breaker(s, moves[i].cell);
            reduce(next);
            Bits paired;
            if (pairing_.find(next.lines, next.empty, 0, BREAKER_BUDGET, paired)) return bit<Bits>(moves[i].cell);
        }
        for (const std::uint64_t nodes : {EASY_NODES, NO_LIMIT})
            for (int i = 0; i < move_count; ++i) {
                const auto won = counter_.with_limit(nodes, [&] { return wins(after_breaker(s, moves[i].cell)); });
                if (won && !*won) return bit<Bits>(moves[i].cell);
            }
        throw std::logic_error("Breaker has no drawing reply");
    }

    // Finds the pairs of a drawing pairing strategy. Returns false if a short search finds none.
    bool find_pairs(const LineSet<Bits>& lines, Bits empty, std::vector<Bits>& pairs) {
        Bits zone;
        if (!pairing_.find(lines, empty, 0, MAKER_BUDGET, zone)) return false;
        pairs.assign(pairing_.begin(), pairing_.end());
        return true;
    }

    // Drops lines and cells that do not change the result. No line may lack just one stone. Returns the cells of
    // paired-off twins and appends the pairs to `pairs`: Breaker answers a move in one cell with the other.
    Bits reduce(MakerPosition<Bits>& s, std::vector<Bits>* pairs = nullptr) const {
        Bits paired = 0;
        for (;;) {
            if (reductions_.domination) lines_.drop_superset_lines(s.lines, s.empty);
            const LineSet<Bits> cover = lines_.cover(s.lines);
            s.empty &= cover[0] | cover[1] | cover[2] | cover[3];
            const Bits more = reductions_.twins ? lines_.pair_twins(s.lines, s.empty, pairs) : 0;
            if (!more) return paired;
            paired |= more;
        }
    }

    // Lists all moves of Maker, most promising first and dominated moves last. Returns their number.
    int ordered_moves(const MakerPosition<Bits>& s, int* cells) const {
        const Bits dominated = lines_.dominated(s.lines, s.empty);
        Move moves[Grid<K, Bits>::MAX_CELLS];
        int move_count = 0;
        for (const Bits group : {s.empty & ~dominated, dominated})
            for (int i = 0, n = order_maker_moves(s, group, moves); i < n; ++i) cells[move_count++] = moves[i].cell;
        return move_count;
    }

  private:
    static constexpr std::uint64_t EASY_NODES = 1000;
    static constexpr int MAKER_BUDGET = 300, BREAKER_BUDGET = 50, MAX_PROBES = 6;

    // Whether the table shows that Maker, who is to move, does not win. Looking up all replies before searching any is
    // known from chess as enhanced transposition cut-offs (Plaat and others, Exploiting graph properties of game trees,
    // AAAI 1996).
    bool is_stored_draw(const MakerPosition<Bits>& s, Bits& zone) {
        if (!reductions_.table || no_lines(s.lines)) return false;
        const Key key = hash_.key({s.lines}, s.empty);
        typename TranspositionTable<Bits>::Hit hit;
        if (!table_.find(key.value, hit) || hit.won) return false;
        zone = hash_.preimage(hit.zone, key.symmetry);
        return true;
    }

    MakerPosition<Bits> after_breaker(MakerPosition<Bits> s, int cell) const {
        lines_.remove(s.lines, bit<Bits>(cell));
        s.empty &= ~bit<Bits>(cell);
        return s;
    }

    // Prefers cells on many short lines.
    int order_maker_moves(const MakerPosition<Bits>& s, Bits candidates, Move* moves) const {
        int move_count = 0;
        for_each_bit(candidates, [&](int cell) { moves[move_count++] = {0, cell}; });
        add_short_lines(grid_, s.lines, LineCounts<K, Bits>(grid_, s.empty), moves, move_count);
        sort_by_priority(moves, move_count);
        return move_count;
    }

    // Lists moves of Breaker with their priorities. Prefers cells that leave Maker few lines in few rows.
    int rate_breaker_moves(const MakerPosition<Bits>& s, Bits candidates, Move* moves) const {
        static constexpr int ROW = 94, LINE[] = {0, 0, 140, 81, 55, 41, 30}, COVERED = 80;
        const LineCounts<K, Bits> counts(grid_, s.empty);
        LineSet<Bits> with[7];
        with[6] = s.lines;
        for (int n = 2; n <= 5; ++n) {
            with[n] = counts.exactly(n);
            for (int d = 0; d < DIRECTIONS; ++d) with[6][d] &= ~(with[n][d] &= s.lines[d]);
        }
        const LineSet<Bits> cover = lines_.cover(s.lines);
        int move_count = 0;
        for_each_bit(candidates, [&](int cell) {
            int priority = 0;
            Bits covered = 0;
            for (int d = 0; d < DIRECTIONS; ++d) {
                const Bits lost = s.lines[d] & grid_.lines_through[cell][d], kept = s.lines[d] & ~lost;
                if (!lost) {
                    covered |= cover[d];
                    continue;
                }
                if (!(kept & grid_.row_of[cell][d])) priority += ROW;
                for (int n = 2; n <= 6; ++n) priority += LINE[n] * count(with[n][d] & lost);
                covered |= grid_.cells_of(kept, d);
            }
            priority += COVERED * count(covered & s.empty & ~bit<Bits>(cell));
            moves[move_count++] = {priority, cell};
        });
        return move_count;
    }

    const Grid<K, Bits>& grid_;
    const Lines<K, Bits> lines_;
    const ZobristHash<Bits>& hash_;
    TranspositionTable<Bits>& table_;
    const Reductions reductions_;
    NodeCounter& counter_;
    Pairing<K, Bits> pairing_;
};

}  // namespace noughts
