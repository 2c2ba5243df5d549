// The kernel as a WebAssembly module without any JavaScript. `noughts_kernel.py` is its interface for Python.
//
// A call takes its arguments from a list of 64-bit words and leaves its results there: first 0, or the kind of an
// error. A set of cells is two words, an object is its address, and a list is its length and its items. The interface
// for Python checks what the C++ interfaces expect of their arguments. Searches run in one thread.
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "common/cells.hpp"
#include "common/control.hpp"
#include "general/general.hpp"
#include "mnk/mnk.hpp"
#include "patterns/pattern_search.hpp"
#include "patterns/vct.hpp"

#define IMPORT(name) extern "C" __attribute__((import_module("noughts"), import_name(#name)))
#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

// The functions that Python provides. They must not throw exceptions, because C++ could not identify them.
IMPORT(now) double milliseconds();
IMPORT(should_stop) int should_stop();                                       // called at intervals during a search
IMPORT(write) int write_piece(const std::uint8_t* bytes, std::size_t size);  // returns whether to go on

// Replaces the clock of the C library, which would need an interface of WASI.
extern "C" int clock_gettime(clockid_t, timespec* time) {
    const double now = milliseconds(), seconds = std::floor(now / 1000);
    *time = {time_t(seconds), long((now - 1000 * seconds) * 1e6)};
    return 0;
}

namespace noughts {
namespace {

using Words = std::vector<std::int64_t>;

Words words;  // the arguments of the next call, then its results

enum Status : int { DONE, VALUE_ERROR, RUNTIME_ERROR, TIMEOUT_ERROR, MEMORY_ERROR };

class Arguments {
  public:
    explicit Arguments(Words words) : words_(std::move(words)) {}

    std::int64_t word() { return words_[next_++]; }
    int number() { return int(word()); }
    bool flag() { return word() != 0; }
    Cells cells() { return {std::uint64_t(word()), std::uint64_t(word())}; }

    // The memory of a table. The tables must fit in the 2 GB of the module.
    std::size_t megabytes(std::int64_t most) { return std::size_t(std::min(word(), most)) << 20; }

    template <class T>
    T& object() {
        return *static_cast<T*>(reinterpret_cast<std::shared_ptr<void>*>(std::uintptr_t(word()))->get());
    }

    template <class Read>
    auto list(Read read) {
        std::vector<decltype(read())> items;
        for (std::int64_t left = word(); left > 0; --left) items.push_back(read());
        return items;
    }
    std::vector<int> numbers() {
        return list([&] { return number(); });
    }
    std::vector<std::vector<int>> number_lists() {
        return list([&] { return numbers(); });
    }
    std::vector<Cells> cell_sets() {
        return list([&] { return cells(); });
    }
    GeneralPosition position() { return {cells(), cells(), flag()}; }

  private:
    const Words words_;
    std::size_t next_ = 0;
};

// Returns the address of an object that lives until `release`.
std::int64_t keep(std::shared_ptr<void> object) {
    return std::int64_t(reinterpret_cast<std::uintptr_t>(new std::shared_ptr<void>(std::move(object))));
}

Words fail(Status status, const char* message) {
    Words results{status};
    while (*message) results.push_back(*message++);
    return results;
}

// Runs a call. During a search, Python may make other calls, so the results are stored at the end.
template <class Call>
int run(Call call) {
    Arguments arguments(std::move(words));
    Words results{DONE};
    try {
        call(arguments, results);
    } catch (const std::invalid_argument& error) {
        results = fail(VALUE_ERROR, error.what());
    } catch (const Stopped&) {
        results = fail(TIMEOUT_ERROR, "the search was stopped or has used up its budget");
    } catch (const std::bad_alloc&) {
        results = fail(MEMORY_ERROR, "not enough memory");
    } catch (const std::exception& error) {
        results = fail(RUNTIME_ERROR, error.what());
    }
    words = std::move(results);
    return int(words.size());
}

// Runs a search that Python can stop.
template <class Search>
auto watched(Control& control, Search search) {
    Control::Guard guard(control);
    guard.poll_with([] { return should_stop() != 0; });
    return search();
}

void append(Words& results, const ScoreBounds& bounds) {
    results.insert(results.end(), {bounds.cell, bounds.low, bounds.high});
}

void append(Words& results, const Verdict& verdict) {
    results.insert(results.end(), {verdict.decided, verdict.won, std::int64_t(verdict.zone.low),
                                   std::int64_t(verdict.zone.high), std::int64_t(verdict.nodes)});
}

}  // namespace
}  // namespace noughts

using namespace noughts;

// The list of words, for the arguments of the next call or with the results of the last one.

EXPORT(resize) std::int64_t* resize(int size) {
    words.resize(std::size_t(size));
    return words.data();
}

EXPORT(results) const std::int64_t* results() { return words.data(); }

EXPORT(release) void release(std::shared_ptr<void>* object) { delete object; }

EXPORT(make_control) int make_control() {
    return run([](Arguments& from, Words& to) {
        to.push_back(keep(std::make_shared<Control>(std::uint64_t(from.word()))));
    });
}

EXPORT(stop) int stop() {
    return run([](Arguments& from, Words&) { from.object<Control>().stop.store(true); });
}

// Whether the control was stopped, its nodes, and the moves of the current line.
EXPORT(progress) int progress() {
    return run([](Arguments& from, Words& to) {
        const Control& control = from.object<Control>();
        to.insert(to.end(), {control.stop.load(), std::int64_t(control.nodes.load())});
        for (int i = 0; i < control.line_length.load(); ++i) to.push_back(control.line[i].load());
    });
}

EXPORT(make_mnk) int make_mnk() {
    return run([](Arguments& from, Words& to) {
        const int columns = from.number(), rows = from.number(), length = from.number();
        const std::size_t bytes = from.megabytes(512);
        const int key_bits = from.number();
        const Reductions reductions{from.flag(), from.flag(), from.flag(), from.flag(), from.flag()};
        to.push_back(keep(make_mnk(columns, rows, length, bytes, key_bits, reductions)));
    });
}

EXPORT(solve_mnk) int solve_mnk() {
    return run([](Arguments& from, Words& to) {
        Mnk& mnk = from.object<Mnk>();
        const bool is_strong_game = from.flag();
        const auto [first, second, first_to_move] = from.position();
        Control& control = from.object<Control>();
        append(to, watched(control, [&, first = first, second = second, first_to_move = first_to_move] {
                   return is_strong_game ? mnk.solve_strong_game(first, second, first_to_move, control, 1)
                                         : mnk.solve_maker_breaker(first, second, first_to_move, control, 1);
               }));
    });
}

EXPORT(write_proof) int write_proof() {
    return run([](Arguments& from, Words& to) {
        Mnk& mnk = from.object<Mnk>();
        const Cells attacker = from.cells(), defender = from.cells();
        const bool attacker_to_move = from.flag(), maker_breaker = from.flag(), won = from.flag();
        Control& control = from.object<Control>();
        to.push_back(watched(control, [&] {
            return mnk.write_proof(attacker, defender, attacker_to_move, maker_breaker, won, control,
                                   [](const std::uint8_t* bytes, std::size_t size) {
                                       if (!write_piece(bytes, size)) throw Stopped();
                                   });
        }));
    });
}

EXPORT(symmetries) int symmetries() {
    return run([](Arguments& from, Words& to) {
        for (const std::vector<int>& symmetry : from.object<Mnk>().symmetries())
            to.insert(to.end(), symmetry.begin(), symmetry.end());
    });
}

EXPORT(make_general) int make_general() {
    return run([](Arguments& from, Words& to) {
        const Rules rules{from.number(), from.cell_sets(),    from.cell_sets(), from.flag(),
                          from.number(), from.number_lists(), from.cell_sets()};
        const std::size_t bytes = from.megabytes(1024);
        const int key_bits = from.number();
        const Shortcuts shortcuts{from.flag(), from.flag(), from.flag(), from.flag(), from.flag()};
        to.push_back(keep(make_general(rules, bytes, key_bits, shortcuts)));
    });
}

EXPORT(exact_keys) int exact_keys() {
    return run([](Arguments& from, Words& to) { to.push_back(from.object<General>().exact_keys()); });
}

EXPORT(score) int score() {
    return run([](Arguments& from, Words& to) {
        General& general = from.object<General>();
        const GeneralPosition position = from.position();
        Control& control = from.object<Control>();
        const bool value_only = from.flag();
        append(to, watched(control, [&] { return general.score(position, control, value_only, 1); }));
    });
}

EXPORT(scores) int scores() {
    return run([](Arguments& from, Words& to) {
        General& general = from.object<General>();
        const GeneralPosition position = from.position();
        Control& control = from.object<Control>();
        const bool value_only = from.flag();
        const auto scores = watched(control, [&] { return general.scores(position, control, value_only, 1); });
        for (const ScoreBounds& move : scores) append(to, move);
    });
}

EXPORT(search_window) int search_window() {
    return run([](Arguments& from, Words& to) {
        General& general = from.object<General>();
        const GeneralPosition position = from.position();
        const int alpha = from.number(), beta = from.number();
        Control& control = from.object<Control>();
        to.push_back(watched(control, [&] { return general.search_window(position, alpha, beta, control); }));
    });
}

EXPORT(make_tables) int make_tables() {
    return run([](Arguments& from, Words& to) {
        const int cells = from.number();
        const auto lines = from.number_lists(), lists = from.number_lists(), beyond = from.number_lists();
        PairWeights weights{};
        for (std::size_t role = 0; role < weights.size(); ++role)
            std::copy(lists[role].begin(), lists[role].end(), weights[role].begin());
        to.push_back(keep(std::make_shared<PatternTables>(cells, lines, beyond, weights)));
    });
}

// Appends what `measure` returns for each cell, for the side to move and then for the opponent.
template <class Measure>
int measure(Measure measure) {
    return run([&](Arguments& from, Words& to) {
        const PatternTables& tables = from.object<PatternTables>();
        const std::vector<int> mine = from.numbers(), theirs = from.numbers();
        const Patterns patterns(tables, mine, theirs);
        for (int side = 0; side < 2; ++side)
            for (int cell = 0; cell < tables.cells; ++cell) to.push_back(measure(patterns, cell, side));
    });
}

EXPORT(worths) int worths() {
    return measure([](const Patterns& patterns, int cell, int side) { return patterns.worth(cell, side); });
}

EXPORT(pairs) int pairs() {
    return measure([](const Patterns& patterns, int cell, int side) { return patterns.pair(cell, side); });
}

EXPORT(estimates) int estimates() {
    return run([](Arguments& from, Words& to) {
        const PatternTables& tables = from.object<PatternTables>();
        const std::vector<int> mine = from.numbers(), theirs = from.numbers(), moves = from.numbers();
        const int width = from.number();
        Control& control = from.object<Control>();
        Patterns patterns(tables, mine, theirs);
        for (int move : moves)
            if (move < 0 || move >= tables.cells || !patterns.is_empty(move))
                throw std::invalid_argument("every move must be an empty cell");
        const auto estimates =
            watched(control, [&] { return PatternSearch(tables, patterns, width, control).estimates(moves); });
        for (const MoveEstimate& move : estimates) to.insert(to.end(), {move.cell, move.score});
    });
}

// The first move and the cells of a win, or nothing.
EXPORT(win) int win() {
    return run([](Arguments& from, Words& to) {
        const PatternTables& tables = from.object<PatternTables>();
        const std::vector<int> mine = from.numbers(), theirs = from.numbers();
        Control& control = from.object<Control>();
        Patterns patterns(tables, mine, theirs);
        const auto win = watched(control, [&]() -> std::optional<PatternWin> {
            try {
                NodeCounter counter(control);
                return VctSearch(tables, patterns, counter, 0).find();
            } catch (const Stopped&) {
                return std::nullopt;
            }
        });
        if (!win) return;
        to.push_back(win->cell);
        to.insert(to.end(), win->zone.begin(), win->zone.end());
    });
}
