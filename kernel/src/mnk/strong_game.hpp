// The game itself: can the attacker complete a line before the defender completes one?
//
// The value of a position is two such questions, one for each side as attacker. A question is answered by the weak
// game where that suffices (the attacker does not even win if the defender's lines do not count), by a sequence of
// threats (each move needs just one more stone, so that every answer is forced: Allis, Searching for Solutions in Games
// and Artificial Intelligence, 1994, chapter 5), or else by trying moves, those only that lie in the zone of what an
// earlier proof depends on.
//
// A zone of a win is a set of empty cells such that the attacker wins even if the defender has all others; each line of
// the defender's must then meet it, lest that gift complete a line. The zone of a refutation is the same with the roles
// exchanged.
#pragma once

#include "mnk/maker_breaker.hpp"

namespace noughts {

template <int K, class Bits>
class Strong {
  public:
    // The lines that each side can still complete, and the empty cells.
    struct Battle {
        std::array<Starts<Bits>, 2> lines;  // the attacker's, the defender's
        Bits empty;
    };
    struct Answer {
        bool won;   // by the attacker
        Bits zone;  // the empty cells that the proof depends on
    };

    Strong(const Grid<K, Bits>& grid, const Hash<Bits>& weak_hash, Table<Bits>& weak_table, const Hash<Bits, 2>& hash,
           Table<Bits>& table, Counter& counter, Options options = {})
        : grid_(grid),
          lines_(grid),
          hash_(hash),
          table_(table),
          options_(options),
          counter_(counter),
          weak_(grid, weak_hash, weak_table, counter, options) {}

    // The answer with the attacker to move.
    Answer attack(Battle s, int ply = 0) {
        counter_.node();
        if (const Bits last = lines_.completing(s.lines[ATTACK], s.empty))
            return {true, guarded(s, DEFEND, 1, lowest(last))};
        if (const Bits last = lines_.completing(s.lines[DEFEND], s.empty)) {
            if (several(last)) return {false, guarded(s, ATTACK, 2, lowest(last) | lowest(last & (last - 1)))};
            const Answer rest = defend(after(s, ATTACK, last), ply + 1);
            return {rest.won, rest.won ? rest.zone | last : guarded(s, ATTACK, 2, rest.zone | last)};
        }
        reduce(s);
        if (nothing(s.lines[ATTACK])) return {false, 0};
        const Memory memory(*this, s, ATTACK);
        if (memory.known) return memory.answer;
        if (const auto easy = by_weak_game(s, ATTACK); easy.decided) return memory.keep(easy.answer);
        Bits threatened = 0;
        if (by_threats(s, ATTACK, threatened)) return memory.keep({true, threatened});

        return memory.keep(by_moves(s, ATTACK, ply));
    }

    // The answer with the defender to move.
    Answer defend(Battle s, int ply = 0) {
        counter_.node();
        if (const Bits last = lines_.completing(s.lines[DEFEND], s.empty))
            return {false, guarded(s, ATTACK, 1, lowest(last))};
        if (const Bits last = lines_.completing(s.lines[ATTACK], s.empty)) {
            if (several(last)) return {true, guarded(s, DEFEND, 2, lowest(last) | lowest(last & (last - 1)))};
            const Answer rest = attack(after(s, DEFEND, last), ply + 1);
            return {rest.won, rest.won ? guarded(s, DEFEND, 2, rest.zone | last) : rest.zone | last};
        }
        reduce(s);
        if (nothing(s.lines[ATTACK])) return {false, 0};
        const Memory memory(*this, s, DEFEND);
        if (memory.known) return memory.answer;
        if (const auto easy = by_weak_game(s, DEFEND); easy.decided) return memory.keep(easy.answer);
        return memory.keep(by_moves(s, DEFEND, ply));
    }

    // A move with which the attacker wins, for a position in which there is one but none that completes a line.
    Bits winning_move(const Battle& s) {
        if (const Bits last = lines_.completing(s.lines[DEFEND], s.empty)) return last;
        Bits zone;
        if (const Bits b = by_threats(s, ATTACK, zone)) return b;
        return choose(s, ATTACK, [&](const Battle& next) { return defend(next).won; });
    }

    // A reply after which the attacker does not win, for a position in which there is one and neither side has a line
    // that needs just one stone.
    Bits holding_move(const Battle& s) {
        return choose(s, DEFEND, [&](const Battle& next) { return !attack(next).won; });
    }

    // All moves, the most promising first and those outdone by others last.
    int all_moves(const Battle& s, int* cells) const {
        const Bits outdone = lines_.outdone(both(s), s.empty);
        Move moves[Grid<K, Bits>::MOST];
        int many = 0;
        for (const Bits part : {s.empty & ~outdone, outdone})
            for (int i = 0, n = order(s, part, moves); i < n; ++i) cells[many++] = moves[i].cell;
        return many;
    }

  private:
    static constexpr std::uint64_t EASY = 1000;
    static constexpr int ATTACK = 0, DEFEND = 1;
    static constexpr std::uint64_t WEAK_NODES = 200;
    static constexpr int THREAT_NODES = 200;

    // The first move that is good, those that are found good at once before those that take a search.
    template <class Good>
    Bits choose(const Battle& s, int mover, Good good) {
        std::array<int, 8 * sizeof(Bits)> moves;
        const int many = all_moves(s, moves.data());
        for (const std::uint64_t nodes : {EASY, NO_LIMIT})
            for (int i = 0; i < many; ++i) {
                const Bits b = bit<Bits>(moves[i]);
                const auto found = counter_.within(nodes, [&] { return good(after(s, mover, b)); });
                if (found && *found) return b;
            }
        throw std::logic_error("there is no such move");
    }

    struct Easy {
        bool decided;
        Answer answer;
    };

    // What the table knows of a position, and how to tell it.
    struct Memory {
        Memory(Strong& search, const Battle& s, int mover) : search(search), before(search.counter_.nodes()) {
            if (!search.options_.table) return;
            key = search.hash_.key(s.lines, s.empty);
            key.value = mix(key.value + std::uint64_t(mover));
            typename Table<Bits>::Found found;
            known = search.table_.find(key.value, found);
            if (known) answer = {found.answer != 0, search.hash_.origin(found.zone, key.symmetry)};
        }

        Answer keep(Answer found) const {
            if (search.options_.table)
                search.table_.store(key.value, found.won, search.counter_.nodes() - before + 1,
                                    search.hash_.image(found.zone, key.symmetry));
            return found;
        }

        Strong& search;
        const std::uint64_t before;
        Key key{};
        bool known = false;
        Answer answer{};
    };

    Battle after(Battle s, int mover, Bits b) const {
        lines_.remove(s.lines[1 - mover], b);
        s.empty &= ~b;
        return s;
    }

    void reduce(Battle& s) const {
        Bits covered = 0;
        for (Starts<Bits>& lines : s.lines) {
            if (options_.domination) lines_.drop_longer(lines, s.empty);
            for (Bits cells : lines_.cover(lines)) covered |= cells;
        }
        s.empty &= covered;
    }

    static Starts<Bits> both(const Battle& s) {
        Starts<Bits> lines;
        for (int d = 0; d < DIRECTIONS; ++d) lines[d] = s.lines[ATTACK][d] | s.lines[DEFEND][d];
        return lines;
    }

    Bits outdone_moves(const Battle& s) const { return options_.domination ? lines_.outdone(both(s), s.empty) : 0; }

    Bits with_better(const Battle& s, Bits outdone, Bits zone) const {
        return outdone ? lines_.with_better(both(s), s.empty, outdone, zone) : zone;
    }

    // What the moves of one side say, those that an earlier proof refutes left out.
    Answer by_moves(const Battle& s, int mover, int ply) {
        const bool good = mover == ATTACK;
        const Bits outdone = outdone_moves(s);
        Bits candidates = s.empty & ~outdone, zone = 0;
        if (options_.zones && by_threats(s, 1 - mover, zone)) candidates &= zone;  // what comes if this side passes
        Move moves[Grid<K, Bits>::MOST];
        const int many = order(s, candidates, moves);
        for (int i = 0; i < many; ++i) {
            const Bits b = bit<Bits>(moves[i].cell);
            if (!(candidates & b)) continue;
            candidates &= ~b;
            counter_.enter(ply, moves[i].cell);
            const Battle next = after(s, mover, b);
            const Answer reply = good ? defend(next, ply + 1) : attack(next, ply + 1);
            if (reply.won == good) return {good, reply.zone | b};
            zone |= reply.zone;
            if (options_.zones) candidates &= reply.zone;
        }
        return {!good, with_better(s, outdone, zone)};
    }

    // A zone, made larger until every line of `side` has `least` cells in it.
    Bits guarded(const Battle& s, int side, int least, Bits zone) const {
        for (int d = 0; d < DIRECTIONS; ++d) {
            while (s.lines[side][d]) {
                const Counts<K, Bits> counts(grid_, zone);
                const Bits bare = s.lines[side][d] & (least > 1 ? counts.at_most_one() : counts.exactly(0))[d];
                if (!bare) break;
                // Of the cells of the first such line, the one that most of them share.
                Bits best = 0;
                int most = 0;
                each(grid_.line(first(bare), d) & s.empty & ~zone, [&](int cell) {
                    const int shared = count(bare & grid_.through[cell][d]);
                    if (shared > most) most = shared, best = bit<Bits>(cell);
                });
                if (!best) break;  // it has fewer empty cells than that
                zone |= best;
            }
        }
        return zone;
    }

    // What the weak game says: that the attacker does not win, or all there is when the defender has no lines.
    Easy by_weak_game(const Battle& s, int mover) {
        const State<Bits> state{s.lines[ATTACK], s.empty};
        const bool exact = nothing(s.lines[DEFEND]);
        const auto ask = [&] { return mover == ATTACK ? weak_.maker(state) : weak_.breaker(state); };
        const auto answer = exact ? std::optional(ask()) : counter_.within(WEAK_NODES, ask);
        if (!answer) return {false, {}};
        return {exact || !answer->won, {answer->won, answer->zone}};
    }

    // The first move with which `side` completes a line by threats alone, or 0: each leaves the other one answer.
    Bits by_threats(const Battle& s, int side, Bits& zone) {
        int budget = THREAT_NODES;
        return threats(s, side, budget, zone);
    }

    Bits threats(const Battle& s, int side, int& budget, Bits& zone) {
        const int other = 1 - side;
        if (--budget < 0) return 0;
        if (const Bits last = lines_.completing(s.lines[side], s.empty)) {
            zone = guarded(s, other, 1, lowest(last));
            return lowest(last);
        }
        const Bits forced = lines_.completing(s.lines[other], s.empty);
        if (several(forced)) return 0;
        const Starts<Bits> two = Counts<K, Bits>(grid_, s.empty).exactly(2);
        Bits tried = 0;
        for (int d = 0; d < DIRECTIONS; ++d) {
            for (Bits starts = s.lines[side][d] & two[d]; starts; starts &= starts - 1) {
                const Bits cells = grid_.line(first(starts), d) & s.empty;
                for (Bits b : {lowest(cells), cells & (cells - 1)}) {
                    if ((tried & b) || (forced && forced != b)) continue;
                    tried |= b;
                    const Battle mine = after(s, side, b);
                    if (lines_.completing(mine.lines[other], mine.empty)) continue;  // the other completes first
                    const Bits answers = lines_.completing(mine.lines[side], mine.empty);
                    if (several(answers)) {
                        zone = b | guarded(mine, other, 2, lowest(answers) | lowest(answers & (answers - 1)));
                        return b;
                    }
                    Bits rest = 0;
                    if (threats(after(mine, other, answers), side, budget, rest)) {
                        zone = b | guarded(mine, other, 2, rest | answers);
                        return b;
                    }
                    if (budget < 0) return 0;
                }
            }
        }
        return 0;
    }

    // Cells on many short lines of either side first.
    int order(const Battle& s, Bits candidates, Move* moves) const {
        int many = 0;
        each(candidates, [&](int cell) { moves[many++] = {0, cell}; });
        const Counts<K, Bits> counts(grid_, s.empty);
        for (const Starts<Bits>& lines : s.lines) add_short_lines(grid_, lines, counts, moves, many);
        sort(moves, many);
        return many;
    }

    const Grid<K, Bits>& grid_;
    const Lines<K, Bits> lines_;
    const Hash<Bits, 2>& hash_;
    Table<Bits>& table_;
    const Options options_;
    Counter& counter_;
    Weak<K, Bits> weak_;
};

}  // namespace noughts
