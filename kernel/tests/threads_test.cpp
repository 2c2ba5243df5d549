// Threads that share a table get the same answers as one thread, and never read an entry that another thread has half
// overwritten. `make test ARGS="-m slow tests/kernel"` runs this test under the sanitizers.
#include <algorithm>
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
            for (--waiting; waiting;) std::this_thread::yield();  // start all threads at the same time
            act(thread);
        });
    for (std::thread& thread : threads) thread.join();
}

// A zone that depends on the key, with different words for every key, so that a wrong zone is noticed.
template <class Bits>
Bits zone_of(std::uint64_t key) {
    const Bits low = mix(key);
    if constexpr (sizeof(Bits) > 8) return Bits(mix(key + 1)) << 64 | low;
    else return low;
}

// All keys share one bucket of two entries, so threads often write to the same entry.
template <class Bits>
int torn_entries(int rounds) {
    TranspositionTable<Bits> table(0);
    std::atomic<int> faults{0}, hits{0};
    at_once([&](int thread) {
        std::mt19937_64 random(thread);
        for (int i = 0; i < rounds; ++i) {
            const std::uint64_t key = mix(random() % 16);
            typename TranspositionTable<Bits>::Hit entry;
            if (table.find(key, entry)) {
                ++hits;
                faults += entry.open ? entry.zone != Bits(key)
                                     : entry.won != bool(key & 1) || entry.zone != zone_of<Bits>(key);
            }
            const std::uint64_t other = mix(random() % 16);
            if (random() % 3) table.store(other, other & 1, random() % 1000, zone_of<Bits>(other));
            else table.store_open(other, random() % 1000, other);
        }
    });
    std::printf("%d of %d entries torn\n", faults.load(), hits.load());
    return faults + !hits;
}

// One solver with several threads, and several threads that use one solver.
int wrong_answers(int columns, int rows, int length, bool won) {
    int faults = 0;
    for (int threads = 1; threads <= THREADS; ++threads) {
        const auto game = make_mnk(columns, rows, length, 1 << 20, 64, Reductions{});
        Control control;
        const Verdict verdict = game->solve_maker_breaker({}, {}, true, control, threads);
        faults += !verdict.decided || verdict.won != won;
    }
    const auto game = make_mnk(columns, rows, length, 1 << 16, 64, Reductions{});
    std::atomic<int> others{0};
    at_once([&](int thread) {
        Control control;
        const Verdict verdict = game->solve_maker_breaker({}, {}, true, control, 1 + thread % 2);
        others += !verdict.decided || verdict.won != won;
    });
    std::printf("%d,%d,%d: %d wrong answers\n", columns, rows, length, faults + others.load());
    return faults + others;
}

// Several threads need few more nodes than one: no thread repeats a search that ends at once, while it waits for
// another thread.
int waiting_threads(int columns, int rows, int length) {
    std::uint64_t nodes[THREADS + 1] = {};
    for (int threads = 1; threads <= THREADS; ++threads) {
        const auto game = make_mnk(columns, rows, length, 1 << 20, 64, Reductions{});
        Control control;
        nodes[threads] = game->solve_strong_game({}, {}, true, control, threads).nodes;
        std::printf("%d,%d,%d: %d threads, %llu nodes\n", columns, rows, length, threads,
                    (unsigned long long)nodes[threads]);
    }
    return int(std::count_if(nodes + 2, nodes + THREADS + 1, [&](std::uint64_t n) { return n > 10 * nodes[1]; }));
}

// A search that is stopped at a random moment is undecided or right. The search after it decides the game.
int wrong_after_stops(int rounds) {
    const auto game = make_mnk(7, 7, 5, 1 << 20, 64, Reductions{});
    std::mt19937 random(1);
    int faults = 0;
    for (int i = 0; i < rounds; ++i) {
        const std::uint64_t moment = random() % 3000;
        Control control;
        std::thread stopper([&] {
            while (control.nodes.load() < moment) std::this_thread::yield();
            control.stop.store(true);
        });
        const Verdict verdict = game->solve_maker_breaker({}, {}, true, control, 2);
        control.nodes.store(~0ull >> 1);  // ends a stopper that came too late
        stopper.join();
        faults += verdict.decided && verdict.won;
    }
    Control control;
    const Verdict verdict = game->solve_maker_breaker({}, {}, true, control, 2);
    faults += !verdict.decided || verdict.won;
    std::printf("%d wrong answers after %d stops\n", faults, rounds);
    return faults;
}

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 300;
    int faults = 0;
    faults += torn_entries<Word64>(10000 * rounds);
    faults += torn_entries<Word128>(10000 * rounds);
    faults += wrong_answers(7, 7, 5, false);
    faults += wrong_answers(8, 4, 4, true);
    faults += wrong_answers(11, 6, 4, true);  // with 128-bit words
    faults += waiting_threads(5, 5, 4);
    faults += waiting_threads(6, 5, 4);
    faults += wrong_after_stops(rounds / 10 + 1);
    std::printf("%d faults\n", faults);
    return faults != 0;
}
