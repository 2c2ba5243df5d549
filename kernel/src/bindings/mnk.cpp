// Control and Mnk as Python sees them: cells are the bits of an int.
#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "mnk/mnk.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace noughts {
namespace {

Cells from_python(nb::int_ number, int cells) {
    expect(number >= nb::int_(0) && (number >> nb::int_(cells)).equal(nb::int_(0)), "the stones must be on the board");
    return two_words(number);
}

nb::object to_python(Cells cells) { return nb::int_(cells.low) | (nb::int_(cells.high) << nb::int_(64)); }

}  // namespace

void bind_mnk(nb::module_& module) {
    nb::class_<Control>(module, "Control")
        .def(nb::init<std::uint64_t>(), "budget"_a = ~0ull)
        .def("stop", [](Control& control) { control.stop.store(true); })
        .def_prop_ro("stopped", [](const Control& control) { return control.stop.load(); })
        .def_prop_ro("nodes", [](const Control& control) { return control.nodes.load(); })
        .def_prop_ro("line", [](const Control& control) {
            nb::list line;
            for (int i = 0; i < control.shown.load(); ++i) line.append(control.line[i].load());
            return line;
        });

    nb::class_<Verdict>(module, "Verdict")
        .def_ro("decided", &Verdict::decided)
        .def_ro("won", &Verdict::won)
        .def_prop_ro("zone", [](const Verdict& verdict) { return to_python(verdict.zone); })
        .def_ro("nodes", &Verdict::nodes);

    nb::class_<Mnk>(module, "Mnk")
        .def_static(
            "make",
            [](int columns, int rows, int length, std::size_t megabytes, int key_bits, bool domination, bool twins,
               bool pairing, bool zones, bool table) {
                expect(megabytes <= MOST_MEGABYTES, "the table can have up to 1048576 megabytes");
                expect(1 <= key_bits && key_bits <= 64, "a key has 1 to 64 bits");
                return make_mnk(columns, rows, length, megabytes << 20, key_bits,
                                {domination, twins, pairing, zones, table});
            },
            "columns"_a, "rows"_a, "length"_a, nb::kw_only(), "megabytes"_a = 256, "key_bits"_a = 64,
            "domination"_a = true, "twins"_a = true, "pairing"_a = true, "zones"_a = true, "table"_a = true)
        .def(
            "weak",
            [](Mnk& mnk, nb::int_ maker, nb::int_ breaker, bool maker_to_move, Control& control, int threads) {
                const Cells m = from_python(maker, mnk.size()), b = from_python(breaker, mnk.size());
                expect(!(m.low & b.low) && !(m.high & b.high), "two stones cannot be in one cell");
                expect(1 <= threads && threads <= MOST_THREADS, "a search has 1 to 256 threads");
                return Interruptible(control).answer([&] { return mnk.weak(m, b, maker_to_move, control, threads); });
            },
            "maker"_a, "breaker"_a, "maker_to_move"_a, "control"_a, "threads"_a = 1)
        .def(
            "strong",
            [](Mnk& mnk, nb::int_ attacker, nb::int_ defender, bool attacker_to_move, Control& control, int threads) {
                const Cells a = from_python(attacker, mnk.size()), d = from_python(defender, mnk.size());
                expect(!(a.low & d.low) && !(a.high & d.high), "two stones cannot be in one cell");
                expect(1 <= threads && threads <= MOST_THREADS, "a search has 1 to 256 threads");
                return Interruptible(control).answer(
                    [&] { return mnk.strong(a, d, attacker_to_move, control, threads); });
            },
            "attacker"_a, "defender"_a, "attacker_to_move"_a, "control"_a, "threads"_a = 1)
        .def(
            "prove",
            [](Mnk& mnk, nb::int_ attacker, nb::int_ defender, bool attacker_to_move, bool alone, bool won,
               Control& control, nb::callable write) {
                const Cells a = from_python(attacker, mnk.size()), d = from_python(defender, mnk.size());
                expect(!(a.low & d.low) && !(a.high & d.high), "two stones cannot be in one cell");
                const auto out = [&](const std::uint8_t* bytes, std::size_t size) {
                    nb::gil_scoped_acquire acquire;
                    write(nb::bytes(bytes, size));
                };
                return Interruptible(control).answer(
                    [&] { return mnk.prove(a, d, attacker_to_move, alone, won, control, out); });
            },
            "attacker"_a, "defender"_a, "attacker_to_move"_a, "alone"_a, "won"_a, "control"_a, "write"_a)
        .def_prop_ro("symmetries", &Mnk::symmetries);
}

}  // namespace noughts
