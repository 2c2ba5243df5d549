// Compares the solver of the strong game with brute force on random small positions: answers and zones, with reductions
// on and off, and with the defender's lines and without them.
#include <cstdio>
#include <cstdlib>
#include <random>

#include "brute_force.hpp"
#include "mnk/strong_game.hpp"

using namespace noughts;

template <int K, class Bits>
int compare(int columns, int rows, int length, int positions, unsigned seed) {
    std::mt19937 random(seed);
    Grid<K, Bits> grid(columns, rows, length);
    const Lines<K, Bits> lines(grid);
    const ZobristHash<Bits> weak_hash(grid);
    const ZobristHash<Bits, 2> hash(grid);
    int faults = 0, won = 0, lost = 0;
    BruteForce both_sides(columns, rows, length), attacker_only(columns, rows, length, true);
    for (int i = 0; i < positions; ++i) {
        Bits attacker = 0, defender = 0, empty = 0;
        const int max_empty = 6 + int(random() % 5);
        for (int c = 0; c < grid.cells; ++c) {
            const unsigned choice = random() % 4;
            if (count(empty) < max_empty && choice > 1) empty |= bit<Bits>(c);
            else if (random() % 2) attacker |= bit<Bits>(c);
            else defender |= bit<Bits>(c);
        }
        if (both_sides.complete(Word64(attacker)) || both_sides.complete(Word64(defender))) continue;
        for (unsigned flags : {31u, 30u, 23u, 29u, 27u, 15u, 0u}) {
            Reductions reductions{bool(flags & 1), bool(flags & 2), bool(flags & 4), bool(flags & 8), bool(flags & 16)};
            for (bool alone : {false, true}) {
                BruteForce& brute = alone ? attacker_only : both_sides;
                StrongPosition<Bits> position{{lines.open_lines(defender), lines.open_lines(attacker)}, empty};
                if (alone) position.lines[1] = {};
                TranspositionTable<Bits> weak_table(1 << 14), table(1 << 14);
                Control control;
                NodeCounter counter(control);
                // With so few nodes, the Maker-Breaker search leaves nearly everything to proof-number search.
                StrongGame<K, Bits> strong(grid, weak_hash, weak_table, hash, table, counter, reductions, 3);
                for (bool to_move : {true, false}) {
                    const auto answer = to_move ? strong.attack(position) : strong.defend(position);
                    const Word64 outside = Word64(empty & ~answer.zone), inside = Word64(empty & answer.zone);
                    const bool expected =
                        brute.attacker_wins(Word64(attacker), Word64(defender), Word64(empty), to_move);
                    // The answer must hold if the loser owns all cells outside the zone.
                    const Word64 more = Word64(attacker) | (answer.won ? 0 : outside),
                                 other = Word64(defender) | (answer.won ? outside : 0);
                    const bool gift_completes = answer.won ? !alone && brute.complete(other) : brute.complete(more);
                    const bool in_zone = brute.attacker_wins(more, other, inside, to_move);
                    (expected ? won : lost)++;
                    if (answer.won == expected && in_zone == expected && !gift_completes && !(answer.zone & ~empty))
                        continue;
                    ++faults;
                    std::printf(
                        "%d,%d,%d flags %u alone %d attacker %llx defender %llx to move %d: %d, expected %d, "
                        "in its zone %d\n",
                        columns, rows, length, flags, alone, (unsigned long long)Word64(attacker),
                        (unsigned long long)Word64(defender), to_move, answer.won, expected, in_zone);
                    if (faults > 5) return faults;
                }
            }
        }
    }
    std::printf("%d,%d,%d: %d won, %d not\n", columns, rows, length, won, lost);
    return faults;
}

int main(int argc, char** argv) {
    const int positions = argc > 1 ? std::atoi(argv[1]) : 300;
    int faults = 0;
    faults += compare<3, Word64>(4, 4, 3, positions, 1);
    faults += compare<3, Word64>(5, 3, 3, positions, 2);
    faults += compare<4, Word64>(5, 4, 4, positions, 3);
    faults += compare<4, Word64>(6, 4, 4, positions, 4);
    faults += compare<5, Word64>(6, 5, 5, positions, 5);
    faults += compare<2, Word64>(4, 3, 2, positions, 6);
    faults += compare<0, Word64>(6, 6, 5, positions, 5);
    faults += compare<4, Word128>(5, 5, 4, positions, 8);
    std::printf("%d faults\n", faults);
    return faults != 0;
}
