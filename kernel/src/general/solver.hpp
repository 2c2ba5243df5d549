// Answers questions about the positions of one game by null-window searches, one question at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "common/parallel.hpp"
#include "general/general.hpp"

namespace noughts {

// Solves the positions of a `Game` with one kind of `Search`.
template <class Game, class Search>
class ExactSolver final : public General {
  public:
    ExactSolver(Game game, std::size_t bytes, int key_bits, Shortcuts shortcuts)
        : game_(std::move(game)), table_(bytes, game_.key_width(), key_bits), shortcuts_(shortcuts) {}

    ScoreBounds score(const GeneralPosition& position, Control& control, bool value_only, int threads) override {
        return bounds_of(stones(position), control, value_only, threads);
    }

    std::vector<ScoreBounds> scores(const GeneralPosition& position, Control& control, bool value_only,
                                    int threads) override {
        const Stones s = stones(position);
        std::vector<ScoreBounds> scores;
        int score;
        if (game_.over(s.mine, s.theirs, s.first_to_move, score)) return scores;
        for_each_bit(game_.playable(game_.board & ~s.mine & ~s.theirs), [&](int cell) {
            const ScoreBounds after =
                bounds_of({s.theirs, s.mine | bit<Bits>(cell), !s.first_to_move}, control, value_only, threads);
            scores.push_back({game_.cell(cell), -after.high, -after.low});
        });
        std::sort(scores.begin(), scores.end(), [](const auto& a, const auto& b) { return a.cell < b.cell; });
        return scores;
    }

    int search_window(const GeneralPosition& position, int alpha, int beta, Control& control) override {
        const Stones s = stones(position);
        int score;
        if (game_.over(s.mine, s.theirs, s.first_to_move, score)) return score;
        const SearchLock turn(*this, control);
        NodeCounter counter(control);
        for (;;) try {
                return Search(game_, table_, counter, shortcuts_, 0)
                    .score(s.mine, s.theirs, s.first_to_move, alpha, beta);
            } catch (const TableFull&) {
                table_.grow(control.stop);
            }
    }

    bool exact_keys() const override { return game_.exact_keys(); }

  private:
    using Bits = typename Game::Bits;

    struct Stones {
        Bits mine, theirs;
        bool first_to_move;
    };

    // Allows one search at a time, because the table may move between searches. Throws Stopped if the control stops it
    // while it waits for another thread. Throws std::runtime_error if the calling thread itself is searching: a signal
    // handler would wait forever for the search that it interrupts.
    class SearchLock {
        static constexpr std::chrono::milliseconds WAIT{1};  // not a timed mutex: ThreadSanitizer misreads those

      public:
        SearchLock(ExactSolver& solver, Control& control) : solver_(solver) {
            if (solver.searcher_ == std::this_thread::get_id())
                throw std::runtime_error("this General is running a search; use another one in a signal handler");
            while (!solver.searching_.try_lock()) {
                control.poll();
                if (control.stop) throw Stopped();
                std::this_thread::sleep_for(WAIT);
            }
            solver.searcher_ = std::this_thread::get_id();
        }
        ~SearchLock() {
            solver_.searcher_ = std::thread::id();
            solver_.searching_.unlock();
        }
        SearchLock(const SearchLock&) = delete;
        SearchLock& operator=(const SearchLock&) = delete;

      private:
        ExactSolver& solver_;
    };

    Stones stones(const GeneralPosition& position) const {
        const Word128 mine = to_bits<Word128>(position.mine), theirs = to_bits<Word128>(position.theirs);
        if (mine & theirs) throw std::invalid_argument("a cell cannot have two stones");
        const Stones s{game_.to_set(position.mine), game_.to_set(position.theirs), position.first_to_move};
        if (count(s.mine) != count(mine) || count(s.theirs) != count(theirs))
            throw std::invalid_argument("the stones must be on the board");
        if (!game_.is_possible(s.mine | s.theirs)) throw std::invalid_argument("a stone must lie on another stone");
        return s;
    }

    // Narrows the bounds by null-window searches until the score is known: first the winner, then the number of moves.
    ScoreBounds bounds_of(const Stones& s, Control& control, bool value_only, int threads) {
        ScoreBounds known{-1, 0, 0};
        if (game_.over(s.mine, s.theirs, s.first_to_move, known.low)) return {-1, known.low, known.low};
        const int left = count(game_.board & ~s.mine & ~s.theirs);
        known = {-1, -left, left};
        try {
            const SearchLock turn(*this, control);
            narrow_with_threads(known, s, control, value_only, threads);
        } catch (const Stopped&) {  // while waiting for another search
        }
        return known;
    }

    void narrow_with_threads(ScoreBounds& known, const Stones& s, Control& control, bool value_only, int threads) {
        std::atomic<bool> is_full{true};
        while (is_full.exchange(false)) {
            std::vector<ScoreBounds> by_thread(std::size_t(std::max(threads, 1)), known);
            parallel(control, threads, [&](NodeCounter& counter, int thread) {
                try {
                    narrow(by_thread[std::size_t(thread)], s, counter, value_only, thread);
                } catch (const TableFull&) {
                    is_full.store(true);
                }
                return true;
            });
            for (const ScoreBounds& bounds : by_thread) {
                known.low = std::max(known.low, bounds.low);
                known.high = std::min(known.high, bounds.high);
            }
            if (is_full) table_.grow(control.stop);
        }
    }

    void narrow(ScoreBounds& known, const Stones& s, NodeCounter& counter, bool value_only, int thread) {
        counter.check_budget();
        Search search(game_, table_, counter, shortcuts_, thread);
        while (known.low < known.high && !(value_only && (known.low > 0 || known.high < 0))) {
            const int beta = next_test(known.low, known.high);
            const int answer = search.score(s.mine, s.theirs, s.first_to_move, beta - 1, beta);
            if (answer >= beta) known.low = answer;
            else known.high = answer;
        }
    }

    // Returns the next beta to try: is the score at least this?
    static int next_test(int low, int high) {
        if (low <= 0 && high >= 1) return 1;
        if (low < 0 && high >= 0) return 0;
        return low + (high - low + 1) / 2;
    }

    const Game game_;
    BoundsTable table_;
    const Shortcuts shortcuts_;
    std::mutex searching_;
    std::atomic<std::thread::id> searcher_{};  // the thread that holds the lock
};

}  // namespace noughts
