// The Python binding of the pattern searches. Cells are numbers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings/bindings.hpp"
#include "patterns/pattern_search.hpp"
#include "patterns/vct.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace noughts {
namespace {

PairWeights pair_weights(const std::vector<std::vector<int>>& lists) {
    PairWeights weights{};
    expect(lists.size() == weights.size(), "expected two lists of weights: for the side to move and for the opponent");
    for (std::size_t role = 0; role < weights.size(); ++role) {
        expect(lists[role].size() == weights[role].size(), "expected 81 weights, one for each pair of kinds");
        expect(lists[role][0] == 0, "the weight of a cell without patterns must be 0");
        for (int weight : lists[role])
            expect(-1'000'000 <= weight && weight <= 1'000'000,
                   "a weight must be from -1000000 to 1000000 thousandths");
        std::copy(lists[role].begin(), lists[role].end(), weights[role].begin());
    }
    return weights;
}

}  // namespace

void bind_patterns(nb::module_& module) {
    using Stones = const std::vector<int>&;
    nb::class_<PatternTables>(module, "PatternTables")
        .def_static(
            "make",
            [](int cells, const std::vector<std::vector<int>>& lines, const std::vector<std::vector<int>>& weights,
               const std::vector<std::vector<int>>& beyond) {
                expect(cells >= 1 && cells <= VctSearch::MAX_BOARD_CELLS, "the board must have 1 to 1024 cells");
                return new PatternTables(cells, lines, beyond, pair_weights(weights));
            },
            "cells"_a, "lines"_a, "weights"_a, "beyond"_a = std::vector<std::vector<int>>())
        .def(
            "worths",
            [](const PatternTables& tables, Stones mine, Stones theirs) {
                const Patterns patterns(tables, mine, theirs);
                std::array<std::vector<Worth>, 2> worths;
                for (int side = 0; side < 2; ++side)
                    for (int cell = 0; cell < tables.cells; ++cell) worths[side].push_back(patterns.worth(cell, side));
                return std::pair{worths[0], worths[1]};
            },
            "mine"_a, "theirs"_a)
        .def(
            "pairs",
            [](const PatternTables& tables, Stones mine, Stones theirs) {
                const Patterns patterns(tables, mine, theirs);
                std::array<std::vector<int>, 2> pairs;
                for (int side = 0; side < 2; ++side)
                    for (int cell = 0; cell < tables.cells; ++cell) pairs[side].push_back(patterns.pair(cell, side));
                return std::pair{pairs[0], pairs[1]};
            },
            "mine"_a, "theirs"_a)
        .def(
            "estimates",
            [](const PatternTables& tables, Stones mine, Stones theirs, Stones moves, int width, Control& control) {
                expect(width >= 1, "the width must be 1 or more");
                Patterns patterns(tables, mine, theirs);
                for (int move : moves)
                    expect(move >= 0 && move < tables.cells && patterns.is_empty(move),
                           "every move must be an empty cell");
                const auto estimates = Interruptible(control).run(
                    [&] { return PatternSearch(tables, patterns, width, control).estimates(moves); });
                std::vector<std::pair<int, int>> pairs;
                for (const MoveEstimate& move : estimates) pairs.push_back({move.cell, move.score});
                return pairs;
            },
            "mine"_a, "theirs"_a, "moves"_a, "width"_a, "control"_a)
        .def(
            "win",
            [](const PatternTables& tables, Stones mine, Stones theirs,
               Control& control) -> std::optional<std::pair<int, std::vector<int>>> {
                Patterns patterns(tables, mine, theirs);
                const auto win = Interruptible(control).run([&]() -> std::optional<PatternWin> {
                    try {
                        NodeCounter counter(control);
                        return VctSearch(tables, patterns, counter, 0).find();
                    } catch (const Stopped&) {
                        return std::nullopt;
                    }
                });
                if (!win) return std::nullopt;
                return std::pair{win->cell, win->zone};
            },
            "mine"_a, "theirs"_a, "control"_a);
}

}  // namespace noughts
