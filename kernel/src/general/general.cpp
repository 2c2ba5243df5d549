#include "general/general.hpp"

#include <stdexcept>

#include "columns/search.hpp"
#include "general/solver.hpp"

namespace noughts {
namespace {

void check(const Rules& rules) {
    auto fail = [](const char* message) { throw std::invalid_argument(message); };
    if (rules.cells < 1 || rules.cells > MAX_CELLS) fail("the kernel solves boards of 1 to 128 cells");
    const Word128 off = rules.cells < 128 ? ~((Word128(1) << rules.cells) - 1) : 0;
    for (const Cells& line : rules.lines)
        if (!to_bits<Word128>(line) || (to_bits<Word128>(line) & off))
            fail("a line must have at least one cell, and all its cells must be on the board");
    if (!rules.beyond.empty() && rules.beyond.size() != rules.lines.size())
        fail("beyond must have one entry for each line");
    for (const Cells& beyond : rules.beyond)
        if (to_bits<Word128>(beyond) & off) fail("beyond must only contain cells of the board");
    if (!rules.needs.empty() && int(rules.needs.size()) != rules.cells) fail("needs must have one entry for each cell");
    for (const Cells& need : rules.needs)
        if (to_bits<Word128>(need) & off) fail("needs must only contain cells of the board");
    if (rules.full < -1 || rules.full > 1) fail("full must be 1, -1 or 0");
    for (const std::vector<int>& symmetry : rules.symmetries) {
        Word128 images = 0;
        for (int cell : symmetry)
            if (cell >= 0 && cell < rules.cells) images |= bit<Word128>(cell);
        if (int(symmetry.size()) != rules.cells || count(images) != rules.cells)
            fail("a symmetry must be a permutation of the cells");
    }
}

template <class Bits, int W>
std::unique_ptr<General> make(const Rules& rules, std::size_t bytes, int key_bits, Shortcuts shortcuts) {
    using Game = GameData<Bits, W>;
    return std::make_unique<ExactSolver<Game, AlphaBeta<Bits, W>>>(Game(rules), bytes, key_bits, shortcuts);
}

template <class Bits>
std::unique_ptr<General> make_for_lines(const Rules& rules, std::size_t bytes, int key_bits, Shortcuts shortcuts) {
    if (rules.lines.size() <= 64) return make<Bits, 1>(rules, bytes, key_bits, shortcuts);
    if (rules.lines.size() <= 128) return make<Bits, 2>(rules, bytes, key_bits, shortcuts);
    return make<Bits, 0>(rules, bytes, key_bits, shortcuts);
}

template <class Bits, int Length, int Height>
std::unique_ptr<General> make(const Rules& rules, ColumnsShape shape, std::size_t bytes, int key_bits) {
    using Game = ColumnsGame<Bits, Length, Height>;
    return std::make_unique<ExactSolver<Game, ColumnsSearch<Game>>>(Game(rules, shape), bytes, key_bits, Shortcuts());
}

std::unique_ptr<General> make_for_shape(const Rules& rules, ColumnsShape shape, std::size_t bytes, int key_bits) {
    if (shape.width * (shape.height + 1) > 64) return make<Word128, 0, 0>(rules, shape, bytes, key_bits);
    if (shape.length == 4 && shape.height == 5) return make<Word64, 4, 5>(rules, shape, bytes, key_bits);
    if (shape.length == 4 && shape.height == 6) return make<Word64, 4, 6>(rules, shape, bytes, key_bits);
    if (shape.length == 4 && shape.height == 7) return make<Word64, 4, 7>(rules, shape, bytes, key_bits);
    return make<Word64, 0, 0>(rules, shape, bytes, key_bits);
}

}  // namespace

std::unique_ptr<General> make_general(const Rules& rules, std::size_t bytes, int key_bits, Shortcuts shortcuts) {
    check(rules);
    if (shortcuts.columns)
        if (const auto shape = columns_shape(rules)) return make_for_shape(rules, *shape, bytes, key_bits);
    Rules whole = rules;
    if (whole.symmetries.empty()) {
        whole.symmetries.emplace_back();
        for (int c = 0; c < rules.cells; ++c) whole.symmetries[0].push_back(c);
    }
    if (rules.cells <= 64) return make_for_lines<Word64>(whole, bytes, key_bits, shortcuts);
    return make_for_lines<Word128>(whole, bytes, key_bits, shortcuts);
}

}  // namespace noughts
