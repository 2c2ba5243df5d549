// Threads that share a table: they find what one thread finds, and never read an entry that is half of one and half of
// another. `make test ARGS="-m slow tests/kernel"` runs this under the sanitizers.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

#include "mnk/mnk.hpp"
#include "mnk/transposition_table.hpp"

using namespace noughts;

constexpr int THREADS = 4;

template <class Act>
void at_once(Act act) {
    std::vector<std::thread> threads;
    std::atomic<int> waiting{THREADS};
    for (int thread = 0; thread < THREADS; ++thread)
        threads.emplace_back([&, thread] {
            for (--waiting; waiting;) std::this_thread::yield();  // for the others, so as to start together
            act(thread);
        });
    for (std::thread& thread : threads) thread.join();
}

// The zone of a key, so that a wrong one shows. All of its words differ from key to key.
template <class Bits>
Bits zone_of(std::uint64_t key) {
    const Bits low = mix(key);
    if constexpr (sizeof(Bits) > 8) return Bits(mix(key + 1)) << 64 | low;
    else return low;
}

// All keys in one bucket of two entries, so that threads often write to the same entry.
template <class Bits>
int torn_entries(int rounds) {
    Table<Bits> table(0);
    std::atomic<int> faults{0}, found{0};
    at_once([&](int thread) {
        std::mt19937_64 random(thread);
        for (int i = 0; i < rounds; ++i) {
            const std::uint64_t key = mix(random() % 16);
            typename Table<Bits>::Found entry;
            if (table.find(key, entry)) {
                ++found;
                faults += entry.answer != int(key & 1) || entry.zone != zone_of<Bits>(key);
            }
            const std::uint64_t other = mix(random() % 16);
            table.store(other, int(other & 1), random() % 1000, zone_of<Bits>(other));
        }
    });
    std::printf("%d of %d entries torn\n", faults.load(), found.load());
    return faults + !found;
}

// The solver with several threads at once, and several such solvers with a table in common.
int wrong_answers(int columns, int rows, int length, bool won) {
    int faults = 0;
    for (int threads = 1; threads <= THREADS; ++threads) {
        const auto game = make_mnk(columns, rows, length, 1 << 20, 64, Options{});
        Control control;
        const Verdict verdict = game->weak({}, {}, true, control, threads);
        faults += !verdict.decided || verdict.won != won;
    }
    const auto game = make_mnk(columns, rows, length, 1 << 16, 64, Options{});
    std::atomic<int> others{0};
    at_once([&](int thread) {
        Control control;
        const Verdict verdict = game->weak({}, {}, true, control, 1 + thread % 2);
        others += !verdict.decided || verdict.won != won;
    });
    std::printf("%d,%d,%d: %d wrong answers\n", columns, rows, length, faults + others.load());
    return faults + others;
}

// Stopped from outside at some moment: nothing is decided, or what is decided is right; and afterwards it is decided.
int wrong_after_stops(int rounds) {
    const auto game = make_mnk(7, 7, 5, 1 << 20, 64, Options{});
    std::mt19937 random(1);
    int faults = 0;
    for (int i = 0; i < rounds; ++i) {
        const std::uint64_t moment = random() % 3000;
        Control control;
        std::thread stopper([&] {
            while (control.nodes.load() < moment) std::this_thread::yield();
            control.stop.store(true);
        });
        const Verdict verdict = game->weak({}, {}, true, control, 2);
        control.nodes.store(~0ull >> 1);  // lets the stopper go that came too late
        stopper.join();
        faults += verdict.decided && verdict.won;
    }
    Control control;
    const Verdict verdict = game->weak({}, {}, true, control, 2);
    faults += !verdict.decided || verdict.won;
    std::printf("%d wrong answers after %d stops\n", faults, rounds);
    return faults;
}

int main(int many, char** arguments) {
    const int rounds = many > 1 ? std::atoi(arguments[1]) : 300;
    int faults = 0;
    faults += torn_entries<Word64>(10000 * rounds);
    faults += torn_entries<Word128>(10000 * rounds);
    faults += wrong_answers(7, 7, 5, false);
    faults += wrong_answers(8, 4, 4, true);
    faults += wrong_answers(11, 6, 4, true);  // on two words
    faults += wrong_after_stops(rounds / 10 + 1);
    std::printf("%d faults\n", faults);
    return faults != 0;
}
