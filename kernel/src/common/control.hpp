// Control: lets other threads watch a search, limit its nodes and stop it.
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

// Thrown by a search that was stopped or has used up its node budget. The position is still undecided.
struct Stopped {};

// Thrown by a sub-search that has reached its own node limit.
struct LimitReached {};

constexpr std::uint64_t NO_LIMIT = ~std::uint64_t(0) / 2;

// Shared by a search and the threads that watch it. It serves one search at a time.
class Control {
  public:
    static constexpr int MAX_SHOWN = 12;  // plies of the current line that watchers can read

    // How often a search asks whether to stop.
    static constexpr std::chrono::milliseconds POLL_INTERVAL{40};

    explicit Control(std::uint64_t budget = ~0ull) : budget(budget) {}

    // Reserves a control for one search during its lifetime. Throws std::runtime_error if another search uses it.
    class Guard {
      public:
        explicit Guard(Control& control) : control_(control) {
            if (control.in_use_.exchange(true))
                throw std::runtime_error("this Control is used by a running search; create another one");
        }
        ~Guard() {
            control_.should_stop_ = nullptr;
            control_.in_use_.store(false);
        }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;

        // Makes the calling thread call `should_stop` at intervals while it searches or waits for the search.
        void poll_with(std::function<bool()> should_stop) {
            control_.should_stop_ = std::move(should_stop);
            control_.polling_thread_ = std::this_thread::get_id();
            control_.next_poll_ = std::chrono::steady_clock::now() + POLL_INTERVAL;
        }

      private:
        Control& control_;
    };

    void poll() {
        if (!should_stop_ || std::this_thread::get_id() != polling_thread_) return;
        if (std::chrono::steady_clock::now() < next_poll_) return;
        if (should_stop_()) stop.store(true, std::memory_order_relaxed);
        next_poll_ = std::chrono::steady_clock::now() + POLL_INTERVAL;
    }

    std::atomic<bool> stop{false};        // set by any thread to stop the search
    std::atomic<std::uint64_t> nodes{0};  // searched or reserved: each thread reserves nodes in batches
    std::array<std::atomic<std::int16_t>, MAX_SHOWN> line{};  // the moves of the line that is being searched
    std::atomic<int> line_length{0};
    const std::uint64_t budget;

  private:
    std::atomic<bool> in_use_{false};
    std::function<bool()> should_stop_;
    std::thread::id polling_thread_;
    std::chrono::steady_clock::time_point next_poll_;
};

// Counts the nodes of one thread. It reserves nodes of the budget in batches and returns unused ones, so that all
// threads together never exceed the budget.
class NodeCounter {
  public:
    // Another thread sets `finished` when it has the answer.
    explicit NodeCounter(Control& control, const std::atomic<bool>* finished = nullptr)
        : control_(control), finished_(finished) {}
    ~NodeCounter() { control_.nodes.fetch_sub(reserved_, std::memory_order_relaxed); }

    std::uint64_t nodes() const { return nodes_; }

    // The value of nodes() at which the current sub-search throws LimitReached.
    std::uint64_t limit = NO_LIMIT;

    void count_node() {
        if (!reserved_) reserve();
        if (++nodes_ > limit) throw LimitReached();
        if (control_.stop.load(std::memory_order_relaxed) || (finished_ && finished_->load(std::memory_order_relaxed)))
            throw Stopped();
        if (!--reserved_) reserve();
    }

    // Throws Stopped if all threads together have used up the budget.
    void check_budget() const {
        if (control_.nodes.load(std::memory_order_relaxed) - reserved_ >= control_.budget) throw Stopped();
    }

    // Shows watchers the move that is searched at this ply.
    void show_move(int ply, int cell) {
        if (ply >= Control::MAX_SHOWN) return;
        control_.line[ply].store(std::int16_t(cell), std::memory_order_relaxed);
        control_.line_length.store(ply + 1, std::memory_order_relaxed);
    }

    // Returns the result of `search`, or nothing if it needs more than `nodes` nodes.
    template <class Search>
    auto with_limit(std::uint64_t nodes, Search search) -> std::optional<decltype(search())> {
        const std::uint64_t outer = limit;
        limit = std::min(outer, nodes_ + nodes);
        try {
            auto result = search();
            limit = outer;
            return result;
        } catch (const LimitReached&) {
            limit = outer;
            if (nodes_ > outer) throw;
            return std::nullopt;
        }
    }

  private:
    static constexpr std::uint64_t BATCH = 64;

    void reserve() {
        control_.poll();
        std::uint64_t nodes = control_.nodes.load(std::memory_order_relaxed), batch;
        do {
            if (nodes >= control_.budget) throw Stopped();
            batch = std::min(BATCH, control_.budget - nodes);
        } while (!control_.nodes.compare_exchange_weak(nodes, nodes + batch, std::memory_order_relaxed));
        reserved_ = batch;
    }

    Control& control_;
    const std::atomic<bool>* const finished_;
    std::uint64_t nodes_ = 0, reserved_ = 0;
};

}  // namespace noughts
