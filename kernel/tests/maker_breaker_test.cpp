// Compares the solver of the Maker-Breaker game with brute force on random small positions: answers, zones, and every
// combination of reductions.
#include <cstdio>
#include <cstdlib>
#include <random>

#include "brute_force.hpp"
#include "mnk/maker_breaker.hpp"

using namespace noughts;

template <int K, class Bits>
int compare(int columns, int rows, int length, int positions, unsigned seed) {
    std::mt19937 random(seed);
    Grid<K, Bits> grid(columns, rows, length);
    ZobristHash<Bits> hash(grid);
    int faults = 0;
    BruteForce brute(columns, rows, length, true);
    for (int i = 0; i < positions; ++i) {
        Bits maker = 0, breaker = 0, empty = 0;
        const int max_empty = 6 + int(random() % 6);
        for (int c = 0; c < grid.cells; ++c) {
            const unsigned choice = random() % 4;
            if (choice == 0) maker |= bit<Bits>(c);
            else if (choice == 1 || count(empty) >= max_empty) breaker |= bit<Bits>(c);
            else empty |= bit<Bits>(c);
        }
        if (brute.complete(Word64(maker))) continue;  // the game is over
        for (unsigned flags = 0; flags < 32; ++flags) {
            Reductions reductions{bool(flags & 1), bool(flags & 2), bool(flags & 4), bool(flags & 8), bool(flags & 16)};
            TranspositionTable<Bits> table(1 << 16);
            Control control;
            NodeCounter counter(control);
            MakerBreaker<K, Bits> weak(grid, hash, table, counter, reductions);
            for (bool maker_to_move : {true, false}) {
                const MakerPosition<Bits> state{Lines<K, Bits>(grid).open_lines(breaker), empty};
                const auto answer = maker_to_move ? weak.maker(state) : weak.breaker(state);
                const Bits outside = empty & ~answer.zone;
                const bool expected = brute.attacker_wins(Word64(maker), 0, Word64(empty), maker_to_move);
                // The answer must hold if the loser owns all cells outside the zone.
                const bool in_zone = brute.attacker_wins(Word64(answer.won ? maker : maker | outside), 0,
                                                         Word64(empty & answer.zone), maker_to_move);
                if (answer.won != expected || in_zone != expected || (answer.zone & ~empty)) {
                    ++faults;
                    std::printf("%d,%d,%d flags %u maker %llx empty %llx to move %d: %d, expected %d, in its zone %d\n",
                                columns, rows, length, flags, (unsigned long long)Word64(maker),
                                (unsigned long long)Word64(empty), maker_to_move, answer.won, expected, in_zone);
                    if (faults > 5) return faults;
                }
            }
        }
    }
    return faults;
}

int main(int argc, char** argv) {
    const int positions = argc > 1 ? std::atoi(argv[1]) : 300;
    int faults = 0;
    faults += compare<3, Word64>(4, 4, 3, positions, 1);
    faults += compare<3, Word64>(5, 3, 3, positions, 2);
    faults += compare<4, Word64>(5, 5, 4, positions, 3);
    faults += compare<4, Word64>(7, 4, 4, positions, 4);
    faults += compare<5, Word64>(6, 6, 5, positions, 5);
    faults += compare<2, Word64>(4, 3, 2, positions, 6);
    faults += compare<0, Word64>(6, 6, 5, positions, 5);
    faults += compare<0, Word64>(4, 4, 1, positions, 7);
    faults += compare<4, Word64>(6, 5, 4, positions, 8);
    faults += compare<4, Word128>(6, 5, 4, positions, 8);
    faults += compare<5, Word128>(7, 5, 5, positions, 9);
    std::printf("%d faults\n", faults);
    return faults != 0;
}
