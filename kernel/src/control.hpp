// What a search and those who watch it share: how far it is, and whether it is to stop.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

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

    explicit Control(std::uint64_t budget = ~0ull) : budget(budget) {}

    std::atomic<bool> stop{false};  // asked for from outside
    std::atomic<std::uint64_t> nodes{0};
    std::array<std::atomic<std::int16_t>, SHOWN> line{};
    std::atomic<int> shown{0};
    const std::uint64_t budget;
};

// One thread's view of it: counts nodes by itself and reports now and then.
class Counter {
  public:
    // `finished` is set when another thread has the answer.
    explicit Counter(Control& control, const std::atomic<bool>* finished = nullptr) : control_(control), finished_(finished) {}
    ~Counter() { report(); }

    std::uint64_t nodes() const { return nodes_; }

    // A search within the search may take so many nodes in all; beyond them OverLimit is thrown.
    std::uint64_t limit = NO_LIMIT;

    void node() {
        if (++nodes_ > limit) throw OverLimit();
        if (control_.stop.load(std::memory_order_relaxed) || (finished_ && finished_->load(std::memory_order_relaxed)))
            throw Stopped();
        if (++unreported_ >= EVERY || nodes_ >= control_.budget) {
            report();
            budget();
        }
    }

    // Throws Stopped when the budget of all threads is used up.
    void budget() const {
        if (control_.nodes.load(std::memory_order_relaxed) >= control_.budget) throw Stopped();
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

    void report() {
        control_.nodes.fetch_add(unreported_, std::memory_order_relaxed);
        unreported_ = 0;
    }

    Control& control_;
    const std::atomic<bool>* const finished_;
    std::uint64_t nodes_ = 0, unreported_ = 0;
};

}  // namespace noughts
