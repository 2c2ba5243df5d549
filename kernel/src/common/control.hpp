// What a search and those who watch it share: how far it is, and whether it is to stop.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

namespace noughts {

// Which of the exact reductions are on; all of them give the same answers, and tests switch them off one by one.
struct Options {
    bool domination = true;  // drop a line that contains another, and moves that another move outdoes
    bool twins = true;       // pair off two cells that lie on the same lines
    bool pairing = true;     // leaves by a general pairing
    bool zones = true;       // skip moves that an earlier proof refutes
    bool table = true;       // remember what has been proved
};

// Thrown out of a search that was stopped or has used up its budget; nothing has been decided.
struct Stopped {};

// Thrown out of a search within the search that was given only so many nodes.
struct OverLimit {};

constexpr std::uint64_t NO_LIMIT = ~std::uint64_t(0) / 2;

class Control {
  public:
    static constexpr int SHOWN = 12;  // plies of the line being examined that are shown

    static constexpr std::chrono::milliseconds PATIENCE{40};  // between two questions whether to stop

    explicit Control(std::uint64_t budget = ~0ull) : budget(budget) {}

    // The use of a control by one search, while this lives. Throws std::runtime_error when another search uses it.
    class Use {
      public:
        explicit Use(Control& control) : control_(control) {
            if (control.used_.exchange(true))
                throw std::runtime_error("This Control is already used by a running search; make another one.");
        }
        ~Use() {
            control_.asks_ = nullptr;
            control_.used_.store(false);
        }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

        // While the thread that calls this searches, or waits for the search, it asks now and then whether to stop.
        void asking(std::function<bool()> whether) {
            control_.asks_ = std::move(whether);
            control_.asker_ = std::this_thread::get_id();
            control_.next_ = std::chrono::steady_clock::now() + PATIENCE;
        }

      private:
        Control& control_;
    };

    void ask() {
        if (!asks_ || std::this_thread::get_id() != asker_ || std::chrono::steady_clock::now() < next_) return;
        if (asks_()) stop.store(true, std::memory_order_relaxed);
        next_ = std::chrono::steady_clock::now() + PATIENCE;
    }

    std::atomic<bool> stop{false};        // asked for from outside
    std::atomic<std::uint64_t> nodes{0};  // searched, or about to be: each thread takes some at a time
    std::array<std::atomic<std::int16_t>, SHOWN> line{};
    std::atomic<int> shown{0};
    const std::uint64_t budget;

  private:
    std::atomic<bool> used_{false};
    std::function<bool()> asks_;
    std::thread::id asker_;
    std::chrono::steady_clock::time_point next_;
};

// One thread's view of it. It takes nodes from the budget some at a time and gives back what it did not need, so that
// all threads together never search more.
class Counter {
  public:
    // `finished` is set when another thread has the answer.
    explicit Counter(Control& control, const std::atomic<bool>* finished = nullptr)
        : control_(control), finished_(finished) {}
    ~Counter() { control_.nodes.fetch_sub(taken_, std::memory_order_relaxed); }

    std::uint64_t nodes() const { return nodes_; }

    // A search within the search may take so many nodes in all; beyond them OverLimit is thrown.
    std::uint64_t limit = NO_LIMIT;

    void node() {
        if (!taken_) take();
        if (++nodes_ > limit) throw OverLimit();
        if (control_.stop.load(std::memory_order_relaxed) || (finished_ && finished_->load(std::memory_order_relaxed)))
            throw Stopped();
        if (!--taken_) take();
    }

    // Throws Stopped when the budget of all threads is used up.
    void budget() const {
        if (control_.nodes.load(std::memory_order_relaxed) - taken_ >= control_.budget) throw Stopped();
    }

    void enter(int ply, int cell) {
        if (ply >= Control::SHOWN) return;
        control_.line[ply].store(std::int16_t(cell), std::memory_order_relaxed);
        control_.shown.store(ply + 1, std::memory_order_relaxed);
    }

    // What `search` says if it needs no more than so many nodes.
    template <class Search>
    auto within(std::uint64_t nodes, Search search) -> std::optional<decltype(search())> {
        const std::uint64_t outer = limit;
        limit = std::min(outer, nodes_ + nodes);
        try {
            auto found = search();
            limit = outer;
            return found;
        } catch (const OverLimit&) {
            limit = outer;
            if (nodes_ > outer) throw;
            return std::nullopt;
        }
    }

  private:
    static constexpr std::uint64_t EVERY = 64;

    void take() {
        control_.ask();
        std::uint64_t nodes = control_.nodes.load(std::memory_order_relaxed), some;
        do {
            if (nodes >= control_.budget) throw Stopped();
            some = std::min(EVERY, control_.budget - nodes);
        } while (!control_.nodes.compare_exchange_weak(nodes, nodes + some, std::memory_order_relaxed));
        taken_ = some;
    }

    Control& control_;
    const std::atomic<bool>* const finished_;
    std::uint64_t nodes_ = 0, taken_ = 0;
};

}  // namespace noughts
