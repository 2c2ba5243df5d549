// Words of 128 bits made of two: they compute what the compiler's own type computes, and the searches visit the same
// nodes with either, and with one word of 64 bits where that is enough. On a compiler without such a type only the
// latter is tested.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "general/alphabeta.hpp"
#include "mnk/strong_game.hpp"

using namespace noughts;

static int faults = 0;
static std::uint64_t nodes = 0;

static void expect(bool fine, const char* what) {
    if (fine) return;
    if (++faults < 10) std::printf("fault: %s\n", what);
}

template <class Bits>
static Bits word_of(Word64 high, Word64 low) {
    if constexpr (sizeof(Bits) > 8) return Bits(high) << 64 | Bits(low);
    else return low;
}

// The words of a set, the high one first.
template <class Bits>
static std::vector<Word64> words(Bits b) {
    if constexpr (sizeof(Bits) > 8) return {Word64(b >> 64), Word64(b)};
    else return {0, b};
}

// What every operation makes of two words, and of shifts by any distance.
template <class Bits>
static std::vector<Word64> operations(int rounds) {
    std::mt19937_64 random(1);
    std::vector<Word64> found;
    auto note = [&](Bits b) {
        for (Word64 word : words(b)) found.push_back(word);
    };
    for (int i = 0; i < rounds; ++i) {
        Word64 parts[4];
        for (Word64& part : parts) part = random() % 4 ? random() : ~(random() % 3);  // often with carries
        const Bits a = word_of<Bits>(parts[0], parts[1]), b = word_of<Bits>(i % 5 ? parts[2] : parts[0], parts[3]);
        for (Bits result : {Bits(~a), Bits(a & b), Bits(a | b), Bits(a ^ b), Bits(a + b), Bits(a - b), lowest_bit(a)})
            note(result);
        for (int by = 0; by < 128; ++by) note(a << by), note(a >> by);
        Bits changed = a;
        note(changed &= b), note(changed |= a), note(changed ^= b), note(changed <<= i % 128),
            note(changed >>= i % 128);
        found.push_back(Word64(a < b) << 4 | Word64(a == b) << 3 | Word64(a != b) << 2 | Word64(bool(a)) << 1 |
                        Word64(has_several(a)));
        found.push_back(Word64(count(a)) << 32 | Word64(a ? first_index(a) : -1));
        for_each_bit(a, [&](int cell) { found.push_back(Word64(cell)); });
    }
    for (int cell = 0; cell < 128; ++cell) found.push_back(Word64(first_index(bit<Bits>(cell))));
    return found;
}

// Positions of one game with few empty cells and one with all, of both questions: the answers, their zones, and the
// nodes.
template <int K, class Bits>
static std::vector<Word64> k_in_a_row(int columns, int rows, int length, int positions) {
    std::mt19937 random{unsigned(columns * rows)};
    const Grid<K, Bits> grid(columns, rows, length);
    const Lines<K, Bits> lines(grid);
    const ZobristHash<Bits> weak_hash(grid);
    const ZobristHash<Bits, 2> hash(grid);
    TranspositionTable<Bits> weak_table(1 << 16), table(1 << 16);
    std::vector<Word64> found;
    for (int i = 0; i <= positions; ++i) {
        Bits sides[2] = {0, 0}, empty = 0;
        for (int c = 0; c < grid.cells; ++c) {
            const unsigned choice = random() % 5;
            if (i == 0 || choice > 1) empty |= bit<Bits>(c);
            else sides[choice] |= bit<Bits>(c);
        }
        const LineSet<Bits> mine = lines.open_lines(sides[1]), theirs = lines.open_lines(sides[0]);
        if (lines.has_complete_line(mine, empty) || lines.has_complete_line(theirs, empty)) continue;
        Control control(1000);
        NodeCounter counter(control);
        MakerBreaker<K, Bits> weak(grid, weak_hash, weak_table, counter);
        StrongGame<K, Bits> strong(grid, weak_hash, weak_table, hash, table, counter);
        auto note = [&](auto search) {
            try {
                const auto answer = search();
                found.push_back(answer.won);
                for (Word64 word : words(answer.zone)) found.push_back(word);
            } catch (const Stopped&) {
                found.push_back(2);
            }
            found.push_back(counter.nodes());
            nodes += counter.nodes();
            for (const auto& cell : control.line) found.push_back(Word64(cell.load()));
        };
        note([&] { return weak.maker({mine, empty}); });
        note([&] { return weak.breaker({mine, empty}); });
        note([&] { return strong.attack({{mine, theirs}, empty}); });
        note([&] { return strong.defend({{mine, theirs}, empty}); });
    }
    return found;
}

// The same of a game of random lines.
template <class Bits, int W>
static std::vector<Word64> any_lines(int cells, int many, bool misere, int positions) {
    std::mt19937 random{unsigned(cells)};
    Rules rules;
    rules.cells = cells;
    rules.misere = misere;
    for (int i = 0; i < many; ++i) {
        Cells line;
        for (int size = 3 + int(random() % 2); size; --size) {
            const int c = int(random() % unsigned(cells));
            (c < 64 ? line.low : line.high) |= 1ull << c % 64;
        }
        rules.lines.push_back(line);
    }
    rules.symmetries.emplace_back();
    for (int c = 0; c < cells; ++c) rules.symmetries[0].push_back(c);
    const GameData<Bits, W> game(rules);
    BoundsTable table(1 << 16, game.keys.width());
    std::vector<Word64> found;
    for (int i = 0; i < positions; ++i) {
        Bits sides[2] = {0, 0};
        for (int c = 0; c < cells; ++c)
            if (const unsigned choice = random() % 12; choice < 10) sides[choice % 2] |= bit<Bits>(c);
        int score;
        if (game.over(sides[0], sides[1], true, score)) continue;
        Control control(1000);
        NodeCounter counter(control);
        try {
            found.push_back(
                Word64(AlphaBeta<Bits, W>(game, table, counter).score(sides[0], sides[1], true, -cells, cells)));
        } catch (const Stopped&) {
        } catch (const TableFull&) {
            table.grow(control.stop);
        }
        found.push_back(counter.nodes());
        nodes += counter.nodes();
    }
    return found;
}

template <class Bits>
static std::vector<std::vector<Word64>> on_large_boards(int rounds) {
    return {k_in_a_row<5, Bits>(16, 8, 5, rounds), k_in_a_row<4, Bits>(11, 6, 4, rounds),
            k_in_a_row<0, Bits>(12, 10, 7, rounds), any_lines<Bits, 1>(128, 60, false, 10 * rounds),
            any_lines<Bits, 0>(100, 130, true, 10 * rounds)};
}

template <class Bits>
static std::vector<std::vector<Word64>> on_small_boards(int rounds) {
    return {k_in_a_row<5, Bits>(8, 8, 5, rounds), k_in_a_row<4, Bits>(7, 5, 4, rounds),
            k_in_a_row<0, Bits>(64, 1, 9, rounds), any_lines<Bits, 1>(64, 40, false, 10 * rounds),
            any_lines<Bits, 0>(40, 130, true, 10 * rounds)};
}

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 300;
    expect(operations<TwoWords>(rounds) == operations<Word128>(rounds), "an operation");
    expect(on_large_boards<TwoWords>(rounds) == on_large_boards<Word128>(rounds),
           "a node count with the compiler's type");
    expect(on_small_boards<TwoWords>(rounds) == on_small_boards<Word64>(rounds), "a node count with one word");
    expect(nodes > std::uint64_t(500 * rounds), "too few nodes to tell");
    std::printf("%llu nodes, %d faults\n", (unsigned long long)nodes, faults);
    return faults != 0;
}
