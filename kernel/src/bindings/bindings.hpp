// Shared by the binding files: limits, conversions, and searches that Ctrl-C can interrupt.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <future>
#include <stdexcept>

#include "common/cells.hpp"
#include "common/control.hpp"
#include "common/stack.hpp"

namespace noughts {

constexpr std::size_t MAX_MEGABYTES = 1 << 20;
constexpr int MAX_THREADS = 256;

// Raises ValueError in Python if an argument is invalid.
inline void expect(bool is_valid, const char* message) {
    if (!is_valid) throw std::invalid_argument(message);
}

inline void expect_threads(int threads) {
    expect(1 <= threads && threads <= MAX_THREADS, "a search can use 1 to 256 threads");
}

// Returns the low 128 bits of an int.
inline Cells low_cells(nanobind::handle number) {
    const nanobind::object mask = nanobind::int_(~0ull);
    return {nanobind::cast<std::uint64_t>(number & mask),
            nanobind::cast<std::uint64_t>((number >> nanobind::int_(64)) & mask)};
}

// Runs a search without the GIL so that Ctrl-C can still interrupt it. Python runs signal handlers only in its main
// thread, and only when that thread asks for them. So if the main thread searches or waits for the search, it asks at
// intervals. The constructor throws std::runtime_error if another search uses the control.
class Interruptible {
  public:
    explicit Interruptible(Control& control) : control_(control), guard_(control) {
        const nanobind::object threading = nanobind::module_::import_("threading");
        if (!threading.attr("get_ident")().equal(threading.attr("main_thread")().attr("ident"))) return;
        guard_.poll_with([this] {
            const nanobind::gil_scoped_acquire acquire;
            if (!exception_ && PyErr_CheckSignals()) try {
                    throw nanobind::python_error();
                } catch (...) {
                    exception_ = std::current_exception();
                }
            return bool(exception_);
        });
    }
    Interruptible(const Interruptible&) = delete;

    // Returns the result of a search. If a signal handler raised an exception, throws that instead.
    template <class Search>
    auto run(Search search) {
        try {
            auto result = [&] {
                const nanobind::gil_scoped_release release;
                return remaining_stack() < REQUIRED_STACK ? run_on_large_stack(search) : search();
            }();
            if (!exception_) return result;
        } catch (...) {
            if (!exception_) throw;
        }
        std::rethrow_exception(exception_);
    }

  private:
    template <class Search>
    auto run_on_large_stack(Search search) {
        std::packaged_task<decltype(search())()> task(search);
        auto result = task.get_future();
        const LargeStackThread thread([&] { task(); });
        while (result.wait_for(Control::POLL_INTERVAL) != std::future_status::ready) control_.poll();
        return result.get();
    }

    Control& control_;
    Control::Guard guard_;
    std::exception_ptr exception_;
};

void bind_mnk(nanobind::module_& module);
void bind_general(nanobind::module_& module);
void bind_patterns(nanobind::module_& module);

}  // namespace noughts
