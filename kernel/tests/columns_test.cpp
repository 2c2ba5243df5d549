// Compares the search for games in columns with the general search on random positions of boards of many shapes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <thread>

#include "columns/board.hpp"
#include "expect.hpp"
#include "general/general.hpp"

using namespace noughts;

// The cells are numbered row by row from the top.
static Rules in_columns(ColumnsShape shape, bool misere) {
    const auto [width, height, length] = shape;
    Rules rules;
    rules.cells = width * height;
    rules.misere = misere;
    rules.needs.resize(rules.cells);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            if (y + 1 < height) rules.needs[x + y * width] = to_cells(bit<Word128>(x + (y + 1) * width));
            for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
                const int x2 = x + (length - 1) * dx, y2 = y + (length - 1) * dy;
                if (x2 < 0 || x2 >= width || y2 >= height) continue;
                Word128 line = 0;
                for (int i = 0; i < length; ++i) line |= bit<Word128>(x + i * dx + (y + i * dy) * width);
                rules.lines.push_back(to_cells(line));
            }
        }
    return rules;
}

static bool has_line(const Rules& rules, Word128 stones) {
    for (const Cells& line : rules.lines)
        if (!(to_bits<Word128>(line) & ~stones)) return true;
    return false;
}

// Drops stones of random players, without completing a line, until about `left` cells are empty.
static GeneralPosition random_position(const Rules& rules, int left, std::mt19937& random) {
    Word128 stones[2] = {0, 0};
    for (int tries = 0; tries < 20 * rules.cells && count(stones[0] | stones[1]) < rules.cells - left; ++tries) {
        const int cell = int(random() % rules.cells), player = int(random() % 2);
        const Word128 taken = stones[0] | stones[1];
        if (bool(taken & bit<Word128>(cell)) || bool(to_bits<Word128>(rules.needs[cell]) & ~taken)) continue;
        if (!has_line(rules, stones[player] | bit<Word128>(cell))) stones[player] |= bit<Word128>(cell);
    }
    return {to_cells(stones[0]), to_cells(stones[1]), random() % 2 == 0};
}

static bool same(const ScoreBounds& a, const ScoreBounds& b, bool value_only) {
    if (a.cell != b.cell) return false;
    if (!value_only) return a.low == b.low && a.high == b.high && a.low == a.high;
    return (a.low > 0) == (b.low > 0) && (a.high < 0) == (b.high < 0);
}

static bool within_contract(int r, int s, int alpha, int beta) {
    if (s <= alpha) return s <= r && r <= alpha;
    if (s >= beta) return beta <= r && r <= s;
    return r == s;
}

static void compare(ColumnsShape shape, bool misere, std::mt19937& random) {
    const Rules rules = in_columns(shape, misere);
    Shortcuts without_columns;
    without_columns.columns = false;
    const auto fast = make_general(rules, 1 << 16);
    const auto general = make_general(rules, 1 << 16, BoundsTable::CHECK_BITS, without_columns);
    for (int i = 0; i < 8; ++i) {
        const GeneralPosition position = random_position(rules, int(random() % 13), random);
        const bool value_only = random() % 3 == 0;
        const int threads = 1 + int(random() % 8 == 0), alpha = -14 + int(random() % 28),
                  beta = alpha + 1 + int(random() % 4);
        Control control;
        const ScoreBounds score = general->score(position, control, false, 1);
        expect(same(fast->score(position, control, value_only, threads), score, value_only), "the score");
        expect(within_contract(fast->search_window(position, alpha, beta, control), score.low, alpha, beta),
               "the result of a window");
        const auto moves = fast->scores(position, control, value_only, threads),
                   expected = general->scores(position, control, false, 1);
        expect(moves.size() == expected.size(), "the number of moves");
        for (std::size_t m = 0; m < std::min(moves.size(), expected.size()); ++m)
            expect(same(moves[m], expected[m], value_only), "the score of a move");
    }
}

static void shapes_are_recognised() {
    for (ColumnsShape shape : {ColumnsShape{7, 6, 4}, {1, 5, 3}, {6, 1, 2}, {3, 3, 1}, {16, 7, 4}, {15, 7, 7}}) {
        Rules rules = in_columns(shape, false);
        const auto found = columns_shape(rules);
        expect(found && found->width == shape.width && found->height == shape.height && found->length == shape.length,
               "the shape of a game in columns");
        std::reverse(rules.lines.begin(), rules.lines.end());
        expect(columns_shape(rules).has_value(), "the order of the lines does not matter");
        const Cells last = rules.lines.back();
        rules.lines.erase(
            std::remove_if(rules.lines.begin(), rules.lines.end(),
                           [&](const Cells& line) { return line.low == last.low && line.high == last.high; }),
            rules.lines.end());
        expect(!columns_shape(rules), "a line is missing");
    }
    for (auto change : {+[](Rules& rules) { rules.needs.clear(); }, +[](Rules& rules) { rules.full = 1; },
                        +[](Rules& rules) { rules.needs[0] = {}; }, +[](Rules& rules) { rules.lines.clear(); }}) {
        Rules rules = in_columns({4, 4, 3}, false);
        change(rules);
        expect(!columns_shape(rules), "not a game in columns");
    }
    expect(!columns_shape(in_columns({16, 8, 4}, false)), "too large with one bit more for each column");
}

static void stones_cannot_hang() {
    const auto solver = make_general(in_columns({4, 4, 4}, false), 1 << 16);
    Control control;
    try {
        solver->score({{1, 0}, {0, 0}, true}, control, false, 1);
        expect(false, "a stone in the air is refused");
    } catch (const std::invalid_argument&) {
    }
}

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 300;
    std::mt19937 random(1);
    for (int i = 0; i < rounds; ++i) {
        const int width = 1 + int(random() % 7), height = 1 + int(random() % 7);
        compare({width, height, 1 + int(random() % std::max(width, height))}, random() % 2, random);
        compare({4 + int(random() % 4), 4 + int(random() % 4), 4}, random() % 4 == 0, random);
        compare({9 + int(random() % 4), 7 + int(random() % 2), 3 + int(random() % 3)}, random() % 4 == 0, random);
    }
    shapes_are_recognised();
    stones_cannot_hang();
    std::printf("%d faults\n", faults);
    return faults != 0;
}
