// Writes proofs that need no trust in this solver: what is claimed can be checked move by move with the rules alone.
//
// A proof is a tree of bytes; a cell is its number.
//
//   hold   the attacker does not complete a line. With the attacker to move a node is
//              n  a b a b ...   n disjoint pairs of empty cells, set aside: who is played in, is answered in the other
//              move reply node  for moves of the attacker, with the defender's reply; PASS is a reply that is not
//              ...              needed; no node follows a reply that completes a line
//              end
//          A node without moves: every line that the defender has not touched contains a pair, or the defender has two
//          cells that complete a line.
//   win    the attacker completes a line. With the attacker to move a node is
//              move             alone if it completes a line, or leaves two cells that do;
//              move node        if it leaves one cell that does, which the defender has to take;
//              move reply node ... end   else, for replies of the defender
//   end    END, or KEEP and the number of a slot (two bytes), where what this node proves is kept. USE, a slot and the
//   number of a
//          symmetry stand for a node (for what comes after the pairs of it) that is proved by what was kept there.
//
// Not all moves of the loser need to be there. Each node depends on some empty cells only (its zone), and stands even
// if the loser is given all others; so a move that is not in the zone of what answers another move needs no answer of
// its own. Whoever checks must find the same zones:
//
//   hold   the pairs; of each move, its reply and the zone of the node after it
//   win    the move; the cell the defender has to take; of each reply, the zone of the node after it; the two cells
//   both   where the winner counts on completing a line before the loser does, the loser must not get a line by that
//          gift: all empty cells of every line of the loser's that has fewer than `least` cells in the zone are added,
//          1 where a line is complete, 2 where the loser has one more move
//
// What is kept can be used where all cells of its zone are empty, where of every line of the loser's at least the same
// cells of the zone are missing as were of some line there, and where of every line that the winner could complete
// within the zone there is one that misses no more.
#pragma once

#include <functional>

#include "mnk/strong_game.hpp"

namespace noughts {

class Bytes {
  public:
    using Write = std::function<void(const std::uint8_t*, std::size_t)>;
    static constexpr int END = 255, PASS = 254, USE = 253, KEEP = 252;

    explicit Bytes(Write write) : write_(std::move(write)) {}

    void put(int byte) {
        buffer_.push_back(std::uint8_t(byte));
        ++written;
        if (buffer_.size() >= 1 << 16) flush();
    }

    void put_slot(int mark, std::uint32_t slot) {
        for (int byte : {mark, int(slot >> 8 & 255), int(slot & 255)}) put(byte);
    }

    void flush() {
        write_(buffer_.data(), buffer_.size());
        buffer_.clear();
    }

    std::uint64_t written = 0;

  private:
    Write write_;
    std::vector<std::uint8_t> buffer_;
};

// What the checker is told to keep: the writer knows the same, and so what can be used.
template <class Bits>
class Kept {
  public:
    static constexpr std::uint32_t SLOTS = 1 << 16, WAYS = 4;

    struct Slot {
        std::uint64_t key = 0, worth = 0;
        int symmetry = 0;  // from the position of the proof to the image that has the key
        Bits zone = 0;
        std::vector<Bits> loser, winner;  // the cells of lines that are in the zone and empty
    };

    std::vector<Slot> slots = std::vector<Slot>(SLOTS);

    std::uint32_t bucket(std::uint64_t key) const { return std::uint32_t(mix(key) % (SLOTS / WAYS)) * WAYS; }

    // Where a proof of so many bytes can be kept: in place of the shortest, which grows older by being passed over.
    std::uint32_t room(std::uint64_t key) {
        std::uint32_t shortest = bucket(key);
        for (std::uint32_t i = bucket(key); i < bucket(key) + WAYS; ++i)
            if (slots[i].worth < slots[shortest].worth) shortest = i;
        for (std::uint32_t i = bucket(key); i < bucket(key) + WAYS; ++i) slots[i].worth -= slots[i].worth / 16;
        return shortest;
    }
};

template <int K, class Bits>
class Proof {
  public:
    using Battle = typename Strong<K, Bits>::Battle;

    Proof(const Grid<K, Bits>& grid, const Hash<Bits, 2>& hash, Weak<K, Bits>& weak, Strong<K, Bits>* strong,
          Bytes& bytes)
        : lines_(grid), hash_(hash), weak_(weak), strong_(strong), bytes_(bytes) {
        const int many = int(grid.symmetries.size());
        for (int from = 0; from < many; ++from)
            for (int to = 0; to < many; ++to)
                for (int via = 0; via < many; ++via) {  // first via, then `to` is the same as `from`
                    bool same = true;
                    for (int c = 0; c < grid.cells; ++c)
                        same = same &&
                               grid.symmetries[to].cell[grid.symmetries[via].cell[c]] == grid.symmetries[from].cell[c];
                    if (same) between_[from][to] = via;
                }
    }

    // Writes why the attacker, to move, does not win; `strong` is not needed where the defender has no lines.
    Bits hold(Battle s) { return hold(s, {}); }

    // Writes one reply of the defender and why the attacker does not win after it.
    Bits hold_reply(Battle s) { return answer(s); }

    // Writes how the attacker, to move, wins.
    Bits win(Battle s) {
        Bits zone;
        if (const Bits last = completing(s, ATTACK)) {
            bytes_.put(first(last));
            return guarded(after(s, ATTACK, lowest(last)), DEFEND, 1, lowest(last));
        }
        const Key key = hash_.key(s.lines, s.empty);
        if (const Bits known = use(s, key, DEFEND)) return known;
        const std::uint64_t start = bytes_.written;
        const Bits a = strong_->winning_move(s);
        bytes_.put(first(a));
        const Battle mine = after(s, ATTACK, a);
        if (const Bits last = completing(mine, ATTACK)) {
            if (several(last)) return a | guarded(mine, DEFEND, 2, last);
            zone = win(after(mine, DEFEND, last));
            return a | guarded(mine, DEFEND, 2, zone | last);
        }
        zone = a | replies(mine);
        end(s, key, DEFEND, zone, start);
        return zone;
    }

    // Writes how the attacker wins after each reply of the defender.
    Bits win_reply(Battle s) {
        const Bits zone = replies(s);
        bytes_.put(Bytes::END);
        return zone;
    }

  private:
    static constexpr int ATTACK = 0, DEFEND = 1;
    static constexpr std::uint64_t WORTH_KEEPING = 40;  // bytes
    using Moves = std::array<int, 8 * sizeof(Bits)>;
    using Pairs = std::vector<Bits>;

    Bits replies(const Battle& s) {
        Bits candidates = s.empty, zone = 0;
        Moves moves;
        for (int i = 0, many = order(s, moves); i < many; ++i) {
            const Bits b = bit<Bits>(moves[i]);
            if (!(candidates & b)) continue;
            bytes_.put(moves[i]);
            const Bits more = win(after(s, DEFEND, b));
            zone |= more;
            candidates &= more & ~b;
        }
        return zone;
    }

    Bits hold(Battle s, Pairs pairs) {
        Bits zone = 0;
        if (const Bits last = completing(s, DEFEND)) {  // the attacker has to take that cell
            put(pairs);
            for (Bits pair : pairs) zone |= pair;
            if (!several(last)) {
                bytes_.put(first(last));
                zone |= answer(after(s, ATTACK, last));
            }
            bytes_.put(Bytes::END);
            return guarded(s, ATTACK, 2, zone | last);
        }
        set_aside_twins(s, pairs);
        Pairs more;
        if (weak_.pairs(s.lines[ATTACK], s.empty, more)) {
            pairs.insert(pairs.end(), more.begin(), more.end());
            s.lines[ATTACK] = {};
        }
        put(pairs);
        for (Bits pair : pairs) zone |= pair;
        if (!nothing(s.lines[ATTACK])) {
            const Key key = hash_.key(s.lines, s.empty);
            if (const Bits known = use(s, key, ATTACK)) return zone | known;
            const std::uint64_t start = bytes_.written;
            Bits candidates = s.empty, body = 0;
            Moves moves;
            for (int i = 0, many = order(s, moves); i < many; ++i) {
                const Bits b = bit<Bits>(moves[i]);
                if (!(candidates & b)) continue;
                bytes_.put(moves[i]);
                const Bits depends = answer(after(s, ATTACK, b));
                body |= depends;
                candidates &= depends & ~b;
            }
            end(s, key, ATTACK, body, start);
            return zone | body;
        }
        bytes_.put(Bytes::END);
        return zone;
    }

    // Ends a node, which is kept where that saves something.
    void end(const Battle& s, const Key& key, int loser, Bits zone, std::uint64_t start) {
        const std::uint64_t worth = bytes_.written - start;
        if (worth < WORTH_KEEPING) return bytes_.put(Bytes::END);
        const std::uint32_t place = kept_.room(key.value);
        auto& slot = kept_.slots[place];
        slot = {key.value, worth, key.symmetry, zone, {}, {}};
        each_line(s.lines[loser], [&](Bits line) { slot.loser.push_back(line & zone); });
        each_line(s.lines[1 - loser], [&](Bits line) {
            if (!(line & s.empty & ~zone)) slot.winner.push_back(line & s.empty);
        });
        for (auto* lines : {&slot.loser, &slot.winner}) {
            std::sort(lines->begin(), lines->end());
            lines->erase(std::unique(lines->begin(), lines->end()), lines->end());
        }
        bytes_.put_slot(Bytes::KEEP, place);
    }

    // The zone of a proof that was kept and proves this position too, after saying so; or 0.
    Bits use(const Battle& s, const Key& key, int loser) {
        for (std::uint32_t place = kept_.bucket(key.value), last = place + Kept<Bits>::WAYS; place < last; ++place) {
            auto& slot = kept_.slots[place];
            if (slot.key != key.value || !slot.zone) continue;
            const int via = between_[key.symmetry][slot.symmetry];
            const Bits empty = hash_.image(s.empty, via);
            bool proved = !(slot.zone & ~empty);
            each_line(s.lines[loser], [&](Bits line) {
                const Bits there = hash_.image(line, via);
                proved = proved && std::any_of(slot.loser.begin(), slot.loser.end(),
                                               [&](Bits cells) { return !(cells & ~there); });
            });
            std::vector<Bits> missing;
            each_line(s.lines[1 - loser], [&](Bits line) { missing.push_back(hash_.image(line & s.empty, via)); });
            for (Bits cells : slot.winner)
                proved = proved &&
                         std::any_of(missing.begin(), missing.end(), [&](Bits there) { return !(there & ~cells); });
            if (!proved) continue;
            bytes_.put_slot(Bytes::USE, place);
            bytes_.put(via);
            slot.worth += slot.worth / 4;
            return hash_.origin(slot.zone, via);
        }
        return 0;
    }

    template <class Do>
    void each_line(const Starts<Bits>& lines, Do act) const {
        for (int d = 0; d < DIRECTIONS; ++d) each(lines[d], [&](int start) { act(lines_.grid.line(start, d)); });
    }

    // Writes a reply and the node after it.
    Bits answer(Battle s) {
        if (const Bits last = completing(s, DEFEND)) {
            bytes_.put(first(last));
            return guarded(s, ATTACK, 1, lowest(last));
        }
        Pairs pairs;
        Bits reply = completing(s, ATTACK);
        if (!reply) {
            set_aside_twins(s, pairs);
            if (nothing(s.lines[ATTACK])) {
                bytes_.put(Bytes::PASS);
                return hold(s, pairs);
            }
            reply = strong_ ? strong_->holding_move(s) : weak_.holding_move({s.lines[ATTACK], s.empty});
        }
        bytes_.put(first(reply));
        return reply | hold(after(s, DEFEND, reply), pairs);
    }

    // Pairs off cells of the attacker's that lie on the same lines, where the defender's lines do not count.
    void set_aside_twins(Battle& s, Pairs& pairs) {
        if (!nothing(s.lines[DEFEND])) return;
        State<Bits> state{s.lines[ATTACK], s.empty};
        weak_.reduce(state, &pairs);
        s.lines[ATTACK] = state.lines;
        s.empty = state.empty;
    }

    void put(const Pairs& pairs) {
        bytes_.put(int(pairs.size()));
        for (Bits pair : pairs) {
            bytes_.put(first(pair));
            bytes_.put(first(pair & (pair - 1)));
        }
    }

    Battle after(Battle s, int mover, Bits b) const {
        lines_.remove(s.lines[1 - mover], b);
        s.empty &= ~b;
        return s;
    }

    Bits completing(const Battle& s, int side) const { return lines_.completing(s.lines[side], s.empty); }

    Bits guarded(const Battle& s, int side, int least, Bits zone) const {
        Bits more = zone;
        for (int d = 0; d < DIRECTIONS; ++d)
            each(s.lines[side][d], [&](int start) {
                const Bits line = lines_.grid.line(start, d);
                if (count(line & zone) < least) more |= line & s.empty;
            });
        return more;
    }

    int order(const Battle& s, Moves& moves) const {
        return strong_ ? strong_->all_moves(s, moves.data())
                       : weak_.all_moves({s.lines[ATTACK], s.empty}, moves.data());
    }

    const Lines<K, Bits> lines_;
    const Hash<Bits, 2>& hash_;
    Weak<K, Bits>& weak_;
    Strong<K, Bits>* const strong_;
    Bytes& bytes_;
    Kept<Bits> kept_;
    int between_[8][8] = {};
};

}  // namespace noughts
