// Writes proofs that a simple checker can verify by the rules alone, without trusting this solver.
//
// docs/proof-format.md specifies the bytes, the zones and the kept nodes. The checker computes the same zones and keeps
// the same nodes.
//
//   hold   the attacker, to move, does not complete a line: pairs of cells, then moves, each with an answer
//   win    the attacker, to move, completes a line: a move, then replies, each with the node after it
#pragma once

#include <functional>

#include "mnk/strong_game.hpp"

namespace noughts {

class ProofWriter {
  public:
    using Write = std::function<void(const std::uint8_t*, std::size_t)>;
    static constexpr int END = 255, PASS = 254, USE = 253, KEEP = 252;

    explicit ProofWriter(Write write) : write_(std::move(write)) {}

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

// The nodes that the checker keeps. The writer keeps the same nodes, so it knows what it can use.
template <class Bits>
class KeptNodes {
  public:
    static constexpr std::uint32_t SLOTS = 1 << 16, WAYS = 4;

    struct Slot {
        std::uint64_t key = 0, size = 0;
        int symmetry = 0;  // moves the kept position to its canonical image
        Bits zone = 0;
        std::vector<Bits> loser, winner;  // for each line, its empty cells in the zone
    };

    std::vector<Slot> slots = std::vector<Slot>(SLOTS);

    std::uint32_t bucket(std::uint64_t key) const { return std::uint32_t(mix(key) % (SLOTS / WAYS)) * WAYS; }

    // Returns the slot for a new node: the slot of the smallest node in the bucket. The recorded sizes of the other
    // nodes shrink a little, so that old nodes are replaced in the end.
    std::uint32_t slot_for(std::uint64_t key) {
        std::uint32_t smallest = bucket(key);
        for (std::uint32_t i = bucket(key); i < bucket(key) + WAYS; ++i)
            if (slots[i].size < slots[smallest].size) smallest = i;
        for (std::uint32_t i = bucket(key); i < bucket(key) + WAYS; ++i) slots[i].size -= slots[i].size / 16;
        return smallest;
    }
};

template <int K, class Bits>
class ProofGenerator {
  public:
    ProofGenerator(const Grid<K, Bits>& grid, const ZobristHash<Bits, 2>& hash, StrongGame<K, Bits>& strong,
                   ProofWriter& writer)
        : lines_(grid), hash_(hash), strong_(strong), writer_(writer) {
        const int symmetry_count = int(grid.symmetries.size());
        for (int from = 0; from < symmetry_count; ++from)
            for (int to = 0; to < symmetry_count; ++to)
                for (int via = 0; via < symmetry_count; ++via) {  // `via` followed by `to` must be the same as `from`
                    bool same = true;
                    for (int c = 0; c < grid.cells; ++c)
                        same = same &&
                               grid.symmetries[to].cell[grid.symmetries[via].cell[c]] == grid.symmetries[from].cell[c];
                    if (same) symmetry_between_[from][to] = via;
                }
    }

    // Writes why the attacker, to move, does not win.
    Bits hold(StrongPosition<Bits> s) { return hold(s, {}); }

    // Writes a reply of the defender, and why the attacker does not win after it.
    Bits hold_reply(StrongPosition<Bits> s) { return answer(s); }

    // Writes how the attacker, to move, wins.
    Bits win(StrongPosition<Bits> s) {
        Bits zone;
        if (const Bits last = completing_cells(s, ATTACK)) {
            writer_.put(first_index(last));
            return extended_zone(after(s, ATTACK, lowest_bit(last)), DEFEND, 1, lowest_bit(last));
        }
        const Key key = hash_.key(s.lines, s.empty);
        if (const Bits zone_of_kept = use_kept(s, key, DEFEND)) return zone_of_kept;
        const std::uint64_t start = writer_.written;
        const Bits a = strong_.winning_move(s);
        writer_.put(first_index(a));
        const StrongPosition<Bits> mine = after(s, ATTACK, a);
        if (const Bits last = completing_cells(mine, ATTACK)) {
            if (has_several(last)) return a | extended_zone(mine, DEFEND, 2, last);
            zone = win(after(mine, DEFEND, last));
            return a | extended_zone(mine, DEFEND, 2, zone | last);
        }
        zone = a | replies(mine);
        end_node(s, key, DEFEND, zone, start);
        return zone;
    }

    // Writes how the attacker wins after each reply of the defender.
    Bits win_reply(StrongPosition<Bits> s) {
        const Bits zone = replies(s);
        writer_.put(ProofWriter::END);
        return zone;
    }

  private:
    static constexpr int ATTACK = 0, DEFEND = 1;
    static constexpr std::uint64_t MIN_KEPT_SIZE = 40;  // bytes
    using Moves = std::array<int, 8 * sizeof(Bits)>;
    using Pairs = std::vector<Bits>;

    Bits replies(const StrongPosition<Bits>& s) {
        Bits candidates = s.empty, zone = 0;
        Moves moves;
        for (int i = 0, move_count = strong_.ordered_moves(s, moves.data()); i < move_count; ++i) {
            const Bits b = bit<Bits>(moves[i]);
            if (!(candidates & b)) continue;
            writer_.put(moves[i]);
            const Bits more = win(after(s, DEFEND, b));
            zone |= more;
            candidates &= more & ~b;
        }
        return zone;
    }

    Bits hold(StrongPosition<Bits> s, Pairs pairs) {
        Bits zone = 0;
        if (const Bits last = completing_cells(s, DEFEND)) {  // the attacker has to take that cell
            put_pairs(pairs);
            for (Bits pair : pairs) zone |= pair;
            if (!has_several(last)) {
                writer_.put(first_index(last));
                zone |= answer(after(s, ATTACK, last));
            }
            writer_.put(ProofWriter::END);
            return extended_zone(s, ATTACK, 2, zone | last);
        }
        set_aside_twins(s, pairs);
        Pairs more;
        if (strong_.maker_breaker().find_pairs(s.lines[ATTACK], s.empty, more)) {
            pairs.insert(pairs.end(), more.begin(), more.end());
            s.lines[ATTACK] = {};
        }
        put_pairs(pairs);
        for (Bits pair : pairs) zone |= pair;
        if (!no_lines(s.lines[ATTACK])) {
            const Key key = hash_.key(s.lines, s.empty);
            if (const Bits zone_of_kept = use_kept(s, key, ATTACK)) return zone | zone_of_kept;
            const std::uint64_t start = writer_.written;
            Bits candidates = s.empty, body = 0;
            Moves moves;
            for (int i = 0, move_count = strong_.ordered_moves(s, moves.data()); i < move_count; ++i) {
                const Bits b = bit<Bits>(moves[i]);
                if (!(candidates & b)) continue;
                writer_.put(moves[i]);
                const Bits depends = answer(after(s, ATTACK, b));
                body |= depends;
                candidates &= depends & ~b;
            }
            end_node(s, key, ATTACK, body, start);
            return zone | body;
        }
        writer_.put(ProofWriter::END);
        return zone;
    }

    // Ends a node and keeps it if it is large enough.
    void end_node(const StrongPosition<Bits>& s, const Key& key, int loser, Bits zone, std::uint64_t start) {
        const std::uint64_t size = writer_.written - start;
        if (size < MIN_KEPT_SIZE) return writer_.put(ProofWriter::END);
        const std::uint32_t place = kept_.slot_for(key.value);
        auto& slot = kept_.slots[place];
        slot = {key.value, size, key.symmetry, zone, {}, {}};
        each_line(s.lines[loser], [&](Bits line) { slot.loser.push_back(line & zone); });
        each_line(s.lines[1 - loser], [&](Bits line) {
            if (!(line & s.empty & ~zone)) slot.winner.push_back(line & s.empty);
        });
        for (auto* lines : {&slot.loser, &slot.winner}) {
            std::sort(lines->begin(), lines->end());
            lines->erase(std::unique(lines->begin(), lines->end()), lines->end());
        }
        writer_.put_slot(ProofWriter::KEEP, place);
    }

    // If a kept node proves this position, writes a reference to it and returns its zone. Otherwise returns 0.
    Bits use_kept(const StrongPosition<Bits>& s, const Key& key, int loser) {
        for (std::uint32_t place = kept_.bucket(key.value), last = place + KeptNodes<Bits>::WAYS; place < last;
             ++place) {
            auto& slot = kept_.slots[place];
            if (slot.key != key.value || !slot.zone) continue;
            const int via = symmetry_between_[key.symmetry][slot.symmetry];
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
            writer_.put_slot(ProofWriter::USE, place);
            writer_.put(via);
            slot.size += slot.size / 4;
            return hash_.preimage(slot.zone, via);
        }
        return 0;
    }

    template <class Do>
    void each_line(const LineSet<Bits>& lines, Do act) const {
        for (int d = 0; d < DIRECTIONS; ++d)
            for_each_bit(lines[d], [&](int start) { act(lines_.grid.line(start, d)); });
    }

    // Writes a reply and the node after it.
    Bits answer(StrongPosition<Bits> s) {
        if (const Bits last = completing_cells(s, DEFEND)) {
            writer_.put(first_index(last));
            return extended_zone(s, ATTACK, 1, lowest_bit(last));
        }
        Pairs pairs;
        Bits reply = completing_cells(s, ATTACK);
        if (!reply) {
            set_aside_twins(s, pairs);
            if (no_lines(s.lines[ATTACK])) {
                writer_.put(ProofWriter::PASS);
                return hold(s, pairs);
            }
            reply = strong_.drawing_reply(s);
        }
        writer_.put(first_index(reply));
        return reply | hold(after(s, DEFEND, reply), pairs);
    }

    // Pairs off the attacker's twin cells if the defender has no lines.
    void set_aside_twins(StrongPosition<Bits>& s, Pairs& pairs) {
        if (!no_lines(s.lines[DEFEND])) return;
        MakerPosition<Bits> state{s.lines[ATTACK], s.empty};
        strong_.maker_breaker().reduce(state, &pairs);
        s.lines[ATTACK] = state.lines;
        s.empty = state.empty;
    }

    void put_pairs(const Pairs& pairs) {
        writer_.put(int(pairs.size()));
        for (Bits pair : pairs) {
            writer_.put(first_index(pair));
            writer_.put(first_index(pair & (pair - 1)));
        }
    }

    StrongPosition<Bits> after(StrongPosition<Bits> s, int mover, Bits b) const {
        lines_.remove(s.lines[1 - mover], b);
        s.empty &= ~b;
        return s;
    }

    Bits completing_cells(const StrongPosition<Bits>& s, int side) const {
        return lines_.completing_cells(s.lines[side], s.empty);
    }

    Bits extended_zone(const StrongPosition<Bits>& s, int side, int least, Bits zone) const {
        Bits more = zone;
        for (int d = 0; d < DIRECTIONS; ++d)
            for_each_bit(s.lines[side][d], [&](int start) {
                const Bits line = lines_.grid.line(start, d);
                if (count(line & zone) < least) more |= line & s.empty;
            });
        return more;
    }

    const Lines<K, Bits> lines_;
    const ZobristHash<Bits, 2>& hash_;
    StrongGame<K, Bits>& strong_;
    ProofWriter& writer_;
    KeptNodes<Bits> kept_;
    int symmetry_between_[8][8] = {};
};

}  // namespace noughts
