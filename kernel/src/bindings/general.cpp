// General as Python sees it: cells are the bits of an int.
#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "general/general.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace noughts {
namespace {

Cells from_python(nb::handle number) {
    expect((number >> nb::int_(128)).equal(nb::int_(0)), "a set of cells has at most 128 bits");
    return two_words(number);
}

std::vector<Cells> sets_from_python(nb::handle numbers) {
    std::vector<Cells> found;
    for (nb::handle number : numbers) found.push_back(from_python(number));
    return found;
}

Placed placed(nb::int_ mine, nb::int_ theirs, bool first_to_move) {
    return {from_python(mine), from_python(theirs), first_to_move};
}

}  // namespace

void bind_general(nb::module_& module) {
    nb::class_<Scored>(module, "Scored")
        .def_ro("cell", &Scored::cell)
        .def_ro("low", &Scored::low)
        .def_ro("high", &Scored::high);

    nb::class_<General>(module, "General")
        .def_static(
            "make",
            [](int cells, nb::iterable lines, nb::iterable needs, bool misere, int full,
               std::vector<std::vector<int>> symmetries, std::size_t megabytes, int key_bits, bool table, bool forks,
               bool reach, bool pairing) {
                expect(megabytes <= MOST_MEGABYTES, "the memory must be 0 to 1048576 megabytes");
                expect(key_bits >= 0, "the bits of a key must be 0 or more");
                const Rules rules{cells, sets_from_python(lines), sets_from_python(needs), misere,
                                  full,  std::move(symmetries)};
                return make_general(rules, megabytes << 20, key_bits, {table, forks, reach, pairing});
            },
            "cells"_a, "lines"_a, "needs"_a = nb::make_tuple(), "misere"_a = false, "full"_a = 0,
            "symmetries"_a = nb::list(), nb::kw_only(), "megabytes"_a = 64, "key_bits"_a = int(BoundsTable::REST),
            "table"_a = true, "forks"_a = true, "reach"_a = true, "pairing"_a = true)
        .def_prop_ro("exact_keys", &General::exact_keys)
        .def(
            "score",
            [](General& general, nb::int_ mine, nb::int_ theirs, bool first_to_move, Control& control, bool value_only,
               int threads) {
                expect(threads >= 1 && threads <= MOST_THREADS, "the threads must be 1 to 256");
                const Placed at = placed(mine, theirs, first_to_move);
                return Interruptible(control).answer([&] { return general.score(at, control, value_only, threads); });
            },
            "mine"_a, "theirs"_a, "first_to_move"_a, "control"_a, "value_only"_a = false, "threads"_a = 1)
        .def(
            "scores",
            [](General& general, nb::int_ mine, nb::int_ theirs, bool first_to_move, Control& control, bool value_only,
               int threads) {
                expect(threads >= 1 && threads <= MOST_THREADS, "the threads must be 1 to 256");
                const Placed at = placed(mine, theirs, first_to_move);
                return Interruptible(control).answer([&] { return general.scores(at, control, value_only, threads); });
            },
            "mine"_a, "theirs"_a, "first_to_move"_a, "control"_a, "value_only"_a = false, "threads"_a = 1)
        .def(
            "within",
            [](General& general, nb::int_ mine, nb::int_ theirs, bool first_to_move, int alpha, int beta,
               Control& control) {
                const Placed at = placed(mine, theirs, first_to_move);
                try {
                    return Interruptible(control).answer([&] { return general.within(at, alpha, beta, control); });
                } catch (const Stopped&) {
                    PyErr_SetString(PyExc_TimeoutError, "the search was stopped, or is out of budget");
                    throw nb::python_error();
                }
            },
            "mine"_a, "theirs"_a, "first_to_move"_a, "alpha"_a, "beta"_a, "control"_a);
}

}  // namespace noughts
