// Patterns: what a stone of either side would make in each empty cell.
#pragma once

#include "common/bits.hpp"
#include "common/mix.hpp"
#include "patterns/pattern_tables.hpp"

namespace noughts {

// The stones of a position, and the patterns of every cell, kept up to date as stones are placed and removed.
class Patterns {
  public:
    // Throws std::invalid_argument if a stone is off the board or two stones are in one cell.
    Patterns(const PatternTables& tables, const std::vector<int>& first, const std::vector<int>& second)
        : tables_(tables),
          stones_(tables.cells, EMPTY),
          codes_(tables.start_codes),
          kinds_(tables.lines_of.size()),
          counts_(tables.cells),
          flags_(tables.cells) {
        for (auto& sets : cells_making_)
            for (auto& set : sets) set.resize((tables.cells + 63) / 64);
        for (int cell = 0; cell < tables.cells; ++cell) {
            for (int slot = first_slot(cell); slot < first_slot(cell + 1); ++slot) {
                kinds_[slot] = look_up_kinds(slot);
                counts_[cell] += tables.counts[kinds_[slot]];
            }
            set_flags(cell, cell_flags(counts_[cell]));
        }
        for (int side = 0; side < 2; ++side)
            for (int cell : side ? second : first) {
                if (cell < 0 || cell >= tables.cells || !is_empty(cell))
                    throw std::invalid_argument("stones must be in different cells of the board");
                play(cell, side);
            }
    }

    bool is_empty(int cell) const { return stones_[cell] == EMPTY; }

    // Returns the worth of a stone in a cell; 0 if the cell is taken.
    Worth worth(int cell, int side) const {
        if (!is_empty(cell)) return 0;
        if (makes(MAKES_FIVE, side, cell)) return tables_.worths.five;
        if (makes(MAKES_OPEN_FOUR, side, cell)) return tables_.worths.open_four;
        Worth sum = 0;
        for (int slot = first_slot(cell), end = first_slot(cell + 1); slot < end; ++slot) {
            const int code = codes_[slot];
            sum += code == PatternTables::NO_CODE ? measure(slot).worth[side] : tables_.patterns[code].worth[side];
        }
        return makes(MAKES_FORK, side, cell) ? std::max(sum, tables_.worths.fork) : sum;
    }

    // Whether a stone makes this pattern in a cell; false if the cell is taken.
    bool makes(CellPattern pattern, int side, int cell) const { return flags_[cell] >> flag_bit(pattern, side) & 1; }

    // Whether a stone makes this pattern in any cell, or in more than one.
    bool any(CellPattern pattern, int side) const { return cell_counts_[side][pattern] > 0; }
    bool several(CellPattern pattern, int side) const { return cell_counts_[side][pattern] > 1; }

    // Returns the lowest or the highest cell in which a stone makes this pattern. There must be one.
    int first(CellPattern pattern, int side) const {
        const auto& words = cells_making_[side][pattern];
        std::size_t word = 0;
        while (!words[word]) ++word;
        return int(64 * word) + first_index(words[word]);
    }
    int last(CellPattern pattern, int side) const {
        int last = -1;
        for_each_cell(pattern, side, [&](int cell) { last = cell; });
        return last;
    }

    // Calls `act` with every cell in which a stone makes this pattern, in order.
    template <class Act>
    void for_each_cell(CellPattern pattern, int side, Act&& act) const {
        const auto& words = cells_making_[side][pattern];
        for (std::size_t word = 0; word < words.size(); ++word)
            for_each_bit(words[word], [&](int i) { act(int(64 * word) + i); });
    }

    // Returns the lowest cell in which a stone makes a real open four (see for_each_open_four), or -1.
    int open_four(int side) const {
        int lowest = -1;
        for_each_open_four(side, [&](int cell) {
            if (lowest < 0) lowest = cell;
        });
        return lowest;
    }

    // Calls `act` with every cell in which a stone makes an open four that two different cells complete. The middle of
    // X X . . X X does not: both of its fours are completed by the same cell.
    template <class Act>
    void for_each_open_four(int side, Act&& act) const {
        if (!any(MAKES_OPEN_FOUR, side)) return;
        for_each_cell(MAKES_OPEN_FOUR, side, [&](int cell) {
            if (!makes(MAKES_FIVE, side, cell) && cells_of_fours(cell, side).size() > 2) act(cell);
        });
    }

    // Returns `cell`, then the cells that complete a line after a stone of `side` in `cell`. The next call overwrites
    // the result.
    const std::vector<int>& cells_of_fours(int cell, int side) const {
        cells_of_fours_.assign(1, cell);
        for (int slot = first_slot(cell), end = first_slot(cell + 1); slot < end; ++slot) {
            if (kind_for(kinds_[slot], side) < FOUR) continue;
            for (int line : tables_.lines_of[slot]) {
                const std::vector<int>& beyond = tables_.beyond[line];
                if (std::any_of(beyond.begin(), beyond.end(), [&](int other) { return stones_[other] == side; }))
                    continue;
                int own_stones = 0, completing = cell;
                for (int other : tables_.lines[line]) {
                    own_stones += stones_[other] == side;
                    if (is_empty(other) && other != cell) completing = other;
                }
                if (own_stones != tables_.worths.k - 2) continue;
                const bool is_new =
                    std::find(cells_of_fours_.begin(), cells_of_fours_.end(), completing) == cells_of_fours_.end();
                if (is_new) cells_of_fours_.push_back(completing);
            }
        }
        return cells_of_fours_;
    }

    // The cells of the open fours that a side can make: the cells that belong to all of them, where a defence may stop
    // them all, and the cells that belong to any of them. The next call overwrites the result.
    struct OpenFourCells {
        std::vector<int> common, any;
    };
    const OpenFourCells& open_four_cells(int side) const {
        std::vector<int>&common = open_four_cells_.common, &any = open_four_cells_.any;
        common.clear();
        any.clear();
        for_each_open_four(side, [&](int cell) {
            const std::vector<int>& cells = cells_of_fours(cell, side);
            const auto is_missing = [&](int other) {
                return std::find(cells.begin(), cells.end(), other) == cells.end();
            };
            if (any.empty()) common = cells;
            else common.erase(std::remove_if(common.begin(), common.end(), is_missing), common.end());
            any.insert(any.end(), cells.begin(), cells.end());
        });
        return open_four_cells_;
    }

    // Calls `act` with every possible answer of a side to the opponent's open fours: the side's own fours, and the
    // cells common to all open fours.
    template <class Act>
    void for_each_answer(const OpenFourCells& open_fours, int side, Act&& act) const {
        for_each_cell(MAKES_FOUR, side, act);
        for (int cell : open_fours.common)
            if (!makes(MAKES_FOUR, side, cell)) act(cell);
    }

    // Returns the sum of the weights of all empty cells for a side, in thousandths.
    int weight(int side, bool to_move) const {
        const auto& weights = tables_.weights[!to_move];
        int sum = 0;
        for (int cell = 0; cell < tables_.cells; ++cell) sum += weights[pair(cell, side)];
        return sum;
    }

    // Returns the index of the two best kinds of pattern that a stone makes in a cell; 0 if the cell is taken.
    int pair(int cell, int side) const {
        const BothKinds* kinds = &kinds_[first_slot(cell)];
        return is_empty(cell) ? best_pair(kinds, kinds + tables_.directions, side) : 0;
    }

    // Returns the Zobrist key of the stones. It does not include the side to move.
    std::uint64_t hash() const { return hash_; }

    void play(int cell, int side) {
        history_.push_back(cell);
        stones_[cell] = std::uint8_t(side);
        set_flags(cell, 0);
        update_slots(cell, side, 1);
    }

    // Removes the stone that was placed last.
    void undo() {
        const int cell = history_.back(), side = stones_[cell];
        history_.pop_back();
        stones_[cell] = EMPTY;
        update_slots(cell, side, -1);
        set_flags(cell, cell_flags(counts_[cell]));
    }

  private:
    static constexpr std::uint8_t EMPTY = 2;

    static std::uint64_t zobrist_key(int cell, int side) { return mix(std::uint64_t(cell) << 1 | std::uint64_t(side)); }

    int first_slot(int cell) const { return cell * tables_.directions; }

    // Updates the codes, kinds, counts and flags that a stone changes. `sign` is 1 if it was placed, -1 if removed.
    void update_slots(int cell, int side, int sign) {
        hash_ ^= zobrist_key(cell, side);
        const int steps = sign * (side + 1);
        for (const PatternTables::Effect& effect : tables_.effects[cell]) {
            // A taken cell needs no update: stones placed after it are removed before it.
            if (!is_empty(effect.cell)) continue;
            codes_[effect.slot] += steps * effect.step;
            const BothKinds after = look_up_kinds(effect.slot), before = kinds_[effect.slot];
            if (after == before) continue;
            kinds_[effect.slot] = after;
            if (const DirectionCounts change = tables_.counts[after] - tables_.counts[before])
                set_flags(effect.cell, cell_flags(counts_[effect.cell] += change));
        }
    }

    BothKinds look_up_kinds(int slot) const {
        return codes_[slot] == PatternTables::NO_CODE ? measure(slot).kinds : tables_.kinds[codes_[slot]];
    }

    // Computes the pattern of a slot from its stones.
    LinePattern measure(int slot) const {
        return tables_.worths.pattern(tables_.lines_of[slot], [&](int line) {
            return LineWorths::count_stones(tables_.lines[line], tables_.beyond[line],
                                            [&](int cell) { return stones_[cell]; });
        });
    }

    // Sets the flags of a cell and updates, for each changed flag, the set and the number of cells with that pattern.
    void set_flags(int cell, CellFlags flags) {
        for_each_bit(flags ^ flags_[cell], [&](int bit) {
            const int side = flag_side(bit), pattern = flag_pattern(bit);
            const bool is_set = flags >> bit & 1;
            cells_making_[side][pattern][cell / 64] ^= noughts::bit<Word64>(cell % 64);
            cell_counts_[side][pattern] += is_set ? 1 : -1;
        });
        flags_[cell] = flags;
    }

    const PatternTables& tables_;
    std::vector<std::uint8_t> stones_;     // by cell: the side of its stone, or EMPTY
    std::vector<int> codes_;               // by slot
    std::vector<BothKinds> kinds_;         // by slot
    std::vector<DirectionCounts> counts_;  // by cell
    std::vector<CellFlags> flags_;         // by cell
    // By side and pattern: the cells in which a stone makes the pattern, as a bit set, and their number.
    std::array<std::array<std::vector<Word64>, CELL_PATTERNS>, 2> cells_making_;
    std::array<std::array<int, CELL_PATTERNS>, 2> cell_counts_{};
    std::vector<int> history_;  // the cells of all stones, in the order they were placed
    mutable std::vector<int> cells_of_fours_;
    mutable OpenFourCells open_four_cells_;
    std::uint64_t hash_ = 0;
};

// Places a stone and removes it at the end of its scope.
class ScopedStone {
  public:
    ScopedStone(Patterns& patterns, int cell, int side) : patterns_(patterns) { patterns_.play(cell, side); }
    ~ScopedStone() { patterns_.undo(); }
    ScopedStone(const ScopedStone&) = delete;
    ScopedStone& operator=(const ScopedStone&) = delete;

  private:
    Patterns& patterns_;
};

}  // namespace noughts
