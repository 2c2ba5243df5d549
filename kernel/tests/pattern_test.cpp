// Patterns on random boards: what is kept up to date is what the stones say, however they came and went; searches put
// everything back, stopped or not; and a win that is claimed is one, and an answer stops no open four where none is
// said to, by brute force. Long, as what several files of the kernel do is said again in other words.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include "patterns/pattern_search.hpp"
#include "patterns/vct.hpp"

using namespace noughts;

static int faults = 0;

static void expect(bool fine, const char* what) {
    if (fine) return;
    if (++faults < 10) std::printf("fault: %s\n", what);
}

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

    // What a stone is worth, said again in other words: by walking through the cell in each direction.
    Worth worth(const std::vector<int>& stones, int cell, int side) const {
        if (stones[cell] >= 0) return 0;
        const Worths told(k);
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
            if (with.count(k)) return told.five;
            open_four |= with.count(k - 1) > 1;
            threats += with.count(k - 1) > 0 || with.count(k - 2) > 1;
            all += here;
        }
        if (open_four) return told.open_four;
        return threats > 1 ? std::max(all, told.fork) : all;
    }
};

// Where a stone of a side completes a line.
static std::set<int> fives(const Board& board, const std::vector<int>& stones, int side) {
    std::set<int> found;
    for (const auto& line : board.lines) {
        int mine = 0, last = -1;
        for (int cell : line) {
            mine += stones[cell] == side;
            if (stones[cell] < 0) last = cell;
        }
        if (mine == board.k - 1 && last >= 0) found.insert(last);
    }
    return found;
}

// The same after one in a cell.
static std::set<int> fives_after(const Board& board, std::vector<int> stones, int cell, int side) {
    stones[cell] = side;
    return fives(board, stones, side);
}

// Whether the side to move wins, by the rules alone.
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

static std::vector<int> of(const std::vector<int>& stones, int side) {
    std::vector<int> found;
    for (int cell = 0; cell < int(stones.size()); ++cell)
        if (stones[cell] == side) found.push_back(cell);
    return found;
}

static std::vector<int> cells(const Patterns& patterns, Makes what, int side) {
    std::vector<int> found;
    patterns.each(what, side, [&](int cell) { found.push_back(cell); });
    expect(patterns.any(what, side) == !found.empty() && patterns.several(what, side) == (found.size() > 1),
           "cells are counted");
    if (found.empty()) return found;
    expect(patterns.first(what, side) == found.front() && patterns.last(what, side) == found.back(),
           "the first and the last");
    return found;
}

static bool same(const Board& board, const Patterns& one, const Patterns& other) {
    bool same = one.hash() == other.hash();
    for (int side = 0; side < 2; ++side) {
        for (bool moves : {false, true}) same &= one.promised(side, moves) == other.promised(side, moves);
        for (int what = 0; what < MAKES; ++what)
            same &= cells(one, Makes(what), side) == cells(other, Makes(what), side);
        for (int cell = 0; cell < board.cells(); ++cell) same &= one.worth(cell, side) == other.worth(cell, side);
    }
    return same;
}

static Promises promises(std::mt19937& random) {
    Promises made{};
    for (auto& role : made)
        for (int pair = 1; pair < PAIRED * PAIRED; ++pair) role[pair] = int(random() % 2'000) - 1'000;
    return made;
}

static void kept_up_to_date(const Board& board, std::mt19937& random) {
    const Net net(board.cells(), board.lines, promises(random));
    Patterns patterns(net, {}, {});
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
        expect(same(board, patterns, Patterns(net, of(stones, 0), of(stones, 1))), "patterns are those of the stones");
        for (int side = 0; side < 2; ++side)
            for (int cell = 0; cell < board.cells(); ++cell)
                expect(patterns.worth(cell, side) == board.worth(stones, cell, side), "a worth is that of the lines");
    }
}

static std::vector<int> thrown(const Board& board, int many, std::mt19937& random) {
    std::vector<int> stones(board.cells(), -1);
    for (int side = 0; many; --many, side = 1 - side) {
        int cell;
        do cell = int(random() % board.cells());
        while (stones[cell] >= 0);
        stones[cell] = side;
    }
    return stones;
}

static void searches_put_back(const Board& board, std::mt19937& random) {
    const Net net(board.cells(), board.lines, promises(random));
    const auto stones = thrown(board, 2 * int(random() % (board.cells() / 4)), random);
    Patterns patterns(net, of(stones, 0), of(stones, 1));
    const Patterns before = patterns;
    std::vector<int> moves;
    for (int cell = 0; cell < board.cells(); ++cell)
        if (patterns.free(cell)) moves.push_back(cell);
    const std::uint64_t budget = random() % 3'000;
    std::vector<int> scores[2];
    for (auto& found : scores) {
        Control control(budget);
        for (const Guessed& guessed : PatternSearch(net, patterns, 6, control).guesses(moves)) {
            expect(std::abs(guessed.score) < 1'000'000, "an estimate is between a loss and a win");
            found.push_back(guessed.cell);
            found.push_back(guessed.score);
        }
        expect(control.nodes <= budget + 64, "a budget is kept");
        expect(found.size() == 2 * moves.size(), "each move is looked at");
        expect(same(board, patterns, before), "a search puts everything back");
    }
    expect(scores[0] == scores[1], "a search can be repeated");
    Control stopped;
    stopped.stop = true;
    expect(PatternSearch(net, patterns, 6, stopped).guesses(moves).size() == moves.size(),
           "each move is looked at when stopped");
    try {
        Control control(budget);
        Counter counter(control);
        PatternWin(net, patterns, counter, int(random() % 2)).find();
    } catch (const Stopped&) {
    }
    expect(same(board, patterns, before), "a search for wins puts everything back");
}

static void ranked_as_sorted(std::mt19937& random) {
    const int most = int(random() % 12);
    Ranked<8> ranked(most);
    std::vector<std::pair<int, Worth>> all;
    for (int cell = 0; cell < 20; ++cell) {
        all.push_back({cell, Worth(random() % 6)});
        ranked.add(cell, all.back().second);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& one, const auto& other) { return one.second > other.second; });
    all.resize(std::clamp(most, 1, 8));
    expect(std::equal(ranked.begin(), ranked.end(), all.begin(), all.end(),
                      [](int cell, const auto& one) { return cell == one.first; }),
           "the best come first, and of equals those that came first");
}

// Nobody completes a line at once, and a side can make an open four: after an answer elsewhere it still can.
static int stops_are_all(const Board& board, std::mt19937& random) {
    const Net net(board.cells(), board.lines, promises(random));
    auto stones = thrown(board, board.cells() / 3, random);
    const Patterns patterns(net, of(stones, 0), of(stones, 1));
    if (!fives(board, stones, 0).empty() || !fives(board, stones, 1).empty()) return 0;
    int seen = 0;
    for (int side = 0; side < 2; ++side) {
        std::vector<int> fours;  // open ones
        for (int cell = 0; cell < board.cells(); ++cell) {
            if (stones[cell] >= 0) continue;
            auto lacking = fives_after(board, stones, cell, side);
            expect(patterns.makes(A_FOUR, side, cell) == !lacking.empty(), "a four is told");
            if (patterns.makes(AN_OPEN_FOUR, side, cell) && lacking.size() > 1) fours.push_back(cell);
            lacking.insert(cell);
            const auto& told = patterns.lacking_one(cell, side);
            expect(told.size() == lacking.size() && std::set<int>(told.begin(), told.end()) == lacking,
                   "what lacks one is told");
        }
        const auto stops = patterns.stops(side);
        expect(stops.any.empty() == fours.empty() && patterns.open_four(side) == (fours.empty() ? -1 : fours[0]),
               "open fours are told");
        for (int cell = 0; cell < board.cells() && !fours.empty(); ++cell) {
            if (stones[cell] >= 0 || patterns.makes(A_FOUR, 1 - side, cell)) continue;
            stones[cell] = 1 - side;
            const bool stands = std::any_of(fours.begin(), fours.end(), [&](int four) {
                return four != cell && fives_after(board, stones, four, side).size() > 1;
            });
            stones[cell] = -1;
            const bool is_all = std::all_of(fours.begin(), fours.end(), [&](int four) {
                return four == cell || fives_after(board, stones, four, side).count(cell);
            });
            const bool is_told = std::count(stops.all.begin(), stops.all.end(), cell) > 0;
            expect(is_told == is_all, "an answer matters to every open four");
            expect(is_told || stands, "an answer elsewhere stops nothing");
            seen += !stands;
        }
    }
    return seen;
}

static int wins_are_won(const Board& board, std::mt19937& random) {
    const Net net(board.cells(), board.lines, promises(random));
    auto stones = thrown(board, 2 * int(random() % 3) + board.cells() % 2, random);
    if (std::count(stones.begin(), stones.end(), -1) > 12) return 0;
    BruteForce brute(board);
    for (int side = 0; side < 2; ++side)
        if (brute.value(stones, side) == -1 && of(stones, side).size() >= std::size_t(board.k))
            return 0;  // it may be over
    Patterns patterns(net, of(stones, 0), of(stones, 1));
    Control control;
    Counter counter(control);
    const auto won = PatternWin(net, patterns, counter, 0).find();
    if (!won) return 0;
    stones[won->cell] = 0;
    expect(brute.value(stones, 1) == -1, "what is claimed is won");
    return 1;
}

int main(int, char** arguments) {
    const int rounds = std::atoi(arguments[1]);
    std::mt19937 random(7);
    int won = 0, stopped = 0;
    for (int round = 0; round < rounds; ++round) {
        const int columns = 3 + int(random() % 5), rows = 3 + int(random() % 5), longest = std::min(columns, rows);
        const Board board(columns, rows, 3 + int(random() % (std::min(longest, 5) - 2)));
        for (const Board& one : {board, Board(14, 3, 7)}) {  // the second has rows that are too long for a code
            kept_up_to_date(one, random);
            searches_put_back(one, random);
        }
        ranked_as_sorted(random);
        for (const Board& one : {Board(7, 7, 4), Board(9, 8, 5)}) stopped += stops_are_all(one, random);
        won += wins_are_won(Board(4, 4, 3), random);
        won += wins_are_won(Board(5, 3, 3), random);
    }
    expect(won > rounds / 10, "there are wins to look at");
    expect(stopped > rounds / 10, "there are open fours to stop");
    if (faults) std::printf("%d faults\n", faults);
    return faults != 0;
}
