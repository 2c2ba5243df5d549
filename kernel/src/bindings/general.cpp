// The Python binding of the general solver. A set of cells is an int, and bit c is cell c.
#include "general/general.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace noughts {
namespace {

Cells to_cells(nb::handle number) {
    expect((number >> nb::int_(128)).equal(nb::int_(0)), "a set of cells can have at most 128 bits");
    return low_cells(number);
}

std::vector<Cells> to_cell_sets(nb::handle numbers) {
    std::vector<Cells> sets;
    for (nb::handle number : numbers) sets.push_back(to_cells(number));
    return sets;
}

GeneralPosition to_position(nb::int_ mine, nb::int_ theirs, bool first_to_move) {
    return {to_cells(mine), to_cells(theirs), first_to_move};
}

}  // namespace

void bind_general(nb::module_& module) {
    nb::class_<ScoreBounds>(module, "ScoreBounds")
        .def_ro("cell", &ScoreBounds::cell)
        .def_ro("low", &ScoreBounds::low)
        .def_ro("high", &ScoreBounds::high);

    nb::class_<General>(module, "General")
        .def_static(
            "make",
            [](int cells, nb::iterable lines, nb::iterable needs, bool misere, int full,
               std::vector<std::vector<int>> symmetries, nb::iterable beyond, std::size_t megabytes, int key_bits,
               bool table, bool forks, bool distance, bool pairing, bool columns) {
                expect(megabytes <= MAX_MEGABYTES, "the table can have at most 1048576 megabytes");
                expect(key_bits >= 0, "a key cannot have fewer than 0 bits");
                const Rules rules{cells, to_cell_sets(lines), to_cell_sets(needs), misere, full, std::move(symmetries),
                                  to_cell_sets(beyond)};
                return make_general(rules, megabytes << 20, key_bits, {table, forks, distance, pairing, columns});
            },
            "cells"_a, "lines"_a, "needs"_a = nb::make_tuple(), "misere"_a = false, "full"_a = 0,
            "symmetries"_a = nb::list(), nb::kw_only(), "beyond"_a = nb::make_tuple(), "megabytes"_a = 64,
            "key_bits"_a = int(BoundsTable::CHECK_BITS), "table"_a = true, "forks"_a = true, "distance"_a = true,
            "pairing"_a = true, "columns"_a = true)
        .def_prop_ro("exact_keys", &General::exact_keys)
        .def(
            "score",
            [](General& general, nb::int_ mine, nb::int_ theirs, bool first_to_move, Control& control, bool value_only,
               int threads) {
                expect_threads(threads);
                const GeneralPosition position = to_position(mine, theirs, first_to_move);
                return Interruptible(control).run(
                    [&] { return general.score(position, control, value_only, threads); });
            },
            "mine"_a, "theirs"_a, "first_to_move"_a, "control"_a, "value_only"_a = false, "threads"_a = 1)
        .def(
            "scores",
            [](General& general, nb::int_ mine, nb::int_ theirs, bool first_to_move, Control& control, bool value_only,
               int threads) {
                expect_threads(threads);
                const GeneralPosition position = to_position(mine, theirs, first_to_move);
                return Interruptible(control).run(
                    [&] { return general.scores(position, control, value_only, threads); });
            },
            "mine"_a, "theirs"_a, "first_to_move"_a, "control"_a, "value_only"_a = false, "threads"_a = 1)
        .def(
            "search_window",
            [](General& general, nb::int_ mine, nb::int_ theirs, bool first_to_move, int alpha, int beta,
               Control& control) {
                const GeneralPosition position = to_position(mine, theirs, first_to_move);
                try {
                    return Interruptible(control).run(
                        [&] { return general.search_window(position, alpha, beta, control); });
                } catch (const Stopped&) {
                    PyErr_SetString(PyExc_TimeoutError, "the search was stopped or has used up its budget");
                    throw nb::python_error();
                }
            },
            "mine"_a, "theirs"_a, "first_to_move"_a, "alpha"_a, "beta"_a, "control"_a);
}

}  // namespace noughts
