// The Python binding of Control and of the k-in-a-row solver. A set of cells is an int, and bit c is cell c.
#include "mnk/mnk.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace noughts {
namespace {

// The stones of the two sides.
struct Stones {
    Stones(const Mnk& mnk, nb::int_ first, nb::int_ second) : first(cells(first, mnk)), second(cells(second, mnk)) {
        const bool overlap = (this->first.low & this->second.low) || (this->first.high & this->second.high);
        expect(!overlap, "a cell cannot have two stones");
    }

    static Cells cells(nb::int_ number, const Mnk& mnk) {
        const bool on_board = number >= nb::int_(0) && (number >> nb::int_(mnk.size())).equal(nb::int_(0));
        expect(on_board, "the stones must be on the board");
        return low_cells(number);
    }

    const Cells first, second;
};

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
            for (int i = 0; i < control.line_length.load(); ++i) line.append(control.line[i].load());
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
                expect(megabytes <= MAX_MEGABYTES, "the table can have at most 1048576 megabytes");
                expect(1 <= key_bits && key_bits <= 64, "a key must have 1 to 64 bits");
                return make_mnk(columns, rows, length, megabytes << 20, key_bits,
                                {domination, twins, pairing, zones, table});
            },
            "columns"_a, "rows"_a, "length"_a, nb::kw_only(), "megabytes"_a = 256, "key_bits"_a = 64,
            "domination"_a = true, "twins"_a = true, "pairing"_a = true, "zones"_a = true, "table"_a = true)
        .def(
            "solve_maker_breaker",
            [](Mnk& mnk, nb::int_ maker, nb::int_ breaker, bool maker_to_move, Control& control, int threads) {
                const Stones stones(mnk, maker, breaker);
                expect_threads(threads);
                return Interruptible(control).run([&] {
                    return mnk.solve_maker_breaker(stones.first, stones.second, maker_to_move, control, threads);
                });
            },
            "maker"_a, "breaker"_a, "maker_to_move"_a, "control"_a, "threads"_a = 1)
        .def(
            "solve_strong_game",
            [](Mnk& mnk, nb::int_ attacker, nb::int_ defender, bool attacker_to_move, Control& control, int threads) {
                const Stones stones(mnk, attacker, defender);
                expect_threads(threads);
                return Interruptible(control).run([&] {
                    return mnk.solve_strong_game(stones.first, stones.second, attacker_to_move, control, threads);
                });
            },
            "attacker"_a, "defender"_a, "attacker_to_move"_a, "control"_a, "threads"_a = 1)
        .def(
            "write_proof",
            [](Mnk& mnk, nb::int_ attacker, nb::int_ defender, bool attacker_to_move, bool maker_breaker, bool won,
               Control& control, nb::callable write) {
                const Stones stones(mnk, attacker, defender);
                const auto write_bytes = [&](const std::uint8_t* bytes, std::size_t size) {
                    nb::gil_scoped_acquire acquire;
                    write(nb::bytes(bytes, size));
                };
                return Interruptible(control).run([&] {
                    return mnk.write_proof(stones.first, stones.second, attacker_to_move, maker_breaker, won, control,
                                           write_bytes);
                });
            },
            "attacker"_a, "defender"_a, "attacker_to_move"_a, "maker_breaker"_a, "won"_a, "control"_a, "write"_a)
        .def_prop_ro("symmetries", &Mnk::symmetries);
}

}  // namespace noughts
