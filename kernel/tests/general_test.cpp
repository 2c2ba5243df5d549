// Compares the general solver with brute force on random small games: scores, windows, every combination of shortcuts,
// threads, keys, budgets and stops.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <tuple>

#include "expect.hpp"
#include "general/general.hpp"

using namespace noughts;

// Computes scores by trying every move and remembering positions.
class BruteForce {
  public:
    explicit BruteForce(const Rules& rules) : rules_(rules) {}

    int score(Word128 mine, Word128 theirs, bool first_to_move) {
        const Word128 empty = ((Word128(1) << rules_.cells) - 1) & ~mine & ~theirs;
        const int left = count(empty);
        for (const Cells& line : rules_.lines)
            if (!(to_bits<Word128>(line) & ~theirs)) return rules_.misere ? 1 + left : -1 - left;
        for (const Cells& line : rules_.lines)
            if (!(to_bits<Word128>(line) & ~mine)) return rules_.misere ? -1 - left : 1 + left;
        if (!left) return first_to_move ? rules_.full : -rules_.full;
        const auto key = std::tuple(std::uint64_t(mine), std::uint64_t(theirs), first_to_move);
        if (auto known = known_.find(key); known != known_.end()) return known->second;
        int best = -1000;
        for_each_bit(empty, [&](int cell) {
            if (!rules_.needs.empty() && (to_bits<Word128>(rules_.needs[cell]) & empty)) return;
            best = std::max(best, -score(theirs, mine | bit<Word128>(cell), !first_to_move));
        });
        return known_[key] = best;
    }

  private:
    const Rules& rules_;
    std::map<std::tuple<std::uint64_t, std::uint64_t, bool>, int> known_;
};

// Random lines and requirements between cells, misère or not, with or without a winner of full boards.
static Rules random_rules(std::mt19937& random) {
    Rules rules;
    rules.cells = 1 + int(random() % 9);
    const int lines = int(random() % 13), shortest = 1 + int(random() % 8 != 0) + int(random() % 3 != 0);
    for (int i = 0; i < lines; ++i) {
        Word128 line = 0;
        const int size = std::min(rules.cells, shortest + int(random() % 3));
        while (count(line) < size) line |= bit<Word128>(int(random() % rules.cells));
        rules.lines.push_back(to_cells(line));
    }
    rules.misere = random() % 2;
    rules.full = int(random() % 5) < 3 ? 0 : random() % 2 ? 1 : -1;
    const int kind = int(random() % 3);
    if (kind) rules.needs.resize(rules.cells);
    const int columns = 1 + int(random() % 4);
    for (int c = 0; kind && c < rules.cells; ++c) {
        if (kind == 1 && c >= columns) rules.needs[c] = to_cells(bit<Word128>(c - columns));  // gravity
        if (kind == 2 && c)                                                                   // any order
            for (int i = int(random() % 3); i; --i)
                rules.needs[c] = to_cells(to_bits<Word128>(rules.needs[c]) | bit<Word128>(int(random() % c)));
    }
    return rules;
}

// Embeds a game in a larger board with all other cells taken, to test other word sizes and keys.
static Rules enlarged(Rules rules, int cells, std::vector<int>& to, std::mt19937& random) {
    std::vector<int> places(cells);
    for (int i = 0; i < cells; ++i) places[i] = i;
    std::shuffle(places.begin(), places.end(), random);
    to.assign(places.begin(), places.begin() + rules.cells);
    auto moved = [&](Cells& set) {
        Word128 image = 0;
        for_each_bit(to_bits<Word128>(set), [&](int c) { image |= bit<Word128>(to[c]); });
        set = to_cells(image);
    };
    for (Cells& line : rules.lines) moved(line);
    std::vector<Cells> needs(cells);
    for (int c = 0; c < int(rules.needs.size()); ++c) moved(rules.needs[c]), needs[to[c]] = rules.needs[c];
    if (!rules.needs.empty()) rules.needs = needs;
    rules.cells = cells;
    return rules;
}

static bool over(const Rules& rules, Word128 stones) {
    for (const Cells& line : rules.lines)
        if (!(to_bits<Word128>(line) & ~stones)) return true;
    return false;
}

// A random position in which every stone has the cells below it taken.
static void random_position(const Rules& rules, std::mt19937& random, Word128& mine, Word128& theirs) {
    mine = theirs = 0;
    for (int stones = int(random() % (rules.cells + 1)); stones; --stones) {
        const int c = int(random() % rules.cells);
        const Word128 taken = mine | theirs;
        if ((taken >> c & 1) || (!rules.needs.empty() && (to_bits<Word128>(rules.needs[c]) & ~taken))) continue;
        (random() % 2 ? mine : theirs) |= bit<Word128>(c);
    }
}

static bool within_contract(int r, int s, int alpha, int beta) {
    if (s <= alpha) return s <= r && r <= alpha;
    if (s >= beta) return beta <= r && r <= s;
    return r == s;
}

static bool is_right(const ScoreBounds& bounds, int s, bool value_only) {
    if (bounds.low > s || bounds.high < s) return false;
    return value_only ? (bounds.low > 0) == (s > 0) && (bounds.high < 0) == (s < 0) : bounds.low == bounds.high;
}

static void compare(const Rules& rules, std::mt19937& random, Shortcuts shortcuts, int threads, int cells = 0) {
    BruteForce brute(rules);
    std::vector<int> to;
    const Rules large = cells ? enlarged(rules, cells, to, random) : rules;
    const auto general = make_general(large, 1 << 16, BoundsTable::CHECK_BITS, shortcuts);
    auto image = [&](Word128 set) {
        if (!cells) return to_cells(set);
        Word128 moved = 0;
        for_each_bit(set, [&](int c) { moved |= bit<Word128>(to[c]); });
        return to_cells(moved);
    };
    Word128 others = cells < 128 ? (Word128(1) << cells) - 1 : ~Word128(0);
    for (int c : to) others &= ~bit<Word128>(c);
    for (int i = 0; i < 6; ++i) {
        Word128 mine, theirs;
        random_position(rules, random, mine, theirs);
        if (over(rules, mine) && over(rules, theirs)) continue;
        const bool first_to_move = random() % 2, value_only = random() % 4 == 0;
        const int s = brute.score(mine, theirs, first_to_move);
        GeneralPosition position{image(mine), image(theirs), first_to_move};
        if (cells) position.mine = to_cells(to_bits<Word128>(position.mine) | others);  // no line contains these cells
        Control control;
        const int alpha = -rules.cells - 2 + int(random() % (2 * rules.cells + 4)),
                  beta = alpha + 1 + int(random() % 6);
        expect(within_contract(general->search_window(position, alpha, beta, control), s, alpha, beta),
               "the result of a window");
        expect(is_right(general->score(position, control, value_only, threads), s, value_only), "the score");
        for (const ScoreBounds& move : general->scores(position, control, value_only, threads)) {
            int cell = move.cell;
            for (int c = 0; c < int(to.size()); ++c)
                if (to[c] == move.cell) cell = c;
            expect(is_right(move, -brute.score(theirs, mine | bit<Word128>(cell), !first_to_move), value_only),
                   "the score of a move");
        }
    }
}

// An m,n,k game with its symmetries.
static Rules rows(int columns, int rows, int k) {
    Rules rules;
    rules.cells = columns * rows;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x)
            for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
                const int x2 = x + (k - 1) * dx, y2 = y + (k - 1) * dy;
                if (x2 < 0 || x2 >= columns || y2 >= rows) continue;
                Word128 line = 0;
                for (int i = 0; i < k; ++i) line |= bit<Word128>(x + i * dx + (y + i * dy) * columns);
                rules.lines.push_back(to_cells(line));
            }
    for (int turn = 0; turn < (columns == rows ? 8 : 4); ++turn) {
        std::vector<int> image;
        for (int c = 0; c < rules.cells; ++c) {
            int x = c % columns, y = c / columns;
            if (turn & 4) std::swap(x, y);
            if (turn & 1) x = columns - 1 - x;
            if (turn & 2) y = rows - 1 - y;
            image.push_back(x + y * columns);
        }
        rules.symmetries.push_back(image);
    }
    return rules;
}

static void known_scores() {
    struct Known {
        Rules rules;
        int score;
    };
    auto misere = [](Rules rules) { return rules.misere = true, rules; };
    for (const Known& known : {Known{rows(3, 3, 3), 0},
                               {rows(4, 3, 3), 6},
                               {rows(4, 4, 3), 12},
                               {rows(4, 4, 4), 0},
                               {misere(rows(3, 3, 3)), 0},
                               {misere(rows(4, 3, 3)), -2}})
        for (int threads : {1, 3}) {
            const auto general = make_general(known.rules, 1 << 20);
            Control control;
            const ScoreBounds score = general->score({}, control, false, threads);
            expect(score.low == known.score && score.high == known.score, "a known score");
            expect(general->exact_keys(), "small boards have exact keys");
        }
}

static void keys_are_bijections() {
    for (int bits = 1; bits <= 16; ++bits) {
        std::set<std::uint64_t> seen;
        for (std::uint64_t x = 0; x < 1ull << bits; ++x) seen.insert(permute(x, bits));
        expect(seen.size() == 1ull << bits && *seen.rbegin() == (1ull << bits) - 1, "permute is a bijection");
    }
    std::mt19937 random(5);
    for (int i = 0; i < 200; ++i) {  // every position of a game has its own key
        Rules rules = random_rules(random);
        rules.symmetries = {{}};
        for (int c = 0; c < rules.cells; ++c) rules.symmetries[0].push_back(c);
        const Keys keys(rules);
        std::set<std::uint64_t> seen;
        std::size_t positions = 0;
        int power = 1;
        for (int c = 0; c < rules.cells; ++c) power *= 3;
        for (int code = 0; code < power; ++code) {
            std::uint64_t sum = 0;
            Word128 taken = 0;
            for (int c = 0, rest = code; c < rules.cells; ++c, rest /= 3)
                if (rest % 3) sum += *keys.weights(c, rest % 3 == 2), taken |= bit<Word128>(c);
            bool hangs = false;
            if (!rules.needs.empty())
                for_each_bit(taken, [&](int c) { hangs |= (to_bits<Word128>(rules.needs[c]) & ~taken) != 0; });
            if (hangs) continue;
            for (bool first : {false, true}) {
                if (!rules.full && first) continue;
                seen.insert(keys.key(&sum, first));
                ++positions;
            }
        }
        expect(keys.exact() && seen.size() == positions, "every position has its own key");
        expect(keys.width() == 64 || *seen.rbegin() < 1ull << keys.width(), "the width of a key");
    }
}

// A table that grows keeps its entries, and returns only these.
static void tables_keep_their_entries() {
    constexpr int WIDTH = 20;
    BoundsTable table(1 << 20, WIDTH);
    const auto bounds = [](std::uint64_t key) { return Bounds{int(key % 100) - 100, int(key / 100 % 100)}; };
    const std::atomic<bool> stop{false};
    std::mt19937 random(9);
    std::set<std::uint64_t> stored;
    int growths = 0, missing = 0;
    for (int i = 0; i < 40'000; ++i) {
        const std::uint64_t key = random() % (1 << WIDTH);
        table.store(key, bounds(key), 1);
        stored.insert(key);
        if (table.is_full()) table.grow(stop), ++growths;
    }
    for (std::uint64_t key = 0; key < 1 << WIDTH; ++key) {
        Bounds known;
        if (table.find(key, known))
            expect(stored.count(key) && known.low == bounds(key).low && known.high == bounds(key).high, "an entry");
        else missing += int(stored.count(key));
    }
    expect(growths > 1 && missing < 1'000, "few entries are replaced");
}

// Shortened keys must cause wrong scores. Otherwise, these tests would not notice collisions.
static void short_keys_are_seen() {
    Rules rules = rows(4, 3, 3);
    rules.misere = true;
    for (int bits : {0, 1, 2, 3}) {
        const auto good = make_general(rules, 1 << 12), bad = make_general(rules, 1 << 12, bits);
        std::mt19937 random(3);
        int wrong = 0;
        for (int i = 0; i < 200; ++i) {
            Word128 mine, theirs;
            random_position(rules, random, mine, theirs);
            Control control;
            const GeneralPosition position{to_cells(mine), to_cells(theirs), true};
            wrong += good->score(position, control, false, 1).low != bad->score(position, control, false, 1).low;
        }
        expect(wrong > 0, "shortened keys cause wrong scores");
    }
}

static void budgets_and_stops() {
    const auto general = make_general(rows(5, 5, 4), 1 << 20);
    for (std::uint64_t budget : {1, 2, 63, 64, 65, 1000, 5000}) {
        Control control(budget);
        const ScoreBounds score = general->score({}, control, false, 1);
        expect(control.nodes <= budget + 64, "the search keeps to its budget");
        expect(score.low <= 0 && score.high >= 0, "bounds if the budget is used up");
    }
    for (int i = 0; i < 20; ++i) {
        Control control;
        std::thread other([&] {
            while (control.nodes < std::uint64_t(50 * i)) std::this_thread::yield();
            control.stop = true;
        });
        const ScoreBounds score = general->score({}, control, false, 2);
        expect(score.low <= 0 && score.high >= 0, "bounds if the search is stopped");
        control.stop = true;
        control.nodes = 1000000;
        other.join();
    }
}

int main(int argc, char** argv) {
    const int games = argc > 1 ? std::atoi(argv[1]) : 300;
    std::mt19937 random(1);
    for (int i = 0; i < games; ++i) {
        const Rules rules = random_rules(random);
        compare(rules, random, {}, 1);
        compare(rules, random, {bool(i & 1), bool(i & 2), bool(i & 4), bool(i & 8)}, 1);
        compare(rules, random, {}, 2);
        for (int cells : {39, 40, 41, 64, 65, 128}) compare(rules, random, {}, 1, cells);
        Rules longer = rules;  // more lines than one or two words have bits
        if (!rules.lines.empty())
            for (int lines : {65, 129}) {
                while (int(longer.lines.size()) < lines)
                    longer.lines.push_back(longer.lines[random() % longer.lines.size()]);
                compare(longer, random, {}, 1);
            }
    }
    known_scores();
    keys_are_bijections();
    tables_keep_their_entries();
    short_keys_are_seen();
    if (games >= 20) budgets_and_stops();
    std::printf("%d faults\n", faults);
    return faults != 0;
}
