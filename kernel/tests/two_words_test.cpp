// Searches visit the same nodes with TwoWords as with the compiler's own 128-bit type, and with one 64-bit word on
// boards that fit in it. If the compiler has no 128-bit type, this tests only the latter.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "expect.hpp"
#include "general/alphabeta.hpp"
#include "mnk/strong_game.hpp"
#include "words.hpp"

static std::uint64_t nodes = 0;

// The answers, zones and node counts of random positions of one game, and of its empty board.
template <int K, class Bits>
static std::vector<Word64> k_in_a_row(int columns, int rows, int length, int positions) {
    std::mt19937 random{unsigned(columns * rows)};
    const Grid<K, Bits> grid(columns, rows, length);
    const Lines<K, Bits> lines(grid);
    const ZobristHash<Bits> weak_hash(grid);
    const ZobristHash<Bits, 2> hash(grid);
    TranspositionTable<Bits> weak_table(1 << 16), table(1 << 16);
    std::vector<Word64> results;
    for (int i = 0; i <= positions; ++i) {
        Bits sides[2] = {0, 0}, empty = 0;
        for (int c = 0; c < grid.cells; ++c) {
            const unsigned choice = random() % 5;
            if (i == 0 || choice > 1) empty |= bit<Bits>(c);
            else sides[choice] |= bit<Bits>(c);
        }
        const LineSet<Bits> mine = lines.open_lines(sides[1]), theirs = lines.open_lines(sides[0]);
        if (lines.has_complete_line(mine, empty) || lines.has_complete_line(theirs, empty)) continue;
        Control control(500);
        NodeCounter counter(control);
        MakerBreaker<K, Bits> weak(grid, weak_hash, weak_table, counter);
        StrongGame<K, Bits> strong(grid, weak_hash, weak_table, hash, table, counter);
        auto add_result_of = [&](auto search) {
            try {
                const auto answer = search();
                results.push_back(answer.won);
                for (Word64 word : words(answer.zone)) results.push_back(word);
            } catch (const Stopped&) {
                results.push_back(2);
            }
            results.push_back(counter.nodes());
            nodes += counter.nodes();
            for (const auto& cell : control.line) results.push_back(Word64(cell.load()));
        };
        add_result_of([&] { return weak.maker({mine, empty}); });
        add_result_of([&] { return weak.breaker({mine, empty}); });
        add_result_of([&] { return strong.attack({{mine, theirs}, empty}); });
        add_result_of([&] { return strong.defend({{mine, theirs}, empty}); });
    }
    return results;
}

// The scores and node counts of random positions of a game with random lines.
template <class Bits, int W>
static std::vector<Word64> any_lines(int cells, int line_count, bool misere, int positions) {
    std::mt19937 random{unsigned(cells)};
    Rules rules;
    rules.cells = cells;
    rules.misere = misere;
    for (int i = 0; i < line_count; ++i) {
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
    std::vector<Word64> results;
    for (int i = 0; i < positions; ++i) {
        Bits sides[2] = {0, 0};
        for (int c = 0; c < cells; ++c)
            if (const unsigned choice = random() % 12; choice < 10) sides[choice % 2] |= bit<Bits>(c);
        int score;
        if (game.over(sides[0], sides[1], true, score)) continue;
        Control control(500);
        NodeCounter counter(control);
        try {
            results.push_back(
                Word64(AlphaBeta<Bits, W>(game, table, counter, {}, 0).score(sides[0], sides[1], true, -cells, cells)));
        } catch (const Stopped&) {
        } catch (const TableFull&) {
            table.grow(control.stop);
        }
        results.push_back(counter.nodes());
        nodes += counter.nodes();
    }
    return results;
}

template <class Bits>
static std::vector<std::vector<Word64>> on_large_boards(int rounds) {
    return {k_in_a_row<5, Bits>(16, 8, 5, rounds), k_in_a_row<0, Bits>(11, 6, 4, rounds),
            k_in_a_row<0, Bits>(12, 10, 7, rounds), any_lines<Bits, 0>(128, 60, false, 10 * rounds),
            any_lines<Bits, 0>(100, 130, true, 10 * rounds)};
}

template <class Bits>
static std::vector<std::vector<Word64>> on_small_boards(int rounds) {
    return {k_in_a_row<5, Bits>(8, 8, 5, rounds), k_in_a_row<0, Bits>(7, 5, 4, rounds),
            k_in_a_row<0, Bits>(64, 1, 9, rounds), any_lines<Bits, 0>(64, 40, false, 10 * rounds),
            any_lines<Bits, 0>(40, 130, true, 10 * rounds)};
}

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 300;
    expect(on_large_boards<TwoWords>(rounds) == on_large_boards<Word128>(rounds),
           "TwoWords or the compiler's type: a result or node count");
    expect(on_small_boards<TwoWords>(rounds) == on_small_boards<Word64>(rounds),
           "TwoWords or one word: a result or node count");
    expect(nodes > std::uint64_t(300 * rounds), "too few nodes");
    std::printf("%llu nodes, %d faults\n", (unsigned long long)nodes, faults);
    return faults != 0;
}
