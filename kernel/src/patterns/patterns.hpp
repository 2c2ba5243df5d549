// Patterns: for either side and every empty cell, what a stone there would make. The twin of noughts.search.patterns.
#pragma once

#include "common/bits.hpp"
#include "mnk/transposition_table.hpp"
#include "patterns/pattern_tables.hpp"

namespace noughts {

// What a stone would make in every cell, kept up to date while stones are put down and taken back.
class Patterns {
  public:
    Patterns(const Net& net, const std::vector<int>& first, const std::vector<int>& second)
        : net_(net),
          stones_(net.cells, EMPTY),
          codes_(net.empty),
          kinds_(net.groups.size()),
          counts_(net.cells),
          flags_(net.cells) {
        for (auto& side : making_)
            for (auto& cells : side) cells.resize((net.cells + 63) / 64);
        for (int cell = 0; cell < net.cells; ++cell) {
            for (int at = cell * net.directions, end = at + net.directions; at < end; ++at) {
                kinds_[at] = found_kinds(at);
                counts_[cell] += net.counts[kinds_[at]];
            }
            note(cell, flags(counts_[cell]));
        }
        for (int side = 0; side < 2; ++side)
            for (int cell : side ? second : first) {
                if (cell < 0 || cell >= net.cells || !free(cell))
                    throw std::invalid_argument("stones lie on different cells of the board");
                play(cell, side);
            }
    }

    bool free(int cell) const { return stones_[cell] == EMPTY; }

    // What a stone of a side is worth; 0 where one lies.
    Worth worth(int cell, int side) const {
        if (!free(cell)) return 0;
        if (makes(A_FIVE, side, cell)) return net_.worths.five;
        if (makes(AN_OPEN_FOUR, side, cell)) return net_.worths.open_four;
        Worth sum = 0;
        for (int at = cell * net_.directions, end = at + net_.directions; at < end; ++at)
            sum += codes_[at] == Net::NO_CODE ? measured(at).worth[side] : net_.found[codes_[at]].worth[side];
        return makes(A_FORK, side, cell) ? std::max(sum, net_.worths.fork) : sum;
    }

    // Whether a stone of a side makes this in a cell.
    bool makes(Makes what, int side, int cell) const { return flags_[cell] >> flag(what, side) & 1; }

    // Whether one does in any cell, or in several; the first and the last of them, where there are any.
    bool any(Makes what, int side) const { return many_[side][what] > 0; }
    bool several(Makes what, int side) const { return many_[side][what] > 1; }
    int first(Makes what, int side) const {
        const auto& words = making_[side][what];
        std::size_t word = 0;
        while (!words[word]) ++word;
        return int(64 * word) + noughts::first(words[word]);
    }
    int last(Makes what, int side) const {
        int last = -1;
        each(what, side, [&](int cell) { last = cell; });
        return last;
    }

    // Calls `act` with every such cell, in order.
    template <class Do>
    void each(Makes what, int side, Do&& act) const {
        const auto& words = making_[side][what];
        for (std::size_t word = 0; word < words.size(); ++word)
            noughts::each(words[word], [&](int cell) { act(int(64 * word) + cell); });
    }

    // A cell where a side makes an open four that really is one; -1 for none.
    int open_four(int side) const {
        int found = -1;
        each_open_four(side, [&](int cell) {
            if (found < 0) found = cell;
        });
        return found;
    }

    // Calls `act` with every such cell: not with one as in X X . . X X, which does not leave two that complete a line.
    template <class Do>
    void each_open_four(int side, Do&& act) const {
        if (!any(AN_OPEN_FOUR, side)) return;
        each(AN_OPEN_FOUR, side, [&](int cell) {
            if (!makes(A_FIVE, side, cell) && lacking_one(cell, side).size() > 2) act(cell);
        });
    }

    // The empty cells of the lines that lack one stone after one of a side in a cell, itself the first; until it is
    // called again.
    const std::vector<int>& lacking_one(int cell, int side) const {
        lacking_.assign(1, cell);
        for (int at = cell * net_.directions, end = at + net_.directions; at < end; ++at) {
            if (kind(kinds_[at], side) < FOUR) continue;
            for (int line : net_.groups[at]) {
                int mine = 0, last = cell;
                for (int one : net_.lines[line]) {
                    mine += stones_[one] == side;
                    if (free(one) && one != cell) last = one;
                }
                if (mine != net_.worths.k - 2) continue;
                if (std::find(lacking_.begin(), lacking_.end(), last) == lacking_.end()) lacking_.push_back(last);
            }
        }
        return lacking_;
    }

    // Where an answer may stop every open four that a side can make, and all cells that matter to one; until it is
    // called again.
    struct Stops {
        std::vector<int> all, any;
    };
    const Stops& stops(int side) const {
        std::vector<int>&all = stops_.all, &any = stops_.any;
        all.clear();
        any.clear();
        each_open_four(side, [&](int cell) {
            const std::vector<int>& these = lacking_one(cell, side);
            const auto is_not_here = [&](int one) { return std::find(these.begin(), these.end(), one) == these.end(); };
            if (any.empty()) all = these;
            else all.erase(std::remove_if(all.begin(), all.end(), is_not_here), all.end());
            any.insert(any.end(), these.begin(), these.end());
        });
        return stops_;
    }

    // Calls `act` with every cell where a side may answer if these stop the other's open fours: they, and its own
    // fours.
    template <class Do>
    void each_answer(const Stops& stops, int side, Do&& act) const {
        each(A_FOUR, side, act);
        for (int cell : stops.all)
            if (!makes(A_FOUR, side, cell)) act(cell);
    }

    // What all empty cells together promise to a side that is to move, or is not.
    int promised(int side, bool moves) const {
        const auto& promises = net_.promises[!moves];
        int sum = 0;
        for (int cell = 0; cell < net_.cells; ++cell) {
            const Kinds* kinds = &kinds_[cell * net_.directions];
            if (free(cell)) sum += promises[pair(kinds, kinds + net_.directions, side)];
        }
        return sum;
    }

    // A number for the stones (Zobrist 1970), not for who is to move.
    std::uint64_t hash() const { return hash_; }

    void play(int cell, int side) {
        played_.push_back(cell);
        stones_[cell] = std::uint8_t(side);
        note(cell, 0);
        turn(cell, side, 1);
    }

    // Takes the stone back that was put down last.
    void undo() {
        const int cell = played_.back(), side = stones_[cell];
        played_.pop_back();
        stones_[cell] = EMPTY;
        turn(cell, side, -1);
        note(cell, flags(counts_[cell]));
    }

  private:
    static constexpr std::uint8_t EMPTY = 2;

    static std::uint64_t key(int cell, int side) { return mix(std::uint64_t(cell) << 1 | std::uint64_t(side)); }

    // Sees to the cells to which it matters that a stone came, or went.
    void turn(int cell, int side, int sign) {
        hash_ ^= key(cell, side);
        const int steps = sign * (side + 1);
        for (const Net::Near& near : net_.near[cell]) {
            if (!free(near.cell)) continue;
            codes_[near.at] += steps * near.step;
            const Kinds now = found_kinds(near.at), before = kinds_[near.at];
            if (now == before) continue;
            kinds_[near.at] = now;
            if (const Counts more = net_.counts[now] - net_.counts[before])
                note(near.cell, flags(counts_[near.cell] += more));
        }
    }

    Kinds found_kinds(int at) const { return codes_[at] == Net::NO_CODE ? measured(at).kinds : net_.kinds[codes_[at]]; }

    Found measured(int at) const {
        return net_.worths.found(net_.groups[at], [&](int line) {
            std::array<int, 2> stones{};
            for (int cell : net_.lines[line])
                if (!free(cell)) ++stones[stones_[cell]];
            return stones;
        });
    }

    // Notes what a stone now makes in a cell.
    void note(int cell, Flags now) {
        for (Flags changed = now ^ flags_[cell]; changed; changed &= changed - 1) {
            const int at = noughts::first(changed), what = at % 8 ? A_FORK : at / 8 % 4;
            making_[at / 32][what][cell / 64] ^= bit<Word64>(cell % 64);
            many_[at / 32][what] += now >> at & 1 ? 1 : -1;
        }
        flags_[cell] = now;
    }

    const Net& net_;
    std::vector<std::uint8_t> stones_;  // whose, in each cell
    std::vector<int> codes_;            // of each direction of each cell
    std::vector<Kinds> kinds_;          // and what a stone makes there
    std::vector<Counts> counts_;        // of each cell
    std::vector<Flags> flags_;
    std::array<std::array<std::vector<Word64>, MAKES>, 2> making_;
    std::array<std::array<int, MAKES>, 2> many_{};
    std::vector<int> played_;
    mutable std::vector<int> lacking_;
    mutable Stops stops_;
    std::uint64_t hash_ = 0;
};

// A stone that lies as long as this does.
class Stone {
  public:
    Stone(Patterns& patterns, int cell, int side) : patterns_(patterns) { patterns_.play(cell, side); }
    ~Stone() { patterns_.undo(); }
    Stone(const Stone&) = delete;
    Stone& operator=(const Stone&) = delete;

  private:
    Patterns& patterns_;
};

}  // namespace noughts
