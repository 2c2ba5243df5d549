// Searches by patterns as Python sees them: cells are numbers.
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

void bind_patterns(nb::module_& module) {
    using Stones = const std::vector<int>&;
    nb::class_<Net>(module, "Net")
        .def_static(
            "make",
            [](int cells, const std::vector<std::vector<int>>& lines, const std::vector<std::vector<int>>& promises) {
                expect(cells >= 1 && cells <= PatternWin::MOST_CELLS, "a board of patterns has 1 to 1024 cells");
                Promises told{};
                expect(promises.size() == told.size(), "promises are for the side to move and for the other");
                for (std::size_t role = 0; role < told.size(); ++role) {
                    expect(promises[role].size() == told[role].size(),
                           "there are 81 promises, one for each pair of kinds");
                    expect(promises[role][0] == 0, "a cell where a stone makes nothing promises nothing");
                    for (int one : promises[role])
                        expect(-1'000'000 <= one && one <= 1'000'000, "a promise is at most a million thousandths");
                    std::copy(promises[role].begin(), promises[role].end(), told[role].begin());
                }
                return new Net(cells, lines, told);
            },
            "cells"_a, "lines"_a, "promises"_a)
        .def(
            "worths",
            [](const Net& net, Stones mine, Stones theirs) {
                const Patterns patterns(net, mine, theirs);
                std::array<std::vector<Worth>, 2> worths;
                for (int side = 0; side < 2; ++side)
                    for (int cell = 0; cell < net.cells; ++cell) worths[side].push_back(patterns.worth(cell, side));
                return std::pair{worths[0], worths[1]};
            },
            "mine"_a, "theirs"_a)
        .def(
            "guesses",
            [](const Net& net, Stones mine, Stones theirs, Stones moves, int width, Control& control) {
                expect(width >= 1, "the width must be 1 or more");
                Patterns patterns(net, mine, theirs);
                for (int move : moves)
                    expect(move >= 0 && move < net.cells && patterns.free(move), "a move is an empty cell");
                const auto guesses = Interruptible(control).answer(
                    [&] { return PatternSearch(net, patterns, width, control).guesses(moves); });
                std::vector<std::pair<int, int>> found;
                for (const Guessed& guessed : guesses) found.push_back({guessed.cell, guessed.score});
                return found;
            },
            "mine"_a, "theirs"_a, "moves"_a, "width"_a, "control"_a)
        .def(
            "win",
            [](const Net& net, Stones mine, Stones theirs,
               Control& control) -> std::optional<std::pair<int, std::vector<int>>> {
                Patterns patterns(net, mine, theirs);
                const auto won = Interruptible(control).answer([&]() -> std::optional<PatternWon> {
                    try {
                        Counter counter(control);
                        return PatternWin(net, patterns, counter, 0).find();
                    } catch (const Stopped&) {
                        return std::nullopt;  // none is seen with so many nodes
                    }
                });
                if (!won) return std::nullopt;
                return std::pair{won->cell, won->zone};
            },
            "mine"_a, "theirs"_a, "control"_a);
}

}  // namespace noughts
