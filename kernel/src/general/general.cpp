#include "general/general.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "common/parallel.hpp"

namespace noughts {
namespace {

template <class Bits, int W>
class GeneralOf final : public General {
  public:
    GeneralOf(const Rules& rules, std::size_t bytes, int key_bits, Shortcuts shortcuts)
        : game_(rules), table_(bytes, game_.keys.width(), key_bits), shortcuts_(shortcuts) {}

    Scored score(const Placed& placed, Control& control, bool value_only, int threads) override {
        return narrowed(stones(placed), control, value_only, threads);
    }

    std::vector<Scored> scores(const Placed& placed, Control& control, bool value_only, int threads) override {
        const Stones s = stones(placed);
        std::vector<Scored> found;
        int score;
        if (game_.over(s.mine, s.theirs, s.first_to_move, score)) return found;
        each(game_.playable(game_.board & ~s.mine & ~s.theirs), [&](int cell) {
            const Scored after =
                narrowed({s.theirs, s.mine | bit<Bits>(cell), !s.first_to_move}, control, value_only, threads);
            found.push_back({cell, -after.high, -after.low});
        });
        return found;
    }

    int within(const Placed& placed, int alpha, int beta, Control& control) override {
        const Stones s = stones(placed);
        int score;
        if (game_.over(s.mine, s.theirs, s.first_to_move, score)) return score;
        const Turn turn(*this, control);
        Counter counter(control);
        for (;;) try {
                return AlphaBeta<Bits, W>(game_, table_, counter, shortcuts_)
                    .score(s.mine, s.theirs, s.first_to_move, alpha, beta);
            } catch (const Crowded&) {
                table_.grow(control.stop);
            }
    }

    bool exact_keys() const override { return game_.keys.exact(); }

  private:
    struct Stones {
        Bits mine, theirs;
        bool first_to_move;
    };

    // One search at a time, as between searches the table may move. Throws Stopped when told to stop while another
    // thread searches, and std::runtime_error when this thread does: then a handler of signals would wait for what it
    // interrupts.
    class Turn {
      public:
        Turn(GeneralOf& solver, Control& control) : solver_(solver) {
            if (solver.searcher_ == std::this_thread::get_id())
                throw std::runtime_error(
                    "This General is in the middle of a search; use another one in a signal handler.");
            while (!solver.searching_.try_lock_for(Control::PATIENCE)) {
                control.ask();
                if (control.stop) throw Stopped();
            }
            solver.searcher_ = std::this_thread::get_id();
        }
        ~Turn() {
            solver_.searcher_ = std::thread::id();
            solver_.searching_.unlock();
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

      private:
        GeneralOf& solver_;
    };

    Stones stones(const Placed& placed) const {
        const Stones s{word<Bits>(placed.mine), word<Bits>(placed.theirs), placed.first_to_move};
        const Word128 board = game_.board, mine = word<Word128>(placed.mine), theirs = word<Word128>(placed.theirs);
        if ((mine | theirs) & ~board) throw std::invalid_argument("a stone lies off the board");
        if (mine & theirs) throw std::invalid_argument("both players have a stone on one cell");
        return s;
    }

    // Asks whether the score is at least so much, until it is known: first who wins, then when.
    Scored narrowed(const Stones& s, Control& control, bool value_only, int threads) {
        Scored known{-1, 0, 0};
        if (game_.over(s.mine, s.theirs, s.first_to_move, known.low)) return {-1, known.low, known.low};
        const int left = count(game_.board & ~s.mine & ~s.theirs);
        known = {-1, -left, left};
        try {
            const Turn turn(*this, control);
            narrow_together(known, s, control, value_only, threads);
        } catch (const Stopped&) {  // before its turn came
        }
        return known;
    }

    void narrow_together(Scored& known, const Stones& s, Control& control, bool value_only, int threads) {
        std::atomic<bool> crowded{true};
        while (crowded.exchange(false)) {
            std::vector<Scored> found(std::size_t(std::max(threads, 1)), known);
            together(control, threads, [&](Counter& counter, int thread) {
                try {
                    narrow(found[std::size_t(thread)], s, counter, value_only, thread);
                } catch (const Crowded&) {
                    crowded.store(true);
                }
                return true;
            });
            for (const Scored& one : found) {
                known.low = std::max(known.low, one.low);
                known.high = std::min(known.high, one.high);
            }
            if (crowded) table_.grow(control.stop);
        }
    }

    void narrow(Scored& known, const Stones& s, Counter& counter, bool value_only, int thread) {
        counter.budget();
        AlphaBeta<Bits, W> search(game_, table_, counter, shortcuts_, thread);
        while (known.low < known.high && !(value_only && (known.low > 0 || known.high < 0))) {
            const int ask = asked(known.low, known.high);
            const int answer = search.score(s.mine, s.theirs, s.first_to_move, ask - 1, ask);
            if (answer >= ask) known.low = answer;
            else known.high = answer;
        }
    }

    static int asked(int low, int high) {
        if (low <= 0 && high >= 1) return 1;
        if (low < 0 && high >= 0) return 0;
        return low + (high - low + 1) / 2;
    }

    const Game<Bits, W> game_;
    BoundsTable table_;
    const Shortcuts shortcuts_;
    std::timed_mutex searching_;
    std::atomic<std::thread::id> searcher_{};  // the thread whose turn it is
};

void check(const Rules& rules) {
    auto fail = [](const char* what) { throw std::invalid_argument(what); };
    if (rules.cells < 1 || rules.cells > MOST_CELLS) fail("the kernel solves boards of 1 to 128 cells");
    const Word128 off = rules.cells < 128 ? ~((Word128(1) << rules.cells) - 1) : 0;
    for (const Cells& line : rules.lines)
        if (!word<Word128>(line) || (word<Word128>(line) & off))
            fail("a line is a set of at least one cell, all of them on the board");
    if (!rules.needs.empty() && int(rules.needs.size()) != rules.cells) fail("needs has one entry a cell");
    for (const Cells& need : rules.needs)
        if (word<Word128>(need) & off) fail("a cell can only need cells of the board");
    if (rules.full < -1 || rules.full > 1) fail("a full board is won by 1, -1, or 0 for nobody");
    for (const std::vector<int>& symmetry : rules.symmetries) {
        Word128 images = 0;
        for (int cell : symmetry)
            if (cell >= 0 && cell < rules.cells) images |= bit<Word128>(cell);
        if (int(symmetry.size()) != rules.cells || count(images) != rules.cells)
            fail("a symmetry moves every cell to another place");
    }
}

template <class Bits>
std::unique_ptr<General> of_lines(const Rules& rules, std::size_t bytes, int key_bits, Shortcuts shortcuts) {
    if (rules.lines.size() <= 64) return std::make_unique<GeneralOf<Bits, 1>>(rules, bytes, key_bits, shortcuts);
    if (rules.lines.size() <= 128) return std::make_unique<GeneralOf<Bits, 2>>(rules, bytes, key_bits, shortcuts);
    return std::make_unique<GeneralOf<Bits, 0>>(rules, bytes, key_bits, shortcuts);
}

}  // namespace

std::unique_ptr<General> make_general(const Rules& rules, std::size_t bytes, int key_bits, Shortcuts shortcuts) {
    check(rules);
    Rules whole = rules;
    if (whole.symmetries.empty()) {
        whole.symmetries.emplace_back();
        for (int c = 0; c < rules.cells; ++c) whole.symmetries[0].push_back(c);
    }
    if (rules.cells <= 64) return of_lines<Word64>(whole, bytes, key_bits, shortcuts);
    return of_lines<Word128>(whole, bytes, key_bits, shortcuts);
}

}  // namespace noughts
