// Tests patterns on random boards. Patterns stay up to date as stones come and go, searches restore the position even
// when they are stopped, wins that the search claims are wins by brute force, and only the listed answers stop an open
// four.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include "expect.hpp"
#include "patterns/pattern_search.hpp"
#include "patterns/vct.hpp"

using namespace noughts;

static constexpr int STEPS[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

struct Board {
    int columns, rows, k;
    std::vector<std::vector<int>> lines;

    Board(int columns, int rows, int k) : columns(columns), rows(rows), k(k) {
        for (int cell = 0; cell < cells(); ++cell)
            for (const auto& step : STEPS) {
                std::vector<int> line;
                for (int i = 0; i < k; ++i) {
                    const int x = cell % columns + i * step[0], y = cell / columns + i * step[1];
                    if (x < 0 || y < 0 || x >= columns || y >= rows) break;
                    line.push_back(y * columns + x);
                }
                if (int(line.size()) == k) lines.push_back(line);
            }
    }

    int cells() const { return columns * rows; }

    // Computes the worth of a stone in another way: by walking through the cell in each direction.
    Worth worth(const std::vector<int>& stones, int cell, int side) const {
        if (stones[cell] >= 0) return 0;
        const LineWorths worths(k);
        Worth all = 0;
        int threats = 0;
        bool open_four = false;
        for (const auto& step : STEPS) {
            Worth here = 0;
            std::multiset<int> with;
            for (int before = 0; before < k; ++before) {
                int mine = 0;
                bool fits = true;
                for (int i = -before; i < k - before && fits; ++i) {
                    const int x = cell % columns + i * step[0], y = cell / columns + i * step[1];
                    fits = x >= 0 && y >= 0 && x < columns && y < rows && stones[y * columns + x] != 1 - side;
                    mine += fits && stones[y * columns + x] == side;
                }
                if (!fits) continue;
                with.insert(mine + 1);
                Worth one = 8;
                for (int i = 0; i < mine; ++i) one *= 8;
                here += one;
            }
            if (with.count(k)) return worths.five;
            open_four |= with.count(k - 1) > 1;
            threats += with.count(k - 1) > 0 || with.count(k - 2) > 1;
            all += here;
        }
        if (open_four) return worths.open_four;
        return threats > 1 ? std::max(all, worths.fork) : all;
    }
};

// The cells in which a stone of a side completes a line.
static std::set<int> fives(const Board& board, const std::vector<int>& stones, int side) {
    std::set<int> cells;
    for (const auto& line : board.lines) {
        int mine = 0, last = -1;
        for (int cell : line) {
            mine += stones[cell] == side;
            if (stones[cell] < 0) last = cell;
        }
        if (mine == board.k - 1 && last >= 0) cells.insert(last);
    }
    return cells;
}

// The cells that complete a line after one more stone in a cell.
static std::set<int> fives_after(const Board& board, std::vector<int> stones, int cell, int side) {
    stones[cell] = side;
    return fives(board, stones, side);
}

// Finds out whether the side to move wins, by the rules alone.
class BruteForce {
  public:
    explicit BruteForce(const Board& board) : board_(board) {}

    int value(std::vector<int>& stones, int side) {
        for (const auto& line : board_.lines) {
            int theirs = 0;
            for (int cell : line) theirs += stones[cell] == 1 - side;
            if (theirs == board_.k) return -1;
        }
        auto key = stones;
        key.push_back(side);
        if (auto known = known_.find(key); known != known_.end()) return known->second;
        int best = -2;
        for (int cell = 0; cell < board_.cells() && best < 1; ++cell) {
            if (stones[cell] >= 0) continue;
            stones[cell] = side;
            best = std::max(best, -value(stones, 1 - side));
            stones[cell] = -1;
        }
        return known_[key] = best == -2 ? 0 : best;
    }

  private:
    const Board& board_;
    std::map<std::vector<int>, int> known_;
};

static std::vector<int> stones_of(const std::vector<int>& stones, int side) {
    std::vector<int> cells;
    for (int cell = 0; cell < int(stones.size()); ++cell)
        if (stones[cell] == side) cells.push_back(cell);
    return cells;
}

static std::vector<int> cells(const Patterns& patterns, CellPattern pattern, int side) {
    std::vector<int> cells;
    patterns.for_each_cell(pattern, side, [&](int cell) { cells.push_back(cell); });
    expect(patterns.any(pattern, side) == !cells.empty() && patterns.several(pattern, side) == (cells.size() > 1),
           "the number of cells");
    if (cells.empty()) return cells;
    expect(patterns.first(pattern, side) == cells.front() && patterns.last(pattern, side) == cells.back(),
           "the first and the last cell");
    return cells;
}

static bool same(const Board& board, const Patterns& one, const Patterns& other) {
    bool same = one.hash() == other.hash();
    for (int side = 0; side < 2; ++side) {
        for (bool moves : {false, true}) same &= one.weight(side, moves) == other.weight(side, moves);
        for (int pattern = 0; pattern < CELL_PATTERNS; ++pattern)
            same &= cells(one, CellPattern(pattern), side) == cells(other, CellPattern(pattern), side);
        for (int cell = 0; cell < board.cells(); ++cell) same &= one.worth(cell, side) == other.worth(cell, side);
    }
    return same;
}

static PairWeights random_weights(std::mt19937& random) {
    PairWeights weights{};
    for (auto& role : weights)
        for (int pair = 1; pair < PAIR_BASE * PAIR_BASE; ++pair) role[pair] = int(random() % 2'000) - 1'000;
    return weights;
}

static void test_updates(const Board& board, std::mt19937& random) {
    const PatternTables tables(board.cells(), board.lines, {}, random_weights(random));
    Patterns patterns(tables, {}, {});
    std::vector<int> stones(board.cells(), -1), played;
    for (int step = 0; step < 60; ++step) {
        if (!played.empty() && (random() % 3 == 0 || int(played.size()) == board.cells())) {
            patterns.undo();
            stones[played.back()] = -1;
            played.pop_back();
        } else {
            const int cell = int(random() % board.cells()), side = int(random() % 2);
            if (stones[cell] >= 0) continue;
            patterns.play(cell, side);
            stones[cell] = side;
            played.push_back(cell);
        }
        expect(same(board, patterns, Patterns(tables, stones_of(stones, 0), stones_of(stones, 1))),
               "patterns do not depend on the order of moves");
        for (int side = 0; side < 2; ++side)
            for (int cell = 0; cell < board.cells(); ++cell)
                expect(patterns.worth(cell, side) == board.worth(stones, cell, side), "the worth of a stone");
    }
}

static std::vector<int> random_stones(const Board& board, int count, std::mt19937& random) {
    std::vector<int> stones(board.cells(), -1);
    for (int side = 0; count; --count, side = 1 - side) {
        int cell;
        do cell = int(random() % board.cells());
        while (stones[cell] >= 0);
        stones[cell] = side;
    }
    return stones;
}

static void test_searches_restore_the_position(const Board& board, std::mt19937& random) {
    const PatternTables tables(board.cells(), board.lines, {}, random_weights(random));
    const auto stones = random_stones(board, 2 * int(random() % (board.cells() / 4)), random);
    Patterns patterns(tables, stones_of(stones, 0), stones_of(stones, 1));
    const Patterns before = patterns;
    std::vector<int> moves;
    for (int cell = 0; cell < board.cells(); ++cell)
        if (patterns.is_empty(cell)) moves.push_back(cell);
    const std::uint64_t budget = random() % 3'000;
    std::vector<int> scores[2];
    for (auto& estimates : scores) {
        Control control(budget);
        for (const MoveEstimate& move : PatternSearch(tables, patterns, 6, control).estimates(moves)) {
            expect(std::abs(move.score) < 1'000'000, "an estimate is between loss and win");
            estimates.push_back(move.cell);
            estimates.push_back(move.score);
        }
        expect(control.nodes <= budget + 64, "the search keeps to its budget");
        expect(estimates.size() == 2 * moves.size(), "every move has an estimate");
        expect(same(board, patterns, before), "a search restores the position");
    }
    expect(scores[0] == scores[1], "a search is deterministic");
    Control stopped;
    stopped.stop = true;
    expect(PatternSearch(tables, patterns, 6, stopped).estimates(moves).size() == moves.size(),
           "every move has an estimate even if the search is stopped");
    try {
        Control control(budget);
        NodeCounter counter(control);
        VctSearch(tables, patterns, counter, int(random() % 2)).find();
    } catch (const Stopped&) {
    }
    expect(same(board, patterns, before), "a search for wins restores the position");
}

static bool within_contract(int r, int s, int alpha, int beta) {
    if (s <= alpha) return s <= r && r <= alpha;
    if (s >= beta) return beta <= r && r <= s;
    return r == s;
}

// Searches with random windows fill the table. The table returns only results that such a search may return.
static void test_search_table(std::mt19937& random) {
    constexpr int WIN = SearchTable::WIN, PLY = SearchTable::PLY;
    const int scores[] = {0, 7 * PLY, WIN - 4 * PLY,
                          6 * PLY - WIN};  // at ply 0, of positions that share a place in the table
    SearchTable table;
    int stored = -1, stored_depth = 0, found = 0;
    for (int i = 0; i < 1'000; ++i) {
        const int position = int(random() % 4), depth = int(random() % 3), ply = int(random() % 4);
        const int score = scores[position], s = score - (score / (WIN / 2)) * ply * PLY;
        const int alpha = s + (int(random() % 7) - 4) * PLY, beta = alpha + 1 + int(random() % 4) * PLY;
        int cell = -1;
        const auto known = table.find(position + 1, depth, alpha, beta, ply, cell);
        expect(cell == (position == stored ? position : -1), "the best move in the table");
        if (known) {
            ++found;
            expect(position == stored && depth <= stored_depth, "a score of another position or of too low a depth");
            expect(within_contract(*known, s, alpha, beta), "a score from the table");
        } else {
            int r = s;
            if (s <= alpha) r += int(random() % (alpha - s + 1));
            if (s >= beta) r -= int(random() % (s - beta + 1));
            table.store(position + 1, depth, alpha, beta, ply, r, position);
            expect(table.find(position + 1, depth, alpha, beta, ply, cell) == r, "a score that was just stored");
            stored = position, stored_depth = depth;
        }
    }
    expect(found > 20, "too few scores from the table");
}

static void test_top_k(std::mt19937& random) {
    const int k = int(random() % 12);
    TopK<8> top(k);
    std::vector<std::pair<int, Worth>> all;
    for (int cell = 0; cell < 20; ++cell) {
        all.push_back({cell, Worth(random() % 6)});
        top.add(cell, all.back().second);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& one, const auto& other) { return one.second > other.second; });
    all.resize(std::clamp(k, 1, 8));
    expect(std::equal(top.begin(), top.end(), all.begin(), all.end(),
                      [](int cell, const auto& one) { return cell == one.first; }),
           "cells by decreasing worth, equal ones in their order");
}

// If neither side can complete a line at once and a side can make an open four, every other answer leaves it an open
// four.
static int test_open_four_cells(const Board& board, std::mt19937& random) {
    const PatternTables tables(board.cells(), board.lines, {}, random_weights(random));
    auto stones = random_stones(board, board.cells() / 3, random);
    const Patterns patterns(tables, stones_of(stones, 0), stones_of(stones, 1));
    if (!fives(board, stones, 0).empty() || !fives(board, stones, 1).empty()) return 0;
    int stopped = 0;
    for (int side = 0; side < 2; ++side) {
        std::vector<int> fours;  // open ones
        for (int cell = 0; cell < board.cells(); ++cell) {
            if (stones[cell] >= 0) continue;
            auto lacking = fives_after(board, stones, cell, side);
            expect(patterns.makes(MAKES_FOUR, side, cell) == !lacking.empty(), "a stone makes a four");
            if (patterns.makes(MAKES_OPEN_FOUR, side, cell) && lacking.size() > 1) fours.push_back(cell);
            lacking.insert(cell);
            const auto& cells = patterns.cells_of_fours(cell, side);
            expect(cells.size() == lacking.size() && std::set<int>(cells.begin(), cells.end()) == lacking,
                   "the cells of the fours");
        }
        const auto open_fours = patterns.open_four_cells(side);
        expect(open_fours.any.empty() == fours.empty() && patterns.open_four(side) == (fours.empty() ? -1 : fours[0]),
               "the open fours");
        for (int cell = 0; cell < board.cells() && !fours.empty(); ++cell) {
            if (stones[cell] >= 0 || patterns.makes(MAKES_FOUR, 1 - side, cell)) continue;
            stones[cell] = 1 - side;
            const bool still_possible = std::any_of(fours.begin(), fours.end(), [&](int four) {
                return four != cell && fives_after(board, stones, four, side).size() > 1;
            });
            stones[cell] = -1;
            const bool is_common = std::all_of(fours.begin(), fours.end(), [&](int four) {
                return four == cell || fives_after(board, stones, four, side).count(cell);
            });
            const bool is_listed = std::count(open_fours.common.begin(), open_fours.common.end(), cell) > 0;
            expect(is_listed == is_common, "the cells common to all open fours");
            expect(is_listed || still_possible, "other answers do not stop an open four");
            stopped += !still_possible;
        }
    }
    return stopped;
}

static int test_wins(const Board& board, std::mt19937& random) {
    const PatternTables tables(board.cells(), board.lines, {}, random_weights(random));
    const int most = 12, few = std::max(0, board.cells() - most + 2) / 2 * 2;
    auto stones = random_stones(board, few + 2 * int(random() % 3) + board.cells() % 2, random);
    if (std::count(stones.begin(), stones.end(), -1) > most) return 0;
    BruteForce brute(board);
    for (int side = 0; side < 2; ++side)
        if (brute.value(stones, side) == -1 && stones_of(stones, side).size() >= std::size_t(board.k))
            return 0;  // the game may be over
    Patterns patterns(tables, stones_of(stones, 0), stones_of(stones, 1));
    Control control;
    NodeCounter counter(control);
    const auto win = VctSearch(tables, patterns, counter, 0).find();
    if (!win) return 0;
    stones[win->cell] = 0;
    expect(brute.value(stones, 1) == -1, "a claimed win is a win");
    return 1;
}

static bool is_over(const Board& board, const std::vector<int>& stones) {
    return std::any_of(board.lines.begin(), board.lines.end(), [&](const auto& line) {
        return stones[line[0]] >= 0 &&
               std::all_of(line.begin(), line.end(), [&](int cell) { return stones[cell] == stones[line[0]]; });
    });
}

// A search that tries all moves until the board is full finds the value of the position: a win, a loss or 0.
static int test_full_width_searches(const Board& board, std::mt19937& random) {
    const PatternTables tables(board.cells(), board.lines, {}, random_weights(random));
    auto stones = random_stones(board, (board.cells() - 4 - int(random() % 5)) / 2 * 2, random);
    if (is_over(board, stones)) return 0;
    Patterns patterns(tables, stones_of(stones, 0), stones_of(stones, 1));
    Control control(100'000);  // ten times as much as it needs
    const auto moves = PatternSearch(tables, patterns, 64, control).estimates(stones_of(stones, -1));
    const auto outcome = [](int score) { return (score > 850'000) - (score < -850'000); };
    const int best = std::max_element(moves.begin(), moves.end(), [](const auto& one, const auto& other) {
                         return one.score < other.score;
                     })->score;
    BruteForce brute(board);
    const int value = brute.value(stones, 0);
    expect(outcome(best) == value && (value || !best), "the value of a position");
    for (const MoveEstimate& move : moves) {
        if (outcome(move.score) >= 0) continue;  // a bound, unless the move is the best one
        stones[move.cell] = 0;
        expect(brute.value(stones, 1) == 1, "a move that loses");
        stones[move.cell] = -1;
    }
    return value != 0;
}

// The score of the side to move in a search of two plies, by plain minimax: without windows, a table or a second look.
class Minimax {
  public:
    explicit Minimax(Patterns& patterns, int cells) : patterns_(patterns), cells_(cells) {}

    int after(int cell, int side, int depth, int ply) {
        if (patterns_.makes(MAKES_FIVE, side, cell)) return WIN - ply * PLY;
        const ScopedStone stone(patterns_, cell, side);
        return -score(1 - side, depth, ply + 1);
    }

  private:
    static constexpr int WIN = SearchTable::WIN, PLY = SearchTable::PLY, HORIZON = -3;

    int score(int side, int depth, int ply) {
        const int other = 1 - side;
        if (patterns_.any(MAKES_FIVE, side)) return WIN - ply * PLY;
        if (patterns_.several(MAKES_FIVE, other)) return ply * PLY - WIN;
        if (patterns_.any(MAKES_FIVE, other))
            return after(patterns_.first(MAKES_FIVE, other), side, std::max(depth, HORIZON), ply);
        if (patterns_.open_four(side) >= 0) return WIN - ply * PLY;
        const bool must_defend = patterns_.open_four(other) >= 0;
        if (depth <= (must_defend ? HORIZON : 0)) return estimate(side);
        std::set<int> moves;
        if (must_defend)
            patterns_.for_each_answer(patterns_.open_four_cells(other), side, [&](int cell) { moves.insert(cell); });
        else
            for (int cell = 0; cell < cells_; ++cell)
                if (patterns_.worth(cell, 0) || patterns_.worth(cell, 1)) moves.insert(cell);
        if (moves.empty()) return must_defend ? (ply + 1) * PLY - WIN : 0;
        int best = -WIN;
        for (int cell : moves) best = std::max(best, after(cell, side, depth - 1, ply));
        return best;
    }

    int estimate(int side) const {
        if (patterns_.any(MAKES_FORK, side) && !patterns_.any(MAKES_OPEN_FOUR, 1 - side)) return 800'000;
        const int balance = patterns_.weight(side, true) - patterns_.weight(1 - side, false);
        return int(800'000.0 * balance / (2'000 + std::abs(balance)));
    }

    Patterns& patterns_;
    const int cells_;
};

// A search of all moves to two plies finds a move with the minimax score, and ranks it alone at the top.
static int test_minimax(const Board& board, std::mt19937& random) {
    const PatternTables tables(board.cells(), board.lines, {}, random_weights(random));
    const auto stones = random_stones(board, board.cells() / 8 * 2 + 2 * int(random() % 4), random);
    if (is_over(board, stones)) return 0;
    Patterns patterns(tables, stones_of(stones, 0), stones_of(stones, 1));
    Control control;
    const auto moves = PatternSearch(tables, patterns, 64, control, 2).estimates(stones_of(stones, -1));
    const auto best =
        std::max_element(moves.begin(), moves.end(), [](auto& one, auto& other) { return one.score < other.score; });
    int expected = 0, of_best = 0;
    for (int depth = 0; depth < 2 && std::abs(expected) <= 850'000; ++depth) {  // a search ends at a win or a loss
        expected = -1'000'000;
        for (const MoveEstimate& move : moves) {
            const int score = Minimax(patterns, board.cells()).after(move.cell, 0, depth, 0);
            expected = std::max(expected, score);
            if (&move == &*best) of_best = score;
        }
    }
    expect(best->score == expected && of_best == expected, "the minimax score");
    for (const MoveEstimate& move : moves)
        expect(&move == &*best || move.score < best->score, "only one move has the best score");
    return 1;
}

// A search for wins finds the same wins whether or not it has searched other positions before.
static int test_earlier_searches_do_not_matter(const Board& board, int positions, std::mt19937& random) {
    const PatternTables tables(board.cells(), board.lines, {}, random_weights(random));
    Patterns patterns(tables, {}, {});
    Control control;
    NodeCounter counter(control);
    VctSearch experienced(tables, patterns, counter, 0);
    int wins = 0;
    for (int i = 0; i < positions; ++i) {
        const auto stones = random_stones(board, 2 * int(random() % (board.cells() / 4)), random);
        if (is_over(board, stones)) continue;
        int placed = 0;
        for (int cell = 0; cell < board.cells(); ++cell)
            if (stones[cell] >= 0) patterns.play(cell, stones[cell]), ++placed;
        const bool is_won = VctSearch(tables, patterns, counter, 0).find().has_value();
        expect(experienced.find().has_value() == is_won, "a win that is found after other searches");
        wins += is_won;
        for (; placed; --placed) patterns.undo();
    }
    return wins;
}

int main(int, char** argv) {
    const int rounds = std::atoi(argv[1]);
    std::mt19937 random(7);
    int wins = 0, stopped = 0, decided = 0, searched = 0;
    for (int round = 0; round < rounds; ++round) {
        const int columns = 3 + int(random() % 5), rows = 3 + int(random() % 5), longest = std::min(columns, rows);
        const Board board(columns, rows, 3 + int(random() % (std::min(longest, 5) - 2)));
        for (const Board& one : {board, Board(14, 3, 7)}) {  // the second board has lines that are too long for a code
            test_updates(one, random);
            test_searches_restore_the_position(one, random);
        }
        test_search_table(random);
        test_top_k(random);
        for (const Board& one : {Board(7, 7, 4), Board(9, 8, 5)}) stopped += test_open_four_cells(one, random);
        wins += test_wins(Board(4, 4, 3), random);
        wins += test_wins(Board(5, 3, 3), random);
        wins += test_wins(Board(5, 4, 4), random);
        for (const Board& one : {Board(4, 4, 3), Board(4, 4, 4), Board(5, 4, 4)})
            decided += test_full_width_searches(one, random);
        for (const Board& one : {Board(9, 8, 5), Board(7, 7, 5), Board(7, 7, 4), Board(5, 5, 4)})
            searched += test_minimax(one, random);
    }
    const int found = test_earlier_searches_do_not_matter(Board(6, 6, 4), 20 * rounds, random);
    expect(wins > rounds / 10, "too few positions with wins");
    expect(decided > rounds / 10 && found > rounds, "too few decided positions");
    expect(searched > rounds, "too few searches of two plies");
    expect(stopped > rounds / 10, "too few positions with open fours");
    if (faults) std::printf("%d faults\n", faults);
    return faults != 0;
}
