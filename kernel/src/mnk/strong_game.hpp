// The strong game: can the attacker complete a line before the defender completes one?
//
// Two such searches, with each side as the attacker, give the value of a position. Each position is first examined by
// itself, in this order:
//
// - the Maker-Breaker game: if the attacker cannot win even when the defender's lines do not count, the answer is no;
//   if the defender has no lines left, the Maker-Breaker game is the whole game;
// - threat sequences: every move of the attacker lacks just one stone of a line, so every reply is forced (Allis,
//   Searching for Solutions in Games and Artificial Intelligence, 1994, chapter 5).
//
// The Maker-Breaker search has a limit of nodes. If all this does not decide a position, depth-first proof-number
// search tries the moves that lie in the relevance zones of the earlier proofs (Nagai, Df-pn algorithm for searching
// AND/OR trees and its applications, 2002). For each undecided position, the search estimates the efforts to prove that
// the player to move succeeds, and that this player fails. It always continues with the move that needs the least
// effort. Three refinements matter:
//
// - The later a move is in the move order, the greater its first effort. So the search follows the move order, but
//   leaves a move that turns out to be too hard.
// - The effort to refute all moves is the effort for the hardest move, plus 1 for each of the others. The sum of all
//   efforts would count a position several times if several orders of moves lead to it (Ueda and others, Weak
//   proof-number search, 2008).
// - The search stays with a move until its effort is a quarter more than that of the second-best move (Pawlewicz and
//   Lew, Improving depth-first PN-search: 1 + epsilon trick, 2006).
//
// The zone of a win is a set of empty cells such that the attacker wins even if the defender owns all other empty
// cells. It must meet every line of the defender, since the defender could complete the line otherwise. The zone of a
// refutation is the same with the roles exchanged.
#pragma once

#include <algorithm>
#include <optional>

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

    static constexpr std::uint64_t LEAF_NODES = 100000;

    // `leaf_nodes` limits each Maker-Breaker search of a position in which the defender has no lines.
    StrongGame(const Grid<K, Bits>& grid, const ZobristHash<Bits>& weak_hash, TranspositionTable<Bits>& weak_table,
               const ZobristHash<Bits, 2>& hash, TranspositionTable<Bits>& table, NodeCounter& counter,
               Reductions reductions = {}, std::uint64_t leaf_nodes = LEAF_NODES)
        : grid_(grid),
          lines_(grid),
          hash_(hash),
          table_(table),
          reductions_(reductions),
          leaf_nodes_(leaf_nodes),
          counter_(counter),
          maker_breaker_(grid, weak_hash, weak_table, counter, reductions) {}

    // Its search of the Maker-Breaker game. A pairing search is faster and finds smaller zones if it has just solved a
    // similar position, so use this one for all positions of a proof.
    MakerBreaker<K, Bits>& maker_breaker() { return maker_breaker_; }

    // Solves a position with the attacker to move.
    Answer attack(const StrongPosition<Bits>& s) { return solve(s, ATTACK); }

    // Solves a position with the defender to move.
    Answer defend(const StrongPosition<Bits>& s) { return solve(s, DEFEND); }

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
        if (no_lines(s.lines[DEFEND]))
            return maker_breaker_.drawing_reply({s.lines[ATTACK], s.empty}, [&](const MakerPosition<Bits>& next) {
                return attack({{next.lines, {}}, next.empty}).won;
            });
        return choose(s, DEFEND, [&](const StrongPosition<Bits>& next) { return !attack(next).won; });
    }

    // Lists all moves, most promising first and dominated moves last. Returns their number.
    int ordered_moves(const StrongPosition<Bits>& s, int* cells) const {
        if (no_lines(s.lines[DEFEND])) return maker_breaker_.ordered_moves({s.lines[ATTACK], s.empty}, cells);
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
    static constexpr std::uint64_t MAKER_BREAKER_NODES = 50;  // while the defender has lines
    static constexpr std::uint32_t INFINITE = 1 << 30, RANK_EFFORT = 64;
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

    // The estimated efforts to prove that the player to move succeeds, and to prove that this player fails. The
    // attacker succeeds by winning, and the defender by preventing it.
    struct Effort {
        std::uint32_t succeed, fail;

        Effort reversed() const { return {fail, succeed}; }  // for the opponent
        bool reaches(Effort limit) const { return succeed >= limit.succeed || fail >= limit.fail; }
    };

    // What is known about a position: its answer, or else the effort to find it.
    struct Knowledge {
        std::optional<Answer> answer;
        Effort effort;

        Knowledge(Answer answer) : answer(answer), effort{} {}
        Knowledge(Effort effort) : effort(effort) {}
    };

    struct Child {
        int cell;
        Effort effort;
    };

    // A position without immediate threats, and its place in the transposition table.
    class Node {
      public:
        Node(StrongGame& search, const StrongPosition<Bits>& s, int mover)
            : search_(search), before_(search.counter_.nodes()) {
            if (!search.reductions_.table) return;
            key_ = search.hash_.key(s.lines, s.empty);
            key_.value = mix(key_.value + std::uint64_t(mover));
        }

        // Returns what is stored about the position.
        std::optional<Knowledge> stored() const {
            typename TranspositionTable<Bits>::Hit hit;
            if (!search_.reductions_.table) return std::nullopt;
            if (!search_.table_.find(key_.value, hit)) return std::nullopt;
            if (!hit.open) return Answer{hit.won, search_.hash_.preimage(hit.zone, key_.symmetry)};
            const std::uint64_t number = std::uint64_t(hit.zone);
            return Effort{std::uint32_t(number >> 32), std::uint32_t(number)};
        }

        Knowledge store(Answer answer) const {
            if (search_.reductions_.table)
                search_.table_.store(key_.value, answer.won, cost(), search_.hash_.image(answer.zone, key_.symmetry));
            return answer;
        }

        // Returns the answer instead if another thread has found it.
        Knowledge store(Effort effort) const {
            if (const auto known = stored(); known && known->answer) return *known;
            if (search_.reductions_.table)
                search_.table_.store_open(key_.value, cost(), std::uint64_t(effort.succeed) << 32 | effort.fail);
            return effort;
        }

        std::uint64_t task(int cell) const { return search_.hash_.task(key_, cell); }

      private:
        std::uint64_t cost() const { return search_.counter_.nodes() - before_ + 1; }

        StrongGame& search_;
        const std::uint64_t before_;
        Key key_{};
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

    Answer solve(const StrongPosition<Bits>& s, int mover) { return *search(s, mover, {INFINITE, INFINITE}, 0).answer; }

    // Decides a position in which a side can complete a line. If the mover can only block it, asks `ask` about the
    // position after that. Returns nothing if no side can complete a line.
    template <class Ask>
    std::optional<Knowledge> by_completing(const StrongPosition<Bits>& s, int mover, Ask ask) const {
        const int other = 1 - mover;
        const LineSet<Bits> one = LineCounts<K, Bits>(grid_, s.empty).at_most_one();
        if (const Bits last = lines_.completing_cells(s.lines[mover], s.empty, one))
            return Answer{mover == ATTACK, extended_zone(s, other, 1, lowest_bit(last))};
        const Bits last = lines_.completing_cells(s.lines[other], s.empty, one);
        if (!last) return std::nullopt;
        if (has_several(last))
            return Answer{other == ATTACK,
                          extended_zone(s, mover, 2, lowest_bit(last) | lowest_bit(last & (last - 1)))};
        const Knowledge rest = ask(after(s, mover, last), other);
        if (!rest.answer) return rest.effort.reversed();
        const Bits zone = rest.answer->zone | last;
        const bool fails = rest.answer->won == (other == ATTACK);
        return Answer{rest.answer->won, fails ? extended_zone(s, mover, 2, zone) : zone};
    }

    // Returns what is known about a position without searching it, or `effort` if nothing is.
    Knowledge look_up(StrongPosition<Bits> s, int mover, Effort effort) {
        const auto ask = [&](const auto& next, int opponent) { return look_up(next, opponent, effort.reversed()); };
        if (const auto known = by_completing(s, mover, ask)) return *known;
        reduce(s);
        if (no_lines(s.lines[ATTACK])) return Answer{false, 0};
        return Node(*this, s, mover).stored().value_or(effort);
    }

    // Searches a position until it is decided, or until an effort reaches its limit.
    Knowledge search(StrongPosition<Bits> s, int mover, Effort limit, int ply) {
        counter_.count_node();
        const auto ask = [&](const auto& next, int opponent) {
            return search(next, opponent, limit.reversed(), ply + 1);
        };
        if (const auto known = by_completing(s, mover, ask)) return *known;
        reduce(s);
        if (no_lines(s.lines[ATTACK])) return Answer{false, 0};
        const Node node(*this, s, mover);
        const auto stored = node.stored();
        if (stored && (stored->answer || stored->effort.reaches(limit))) return *stored;
        if (!stored) {
            if (const auto answer = by_maker_breaker(s, mover, ply)) return node.store(*answer);
            Bits threatened = 0;
            if (mover == ATTACK && by_threats(s, ATTACK, threatened)) return node.store(Answer{true, threatened});
        }
        return by_moves(s, mover, limit, ply, node);
    }

    // Searches the moves of a position, except those that an earlier proof refutes, until the position is decided or an
    // effort reaches its limit. Stores what is then known.
    Knowledge by_moves(const StrongPosition<Bits>& s, int mover, Effort limit, int ply, const Node& node) {
        const bool good = mover == ATTACK;
        const Bits dominated = dominated_moves(s);
        Bits candidates = s.empty & ~dominated, zone = 0;
        if (reductions_.zones && by_threats(s, 1 - mover, zone))
            candidates &= zone;  // moves must stop the opponent's threats
        Move moves[Grid<K, Bits>::MAX_CELLS];
        const int move_count = order(s, candidates, moves);

        Child children[Grid<K, Bits>::MAX_CELLS];
        int child_count = 0;
        // If a move is good, returns the zone of the answer. Otherwise keeps only the moves that the reply does not
        // refute, and returns 0.
        const auto take = [&](const Answer& reply, Bits b) -> Bits {
            if (reply.won == good) return reply.zone | b;
            zone |= reply.zone;
            candidates &= ~b;
            if (reductions_.zones) candidates &= reply.zone;
            return 0;
        };
        for (int i = 0; i < move_count; ++i) {
            const Bits b = bit<Bits>(moves[i].cell);
            if (!(candidates & b)) continue;
            const Knowledge reply = look_up(after(s, mover, b), 1 - mover, {1, 1 + RANK_EFFORT * std::uint32_t(i)});
            if (!reply.answer) children[child_count++] = {moves[i].cell, reply.effort};
            else if (const Bits good_zone = take(*reply.answer, b)) return node.store(Answer{good, good_zone});
        }
        for (;;) {
            child_count = int(std::remove_if(children, children + child_count,
                                             [&](const Child& c) { return !(candidates & bit<Bits>(c.cell)); }) -
                              children);
            if (!child_count) return node.store(Answer{!good, zone_with_dominators(s, dominated, zone)});
            const Effort effort = total_effort(children, child_count);
            if (effort.reaches(limit)) return node.store(effort);
            Child& child = choose_child(children, child_count, effort, limit, node);
            std::uint32_t rival = INFINITE;  // the least effort for another move, or for this one if that is more
            for (int i = 0; i < child_count; ++i)
                if (&children[i] != &child) rival = std::min(rival, children[i].effort.fail);
            rival = std::max(rival, child.effort.fail);
            const Effort child_limit{limit.fail - std::uint32_t(child_count - 1),
                                     std::min(limit.succeed, rival + rival / 4 + 1)};
            const typename TranspositionTable<Bits>::SearchMark mark(table_, node.task(child.cell));
            counter_.show_move(ply, child.cell);
            const Bits b = bit<Bits>(child.cell);
            const Knowledge reply = search(after(s, mover, b), 1 - mover, child_limit, ply + 1);
            if (!reply.answer) child.effort = reply.effort;
            else if (const Bits good_zone = take(*reply.answer, b)) return node.store(Answer{good, good_zone});
        }
    }

    // The mover succeeds by the easiest move, and fails if all moves are refuted. An effort starts with at most 64 for
    // each move, and grows by at most 1 for each move of each ply, so it always stays far below INFINITE.
    static Effort total_effort(const Child* children, int child_count) {
        Effort effort{INFINITE, 0};
        for (int i = 0; i < child_count; ++i) {
            effort.succeed = std::min(effort.succeed, children[i].effort.fail);
            effort.fail = std::max(effort.fail, children[i].effort.succeed);
        }
        effort.fail += std::uint32_t(child_count - 1);
        return effort;
    }

    // Returns the easiest move. But if the mover will probably fail, all moves must be searched, so a move that no
    // other thread is searching comes first. Its effort must be below the limit: otherwise its search would end at
    // once.
    Child& choose_child(Child* children, int child_count, Effort effort, Effort limit, const Node& node) {
        const auto easier = [](const Child& a, const Child& b) { return a.effort.fail < b.effort.fail; };
        Child* const end = children + child_count;
        Child* const easiest = std::min_element(children, end, easier);
        if (effort.succeed <= effort.fail || !table_.is_marked(node.task(easiest->cell))) return *easiest;
        Child* chosen = easiest;
        for (Child* c = children; c < end; ++c)
            if (c->effort.fail < limit.succeed && !table_.is_marked(node.task(c->cell)) &&
                (chosen == easiest || easier(*c, *chosen)))
                chosen = c;
        return *chosen;
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

    // Solves a position by a limited search of the Maker-Breaker game, if that is possible: if the attacker loses
    // there, or if the defender has no lines.
    std::optional<Answer> by_maker_breaker(const StrongPosition<Bits>& s, int mover, int ply) {
        const MakerPosition<Bits> state{s.lines[ATTACK], s.empty};
        const bool exact = no_lines(s.lines[DEFEND]);
        const auto answer = counter_.with_limit(exact ? leaf_nodes_ : MAKER_BREAKER_NODES, [&] {
            return mover == ATTACK ? maker_breaker_.maker(state, 0, ply) : maker_breaker_.breaker(state, 0, ply);
        });
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
        const LineCounts<K, Bits> counts(grid_, s.empty);
        const LineSet<Bits> one = counts.at_most_one(), two = counts.exactly(2);
        if (const Bits last = lines_.completing_cells(s.lines[side], s.empty, one)) {
            zone = extended_zone(s, other, 1, lowest_bit(last));
            return lowest_bit(last);
        }
        const Bits forced = lines_.completing_cells(s.lines[other], s.empty, one);
        if (has_several(forced)) return 0;
        Bits tried = 0;
        for (int d = 0; d < DIRECTIONS; ++d) {
            for (Bits starts = s.lines[side][d] & two[d]; starts; starts &= starts - 1) {
                const Bits cells = grid_.line(first_index(starts), d) & s.empty;
                for (Bits b : {lowest_bit(cells), cells & (cells - 1)}) {
                    if ((tried & b) || (forced && forced != b)) continue;
                    tried |= b;
                    const StrongPosition<Bits> mine = after(s, side, b);
                    const LineSet<Bits> left_one = LineCounts<K, Bits>(grid_, mine.empty).at_most_one();
                    if (lines_.completing_cells(mine.lines[other], mine.empty, left_one))
                        continue;  // the opponent completes a line first
                    const Bits answers = lines_.completing_cells(mine.lines[side], mine.empty, left_one);
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
    const std::uint64_t leaf_nodes_;
    NodeCounter& counter_;
    MakerBreaker<K, Bits> maker_breaker_;
};

}  // namespace noughts
