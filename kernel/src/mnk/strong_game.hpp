// The strong game: can the attacker complete a line before the defender completes one?
//
// Two such searches, with each side as the attacker, give the value of a position. Each search tries, in this order:
//
// - the Maker-Breaker game: if the attacker cannot win even when the defender's lines do not count, the answer is no;
// - threat sequences: every move of the attacker lacks just one stone of a line, so every reply is forced (Allis,
//   Searching for Solutions in Games and Artificial Intelligence, 1994, chapter 5);
// - all moves that lie in the relevance zones of the earlier proofs.
//
// The zone of a win is a set of empty cells such that the attacker wins even if the defender owns all other empty
// cells. It must meet every line of the defender, since the defender could complete the line otherwise. The zone of a
// refutation is the same with the roles exchanged.
#pragma once

#include "mnk/maker_breaker.hpp"

namespace noughts {

// The lines that each side can still complete, and the empty cells.
template <class Bits>
struct StrongPosition {
    std::array<LineSet<Bits>, 2> lines;  // of the attacker, of the defender
    Bits empty;
};

template <int K, class Bits>
class StrongGame {
  public:
    using Answer = Proven<Bits>;

    StrongGame(const Grid<K, Bits>& grid, const ZobristHash<Bits>& weak_hash, TranspositionTable<Bits>& weak_table,
               const ZobristHash<Bits, 2>& hash, TranspositionTable<Bits>& table, NodeCounter& counter,
               Reductions reductions = {})
        : grid_(grid),
          lines_(grid),
          hash_(hash),
          table_(table),
          reductions_(reductions),
          counter_(counter),
          maker_breaker_(grid, weak_hash, weak_table, counter, reductions) {}

    // Solves a position with the attacker to move.
    Answer attack(StrongPosition<Bits> s, int ply = 0) {
        counter_.count_node();
        if (const Bits last = lines_.completing_cells(s.lines[ATTACK], s.empty))
            return {true, extended_zone(s, DEFEND, 1, lowest_bit(last))};
        if (const Bits last = lines_.completing_cells(s.lines[DEFEND], s.empty)) {
            if (has_several(last))
                return {false, extended_zone(s, ATTACK, 2, lowest_bit(last) | lowest_bit(last & (last - 1)))};
            const Answer rest = defend(after(s, ATTACK, last), ply + 1);
            return {rest.won, rest.won ? rest.zone | last : extended_zone(s, ATTACK, 2, rest.zone | last)};
        }
        reduce(s);
        if (no_lines(s.lines[ATTACK])) return {false, 0};
        const TableLookup lookup(*this, s, ATTACK);
        if (lookup.known) return lookup.answer;
        if (const auto answer = by_maker_breaker(s, ATTACK)) return lookup.store(*answer);
        Bits threatened = 0;
        if (by_threats(s, ATTACK, threatened)) return lookup.store({true, threatened});

        return lookup.store(by_moves(s, ATTACK, ply));
    }

    // Solves a position with the defender to move.
    Answer defend(StrongPosition<Bits> s, int ply = 0) {
        counter_.count_node();
        if (const Bits last = lines_.completing_cells(s.lines[DEFEND], s.empty))
            return {false, extended_zone(s, ATTACK, 1, lowest_bit(last))};
        if (const Bits last = lines_.completing_cells(s.lines[ATTACK], s.empty)) {
            if (has_several(last))
                return {true, extended_zone(s, DEFEND, 2, lowest_bit(last) | lowest_bit(last & (last - 1)))};
            const Answer rest = attack(after(s, DEFEND, last), ply + 1);
            return {rest.won, rest.won ? extended_zone(s, DEFEND, 2, rest.zone | last) : rest.zone | last};
        }
        reduce(s);
        if (no_lines(s.lines[ATTACK])) return {false, 0};
        const TableLookup lookup(*this, s, DEFEND);
        if (lookup.known) return lookup.answer;
        if (const auto answer = by_maker_breaker(s, DEFEND)) return lookup.store(*answer);
        return lookup.store(by_moves(s, DEFEND, ply));
    }

    // Returns a winning move of the attacker. There must be one, but none that completes a line.
    Bits winning_move(const StrongPosition<Bits>& s) {
        if (const Bits last = lines_.completing_cells(s.lines[DEFEND], s.empty)) return last;
        Bits zone;
        if (const Bits b = by_threats(s, ATTACK, zone)) return b;
        return choose(s, ATTACK, [&](const StrongPosition<Bits>& next) { return defend(next).won; });
    }

    // Returns a move of the defender after which the attacker does not win. There must be one, and neither side may
    // have a line that lacks just one stone.
    Bits drawing_reply(const StrongPosition<Bits>& s) {
        return choose(s, DEFEND, [&](const StrongPosition<Bits>& next) { return !attack(next).won; });
    }

    // Lists all moves, most promising first and dominated moves last. Returns their number.
    int ordered_moves(const StrongPosition<Bits>& s, int* cells) const {
        const Bits dominated = lines_.dominated(lines_of_both(s), s.empty);
        Move moves[Grid<K, Bits>::MAX_CELLS];
        int move_count = 0;
        for (const Bits group : {s.empty & ~dominated, dominated})
            for (int i = 0, n = order(s, group, moves); i < n; ++i) cells[move_count++] = moves[i].cell;
        return move_count;
    }

  private:
    static constexpr std::uint64_t EASY_NODES = 1000;
    static constexpr int ATTACK = 0, DEFEND = 1;
    static constexpr std::uint64_t MAKER_BREAKER_NODES = 200;
    static constexpr int THREAT_NODES = 200;

    // Returns the first good move. Moves that a short search proves good come first.
    template <class Good>
    Bits choose(const StrongPosition<Bits>& s, int mover, Good good) {
        std::array<int, 8 * sizeof(Bits)> moves;
        const int move_count = ordered_moves(s, moves.data());
        for (const std::uint64_t nodes : {EASY_NODES, NO_LIMIT})
            for (int i = 0; i < move_count; ++i) {
                const Bits b = bit<Bits>(moves[i]);
                const auto is_good = counter_.with_limit(nodes, [&] { return good(after(s, mover, b)); });
                if (is_good && *is_good) return b;
            }
        throw std::logic_error("no move has the expected result");
    }

    // Looks a position up in the transposition table, and stores its answer.
    struct TableLookup {
        TableLookup(StrongGame& search, const StrongPosition<Bits>& s, int mover)
            : search(search), before(search.counter_.nodes()) {
            if (!search.reductions_.table) return;
            key = search.hash_.key(s.lines, s.empty);
            key.value = mix(key.value + std::uint64_t(mover));
            typename TranspositionTable<Bits>::Hit hit;
            known = search.table_.find(key.value, hit);
            if (known) answer = {hit.won, search.hash_.preimage(hit.zone, key.symmetry)};
        }

        Answer store(Answer answer) const {
            if (search.reductions_.table)
                search.table_.store(key.value, answer.won, search.counter_.nodes() - before + 1,
                                    search.hash_.image(answer.zone, key.symmetry));
            return answer;
        }

        StrongGame& search;
        const std::uint64_t before;
        Key key{};
        bool known = false;
        Answer answer{};
    };

    StrongPosition<Bits> after(StrongPosition<Bits> s, int mover, Bits b) const {
        lines_.remove(s.lines[1 - mover], b);
        s.empty &= ~b;
        return s;
    }

    void reduce(StrongPosition<Bits>& s) const {
        Bits covered = 0;
        for (LineSet<Bits>& lines : s.lines) {
            if (reductions_.domination) lines_.drop_superset_lines(lines, s.empty);
            for (Bits cells : lines_.cover(lines)) covered |= cells;
        }
        s.empty &= covered;
    }

    static LineSet<Bits> lines_of_both(const StrongPosition<Bits>& s) {
        LineSet<Bits> lines;
        for (int d = 0; d < DIRECTIONS; ++d) lines[d] = s.lines[ATTACK][d] | s.lines[DEFEND][d];
        return lines;
    }

    Bits dominated_moves(const StrongPosition<Bits>& s) const {
        return reductions_.domination ? lines_.dominated(lines_of_both(s), s.empty) : 0;
    }

    Bits zone_with_dominators(const StrongPosition<Bits>& s, Bits dominated, Bits zone) const {
        return dominated ? lines_.zone_with_dominators(lines_of_both(s), s.empty, dominated, zone) : zone;
    }

    // Solves a position by trying the moves of one side, except those that an earlier proof refutes.
    Answer by_moves(const StrongPosition<Bits>& s, int mover, int ply) {
        const bool good = mover == ATTACK;
        const Bits dominated = dominated_moves(s);
        Bits candidates = s.empty & ~dominated, zone = 0;
        if (reductions_.zones && by_threats(s, 1 - mover, zone))
            candidates &= zone;  // moves must stop the opponent's threats
        Move moves[Grid<K, Bits>::MAX_CELLS];
        const int move_count = order(s, candidates, moves);
        for (int i = 0; i < move_count; ++i) {
            const Bits b = bit<Bits>(moves[i].cell);
            if (!(candidates & b)) continue;
            candidates &= ~b;
            counter_.show_move(ply, moves[i].cell);
            const StrongPosition<Bits> next = after(s, mover, b);
            const Answer reply = good ? defend(next, ply + 1) : attack(next, ply + 1);
            if (reply.won == good) return {good, reply.zone | b};
            zone |= reply.zone;
            if (reductions_.zones) candidates &= reply.zone;
        }
        return {!good, zone_with_dominators(s, dominated, zone)};
    }

    // Extends a zone until every line of `side` has at least `least` cells in it.
    Bits extended_zone(const StrongPosition<Bits>& s, int side, int least, Bits zone) const {
        for (int d = 0; d < DIRECTIONS; ++d) {
            while (s.lines[side][d]) {
                const LineCounts<K, Bits> counts(grid_, zone);
                const Bits bare = s.lines[side][d] & (least > 1 ? counts.at_most_one() : counts.exactly(0))[d];
                if (!bare) break;
                // From the first such line, add the cell that most of them contain.
                Bits best = 0;
                int most_lines = 0;
                for_each_bit(grid_.line(first_index(bare), d) & s.empty & ~zone, [&](int cell) {
                    const int shared = count(bare & grid_.lines_through[cell][d]);
                    if (shared > most_lines) most_lines = shared, best = bit<Bits>(cell);
                });
                if (!best) break;  // the line has too few empty cells
                zone |= best;
            }
        }
        return zone;
    }

    // Solves a position by the Maker-Breaker game, if that is possible: if the attacker loses there, or if the defender
    // has no lines.
    std::optional<Answer> by_maker_breaker(const StrongPosition<Bits>& s, int mover) {
        const MakerPosition<Bits> state{s.lines[ATTACK], s.empty};
        const bool exact = no_lines(s.lines[DEFEND]);
        const auto ask = [&] { return mover == ATTACK ? maker_breaker_.maker(state) : maker_breaker_.breaker(state); };
        const auto answer = exact ? std::optional(ask()) : counter_.with_limit(MAKER_BREAKER_NODES, ask);
        if (!answer || (answer->won && !exact)) return std::nullopt;
        return answer;
    }

    // Returns the first move of a win of `side` by threats that leave only one answer, or 0 if none exists.
    Bits by_threats(const StrongPosition<Bits>& s, int side, Bits& zone) {
        int budget = THREAT_NODES;
        return threats(s, side, budget, zone);
    }

    Bits threats(const StrongPosition<Bits>& s, int side, int& budget, Bits& zone) {
        const int other = 1 - side;
        if (--budget < 0) return 0;
        if (const Bits last = lines_.completing_cells(s.lines[side], s.empty)) {
            zone = extended_zone(s, other, 1, lowest_bit(last));
            return lowest_bit(last);
        }
        const Bits forced = lines_.completing_cells(s.lines[other], s.empty);
        if (has_several(forced)) return 0;
        const LineSet<Bits> two = LineCounts<K, Bits>(grid_, s.empty).exactly(2);
        Bits tried = 0;
        for (int d = 0; d < DIRECTIONS; ++d) {
            for (Bits starts = s.lines[side][d] & two[d]; starts; starts &= starts - 1) {
                const Bits cells = grid_.line(first_index(starts), d) & s.empty;
                for (Bits b : {lowest_bit(cells), cells & (cells - 1)}) {
                    if ((tried & b) || (forced && forced != b)) continue;
                    tried |= b;
                    const StrongPosition<Bits> mine = after(s, side, b);
                    if (lines_.completing_cells(mine.lines[other], mine.empty))
                        continue;  // the opponent completes a line first
                    const Bits answers = lines_.completing_cells(mine.lines[side], mine.empty);
                    if (has_several(answers)) {
                        zone = b |
                               extended_zone(mine, other, 2, lowest_bit(answers) | lowest_bit(answers & (answers - 1)));
                        return b;
                    }
                    Bits rest = 0;
                    if (threats(after(mine, other, answers), side, budget, rest)) {
                        zone = b | extended_zone(mine, other, 2, rest | answers);
                        return b;
                    }
                    if (budget < 0) return 0;
                }
            }
        }
        return 0;
    }

    // Prefers cells on many short lines of either side.
    int order(const StrongPosition<Bits>& s, Bits candidates, Move* moves) const {
        int move_count = 0;
        for_each_bit(candidates, [&](int cell) { moves[move_count++] = {0, cell}; });
        const LineCounts<K, Bits> counts(grid_, s.empty);
        for (const LineSet<Bits>& lines : s.lines) add_short_lines(grid_, lines, counts, moves, move_count);
        sort_by_priority(moves, move_count);
        return move_count;
    }

    const Grid<K, Bits>& grid_;
    const Lines<K, Bits> lines_;
    const ZobristHash<Bits, 2>& hash_;
    TranspositionTable<Bits>& table_;
    const Reductions reductions_;
    NodeCounter& counter_;
    MakerBreaker<K, Bits> maker_breaker_;
};

}  // namespace noughts
